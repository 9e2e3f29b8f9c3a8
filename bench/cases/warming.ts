/** Requests of every kind after the first hundred of a start, beside the same kind when the server is warm. */
import { Temporal } from 'temporal-polyfill'
import { concert } from '../calendar.ts'
import type { Case, Finding, Measured } from '../case.ts'
import { ask, type Part, processorOfEach, untilReady } from '../each.ts'
import type { Server } from '../processes.ts'
import { questions } from '../questions.ts'
import { median } from '../rounds.ts'
import { BASE, type Calendar, FEW, type Stage } from '../stage.ts'

/** How often a server is started for each kind. */
const TIMES = 3
const FIRST: Part = { from: 0, to: 100 }
const EARLY: Part = { from: 100, to: 300 }
const BETWEEN: Part = { from: 300, to: 2000 }
const WARM: Part = { from: 2000, to: 2500 }

/** A kind of request, each of which is new; `at` counts them from 0. */
interface Kind {
  readonly what: string
  request(server: Server, calendar: Calendar, at: number): Promise<void>
}

const now = Temporal.Now.plainDateTimeISO('UTC')
/** Returns the path of a window that begins twelve hours after the one before, so that a late one shows as many new events as an early one. */
function windowPath(at: number): string {
  const start = now.add({ hours: 12 * at })
  return `${BASE}?start_date=${start.toString().slice(0, 19)}&end_date=${start.add({ days: 200 }).toString().slice(0, 19)}`
}

const kinds: readonly Kind[] = [
  { what: 'list of a window', request: (server, _calendar, at) => ask(server, windowPath(at)) },
  ...questions
    .filter(({ sameWorkWhenWarm }) => sameWorkWhenWarm)
    .map(
      ({ what, path }): Kind => ({ what, request: (server, _calendar, at) => ask(server, path(at, FEW)) }),
    ),
  {
    what: 'create',
    request: (server, { token }) =>
      ask(server, BASE, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify(concert()),
      }),
  },
]

/** Returns the microseconds of processor time of the first hundred, of those after them, and of a warm server. */
async function measure(stage: Stage, kind: Kind) {
  const calendar = stage.small()
  const taken: { first: number; early: number; warm: number }[] = []
  for (let time = 0; time < TIMES; time++) {
    const server = await stage.serve(calendar)
    await untilReady(server)
    const of = (part: Part) => processorOfEach(server, part, (at) => kind.request(server, calendar, at))
    const [first, early] = [await of(FIRST), await of(EARLY)]
    await of(BETWEEN)
    taken.push({ first, early, warm: await of(WARM) })
    await stage.clear()
  }
  const of = (name: 'first' | 'early' | 'warm') => median(taken.map((one) => one[name]))
  return {
    first: of('first'),
    early: of('early'),
    warm: of('warm'),
    ratio: median(taken.map(({ early, warm }) => early / warm)),
  }
}

async function run(stage: Stage): Promise<Measured> {
  const [findings, shown]: [Finding[], string[]] = [[], []]
  for (const kind of kinds) {
    const { first, early, warm, ratio } = await measure(stage, kind)
    findings.push({
      what: `${kind.what}, the second and third hundred after a start: processor time`,
      target: { is: 'at most', value: 2, of: '× that of a warm server' },
      measured: ratio,
    })
    shown.push(`${kind.what} ${first.toFixed(0)}, ${early.toFixed(0)} and ${warm.toFixed(0)} µs`)
  }
  return {
    findings,
    figures: [],
    notes: [
      `The first hundred after a start, the next two hundred, and those of a warm server: ${shown.join('; ')}.`,
    ],
  }
}

export const warming: Case = {
  name: 'warming',
  method: `A server of its own for each kind of request, as soon as \`/readyz\` says that it is ready: one request after the other over one
connection, each of them new. A server is warm after two thousand. The median of ${TIMES} starts.`,
  run,
}

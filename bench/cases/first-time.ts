/** The processor time of requests that were never sent before. */
import { type Case, type Figure, type Finding, type Measured, processorRatio } from '../case.ts'
import { get } from '../load.ts'
import type { Pace } from '../pace.ts'
import type { Server } from '../processes.ts'
import { IN_MEMORY, type Question, questions } from '../questions.ts'
import { alternately, type Medians, ratio } from '../rounds.ts'
import { type Calendar, FEW, type Stage } from '../stage.ts'

const sum = (events: number) => events.toLocaleString('en')

/** A server of a calendar with a number of events, and what it is measured with. */
interface Measuring {
  readonly stage: Stage
  readonly pace: Pace
  readonly server: Server
  readonly token: string
  readonly events: number
}

/** Measures a kind of request beside the bare server, anonymously and with credentials, and how slow the machine is meanwhile. */
async function answered({ stage, pace, server, token, events }: Measuring, one: Question) {
  const bare = await stage.bare(server, one.path(0, events))
  let at = 0
  const asking = (to: Server, headers: Readonly<Record<string, string>> = {}) => ({
    server: to,
    request() {
      at += 1
      return get(one.path(at, events), headers)
    },
  })
  const turns = {
    ours: asking(server),
    bare: asking(bare),
    known: asking(server, { Authorization: `Bearer ${token}` }),
  }
  const { done, slowness } = await pace.during(() => alternately(turns, stage.seconds * 0.6))
  return { ...done, slowness }
}

function findingsOf(
  { what, most, mostOfMany = most, bare }: Question,
  events: number,
  done: Awaited<ReturnType<typeof answered>>,
): readonly Finding[] {
  const where = `${what}, ${sum(events)} events, each request new`
  const time = (one: Medians) => one.processor ?? Number.NaN
  return [
    {
      what: `${where}: processor time`,
      target: { is: 'at most', value: events === FEW ? most : mostOfMany, of: 'µs' },
      measured: done.ours.processor,
      slowness: done.slowness,
    },
    ...(bare === undefined
      ? []
      : [
          {
            what: where,
            target: { is: 'at least', value: bare, of: '× bare' },
            measured: ratio(done.ours, done.bare),
            processor: processorRatio(done.ours, done.bare),
          } as const,
        ]),
    {
      what: `${where}, with the token of an administrator`,
      target: { is: 'at most', value: 1.5, of: '× the processor time of the public' },
      measured: time(done.known) / time(done.ours),
    },
  ]
}

async function run(stage: Stage, pace: Pace): Promise<Measured> {
  const [findings, figures]: [Finding[], Figure[]] = [[], []]
  const sizes: readonly (readonly [number, Calendar])[] = [
    [FEW, stage.small()],
    [stage.many, await stage.large()],
  ]
  for (const [events, calendar] of sizes) {
    const server = await stage.serve(calendar)
    for (const question of questions.filter(({ onlyOfMany = false }) => events > FEW || !onlyOfMany)) {
      const done = await answered({ stage, pace, server, token: calendar.token, events }, question)
      findings.push(...findingsOf(question, events, done))
      figures.push({ what: `${question.what}, ${sum(events)} events`, load: done.ours })
    }
    await stage.clear()
  }
  return { findings, figures }
}

export const firstTime: Case = {
  name: 'first-time',
  method: `Every request has an ignored arg with a new value, so that no response is cached. *In memory*: ${sum(IN_MEMORY)} events in turn;
*not in memory*: all events of the large calendar in turn, since those of the small one are in memory after the first ten thousand requests. The same
requests are sent with a token, and to a bare server. The speed of the machine is measured before and after each kind. Until November 2026 the targets
were 200 µs of an event not in memory and 1 ms of pages: sending alone, with log, limits and rights, takes 150 µs of an event in memory, and stored
bytes of each event would make writes more expensive. A month of the large calendar has a hundred times the events.`,
  run,
}

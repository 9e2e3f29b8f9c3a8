/** Reads and writes, nineteen to one, over many connections, for a minute. */
import { anyName, publishedId, singleId } from '../calendar.ts'
import type { Case, Measured } from '../case.ts'
import { CATEGORY, words } from '../linked.ts'
import { get, send } from '../load.ts'
import { residentMemory, type Server } from '../processes.ts'
import { median, turn } from '../rounds.ts'
import { BASE, type Calendar, FEW, type Stage } from '../stage.ts'

const CONNECTIONS = 64
/** The rounds of a second and a half in a minute. */
const ROUNDS = 40
/** One request in `WRITES` is a write, and one write in `CREATES` is a create. */
const [WRITES, CREATES] = [20, 10]

const reads: readonly ((at: number) => string)[] = [
  () => BASE,
  (at) => `${BASE}/${publishedId((at * 7919) % FEW)}`,
  (at) => `${BASE}?page=${1 + (at % 50)}`,
  (at) => `${BASE}?categories=${CATEGORY}&page=${1 + (at % 5)}`,
  (at) => `${BASE}?search=${words[100 + (at % 20)]}`,
]

function requests(token: string): () => Buffer {
  let at = 0
  return () => {
    at += 1
    if (at % WRITES > 0) return get(reads[at % reads.length]?.(at) ?? BASE)
    const title = `Changed ${anyName()}`
    if (at % (WRITES * CREATES) > 0)
      return send('PATCH', `${BASE}/${singleId((at * 104_729) % FEW)}`, token, { title })
    const [start_date, end_date] = ['2027-05-04 18:00:00', '2027-05-04 20:00:00']
    return send('POST', BASE, token, { title, start_date, end_date, venue: 1 })
  }
}

/** Samples the memory of a server every second until stopped. */
function watched({ pid }: Server): { readonly held: number[]; stop(): void } {
  const held: number[] = []
  const timer = setInterval(() => held.push(residentMemory(pid) ?? Number.NaN), 1000)
  return { held, stop: () => clearInterval(timer) }
}

async function run(stage: Stage): Promise<Measured> {
  const calendar: Calendar = stage.small()
  const server = await stage.serve(calendar)
  const request = requests(calendar.token)
  const seconds = stage.seconds * ROUNDS
  await turn({ server, request, connections: CONNECTIONS }, 2)
  const { held, stop } = watched(server)
  const done = await turn({ server, request, connections: CONNECTIONS }, seconds)
  stop()
  const third = Math.floor(held.length / 3)
  const [middle, last] = [median(held.slice(third, 2 * third)), median(held.slice(2 * third))]
  const what = `95 % reads, 5 % writes, ${CONNECTIONS} connections, ${seconds.toFixed(0)} s`
  return {
    findings: [
      {
        what: `${what}: p99`,
        target: { is: 'at most', value: 10, of: '× p50' },
        measured: done.p99 / done.p50,
      },
      { what: 'the same: errors', target: { is: 'at most', value: 0, of: 'errors' }, measured: done.errors },
      {
        what: 'the same: memory in the last third',
        target: { is: 'at most', value: 1.1, of: '× that in the second' },
        measured: last / middle,
      },
    ],
    figures: [{ what: '95 % reads, 5 % writes', load: done }],
    notes: [
      `Memory under the mixed load: ${middle.toFixed(0)} MiB in the second third and ${last.toFixed(0)} MiB in the last.`,
    ],
  }
}

export const mixed: Case = {
  name: 'mixed',
  method: `${CONNECTIONS} connections request the default list, single events, pages, a category and searches without pause; every twentieth request
is a write: nine in ten change an event, one creates one.`,
  run,
}

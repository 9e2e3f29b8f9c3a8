/** Start-up time and memory of a service with many events. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Case, Measured } from '../case.ts'
import { untilReady } from '../each.ts'
import { residentMemory, type Server } from '../processes.ts'
import { median, ROUNDS } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

/** Milliseconds of quiet before memory is measured. */
const QUIET = 500
const LISTS = 100

/** The mean milliseconds of the second to the hundredth list after a start, each of another window. */
async function firstLists(stage: Stage): Promise<number> {
  const server = await stage.serve(stage.small())
  await fetchOnce(server, BASE)
  const today = Temporal.Now.plainDateISO('UTC')
  const start = performance.now()
  for (let at = 1; at < LISTS; at++) await fetchOnce(server, `${BASE}?start_date=${today.add({ days: at })}`)
  const taken = performance.now() - start
  await stage.clear()
  return taken / (LISTS - 1)
}

/** Returns the seconds from the start of a server until `/readyz` says that it is ready. */
async function readiness(server: Server): Promise<number> {
  const since = performance.now()
  await untilReady(server)
  return (server.readyAfter + performance.now() - since) / 1000
}

/** The memory in MiB of a server of the small calendar that nobody has asked for anything. */
async function idleMemory(stage: Stage): Promise<number> {
  const server = await stage.serve(stage.small())
  await wait(QUIET)
  const memory = residentMemory(server.pid) ?? Number.NaN
  await stage.clear()
  return memory
}

async function run(stage: Stage): Promise<Measured> {
  const calendar = await stage.large()
  const [listens, ready, first, after]: number[][] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const server = await stage.serve(calendar)
    listens?.push(server.readyAfter / 1000)
    ready?.push(await readiness(server))
    const start = performance.now()
    await fetchOnce(server, BASE)
    first?.push((performance.now() - start) / 1000)
    after?.push(residentMemory(server.pid) ?? Number.NaN)
    await stage.clear()
  }
  const of = (numbers: number[] | undefined) => median(numbers ?? [])
  const sum = stage.many.toLocaleString('en')
  return {
    findings: [
      {
        what: `start to listening with ${sum} events`,
        target: { is: 'at most', value: 0.5, of: 's' },
        measured: of(listens),
      },
      {
        what: `start to ready with ${sum} events`,
        target: { is: 'at most', value: 2.5, of: 's' },
        measured: of(ready),
      },
      {
        what: `the first list among ${sum} events after that`,
        target: { is: 'at most', value: 0.2, of: 's' },
        measured: of(first),
      },
      {
        what: 'memory when idle, 10,000 events',
        target: { is: 'at most', value: 100, of: 'MiB' },
        measured: await idleMemory(stage),
      },
      {
        what: 'a list, each request new, among the first hundred after a start',
        target: { is: 'at most', value: 2, of: 'ms' },
        measured: await firstLists(stage),
      },
    ],
    figures: [],
    notes: [
      `Memory is ${of(after).toFixed(0)} MiB after the first list among ${sum} events, which fills the almanac.`,
    ],
  }
}

export const start: Case = {
  name: 'start',
  method: `From the start of the process until it listens, and until \`/readyz\` says that it is ready: then memory has all events, for which
until November 2026 the first list waited. Memory is that of half a second after a start, before any request.`,
  run,
}

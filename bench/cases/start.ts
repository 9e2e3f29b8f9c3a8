/** Start-up time and memory of a service with many events. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { Temporal } from 'temporal-polyfill'
import type { Case, Measured } from '../case.ts'
import { residentMemory } from '../processes.ts'
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

async function run(stage: Stage): Promise<Measured> {
  const calendar = await stage.large()
  const [ready, idle, first, after]: number[][] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const server = await stage.serve(calendar)
    await wait(QUIET)
    ready?.push(server.readyAfter / 1000)
    idle?.push(residentMemory(server.pid) ?? Number.NaN)
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
        what: `start to ready with ${sum} events`,
        target: { is: 'at most', value: 0.5, of: 's' },
        measured: of(ready),
      },
      {
        what: 'memory when idle after that',
        target: { is: 'at most', value: 100, of: 'MiB' },
        measured: of(idle),
      },
      {
        what: `the first list among ${sum} events after a start`,
        target: { is: 'at most', value: 1.5, of: 's' },
        measured: of(first),
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
  method:
    'From the start of the process until it reports that it is ready; memory half a second later, before any request.',
  run,
}

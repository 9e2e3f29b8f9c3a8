/** Start-up time and memory of a service with many events. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { Case, Measured } from '../case.ts'
import { residentMemory } from '../processes.ts'
import { median, ROUNDS } from '../rounds.ts'
import { asked, BASE, type Stage } from '../stage.ts'

/** Milliseconds of quiet before memory is measured. */
const QUIET = 500

async function run(stage: Stage): Promise<Measured> {
  const calendar = await stage.large()
  const [ready, idle, first, after]: number[][] = [[], [], [], []]
  for (let round = 0; round < ROUNDS; round++) {
    const server = await stage.serve(calendar)
    await wait(QUIET)
    ready?.push(server.readyAfter / 1000)
    idle?.push(residentMemory(server.pid) ?? Number.NaN)
    const start = performance.now()
    await asked(server, BASE)
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
    ],
    figures: [],
    notes: [
      `The first list among ${sum} events takes ${of(first).toFixed(1)} s, since it fills the almanac; memory is ${of(after).toFixed(0)} MiB after it.`,
    ],
  }
}

export const start: Case = {
  name: 'start',
  method:
    'From the start of the process until it reports that it is ready; memory half a second later, before any request.',
  run,
}

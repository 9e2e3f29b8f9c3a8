/** Two workers on one file, compared with one process. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { Case, Measured } from '../case.ts'
import { get } from '../load.ts'
import { ran } from '../processes.ts'
import { eventPagePath } from '../questions.ts'
import { alternately, ratio } from '../rounds.ts'
import { BASE, fetchOnce, type Stage } from '../stage.ts'

const CONNECTIONS = 16
const what = 'two workers, reads'
const target = { is: 'at least', value: 1.6, of: '× one' } as const

async function run(stage: Stage): Promise<Measured> {
  const without = (because: string) => ({
    findings: [{ what, target, measured: undefined, because }],
    figures: [],
  })
  const help = await ran(process.execPath, [join(stage.root, 'dist/main.js'), 'serve', '--help'])
  if (!help.includes('--workers')) return without('`fasti serve` does not know `--workers` yet')
  if (availableParallelism() < 2) return without('there is one core')
  const [one, two] = [await stage.serve(stage.small()), await stage.serve(stage.small(), ['--workers', '2'])]
  for (const server of [one, two]) await fetchOnce(server, BASE)
  let at = 0
  const request = () => {
    at += 1
    return get(eventPagePath(at))
  }
  const turnOf = (server: typeof one) => ({ server, request, connections: CONNECTIONS })
  const done = await alternately({ one: turnOf(one), two: turnOf(two) }, stage.seconds)
  return {
    findings: [{ what, target, measured: ratio(done.two, done.one) }],
    figures: [
      { what: 'event pages, one process', load: done.one },
      { what: 'event pages, two workers', load: { ...done.two, processor: undefined } },
    ],
    notes: [
      `The load uses up to one of the ${availableParallelism()} cores of the machine: with two cores, the workers share them with the load.`,
    ],
  }
}

export const workers: Case = {
  name: 'workers',
  method: `Pages of events, a different one each time and each request new, over ${CONNECTIONS} connections: they cost the service far more than
the load, which has no core of its own here, whether the event is in memory or not. Until November 2026 these were single events in JSON, which cost
a process a quarter once it had shown all of them: one process sooner than each of two.`,
  run,
}

/** A long mixed load on one service: its memory and response times, interval by interval. */
import { readFile } from 'node:fs/promises'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { type Serving, serve } from '../../test/support/process.ts'
import { fetchRetried, type IntervalResult, loadOn } from './load.ts'

/** The measurements of one interval. */
export interface Measured {
  readonly requests: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /**
   * Bytes of resident memory; `taken` of them are heap, used or not, and `mapped` are pages of files that the
   * system may reclaim.
   */
  readonly memory: number
  readonly taken: number
  /** Bytes used in the heap, and outside it. */
  readonly heap: number
  readonly external: number
  readonly mapped: number
  /** Bytes of cached responses, at most 64 MiB. */
  readonly cachedResponses: number
  readonly descriptors: number
}

export interface Outcome {
  readonly intervals: readonly Measured[]
  readonly faults: readonly string[]
}

const part = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? 0

/** Returns the bytes of mapped files of a process; 0 if the system does not report them. */
async function mappedBy(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^RssFile:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}

async function measured({ address, child }: Serving, { times }: IntervalResult): Promise<Measured> {
  const sorted = times.sort((a, b) => a - b)
  const metrics = await (await fetchRetried(`${new URL(address).origin}/metrics`)).text()
  const sample = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
  return {
    requests: sorted.length,
    p50: part(sorted, 0.5),
    p99: part(sorted, 0.99),
    memory: sample('process_resident_memory_bytes'),
    taken: sample('nodejs_heap_total_bytes'),
    heap: sample('nodejs_heap_used_bytes'),
    external: sample('nodejs_external_bytes'),
    cachedResponses: sample('fasti_ready_answers_held_bytes'),
    mapped: await mappedBy(child.pid ?? 0),
    descriptors: sample('process_open_fds'),
  }
}

/** The number of intervals, their seconds, the requests per second, and the number of events. */
export interface Plan {
  readonly intervals: number
  readonly seconds: number
  readonly rate: number
  readonly events: number
}

/** Runs the load as planned. */
export async function soak(
  given: Readonly<Record<string, string>>,
  { intervals, seconds, ...of }: Plan,
  onInterval: (measured: Measured) => void = () => {},
): Promise<Outcome> {
  const env = { FASTI_LOG_LEVEL: 'silent', ...given }
  const service = await serve(env)
  const faults: string[] = []
  const all: Measured[] = []
  try {
    const load = loadOn(service.address, of)
    await load.begin()
    for (let at = 0; at < intervals; at++) {
      const heard = await load.interval(seconds)
      faults.push(...heard.faults)
      const one = await measured(service, heard)
      all.push(one)
      onInterval(one)
    }
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
  return { intervals: all, faults: [...faults, ...(await databaseAndImageFaults(readConfig(env)))] }
}

const MEBIBYTE = 2 ** 20

/** The permitted growth between the second and the last third: by a factor, plus a constant. */
const allowed = {
  memory: { share: 1.1, more: 8 * MEBIBYTE },
  heap: { share: 1.1, more: 8 * MEBIBYTE },
  descriptors: { share: 1, more: 4 },
  p99: { share: 1.5, more: 5 },
} as const

const median = (numbers: readonly number[]) =>
  part(
    [...numbers].sort((a, b) => a - b),
    0.5,
  )

/** Returns what grew from the second third to the last; the first is for warming up. */
export function growth(intervals: readonly Measured[]): readonly string[] {
  const third = Math.floor(intervals.length / 3)
  return (Object.keys(allowed) as (keyof typeof allowed)[]).flatMap((name) => {
    const of = (some: readonly Measured[]) => median(some.map((one) => one[name]))
    const [before, after] = [of(intervals.slice(third, 2 * third)), of(intervals.slice(-third))]
    const { share, more } = allowed[name]
    return after <= before * share + more
      ? []
      : [`${name} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`]
  })
}

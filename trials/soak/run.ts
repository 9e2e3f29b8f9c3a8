/** A long mixed load on one service: its memory and response times, interval by interval. */
import { readFile } from 'node:fs/promises'
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { databaseAndImageFaults } from '../../src/commands/check.ts'
import { readConfig } from '../../src/config.ts'
import { type Serving, serve } from '../../test/support/process.ts'

// A mixed load at a constant rate: nineteen reads to one write, with a constant number of events.

const CLIENTS = 8
const WRITES = 0.05

/** The results of one interval. */
interface IntervalResult {
  /** The milliseconds of each response. */
  readonly times: number[]
  /** Failed requests. */
  readonly faults: string[]
}

type Send = (method: string, path: string, body?: object) => Promise<number | undefined>

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T
const day = () =>
  `2027-${pick(['03', '06', '09'])}-${String(1 + Math.floor(Math.random() * 28)).padStart(2, '0')}`
const title = () => `${pick(['Jazz', 'Market', 'Opera', 'Reading'])} ${pick(['night', 'day', 'hour'])}`

function anEvent(): object {
  const date = day()
  return {
    ...{ title: title(), description: '<p>Doors open an hour before.</p>'.repeat(20) },
    ...{ start_date: `${date} 18:00:00`, end_date: `${date} 20:00:00`, cost: '10 €', tags: [title()] },
    ...{ venue: { venue: `Hall ${Math.floor(Math.random() * 20)}` }, categories: [pick(['Music', 'Words'])] },
  }
}

/** The reads; `id` is that of an event. */
const reads: readonly ((id: number) => string)[] = [
  () => `/events?start_date=${day()}&page=1`,
  () => `/events?start_date=2027-01-01&per_page=50&page=${1 + Math.floor(Math.random() * 8)}`,
  () => `/events?start_date=2027-01-01&search=${title().toLowerCase().replace(' ', '+')}`,
  () => `/events?start_date=2027-01-01&categories=1&venue=${1 + Math.floor(Math.random() * 10)}`,
  (id) => `/events/${id}`,
  (id) => `/events/${id}`,
  () => '/venues?per_page=20',
  () => '/tags',
  () => '/events.ics?start_date=2027-06-01&end_date=2027-06-07',
  () => '/',
]

/** Keeps the number of events constant: creates one for each that it deletes, and changes others. */
async function write(send: Send, ids: number[]): Promise<void> {
  const at = Math.floor(Math.random() * ids.length)
  const id = ids[at] ?? 0
  if (Math.random() < 0.5) {
    await send('PATCH', `/events/${id}`, {
      title: title(),
      start_date: `${day()} 18:00:00`,
      end_date: '2027-12-01',
    })
    return
  }
  ids.splice(at, 1)
  await send('DELETE', `/events/${id}?force=true`)
  const made = await send('POST', '/events', anEvent())
  if (made !== undefined) ids.push(made)
}

/** A load on the service at an address, and its results; `rate` is in requests per second. */
interface Load {
  /** Fills the calendar. */
  begin(): Promise<void>
  /** Sends requests for that many seconds. */
  interval(seconds: number): Promise<IntervalResult>
}

/**
 * Sends a request and returns the response. A read is retried once, since the server may have just closed the
 * connection.
 */
function fetchRetried(address: string, { method = 'GET', ...more }: RequestInit = {}): Promise<Response> {
  const send = () => fetch(address, { method, ...more })
  return method === 'GET' ? send().catch(send) : send()
}

/** Returns a load, not started, that keeps its calendar at that many events. */
function loadOn(address: string, { rate, events }: { readonly rate: number; readonly events: number }): Load {
  const ids: number[] = []
  let heard: IntervalResult = { times: [], faults: [] }
  const send: Send = async (method, path, body) => {
    const start = performance.now()
    const sent = body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }
    const response = await fetchRetried(`${address}${path}`, { method, ...sent }).catch((error) =>
      String(error),
    )
    if (typeof response === 'string') {
      heard.faults.push(`${method} ${path}: ${response}`)
      return undefined
    }
    const text = await response.text()
    heard.times.push(performance.now() - start)
    // Another client may have deleted it in the meantime.
    if (!response.ok && response.status !== 404)
      heard.faults.push(`${method} ${path}: ${response.status} ${text.slice(0, 200)}`)
    return response.status === 201 ? (JSON.parse(text).id as number) : undefined
  }
  const client = async (until: number) => {
    while (performance.now() < until) {
      const began = performance.now()
      await (Math.random() < WRITES ? write(send, ids) : send('GET', pick(reads)(pick(ids))))
      await wait(Math.max(0, (CLIENTS / rate) * 1000 - (performance.now() - began)))
    }
  }
  return {
    async begin() {
      while (ids.length < events) {
        const id = await send('POST', '/events', anEvent())
        if (id === undefined) throw new Error(heard.faults[0] ?? 'no event was made')
        ids.push(id)
      }
    },
    async interval(seconds) {
      heard = { times: [], faults: [] }
      const until = performance.now() + seconds * 1000
      await Promise.all(Array.from({ length: CLIENTS }, () => client(until)))
      return heard
    },
  }
}

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

interface Outcome {
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
interface Plan {
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

const lowest = (numbers: readonly number[]) => Math.min(...numbers)

/** Returns what grew from the second third to the last; the first is for warming up. */
export function growth(intervals: readonly Measured[]): readonly string[] {
  const third = Math.floor(intervals.length / 3)
  return (Object.keys(allowed) as (keyof typeof allowed)[]).flatMap((name) => {
    // What is used of the heap includes garbage until it is collected: the least is nearest to what is held.
    const typical = name === 'heap' ? lowest : median
    const of = (some: readonly Measured[]) => typical(some.map((one) => one[name]))
    const [before, after] = [of(intervals.slice(third, 2 * third)), of(intervals.slice(-third))]
    const { share, more } = allowed[name]
    return after <= before * share + more
      ? []
      : [`${name} grew from ${before.toFixed(0)} to ${after.toFixed(0)}`]
  })
}

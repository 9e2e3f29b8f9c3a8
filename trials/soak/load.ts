/** A mixed load at a constant rate: nineteen reads to one write, with a constant number of events. */
import { performance } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const CLIENTS = 8
const WRITES = 0.05

/** The results of one interval. */
export interface IntervalResult {
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
export interface Load {
  /** Fills the calendar. */
  begin(): Promise<void>
  /** Sends requests for that many seconds. */
  interval(seconds: number): Promise<IntervalResult>
}

/**
 * Sends a request and returns the response. A read is retried once, since the server may have just closed the
 * connection.
 */
export function fetchRetried(
  address: string,
  { method = 'GET', ...more }: RequestInit = {},
): Promise<Response> {
  const send = () => fetch(address, { method, ...more })
  return method === 'GET' ? send().catch(send) : send()
}

/** Returns a load, not started, that keeps its calendar at that many events. */
export function loadOn(
  address: string,
  { rate, events }: { readonly rate: number; readonly events: number },
): Load {
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

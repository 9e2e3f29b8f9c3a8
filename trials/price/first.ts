/** Requests that are not cached: each is measured once, on a service that has just started. */
import type { Request } from '../fuzz/generate.ts'
import { type Asking, askedOnce } from './asking.ts'
import type { Price } from './bounds.ts'
import { settledProcessorOf } from './measured-process.ts'

/** The start of the names of these routes. */
const FIRST = 'first '

const page = { accept: 'text/html' }

/** The requests, as paths below the root of the interface. Each has a separate limit. */
const asked: readonly (readonly [what: string, path: string, headers: Record<string, string>])[] = [
  ['page of /doc', '/doc', page],
  ['whole /doc', '/doc?part=all', page],
  ['search for a word of two letters', '/events?search=qz&start_date=2000-01-01', {}],
  ['search by relevance', '/events?search=qy&orderby=relevance&start_date=2000-01-01', {}],
  ['calendar of a category', '/events.ics?categories=3', {}],
  ['RSS feed', '/events.rss?categories=4', {}],
  ['list of 50 events', '/events?per_page=50&categories=5', {}],
]

/** Measures each of these requests once. `prefix` is the path of the interface. */
export async function firstPrices(asking: Asking, prefix: string): Promise<readonly Price[]> {
  const prices: Price[] = []
  for (const [what, path, headers] of asked) {
    const request: Request = { method: 'GET', url: `${prefix}${path}`, headers, body: undefined }
    const before = await settledProcessorOf(asking.pid)
    const status = await askedOnce(asking, request, false)
    const processor = (await settledProcessorOf(asking.pid)) - before
    prices.push({ route: `${FIRST}${what}`, request: `GET ${path}`, status, processor, hungUp: 0, more: 0 })
  }
  return prices
}

/** Requests without cached data: each is measured once, on a service that has just started. */
import type { Request } from '../fuzz/generate.ts'
import type { Price } from './bounds.ts'
import { settledProcessorOf } from './measured-process.ts'
import { type MeasuredService, sendOnce } from './send-request.ts'

/** The prefix of the names of these routes. */
const FIRST = 'first '

const page = { accept: 'text/html' }

/** The requests, with paths below the API. Each uses data that no cache has. */
const requests: readonly (readonly [what: string, path: string, headers: Record<string, string>])[] = [
  ['page of /doc', '/doc', page],
  ['whole /doc', '/doc?part=all', page],
  ['search for a word of two letters', '/events?search=qz&start_date=2000-01-01', {}],
  ['search by relevance', '/events?search=qy&orderby=relevance&start_date=2000-01-01', {}],
  ['calendar of a category', '/events.ics?categories=3', {}],
  ['RSS feed', '/events.rss?categories=4', {}],
  ['list of 50 events', '/events?per_page=50&categories=5', {}],
]

/** Measures each of these requests once. `prefix` is the path of the API. */
export async function firstPrices(target: MeasuredService, prefix: string): Promise<readonly Price[]> {
  const prices: Price[] = []
  for (const [what, path, headers] of requests) {
    const request: Request = { method: 'GET', url: `${prefix}${path}`, headers, body: undefined }
    const before = await settledProcessorOf(target.pid)
    const status = await sendOnce(target, request, false)
    const processor = (await settledProcessorOf(target.pid)) - before
    prices.push({ route: `${FIRST}${what}`, request: `GET ${path}`, status, processor, hungUp: 0, more: 0 })
  }
  return prices
}

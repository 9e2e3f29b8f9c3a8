/** Measures the cost of anonymous requests to a service, and searches for the most expensive one of each route. */
import { setTimeout as wait } from 'node:timers/promises'
import { type Serving, serve } from '../../test/support/process.ts'
import { type Document, type Request, randomOf } from '../fuzz/generate.ts'
import { type Asking, askedOnce, PATIENCE } from './asking.ts'
import type { Price, Prices } from './bounds.ts'
import { type Dearer, dearer, type Route, routesOf } from './dearer.ts'
import { firstPrices } from './first.ts'
import { memoryOf, resetMost, settledProcessorOf } from './measured-process.ts'
import { pages } from './pages.ts'

/** How thoroughly to search. */
export interface Effort {
  /** Requests tried for each route: half of them new, the others variations of the most expensive. */
  readonly tries: number
  readonly seed: number
  /** How many of the most expensive requests are sent at once. */
  readonly together: number
  /** Measures only every `every`th route, for short runs. */
  readonly every?: number
}

/** Processor milliseconds below which a measurement is not repeated. */
const CHEAP = 20
/** Tries for a route that refuses anonymous clients. */
const FEW_TRIES = 2

interface Cost {
  readonly request: Request
  readonly status: number
  readonly processor: number
  readonly more: number
}

async function costOf(asking: Asking, request: Request, isHungUp = false): Promise<Cost> {
  await resetMost(asking.pid)
  const { now } = await memoryOf(asking.pid)
  const before = await settledProcessorOf(asking.pid)
  const status = await askedOnce(asking, request, isHungUp)
  const processor = (await settledProcessorOf(asking.pid)) - before
  const { most } = await memoryOf(asking.pid)
  return { request, status, processor, more: Math.max(0, most - now) }
}

const byPrice = (a: Cost, b: Cost) => b.processor - a.processor

let asked = 0

/** Returns the same request in a form that no response cache has seen. */
function anew(request: Request): Request {
  const sign = request.url.includes('?') ? '&' : '?'
  asked += 1
  return { ...request, url: `${request.url}${sign}anew=${asked}` }
}

/** Measurements of a request that are compared. */
const CONFIRMATIONS = 5

/**
 * Returns the least of five measurements: garbage collection, compilation and whatever else wants the same processor
 * only add to what a request costs, up to twice as much.
 */
async function confirmed(asking: Asking, { request }: Cost, isHungUp = false): Promise<Cost> {
  const costs = []
  for (let nth = 0; nth < CONFIRMATIONS; nth += 1) costs.push(await costOf(asking, anew(request), isHungUp))
  const least = costs.sort(byPrice).at(-1)
  return least === undefined ? costOf(asking, request, isHungUp) : { ...least, request }
}

async function dearestOf(asking: Asking, { fresh, changed }: Dearer, prefix: string, tries: number) {
  const place = (request: Request) => ({ ...request, url: `${prefix}${request.url}` })
  const found: { made: Request; cost: Cost }[] = []
  for (let nth = 0; nth < tries; nth += 1) {
    const best = [...found].sort((a, b) => byPrice(a.cost, b.cost))[nth % 2]
    const made = nth < tries / 2 || best === undefined ? fresh() : changed(best.made)
    found.push({ made, cost: await costOf(asking, place(made)) })
  }
  return found.map(({ cost }) => cost).sort(byPrice)
}

const shown = ({ method, url, headers, body }: Request) =>
  `${method} ${url.slice(0, 600)}${Object.keys(headers).length > 0 ? ` ${JSON.stringify(headers)}` : ''}${body === undefined ? '' : ` ${body.slice(0, 200)}`}`

async function priceOf(asking: Asking, route: Route, making: Dearer, prefix: string, tries: number) {
  const found = await dearestOf(asking, making, prefix, tries)
  const [first] = found
  if (first === undefined) throw new Error(`${route.name} was not measured`)
  const isCheap = first.processor < CHEAP
  const best = isCheap ? first : await confirmed(asking, first)
  const once = await costOf(asking, anew(best.request), true)
  const hungUp = once.processor < CHEAP ? once : await confirmed(asking, best, true)
  const price: Price = {
    route: route.name,
    request: shown(best.request),
    status: best.status,
    processor: best.processor,
    hungUp: hungUp.processor,
    more: best.more,
  }
  return { price, found }
}

/** Sends many requests at once, each from an address of its own, so that they don't share one caller's limits. Returns the longest response time of /healthz meanwhile, in milliseconds. */
async function healthBeside(asking: Asking, requests: readonly Request[]): Promise<number> {
  let isDone = false
  let longest = 0
  const watching = (async () => {
    while (!isDone) {
      const since = performance.now()
      await fetch(`${asking.origin}/healthz`, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => {})
      longest = Math.max(longest, performance.now() - since)
      await wait(20)
    }
  })()
  await Promise.all(
    requests.map((request, nth) => askedOnce(asking, anew(request), false, `127.0.1.${nth + 1}`)),
  )
  isDone = true
  await watching
  return longest
}

async function json<T>(url: string): Promise<T> {
  return (await (await fetch(url)).json()) as T
}

/** Returns items to request: the first of each list. */
async function itemsOf(address: string) {
  const items: [collection: string, id: number, slug: string][] = []
  for (const [collection, one] of [
    ['events', 'event'],
    ['venues', 'venue'],
    ['organizers', 'organizer'],
    ['categories', 'category'],
    ['tags', 'tag'],
  ] as const) {
    const list = await json<Record<string, { id: number; slug: string }[]>>(
      `${address}/${collection}?per_page=10`,
    )
    for (const { id, slug } of list[collection] ?? []) items.push([collection, id, slug], [one, id, slug])
  }
  return items
}

/** Measures every route without credentials, on a service with this environment. */
export async function pricesAt(env: Readonly<Record<string, string>>, effort: Effort): Promise<Prices> {
  const service: Serving = await serve({ FASTI_LOG_LEVEL: 'silent', ...env })
  try {
    const { origin, pathname } = new URL(service.address)
    const asking = { origin, pid: service.child.pid ?? 0 }
    const document = await json<Document>(`${service.address}/doc`)
    const items = await itemsOf(service.address)
    const every = [...routesOf(document, false), ...routesOf(pages, true)]
    const routes = every.filter((_, at) => at % (effort.every ?? 1) === 0)
    const random = randomOf(effort.seed)
    const api = pathname.replace(/\/$/, '')
    const all: Cost[] = []
    const prices: Price[] = [...(await firstPrices(asking, api))]
    let memory = 0
    for (const route of routes) {
      const prefix = route.isPage ? '' : api
      const making = dearer(route, items, random)
      // The first request of a kind fills caches; that is no cost of later ones.
      await askedOnce(asking, { ...making.fresh(), url: `${prefix}${making.fresh().url}` }, false)
      const { price, found } = await priceOf(
        asking,
        route,
        making,
        prefix,
        route.name.startsWith('GET ') ? effort.tries : Math.min(effort.tries, FEW_TRIES),
      )
      prices.push(price)
      all.push(...found)
      memory = Math.max(memory, (await memoryOf(asking.pid)).most)
    }
    const dearest = all.sort(byPrice).slice(0, effort.together)
    await resetMost(asking.pid)
    const health = await healthBeside(
      asking,
      dearest.map(({ request }) => request),
    )
    memory = Math.max(memory, (await memoryOf(asking.pid)).most)
    return { prices: prices.sort((a, b) => b.processor - a.processor), memory, health }
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
}

/** Measures the cost of anonymous requests to a service, and searches for the most expensive one of each route. */
import { type Serving, serve } from '../../test/support/process.ts'
import { type Document, type Request, randomOf } from '../fuzz/generate.ts'
import type { Price, Prices } from './bounds.ts'
import { type RequestGenerator, type Route, requestGenerator, routesOf } from './expensive-requests.ts'
import { firstPrices } from './first.ts'
import { loadsInFlight } from './in-flight.ts'
import { memoryOf, resetMost, settledProcessorOf } from './measured-process.ts'
import { type Waits, waitsDuring } from './others.ts'
import { pages } from './pages.ts'
import { type MeasuredService, sendOnce } from './send-request.ts'

/** The effort of the search. */
export interface Effort {
  /** Requests tried for each route: half of them new, the others variations of the most expensive. */
  readonly tries: number
  readonly seed: number
  /** The number of the most expensive requests that are sent at once. */
  readonly together: number
  /** Milliseconds for which each of the dearest kinds of requests is held in flight. */
  readonly inFlight?: number
  /** Measures only every `every`th route, for short runs. */
  readonly every?: number
  /** Measures only the routes whose method and path contain this text. */
  readonly only?: string
}

/** Processor milliseconds below which a measurement is not repeated. */
const CHEAP = 20
/** Tries for a route that writes; one that anonymous clients may use gets hostile bodies, too. */
const FEW_TRIES = 2
/** The codes of a route that refuses all anonymous clients, or is not there. */
const REFUSED = ['rest_not_logged_in', 'rest_forbidden', 'rest_no_route', 'rest_method_not_allowed']

interface Cost {
  readonly request: Request
  readonly status: number
  readonly processor: number
  readonly more: number
}

async function costOf(target: MeasuredService, request: Request, isHungUp = false): Promise<Cost> {
  await resetMost(target.pid)
  const { now } = await memoryOf(target.pid)
  const before = await settledProcessorOf(target.pid)
  const status = await sendOnce(target, request, isHungUp)
  const processor = (await settledProcessorOf(target.pid)) - before
  const { most } = await memoryOf(target.pid)
  return { request, status, processor, more: Math.max(0, most - now) }
}

/** Whether anonymous clients may send a request with a body. */
async function isOpen(
  { origin }: MeasuredService,
  { method, url, headers, body }: Request,
): Promise<boolean> {
  if (method === 'GET' || body === undefined) return false
  const response = await fetch(`${origin}${url}`, { method, headers: { ...headers }, body })
  const answer = await response.text()
  return !REFUSED.some((code) => answer.includes(`"${code}"`))
}

const byPrice = (a: Cost, b: Cost) => b.processor - a.processor

let count = 0

/** Returns the same request with an ignored arg, so that no cached response matches. */
function uncached(request: Request): Request {
  const sign = request.url.includes('?') ? '&' : '?'
  count += 1
  return { ...request, url: `${request.url}${sign}fresh=${count}` }
}

/** The number of measurements of a request that are compared. */
const CONFIRMATIONS = 5

/**
 * Returns the least of five measurements. Garbage collection, compilation and other processes only add to the cost, and may
 * double it.
 */
async function confirmed(target: MeasuredService, { request }: Cost, isHungUp = false): Promise<Cost> {
  const costs = []
  for (let nth = 0; nth < CONFIRMATIONS; nth += 1)
    costs.push(await costOf(target, uncached(request), isHungUp))
  const least = costs.sort(byPrice).at(-1)
  return least === undefined ? costOf(target, request, isHungUp) : { ...least, request }
}

async function mostExpensiveOf(
  target: MeasuredService,
  { fresh, changed, shaped }: RequestGenerator,
  prefix: string,
  tries: number,
) {
  const place = (request: Request) => ({ ...request, url: `${prefix}${request.url}` })
  const found: { generated: Request; cost: Cost }[] = []
  for (let nth = 0; nth < tries; nth += 1) {
    const best = [...found].sort((a, b) => byPrice(a.cost, b.cost))[nth % 2]
    const generated = nth < tries / 2 || best === undefined ? fresh() : changed(best.generated)
    found.push({ generated, cost: await costOf(target, place(generated)) })
  }
  const hostile = shaped()
  const [probe] = hostile
  if (probe !== undefined && (await isOpen(target, place(probe))))
    for (const generated of hostile) found.push({ generated, cost: await costOf(target, place(generated)) })
  return found.map(({ cost }) => cost).sort(byPrice)
}

const shown = ({ method, url, headers, body }: Request) =>
  `${method} ${url.slice(0, 600)}${Object.keys(headers).length > 0 ? ` ${JSON.stringify(headers)}` : ''}${body === undefined ? '' : ` ${body.slice(0, 200)}`}`

async function priceOf(
  target: MeasuredService,
  route: Route,
  generator: RequestGenerator,
  prefix: string,
  tries: number,
) {
  const found = await mostExpensiveOf(target, generator, prefix, tries)
  const [first] = found
  if (first === undefined) throw new Error(`${route.name} was not measured`)
  const isCheap = first.processor < CHEAP
  const best = isCheap ? first : await confirmed(target, first)
  const once = await costOf(target, uncached(best.request), true)
  const hungUp = once.processor < CHEAP ? once : await confirmed(target, best, true)
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

/** Streams that are open at once, and the most changes that one of them begins behind. */
const [STREAMS, BEHIND] = [200, 100_000]

/** Streams of changes that begin everywhere in what is recorded. */
const streamsIn = (api: string): readonly Request[] =>
  Array.from({ length: STREAMS }, (_, nth) => ({
    method: 'GET',
    url: `${api}/changes/stream?since=${Math.floor((nth * BEHIND) / STREAMS)}`,
    headers: {},
    body: undefined,
  }))

/** Sends many requests at once, each from another address, because limits are per address. */
const sendTogether = (target: MeasuredService, requests: readonly Request[]) => () =>
  Promise.all(requests.map((request) => sendOnce(target, uncached(request), false)))

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
    ['groups', 'group'],
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
  const service: Serving = await serve({ FASTI_LOG_LEVEL: 'silent', FASTI_SUBMISSIONS: 'open', ...env })
  try {
    const { origin, pathname } = new URL(service.address)
    const target = { origin, pid: service.child.pid ?? 0 }
    const document = await json<Document>(`${service.address}/doc`)
    const items = await itemsOf(service.address)
    const every = [...routesOf(document, false), ...routesOf(pages, true)]
    const asked = every.filter(({ name }) => name.includes(effort.only ?? ''))
    const routes = asked.filter((_, at) => at % (effort.every ?? 1) === 0)
    const random = randomOf(effort.seed)
    const api = pathname.replace(/\/$/, '')
    const all: Cost[] = []
    const prices: Price[] = [...(await firstPrices(target, api))]
    let memory = 0
    for (const route of routes) {
      const prefix = route.isPage ? '' : api
      const generator = requestGenerator(route, items, random)
      // The first request of a kind fills caches, which later ones use.
      await sendOnce(target, { ...generator.fresh(), url: `${prefix}${generator.fresh().url}` }, false)
      const { price, found } = await priceOf(
        target,
        route,
        generator,
        prefix,
        route.name.startsWith('GET ') ? effort.tries : Math.min(effort.tries, FEW_TRIES),
      )
      prices.push(price)
      process.stderr.write(`${price.processor.toFixed(0).padStart(6)} ms  ${route.name}\n`)
      all.push(...found)
      memory = Math.max(memory, (await memoryOf(target.pid)).most)
    }
    const mostExpensive = all.sort(byPrice).slice(0, effort.together)
    await resetMost(target.pid)
    const together = {
      [`the ${effort.together} most expensive requests`]: mostExpensive.map(({ request }) => request),
      [`${STREAMS} streams of changes`]: streamsIn(api),
    }
    const { total } = await json<{ total: number }>(`${service.address}/events?per_page=1`)
    const loads = [
      ...Object.entries(together)
        .filter(([, requests]) => requests.length > 0)
        .map(([what, requests]) => ({ what, act: sendTogether(target, requests) })),
      ...(effort.inFlight === undefined ? [] : loadsInFlight(target, api, effort.inFlight)),
    ]
    const waits: Record<string, Waits> = {}
    for (const { what, act } of loads) {
      waits[what] = await waitsDuring(target, api, total, act)
      process.stderr.write(`waited beside ${what}: ${JSON.stringify(waits[what])}\n`)
    }
    memory = Math.max(memory, (await memoryOf(target.pid)).most)
    return { prices: prices.sort((a, b) => b.processor - a.processor), memory, waits }
  } finally {
    service.child.kill('SIGTERM')
    await service.ended
  }
}

/** Measures the cost of anonymous requests to a service, and searches for the most expensive one of each route. */

import { once } from 'node:events'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { words } from '../../bench/calendar.ts'
import { type Serving, serve } from '../../test/support/process.ts'
import { type Document, type Request, randomOf } from '../fuzz/run.ts'
import {
  addressOf,
  type MeasuredService,
  PATIENCE,
  type RequestGenerator,
  type Route,
  requestGenerator,
  routesOf,
  sendOnce,
} from './requests.ts'

// The cost of a process, as counted by Linux.

/** Milliseconds between two samples that tell whether a process is idle. */
const QUIET = 15
/** Processor milliseconds in that time that an idle process may use, for timers and the garbage collector. */
const IDLE = 2
/** The maximum number of samples: about ten seconds. */
const MAX_LOOKS = 600

/** Returns the processor milliseconds that all threads of a process have used. */
async function processorOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`)
  const taken = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  )
  return taken.reduce((sum, text) => sum + Number(text.split(' ')[0]) / 1e6, 0)
}

/** Waits until the process is idle, and returns the processor milliseconds that its threads have used. */
async function settledProcessorOf(pid: number): Promise<number> {
  let before = await processorOf(pid)
  for (let look = 0; look < MAX_LOOKS; look += 1) {
    await wait(QUIET)
    const now = await processorOf(pid)
    if (now - before < IDLE) return now
    before = now
  }
  return before
}

/** Returns the resident memory and its peak since the last reset, in MiB. */
async function memoryOf(pid: number): Promise<{ readonly now: number; readonly most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
  return { now: of('VmRSS'), most: of('VmHWM') }
}

/** Resets the peak of the resident memory. */
async function resetMost(pid: number): Promise<void> {
  // Where this is not permitted, the peak includes earlier requests.
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => {})
}

// Requests without cached data: each is measured once, on a service that has just started.

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
async function firstPrices(target: MeasuredService, prefix: string): Promise<readonly Price[]> {
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

// The dearest kinds of anonymous requests, held in flight while others read.

/** How many requests are in flight, and from how many addresses. */
const loads = [1, 10].flatMap((addresses) =>
  [4, 20, 30].map((inFlight) => ({ inFlight, addresses: Math.min(addresses, inFlight) })),
)

const letter = (n: number) => String.fromCharCode(97 + (n % 26))

/** A word that texts have, with another letter in the place of one. */
function misspelt(n: number): string {
  const word = words[(n * 7) % 300] ?? ''
  const at = 1 + (n % (word.length - 1))
  return `${word.slice(0, at)}${letter(n * 11)}${word.slice(at + 1)}`
}

const five = (textOf: (n: number) => string, n: number) =>
  Array.from({ length: 5 }, (_, at) => textOf(n * 5 + at)).join('+')

/** What is asked for, by kind: with another `n` something that no cache has. `api` is the path of the interface. */
const kinds: Readonly<Record<string, (api: string, n: number) => string>> = {
  files: (api, n) =>
    `${api}/events.${n % 2 ? 'csv' : 'jsonl'}?start_date=${1000 + (n % 900)}-01-01&end_date=9999-12-31`,
  scans: (api, n) =>
    `${api}/events?search=${five((one) => letter(one * 7) + letter(one * 3 + n), n)}&search_in=title,text,venue,organizer,terms&start_date=1000-01-01`,
  'misspelt searches': (_, n) => `/calendar/search/?search=${five(misspelt, n)}`,
  'lists by venue': (api, n) => `${api}/events?orderby=venue&per_page=100&page=${1 + (n % 900)}&fresh=${n}`,
  'lists by title': (api, n) => `${api}/events?orderby=title&per_page=100&page=${1 + (n % 300)}&fresh=${n}`,
}

let serial = 0

/** Returns the loads by name; each is held for so many milliseconds, and ends with its last answer. */
function loadsInFlight(target: MeasuredService, api: string, milliseconds: number) {
  const hold =
    (path: (api: string, n: number) => string, inFlight: number, addresses: number) => async () => {
      const until = performance.now() + milliseconds
      const from = Array.from({ length: addresses }, addressOf)
      const send = async (sender: number) => {
        while (performance.now() < until) {
          serial += 1
          const request = { method: 'GET', url: path(api, serial), headers: {}, body: undefined }
          await sendOnce(target, request, false, from[sender % addresses])
        }
      }
      await Promise.all(Array.from({ length: inFlight }, (_, sender) => send(sender)))
    }
  return Object.entries(kinds).flatMap(([kind, path]) =>
    loads.map(({ inFlight, addresses }) => ({
      what: `${inFlight} ${kind} from ${addresses === 1 ? 'one address' : `${addresses} addresses`}`,
      act: hold(path, inFlight, addresses),
    })),
  )
}

// Measures how long others wait for answers that are not in memory, and for a health check, while something else happens.

/** What others ask for: `{id}` is another event each time, `{n}` another number. */
const readsOf = (api: string): Readonly<Record<string, string>> => ({
  '/healthz': '/healthz',
  'an event': `${api}/events/{id}`,
  'a search of venues': `${api}/venues?search=hall{n}`,
  'the page of a month': '/calendar/2027-03/?fresh={n}',
})

/** Milliseconds within which 95 of 100 answers came; of health checks, all. */
type Waits = Readonly<Record<string, number>>

/**
 * Returns how long others waited during `act`. A thread of its own measures it, because this one also sends and reads what `act` does.
 * `api` is the path of the interface, `events` the number of events.
 */
async function waitsDuring(
  { origin }: MeasuredService,
  api: string,
  events: number,
  act: () => Promise<unknown>,
): Promise<Waits> {
  const workerData = { origin, reads: readsOf(api), events, patience: PATIENCE }
  const watcher = new Worker(new URL('others-watcher.js', import.meta.url), { workerData })
  try {
    await once(watcher, 'message')
    await act()
    const all = once(watcher, 'message')
    watcher.postMessage('end')
    const [taken]: Record<string, number[]>[] = await all
    return Object.fromEntries(
      Object.entries(taken ?? {}).map(([name, times]) => {
        const sorted = times.toSorted((a, b) => a - b)
        const last = name === '/healthz' ? times.length - 1 : Math.ceil(times.length * 0.95) - 1
        return [name, sorted[last] ?? 0]
      }),
    )
  } finally {
    await watcher.terminate()
  }
}

// The pages of the site in the form of a document: paths below the root, with their args.

const text = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
const filters = [
  'search',
  'from',
  'categories',
  'group',
  'venue',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
  'page',
].map(text)

const paths = {
  '/': [],
  '/calendar/': filters,
  '/calendar/2027-01/': filters,
  '/calendar/week/2027-W03/': filters,
  '/calendar/day/2027-01-20/': filters,
  '/calendar/weekend/2027-01-23/': filters,
  '/calendar/agenda/': filters,
  '/calendar/map/': filters,
  '/calendar/search/': filters,
  '/calendar/programme/': [...filters, text('to')],
  '/favourites/': [text('ids')],
  '/favourites.ics': [text('ids')],
  '/event/{slug}/': [],
  '/venue/{slug}/': [text('page')],
  '/organizer/{slug}/': [text('page')],
  '/category/{slug}/': [text('page')],
  '/tag/{slug}/': [text('page')],
  '/groups/': [],
  '/group/{slug}/': [text('page')],
  '/fr/': [],
  '/fr/calendar/agenda/': filters,
  '/fr/event/{slug}/': [],
  '/preview/{slug}': [],
  '/accessibility/': [],
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/desk': [],
  '/healthz': [],
  '/readyz': [],
  '/metrics': [],
  '/nothing/': [],
}

const fields = ['title', 'description', 'start_date', 'end_date', 'venue', 'email', 'website', 'cost']
const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
const form = { content: { 'application/x-www-form-urlencoded': { schema: { properties } } } }

/** Every page, as an operation without credentials, and the form of visitors. */
const pages: Document = {
  paths: {
    ...Object.fromEntries(Object.entries(paths).map(([path, parameters]) => [path, { get: { parameters } }])),
    '/submit/': { get: { parameters: [text('group')] }, post: { parameters: [], requestBody: form } },
  },
}

/** The effort of the search. */
interface Effort {
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

// The maximum cost of an anonymous request with filled caches.

/** Processor milliseconds, mebibytes, and milliseconds of waiting. */
export const bounds = {
  /** Processor time of one request with its whole response. */
  processor: 50,
  /** Processor time of one request whose client disconnects at the first bytes of the response. */
  hungUp: 50,
  /** The peak memory of the process, MiB. */
  memory: 500,
  /** How long others wait beside the two hundred most expensive requests, two hundred streams of changes, or dear ones in flight. */
  wait: 300,
} as const

/** A request that may cost more, and why. */
interface Exemption {
  /** The start of the route, as declared. */
  readonly route: string
  /** Processor milliseconds that are allowed. */
  readonly processor: number
  readonly why: string
}

const turns = 'it waits in a queue in which addresses take turns, and later ones cost little'

const exemptions: readonly Exemption[] = [
  // First requests, without cached data. The bounds are twice the cost on an idle machine.
  { route: 'first page of /doc', processor: 300, why: `the document is built once for each start; ${turns}` },
  { route: 'first whole /doc', processor: 600, why: `all parts are rendered once for each start; ${turns}` },
  {
    route: 'first search for a word',
    processor: 1200,
    why: 'no index knows words of two letters, so all texts are read, one search at a time, in slices of 8 ms',
  },
  {
    route: 'first search by relevance',
    processor: 800,
    why: 'all texts and titles are read, one search at a time, in slices of 8 ms',
  },
  {
    route: 'first calendar of a category',
    processor: 1200,
    why: `2,000 events are written for the first time, fifty at a time; ${turns}`,
  },
  {
    route: 'POST /session',
    processor: 150,
    why: 'a wrong password is hashed, which is slow on purpose: two at a time, in turns, ten a minute for one address',
  },
]

/** The processor milliseconds that a route may take. */
const allowed = (route: string, usual: number) =>
  exemptions.find((one) => route.startsWith(one.route))?.processor ?? usual

/** The measurements of one route. */
export interface Price {
  /** Method and path as declared. */
  readonly route: string
  /** The most expensive request found: method, address, headers and body. */
  readonly request: string
  readonly status: number
  /** Processor milliseconds with the whole response, and when the client disconnects early. */
  readonly processor: number
  readonly hungUp: number
  /** The greatest increase of memory during the request, in MiB. */
  readonly more: number
}

/** The measurements of all routes. */
interface Prices {
  readonly prices: readonly Price[]
  /** The peak memory, in MiB. */
  readonly memory: number
  /** How long others waited in milliseconds, by what they waited beside. */
  readonly waits: Readonly<Record<string, Waits>>
}

const above = (what: string, taken: number, most: number, request: string): readonly string[] =>
  taken > most ? [`${what}: ${taken.toFixed(0)} ms of processor, ${most} allowed: ${request}`] : []

/** Returns a message for everything above the bounds, with the exact request. */
export function aboveBounds({ prices, memory, waits }: Prices): readonly string[] {
  const ofRoutes = prices.flatMap(({ route, request, status, processor, hungUp }) => [
    ...(status >= 500 && status !== 503 ? [`${route}: answered ${status}: ${request}`] : []),
    ...above(route, processor, allowed(route, bounds.processor), request),
    ...above(`${route}, client disconnects`, hungUp, allowed(route, bounds.hungUp), request),
  ])
  return [
    ...ofRoutes,
    ...(memory > bounds.memory ? [`memory: ${memory.toFixed(0)} MiB, ${bounds.memory} allowed`] : []),
    ...Object.entries(waits).flatMap(([load, beside]) =>
      Object.entries(beside).flatMap(([name, took]) =>
        took > bounds.wait ? [`${name} beside ${load}: ${took.toFixed(0)} ms, ${bounds.wait} allowed`] : [],
      ),
    ),
  ]
}

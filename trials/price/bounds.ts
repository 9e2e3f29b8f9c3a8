/** The maximum cost of an anonymous request with filled caches. */
import type { Waits } from './others.ts'

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
export interface Prices {
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
  const ofRoutes = prices.flatMap(({ route, request, processor, hungUp }) => [
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

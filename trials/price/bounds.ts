/** What a request of somebody unknown may cost, once the caches have been filled for the first time. */

/** Processor milliseconds, mebibytes and milliseconds of waiting. */
export const bounds = {
  /** Processor time of one request, answered whole. */
  processor: 50,
  /** Processor time of one request whose client hangs up once the first bytes of the answer are there. */
  hungUp: 50,
  /** The most memory that the process holds at any moment, MiB. */
  memory: 768,
  /** The longest that /healthz takes while the hundred dearest requests are answered beside it. */
  health: 1000,
} as const

/** What was measured of one route. */
export interface Price {
  /** Method and path as they are declared. */
  readonly route: string
  /** The dearest request found: method, address, headers and body. */
  readonly request: string
  readonly status: number
  /** Processor milliseconds, answered whole and hung up on half-way. */
  readonly processor: number
  readonly hungUp: number
  /** MiB that the process held more at most, while it answered. */
  readonly more: number
}

/** What was measured of all. */
export interface Prices {
  readonly prices: readonly Price[]
  /** MiB held at most at any moment. */
  readonly memory: number
  /** Milliseconds that /healthz took at most beside the dearest requests. */
  readonly health: number
}

/** What is above the bounds, in words, with the exact request. */
export function aboveBounds({ prices, memory, health }: Prices): readonly string[] {
  const ofRoutes = prices.flatMap(({ route, request, processor, hungUp }) => [
    ...(processor > bounds.processor
      ? [`${route}: ${processor.toFixed(0)} ms of processor, ${bounds.processor} allowed: ${request}`]
      : []),
    ...(hungUp > bounds.hungUp
      ? [`${route}, hung up on: ${hungUp.toFixed(0)} ms of processor, ${bounds.hungUp} allowed: ${request}`]
      : []),
  ])
  return [
    ...ofRoutes,
    ...(memory > bounds.memory ? [`memory: ${memory.toFixed(0)} MiB, ${bounds.memory} allowed`] : []),
    ...(health > bounds.health ? [`/healthz: ${health.toFixed(0)} ms, ${bounds.health} allowed`] : []),
  ]
}

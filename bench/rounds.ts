/** Alternating rounds: on a noisy machine, measurements within seconds of each other are more comparable. */
import { type Load, load } from './load.ts'
import { processorTime, type Server } from './processes.ts'

/** At least five, so that the median ignores a disturbed round. */
export const ROUNDS = 5
export const CONNECTIONS = 8
const WARM_UP_SECONDS = 0.5
/** A server is warm after this many turns that are less than five percent faster. */
const NO_FASTER = 3
const MAX_WARM_UPS = 20

/** A participant of alternating rounds. */
export interface Turn {
  readonly server: Server
  readonly request: () => Buffer
  readonly connections?: number
}

/** The measurements of a round. */
export interface Round extends Load {
  /** Microseconds of the server's processor time per request; undefined if the system does not report it. */
  readonly processor: number | undefined
}

/** The medians of the rounds, and the rounds. */
export interface Medians {
  readonly requestsPerSecond: number
  readonly p50: number
  readonly p99: number
  readonly processor: number | undefined
  readonly errors: number
  readonly rounds: readonly Round[]
}

/** Returns the median. */
export const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

/** Loads a server for some seconds. */
export async function turn(one: Turn, seconds: number): Promise<Round> {
  const { server, request, connections = CONNECTIONS } = one
  const before = processorTime(server.pid)
  const done = await load({ port: server.port, connections, seconds, request })
  const after = processorTime(server.pid)
  const taken = before === undefined || after === undefined ? undefined : after - before
  return { ...done, processor: taken === undefined ? undefined : (taken * 1e6) / done.requests }
}

/** Returns the medians of rounds. */
export function mediansOf(rounds: readonly Round[]): Medians {
  const of = (figure: (round: Round) => number) => median(rounds.map(figure))
  const isKnown = rounds.every(({ processor }) => processor !== undefined)
  return {
    requestsPerSecond: of((round) => round.requestsPerSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    processor: isKnown ? of(({ processor }) => processor ?? 0) : undefined,
    errors: rounds.reduce((sum, { errors }) => sum + errors, 0),
    rounds,
  }
}

/**
 * Loads a server until it gets no faster: code is compiled while it runs for the first time, and a server runs for
 * long.
 */
export async function warmUp(one: Turn): Promise<void> {
  let [best, since] = [0, 0]
  for (let count = 0; count < MAX_WARM_UPS && since < NO_FASTER; count++) {
    const { requestsPerSecond } = await turn(one, WARM_UP_SECONDS)
    since = requestsPerSecond > best * 1.05 ? 0 : since + 1
    best = Math.max(best, requestsPerSecond)
  }
}

/** Warms up all participants, then runs their turns alternately, every other round in reverse order. */
export async function alternately<T extends { readonly [name: string]: Turn }>(
  turns: T,
  seconds: number,
): Promise<{ readonly [N in keyof T]: Medians }> {
  const each = Object.entries(turns).map(([name, of]) => ({ name, of, rounds: [] as Round[] }))
  for (const { of } of each) await warmUp(of)
  for (let round = 0; round < ROUNDS; round++)
    for (const { of, rounds } of round % 2 === 0 ? each : [...each].reverse())
      rounds.push(await turn(of, seconds))
  return Object.fromEntries(each.map(({ name, rounds }) => [name, mediansOf(rounds)])) as {
    readonly [N in keyof T]: Medians
  }
}

/** Returns the median of the ratios of a figure, round by round. */
export function ratio(
  a: Medians,
  b: Medians,
  figure: 'requestsPerSecond' | 'p50' | 'p99' = 'requestsPerSecond',
): number {
  return median(a.rounds.map((round, at) => round[figure] / (b.rounds[at]?.[figure] ?? Number.NaN)))
}

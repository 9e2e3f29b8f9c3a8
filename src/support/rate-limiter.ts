/** Counts by name within one minute, in bounded memory: the rate limiter. */
import { Problem } from '../problem.ts'

const WINDOW_SECONDS = 60
const MAX_REMEMBERED = 10_000

export interface RateCounter {
  /** Throws 429 if the name was counted `most` times or more within its minute. */
  allow(name: string, now: number): void
  count(name: string, now: number): void
  /** How often the name was counted within its minute. */
  countOf(name: string, now: number): number
  /** Subtracts one count. */
  forgive(name: string): void
}

interface Counted {
  count: number
  readonly since: number
}

/** Returns a 429 problem with Retry-After in seconds, at least 1. */
export function tooOftenProblem(seconds: number): Problem {
  const wait = String(Math.max(1, Math.ceil(seconds)))
  return new Problem('rest_too_many_requests', { headers: { 'Retry-After': wait } })
}

/**
 * Returns a new counter. `now` is in seconds of a monotonic clock: with the system clock, setting it back would lock
 * callers out. A name's minute begins with its first count.
 */
export function newRateCounter(most: number): RateCounter {
  const counted = new Map<string, Counted>()
  const current = (name: string, now: number) => {
    const kept = counted.get(name)
    if (kept === undefined || now - kept.since < WINDOW_SECONDS) return kept
    counted.delete(name)
    return undefined
  }
  return {
    allow(name, now) {
      const kept = current(name, now)
      if (kept === undefined || kept.count < most) return
      throw tooOftenProblem(kept.since + WINDOW_SECONDS - now)
    },
    count(name, now) {
      const kept = current(name, now)
      if (kept !== undefined) {
        kept.count += 1
        return
      }
      counted.set(name, { count: 1, since: now })
      const [oldest] = counted.keys()
      if (counted.size > MAX_REMEMBERED && oldest !== undefined) counted.delete(oldest)
    },
    countOf: (name, now) => current(name, now)?.count ?? 0,
    forgive(name) {
      const kept = counted.get(name)
      if (kept !== undefined && kept.count > 0) kept.count -= 1
    },
  }
}

/** The name under which an address is counted. For IPv6 it is the /64 network, since one household has 2^64 addresses. */
export function addressRateKey(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return `address ${mapped ?? address}`
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  const zeros = tail === undefined ? [] : Array.from({ length: 4 }, () => '0')
  return `address ${[...groups, ...zeros].slice(0, 4).join(':')}::/64`
}

/** Authentication attempts (contract §5): at most ten failures a minute for one address or one login. */
import { addressRateKey, newRateCounter, tooOftenProblem } from '../support/rate-limiter.ts'

const MAX_FAILURES = 10
/** Retry-After in seconds, for an attempt that is refused because of others in progress. */
const UNDER_WAY = 1

/** An attempt to authenticate. */
export interface SignInAttempt {
  /** The client's IP address. */
  readonly ip: string
  /** The login, if the client sent one. */
  readonly login: string | undefined
}

/** Runs a check, and counts a failure if it returns undefined. Throws 429 after too many failures. */
type Checking = <T>(attempt: SignInAttempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

/** The failure counts of one application, for all kinds of credentials together. */
export interface AuthenticationAttemptLimiter {
  /** For cheap checks: any number may run at the same time. */
  readonly cheap: Checking
  /** For slow checks: a check in progress counts as a failure until it succeeds. */
  readonly expensive: Checking
}

const namesOf = ({ ip, login }: SignInAttempt): readonly string[] => [
  addressRateKey(ip),
  ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`]),
]

/** How many attempts are in progress, by name. */
function underWay() {
  const counts = new Map<string, number>()
  return {
    of: (name: string) => counts.get(name) ?? 0,
    add(name: string, change: 1 | -1) {
      const count = (counts.get(name) ?? 0) + change
      if (count === 0) counts.delete(name)
      else counts.set(name, count)
    },
  }
}

/** New, empty counts. `elapsed` returns the seconds of a monotonic clock. `failed` is called with each attempt that failed. */
export function newAuthenticationAttemptLimiter(
  elapsed: () => number,
  failed: (attempt: SignInAttempt) => void,
): AuthenticationAttemptLimiter {
  const failures = newRateCounter(MAX_FAILURES)
  const running = underWay()
  const allow = (names: readonly string[]) => {
    for (const name of names) failures.allow(name, elapsed())
  }
  const cheap: Checking = async (attempt, check) => {
    const names = namesOf(attempt)
    allow(names)
    const found = await check()
    // Checked again: of many concurrent attempts, at most ten may learn their result.
    allow(names)
    if (found !== undefined) return found
    for (const name of names) failures.count(name, elapsed())
    failed(attempt)
    return undefined
  }
  return {
    cheap,
    async expensive(attempt, check) {
      const names = namesOf(attempt)
      allow(names)
      const isFull = (name: string) => failures.countOf(name, elapsed()) + running.of(name) >= MAX_FAILURES
      if (names.some(isFull)) throw tooOftenProblem(UNDER_WAY)
      for (const name of names) running.add(name, 1)
      try {
        return await cheap(attempt, check)
      } finally {
        for (const name of names) running.add(name, -1)
      }
    },
  }
}

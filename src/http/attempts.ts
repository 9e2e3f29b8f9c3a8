/** Attempts at credentials (contract §5): ten may fail within a minute, from one address or for one login. */
import { addressName, counter } from './counter.ts'

const MOST_FAILURES = 10

export interface Attempt {
  /** Where it comes from. */
  readonly ip: string
  /** Whom it is for, where that is said. */
  readonly login: string | undefined
  /** Seconds since 1970 UTC. */
  readonly now: number
}

/** Runs a check and counts it where it finds nothing. Throws 429 where too many have failed. */
export type Attempts = <T>(attempt: Attempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

/** The counts of one application, whatever kind of credentials was tried. */
export function attempts(): Attempts {
  const failures = counter(MOST_FAILURES)
  return async ({ ip, login, now }, check) => {
    const names = [
      addressName(ip),
      ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`]),
    ]
    const allow = () => {
      for (const name of names) failures.allow(name, now)
    }
    allow()
    const found = await check()
    // Again: of many that are checked at once, no more than ten may learn how it went.
    allow()
    if (found === undefined) for (const name of names) failures.count(name, now)
    return found
  }
}

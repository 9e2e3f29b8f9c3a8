/** Attempts at credentials (contract §5): ten may fail within a minute, from one address or for one login. */
import { addressName, counter, tooOften } from './counter.ts'

const MOST_FAILURES = 10
/** Seconds after which an attempt that was refused because of others under way may be made again. */
const UNDER_WAY = 1

export interface Attempt {
  /** Where it comes from. */
  readonly ip: string
  /** Whom it is for, where that is said. */
  readonly login: string | undefined
}

/** Runs a check and counts it where it finds nothing. Throws 429 where too many have failed. */
type Checking = <T>(attempt: Attempt, check: () => Promise<T | undefined>) => Promise<T | undefined>

/** The counts of one application, whatever kind of credentials was tried. */
export interface Attempts {
  /** For checks that cost next to nothing: any number may be under way. */
  readonly cheap: Checking
  /** For checks that take long: one that is under way counts as failed, until it has succeeded. */
  readonly expensive: Checking
}

const namesOf = ({ ip, login }: Attempt): readonly string[] => [
  addressName(ip),
  ...(login === undefined ? [] : [`login ${login.slice(0, 100).toLowerCase()}`]),
]

/** How many attempts are under way, by name. */
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

/** New counts; `elapsed` tells seconds of a clock that only goes forward. */
export function attempts(elapsed: () => number): Attempts {
  const failures = counter(MOST_FAILURES)
  const running = underWay()
  const allow = (names: readonly string[]) => {
    for (const name of names) failures.allow(name, elapsed())
  }
  const cheap: Checking = async (attempt, check) => {
    const names = namesOf(attempt)
    allow(names)
    const found = await check()
    // Again: of many that are checked at once, no more than ten may learn how it went.
    allow(names)
    if (found === undefined) for (const name of names) failures.count(name, elapsed())
    return found
  }
  return {
    cheap,
    async expensive(attempt, check) {
      const names = namesOf(attempt)
      allow(names)
      const isFull = (name: string) => failures.countOf(name, elapsed()) + running.of(name) >= MOST_FAILURES
      if (names.some(isFull)) throw tooOften(UNDER_WAY)
      for (const name of names) running.add(name, 1)
      try {
        return await cheap(attempt, check)
      } finally {
        for (const name of names) running.add(name, -1)
      }
    },
  }
}

/** Event passwords in requests (contract §4.7): compared in constant time, with a limit on guesses. */
import { hasCachedPasswordCheck, isRightPassword } from '../../actions/passwords/secrets.ts'
import type { RateCounter } from '../../support/rate-limiter.ts'

/** Wrong guesses a minute for each address: passwords may be weak, and each guess costs a hash. */
export const MAX_WRONG_PASSWORDS = 60

interface PasswordGuess {
  /** Whether the password matches the hash. */
  opens(hash: string): Promise<boolean>
  /** Call it at the end of the request: it subtracts the comparisons that revealed nothing new. */
  end(): void
}

/** Who guesses, and when. `now` is in seconds of a monotonic clock. */
export interface Guesser {
  readonly wrong: RateCounter
  readonly name: string
  readonly now: number
}

/**
 * The guess made by the password in a request; it opens nothing if `sent` is not a string. Each comparison counts as a wrong
 * guess until it succeeds. After a success, repeated failures are not counted again: a reader who knows one event's password
 * also lists other protected events. `opens` throws 429 after too many wrong guesses.
 */
export function newCountedPasswordGuess(sent: unknown, { wrong, name, now }: Guesser): PasswordGuess {
  if (typeof sent !== 'string') return { opens: async () => false, end: () => {} }
  let opened = 0
  let repeated = 0
  return {
    async opens(hash) {
      wrong.allow(name, now)
      // Counted before the comparison: otherwise concurrent requests could try any number of passwords.
      wrong.count(name, now)
      const wasTried = hasCachedPasswordCheck(sent, hash)
      const isRight = await isRightPassword(sent, hash, name)
      if (isRight) opened += 1
      else if (wasTried) repeated += 1
      return isRight
    },
    end() {
      const forgiven = opened > 0 ? opened + repeated : 0
      for (let count = 0; count < forgiven; count += 1) wrong.forgive(name)
    },
  }
}

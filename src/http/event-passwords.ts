/** Passwords of events, as sent (contract §4.7): compared in constant time, and not to be guessed one after the other. */
import { isPassword, wasCompared } from '../actions/secrets.ts'
import type { Counter } from './counter.ts'

/** Counted per address: what people choose can be guessed, and every guess costs a hash. */
export const MOST_WRONG_PASSWORDS = 60

export interface Guess {
  /** Whether the password sent is the one hashed. */
  opens(hash: string): Promise<boolean>
  /** To be called at last: what told nothing new is not counted. */
  end(): void
}

/** Who guesses, and when: `now` is in seconds of a clock that only goes forward. */
export interface Guesser {
  readonly wrong: Counter
  readonly name: string
  readonly now: number
}

/**
 * A password sent with a request; undefined where none was. Every comparison counts as a guess, but for those that succeed. Where
 * one does, those that failed before too are not counted again: whoever knows the password of one event reads lists with others.
 * Throws 429 where too many were wrong.
 */
export function guessOf(sent: unknown, { wrong, name, now }: Guesser): Guess {
  if (typeof sent !== 'string') return { opens: async () => false, end: () => {} }
  let opened = 0
  let repeated = 0
  return {
    async opens(hash) {
      wrong.allow(name, now)
      // Counted before it is known to be wrong: else as many could be tried at once as arrive before the first is done.
      wrong.count(name, now)
      const wasTried = wasCompared(sent, hash)
      const isRight = await isPassword(sent, hash, name)
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

/** Passwords of events, as sent (contract §4.7): compared in constant time, and not to be guessed one after the other. */
import { isPassword } from '../actions/secrets.ts'
import type { Counter } from './counter.ts'

/** Counted per address: what people choose can be guessed, and every guess costs a hash. */
export const MOST_WRONG_PASSWORDS = 60

export interface Guess {
  /** Whether the password sent is the one hashed. */
  opens(hash: string): Promise<boolean>
  /** To be called at last: a password that opened something of what it was held against was no guess. */
  end(): void
}

/** Who guesses, and when. */
export interface Guesser {
  readonly wrong: Counter
  readonly name: string
  readonly now: number
}

/** A password sent with a request; undefined where none was. Throws 429 where too many were wrong. */
export function guessOf(sent: unknown, { wrong, name, now }: Guesser): Guess {
  if (typeof sent !== 'string') return { opens: async () => false, end: () => {} }
  let compared = 0
  let opened = 0
  return {
    async opens(hash) {
      if (compared === 0) {
        wrong.allow(name, now)
        // Counted before it is known to be wrong: else as many could be tried at once as arrive before the first is done.
        wrong.count(name, now)
      }
      compared += 1
      const isRight = await isPassword(sent, hash)
      if (isRight) opened += 1
      return isRight
    },
    end() {
      if (opened > 0) wrong.forgive(name)
    },
  }
}

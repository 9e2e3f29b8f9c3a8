/** Hashes the passwords of events (contract §4.7) while no transaction is open. */
import { invalidParam } from '../../problem.ts'
import { type Context, callerName } from '../context.ts'
import { hashPassword } from './secrets.ts'

/** Aborts a transaction that needs the hash of a password. */
class NotHashed extends Error {
  readonly password: string
  constructor(password: string) {
    super('The password is not hashed yet.')
    this.password = password
  }
}

/**
 * Returns the hash of a password for the open transaction. Where it is not ready, throws the error that `withHash`
 * catches.
 */
export function hashOf(password: string, { hashed }: Context): string {
  const hash = hashed?.get(password)
  if (hash === undefined) throw new NotHashed(password)
  return hash
}

/** The greatest number of passwords hashed for one request: each takes a noticeable part of a second. */
const MAX_PASSWORDS = 10

/**
 * Runs `act`, which opens a transaction. If the transaction needs the hash of a password, it is rolled back, the
 * password is hashed, and `act` runs again. So only the caller waits for the hash, and nothing is hashed for
 * callers without rights to the item. Within another `withHash`, that one hashes. Throws 400 past 10 passwords, 429 or
 * 503 where too many wait for their hash.
 */
export async function withHash<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T> {
  if (context.hashed !== undefined) return act(context)
  const hashed = new Map<string, string>()
  for (;;) {
    try {
      return await act({ ...context, hashed })
    } catch (error) {
      if (!(error instanceof NotHashed)) throw error
      if (hashed.size >= MAX_PASSWORDS)
        throw invalidParam('password', `one request may set at most ${MAX_PASSWORDS} passwords`)
      hashed.set(error.password, await hashPassword(error.password, callerName(context.actor)))
    }
  }
}

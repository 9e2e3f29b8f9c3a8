/** Hashes the passwords of events (contract §4.7) while no transaction is open. */
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

/**
 * Runs `act`, which opens a transaction. If the transaction needs the hash of a password, it is rolled back, the
 * password is hashed, and `act` runs again. So only the caller waits for the hash, and nothing is hashed for
 * callers without rights to the item. Throws 429 or 503 where too many passwords wait for their hash.
 */
export async function withHash<T>(context: Context, act: (context: Context) => Promise<T>): Promise<T> {
  try {
    return await act(context)
  } catch (error) {
    if (!(error instanceof NotHashed)) throw error
    const { password } = error
    const hash = await hashPassword(password, callerName(context.actor))
    return act({ ...context, hashed: new Map([[password, hash]]) })
  }
}

/** Hashes the passwords of events (contract §4.7) while no transaction is open. */

import { type Context, userQueueName } from '../../api/context.ts'
import { because, invalidParam } from '../../problem.ts'
import { hashPassword } from './secrets.ts'

/** The greatest number of passwords hashed for one request: each takes a noticeable part of a second. */
const MAX_PASSWORDS = 10

/** The hashes of one request, by password. */
interface HashPreparation {
  readonly hashes: ReadonlyMap<string, string>
  /** Hashes passwords. Throws 400 past 10 in one request, 429 or 503 where too many wait for their hash. */
  prepare(passwords: Iterable<string>): Promise<void>
}

/** Returns the preparation of the hashes of a request. */
export function newPasswordHashesOfRequest({ actor }: Pick<Context, 'actor'>): HashPreparation {
  const hashes = new Map<string, string>()
  return {
    hashes,
    async prepare(passwords) {
      for (const password of passwords) {
        if (hashes.size >= MAX_PASSWORDS)
          throw invalidParam('password', because('too_many_passwords', { most: MAX_PASSWORDS }))
        hashes.set(password, await hashPassword(password, userQueueName(actor)))
      }
    },
  }
}

/** Returns the hash of a password for the open transaction, or notes that it is needed and returns "". */
export function preparedHashOrPlaceholder(password: string, { prepared }: Pick<Context, 'prepared'>): string {
  if (prepared === undefined) throw new Error('Nothing prepares hashes for this transaction.')
  const hash = prepared.hashes.get(password)
  if (hash === undefined) prepared.needs.passwords.add(password)
  return hash ?? ''
}

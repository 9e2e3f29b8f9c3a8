/** Finds access tokens. Only the SHA-256 of a token is stored: tokens are random, so a fast hash is enough. */
import type { Connection } from '../database/dialects.ts'
import { type Db, first } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { SignedIn } from '../store.ts'
import { hashOf } from './random-secret.ts'

/** The most tokens that are remembered. */
const MAX_TOKENS = 1000

/** A token with its user. */
export interface FoundToken extends Omit<SignedIn, 'scopes'> {
  readonly scopes: string
  readonly expires_utc: number | null
  readonly last_used_utc: number | null
}

/** Takes equally long whether the login exists or not: tokens are looked up by their hash only. */
const tokenWith = (db: Db, hash: string): Promise<FoundToken | undefined> =>
  first(
    db,
    sql<FoundToken>`select tokens.id as token, users.id, users.login, users.role, expires_utc, last_used_utc, scopes
      from tokens join users on users.id = tokens.user_id where hash = ${hash}`,
  )

/**
 * Returns the function that finds a token; undefined if there is none. It reads a token again after every write by any process,
 * and every time where such writes show late.
 */
export function tokenLookup({ reader, changeCounter, isPrompt }: Connection) {
  const kept = new Map<string, { readonly counter: number; readonly found: FoundToken }>()
  return async (token: string): Promise<FoundToken | undefined> => {
    const hash = hashOf(token)
    const counter = isPrompt ? changeCounter() : undefined
    const known = kept.get(hash)
    if (known !== undefined && known.counter === counter) return known.found
    const found = await tokenWith(reader, hash)
    if (found === undefined || counter === undefined) return found
    if (kept.size >= MAX_TOKENS) kept.clear()
    kept.set(hash, { counter, found })
    return found
  }
}

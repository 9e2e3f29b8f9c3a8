/** Finds access tokens. Only the SHA-256 of a token is stored: tokens are random, so a fast hash is enough. */
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import type { OpenDatabase } from '../database/dialects.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { TokenUser } from '../store.ts'
import { membershipsSql } from './groups/memberships.ts'
import { secretHash } from './secrets.ts'

/** Estimated size of a remembered token in bytes. */
const TOKEN = 800

/** A token with its user. */
export interface TokenWithUser extends Omit<TokenUser, 'scopes' | 'groups'> {
  readonly scopes: string
  /** The roles of the user in groups, as they are read. */
  readonly memberships: string
  readonly expires_utc: number | null
  last_used_utc: number | null
  /** When an organisation last signed the user in; null if none does. */
  readonly signed_in_utc: number | null
}

/** Takes equally long whether the login exists or not: tokens are looked up by their hash only. */
const tokenWith = (db: Db, hash: string): Promise<TokenWithUser | undefined> =>
  queryFirstRow(
    db,
    sql<TokenWithUser>`select tokens.id as token, users.id, users.login, users.role, expires_utc, last_used_utc, scopes,
        (select max(signed_in_utc) from identities where identities.user_id = users.id) as signed_in_utc,
        ${membershipsSql(db.dialect)} as memberships
      from tokens join users on users.id = tokens.user_id where hash = ${hash} and is_suspended = 0`,
  )

interface Kept {
  /** The change counter at which the token was last known to be as it is here. */
  counter: number | undefined
  readonly foreign: number | undefined
  readonly own: number
  readonly found: TokenWithUser
}

/**
 * Returns the function that finds a token; undefined if there is none. It reads a token again after every write by another process and
 * every change of accounts by this one, and every time where writes of others show late.
 */
export function tokenLookup({ reader, changeCounter, foreignCounter, isPrompt, accounts }: OpenDatabase) {
  const kept = newSharedBudgetCache<string, Kept>()
  return async (token: string): Promise<TokenWithUser | undefined> => {
    const hash = secretHash(token)
    if (!isPrompt) return tokenWith(reader, hash)
    const counter = changeCounter()
    const known = kept.get(hash)
    if (known !== undefined && known.counter === counter) return known.found
    const [foreign, own] = [foreignCounter(), accounts.changes]
    if (known !== undefined && known.foreign === foreign && known.own === own) {
      known.counter = counter
      return known.found
    }
    const found = await tokenWith(reader, hash)
    if (found === undefined) return undefined
    kept.set(hash, { counter, foreign, own, found }, TOKEN)
    return found
  }
}

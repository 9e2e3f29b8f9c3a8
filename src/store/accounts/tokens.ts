/** Access tokens of users: created, listed, revoked, and found when a request sends one. */
import { type Scope, scopes } from '../../contract/operations/accounts/account-names.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import type { OpenDatabase } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { AccountStore, NewToken, Token, TokenUser, UserAndRoles, WriteStamp } from '../store.ts'
import { type AccountChangeRunner, commandLineActor } from './account-changes.ts'
import { membershipsSql, parseGroupRoles } from './groups/memberships.ts'
import { randomSecret, secretHash } from './secrets.ts'
import { noteUserSeen } from './user-rows.ts'

// Finds access tokens. Only the SHA-256 of a token is stored: tokens are random, so a fast hash is enough.

/** Estimated size of a remembered token in bytes. */
const TOKEN = 800

/** A token with its user. */
interface TokenWithUser extends Omit<TokenUser, 'scopes' | 'groups'> {
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
function tokenLookup({ reader, changeCounter, foreignCounter, isPrompt, accounts }: OpenDatabase) {
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

const USE_NOTED_EVERY = 60
const DAY = 86_400

/** Records the use of a token at most once a minute, so that most requests write nothing. No request waits for it. */
function noteUse({ writer, bump }: OpenDatabase, found: TokenWithUser, now: number): void {
  const { token, id, last_used_utc } = found
  if (last_used_utc !== null && now - last_used_utc < USE_NOTED_EVERY) return
  // It is kept, and not read again because of this.
  found.last_used_utc = now
  const noted = sql`update tokens set last_used_utc = ${now} where id = ${token}`.execute(writer)
  noted
    .then(() => noteUserSeen(writer, id, now))
    .then(bump)
    .catch(() => {})
}

async function createToken(
  db: Db,
  user: UserAndRoles,
  { name, expires, scopes }: NewToken,
  writer: WriteStamp,
): Promise<string> {
  const token = randomSecret()
  const times = { created_utc: epochOfInstant(writer.moment.now), expires_utc: expires, last_used_utc: null }
  const row = { user_id: user.id, name, hash: secretHash(token), scopes: JSON.stringify(scopes), ...times }
  const id = await insertRow(db, 'tokens', row)
  const values = { person: { id: user.id, login: user.login }, name, scopes }
  await addActRow(db, writer, {
    resource: 'token',
    item_id: id,
    verb: 'create',
    act: 'token_created',
    values,
  })
  return token
}

/** The scopes that this version knows; a scope of a newer one covers nothing here. */
function scopesIn(stored: string): readonly Scope[] {
  const named: readonly unknown[] = JSON.parse(stored)
  return scopes.filter((scope) => named.includes(scope))
}

async function tokensOf(db: Db, login: string | undefined): Promise<readonly Token[]> {
  const of = login === undefined ? sql`` : sql`where users.login = ${login.toLowerCase()}`
  const all = await queryRows(
    db,
    sql<Omit<Token, 'scopes'> & { readonly scopes: string }>`
      select tokens.id, users.login, tokens.name, tokens.created_utc, expires_utc, last_used_utc, scopes
      from tokens join users on users.id = tokens.user_id ${of} order by tokens.id`,
  )
  return all.map((token) => ({ ...token, scopes: scopesIn(token.scopes) }))
}

const revocations = {
  tokens: { resource: 'token', act: 'token_revoked' },
  feed_links: { resource: 'feed', act: 'feed_revoked' },
} as const

/** Deletes an access token or a secret feed, with an audit row. Returns whether there was one. */
export async function revokeSecretRow(
  db: Db,
  table: keyof typeof revocations,
  id: number,
  writer: WriteStamp,
): Promise<boolean> {
  const gone = await queryFirstRow(
    db,
    sql<{ readonly name: string; readonly user_id: number; readonly login: string }>`
      delete from ${quotedName(table)} where id = ${id}
      returning name, user_id, (select login from users where users.id = user_id) as login`,
  )
  if (gone === undefined) return false
  const values = { person: { id: gone.user_id, login: gone.login }, name: gone.name }
  await addActRow(db, writer, { ...revocations[table], item_id: id, verb: 'delete', values })
  return true
}

/** Returns the user of a token, with the scopes that limit it. */
function signedIn({ id, login, role, token, scopes, memberships }: TokenWithUser): TokenUser {
  const groups = parseGroupRoles(memberships)
  return { id, login, role, groups, token, ...(scopes !== '[]' && { scopes: scopesIn(scopes) }) }
}

/** Whether the organisation of a user has not signed the user in for so many days. */
const rests = ({ signed_in_utc }: TokenWithUser, now: number, days: number | undefined) =>
  days !== undefined && signed_in_utc !== null && now - signed_in_utc >= days * DAY

/** The tokens of one database. Every change writes an audit row. */
export function accessTokenStore(
  connection: OpenDatabase,
  { change, ofUser }: AccountChangeRunner,
): Pick<AccountStore, 'createToken' | 'tokens' | 'revokeToken' | 'accountOf'> {
  const findToken = tokenLookup(connection)
  return {
    createToken: (login, token, moment, actor = commandLineActor) =>
      ofUser(login, (db, user) => createToken(db, user, token, { moment, actor })),
    tokens: (login) => tokensOf(connection.reader, login),
    revokeToken: (id, moment, actor = commandLineActor) =>
      change((db) => revokeSecretRow(db, 'tokens', id, { moment, actor })),
    async accountOf(token, login, moment, restDays) {
      const now = epochOfInstant(moment.now)
      const found = await findToken(token)
      if (found === undefined || (found.expires_utc !== null && found.expires_utc <= now)) return undefined
      if (rests(found, now, restDays)) return undefined
      if (login !== undefined && login.toLowerCase() !== found.login) return undefined
      noteUse(connection, found, now)
      return signedIn(found)
    },
  }
}

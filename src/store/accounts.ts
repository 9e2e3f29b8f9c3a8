/** Users and their access tokens. A token is kept as its SHA-256 alone: it is random, so a fast hash is enough. */
import { createHash, randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { epochOf, type Moment } from '../domain/moment.ts'
import { isTaken } from './database-errors.ts'
import type { Account, Accounts, KeptToken } from './store.ts'
import type { Database } from './tables.ts'

type Db = Kysely<Database>

const TOKEN_BYTES = 32
const USE_NOTED_EVERY = 60

const hashOf = (token: string) => createHash('sha256').update(token).digest('base64url')

async function addUser(db: Db, login: string, role: string, { now }: Moment): Promise<number | undefined> {
  try {
    const row = await db
      .insertInto('users')
      .values({ login: login.toLowerCase(), role, created_utc: epochOf(now), password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return row.id
  } catch (error) {
    if (isTaken(error)) return undefined
    throw error
  }
}

/** Notes the use of a token, at most once a minute: not every request is a write. */
async function noteUse(db: Db, id: number, lastUsed: number | null, now: number): Promise<void> {
  if (lastUsed !== null && now - lastUsed < USE_NOTED_EVERY) return
  await db.updateTable('tokens').set({ last_used_utc: now }).where('id', '=', id).execute()
}

async function accountOf(
  reader: Db,
  writer: Db,
  token: string,
  login: string | undefined,
  moment: Moment,
): Promise<Account | undefined> {
  const now = epochOf(moment.now)
  const found = await reader
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id as token', 'users.id', 'users.login', 'users.role', 'expires_utc', 'last_used_utc'])
    .where('hash', '=', hashOf(token))
    .executeTakeFirst()
  const isExpired = found !== undefined && found.expires_utc !== null && found.expires_utc <= now
  if (found === undefined || isExpired || (login !== undefined && login.toLowerCase() !== found.login))
    return undefined
  await noteUse(writer, found.token, found.last_used_utc, now)
  const { id, role } = found
  return { id, login: found.login, role }
}

async function createToken(
  db: Db,
  login: string,
  name: string,
  expires: number | null,
  { now }: Moment,
): Promise<string | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('login', '=', login.toLowerCase())
    .executeTakeFirst()
  if (user === undefined) return undefined
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await db
    .insertInto('tokens')
    .values({
      user_id: user.id,
      name,
      hash: hashOf(token),
      created_utc: epochOf(now),
      expires_utc: expires,
      last_used_utc: null,
    })
    .execute()
  return token
}

function tokensOf(db: Db, login: string | undefined): Promise<readonly KeptToken[]> {
  const all = db
    .selectFrom('tokens')
    .innerJoin('users', 'users.id', 'tokens.user_id')
    .select(['tokens.id', 'users.login', 'tokens.name', 'tokens.created_utc', 'expires_utc', 'last_used_utc'])
    .orderBy('tokens.id')
  return (login === undefined ? all : all.where('users.login', '=', login.toLowerCase())).execute()
}

const changed = ({ numUpdatedRows }: { numUpdatedRows: bigint }) => numUpdatedRows > 0n
const deleted = ({ numDeletedRows }: { numDeletedRows: bigint }) => numDeletedRows > 0n

/** The accounts over one database; `reader` may be another connection to it. */
export function accountsOf(reader: Db, writer: Db): Accounts {
  const named = (login: string) => sql<boolean>`login = ${login.toLowerCase()}`
  return {
    addUser: (login, role, moment) => addUser(writer, login, role, moment),
    users: () =>
      reader.selectFrom('users').select(['id', 'login', 'role', 'created_utc']).orderBy('login').execute(),
    setRole: async (login, role) =>
      changed(await writer.updateTable('users').set({ role }).where(named(login)).executeTakeFirstOrThrow()),
    removeUser: async (login) =>
      deleted(await writer.deleteFrom('users').where(named(login)).executeTakeFirstOrThrow()),
    createToken: (login, name, expires, moment) => createToken(writer, login, name, expires, moment),
    tokens: (login) => tokensOf(reader, login),
    revokeToken: async (id) =>
      deleted(await writer.deleteFrom('tokens').where('id', '=', id).executeTakeFirstOrThrow()),
    accountOf: (token, login, moment) => accountOf(reader, writer, token, login, moment),
  }
}

/** Users and their access tokens. */
import { type Scope, scopes } from '../../contract/operations/accounts/account-names.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { type Connection, transaction } from '../database/dialects.ts'
import { isTaken } from '../database/errors.ts'
import { type Db, first, insertRow, rows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { type AuditedItem, note } from '../log/audit.ts'
import type { Account, AccountChange, Accounts, NewToken, Profile, Token, Writer } from '../store.ts'
import { confirmedBy, hasAddress, storeProfile } from './email-changes.ts'
import { allUsers, noProfile, storePassword } from './profiles.ts'
import { randomSecret, secretHash } from './random-secret.ts'
import { type FoundToken, tokenLookup } from './token-lookup.ts'

const USE_NOTED_EVERY = 60
/** The actor recorded when no user is given: a command. No login contains parentheses. */
const commandLine = { id: 0, login: '(command)' }
type By = Writer['actor']

const noteAccount = (db: Db, writer: Writer, noted: Omit<AuditedItem, 'slug'>) =>
  note(db, writer, { ...noted, slug: '' })

async function addUser(
  db: Db,
  account: Omit<Account, 'id'> & Profile & { readonly password_hash: string | null },
  writer: Writer,
): Promise<number | undefined> {
  if (await hasAddress(db, account.email)) return undefined
  const id = await insertRow(db, 'users', { ...account, created_utc: epochOf(writer.moment.now) })
  await noteAccount(db, writer, { verb: 'create', resource: 'user', item_id: id, title: account.login })
  return id
}

/** Records the use of a token at most once a minute, so that most requests write nothing. No request waits for it. */
function noteUse({ writer, bump }: Connection, found: FoundToken, now: number): void {
  const { token, last_used_utc } = found
  if (last_used_utc !== null && now - last_used_utc < USE_NOTED_EVERY) return
  // It is kept, and not read again because of this.
  found.last_used_utc = now
  const noted = sql`update tokens set last_used_utc = ${now} where id = ${token}`.execute(writer)
  noted.then(bump).catch(() => {})
}

async function userNamed(db: Db, login: string): Promise<Account | undefined> {
  return first(db, sql<Account>`select id, login, role from users where login = ${login.toLowerCase()}`)
}

/** Whether there is no other administrator. Reliable in a transaction that changes accounts: they run one after the other. */
async function isLastAdministrator(db: Db, { id, role }: Account): Promise<boolean> {
  if (role !== 'administrator') return false
  const other = sql`select id from users where role = 'administrator' and id <> ${id} limit 1`
  return (await first(db, other)) === undefined
}

const isAlone = async (db: Db, { id }: Account) =>
  (await first(db, sql`select id from users where id <> ${id} limit 1`)) === undefined

async function createToken(
  db: Db,
  user: Account,
  { name, expires, scopes }: NewToken,
  writer: Writer,
): Promise<string> {
  const token = randomSecret()
  const times = { created_utc: epochOf(writer.moment.now), expires_utc: expires, last_used_utc: null }
  const row = { user_id: user.id, name, hash: secretHash(token), scopes: JSON.stringify(scopes), ...times }
  const id = await insertRow(db, 'tokens', row)
  const title = [`${user.login}: ${name}`, ...scopes].join(' ')
  await noteAccount(db, writer, { verb: 'create', resource: 'token', item_id: id, title })
  return token
}

/** The scopes that this version knows; a scope of a newer one covers nothing here. */
function scopesIn(stored: string): readonly Scope[] {
  const named: readonly unknown[] = JSON.parse(stored)
  return scopes.filter((scope) => named.includes(scope))
}

async function tokensOf(db: Db, login: string | undefined): Promise<readonly Token[]> {
  const of = login === undefined ? sql`` : sql`where users.login = ${login.toLowerCase()}`
  const all = await rows(
    db,
    sql<Omit<Token, 'scopes'> & { readonly scopes: string }>`
      select tokens.id, users.login, tokens.name, tokens.created_utc, expires_utc, last_used_utc, scopes
      from tokens join users on users.id = tokens.user_id ${of} order by tokens.id`,
  )
  return all.map((token) => ({ ...token, scopes: scopesIn(token.scopes) }))
}

async function revokeToken(db: Db, id: number, writer: Writer): Promise<boolean> {
  const kept = (await tokensOf(db, undefined)).find((one) => one.id === id)
  if (kept === undefined) return false
  await sql`delete from tokens where id = ${id}`.execute(db)
  const title = `${kept.login}: ${kept.name}`
  await noteAccount(db, writer, { verb: 'delete', resource: 'token', item_id: id, title })
  return true
}

/** The accounts of one database. Every change writes an audit row. */
export function accountsOf(connection: Connection): Accounts {
  const { reader, accounts } = connection
  const findToken = tokenLookup(connection)
  // Increments the revision too: responses that were cached in local mode must not outlive it.
  const change = async <T>(act: (db: Db) => Promise<T>) => {
    accounts.changes += 1
    try {
      return await transaction(connection, async (db) => {
        await sql`update revision set value = value + 1`.execute(db)
        return act(db)
      })
    } finally {
      // Tokens that were read meanwhile are as they were before.
      accounts.changes += 1
    }
  }
  const ofUser = <T>(login: string, act: (db: Db, user: Account) => Promise<T>) =>
    change(async (db) => {
      const user = await userNamed(db, login)
      return user === undefined ? undefined : act(db, user)
    })
  const changeUser = async (
    login: string,
    act: (db: Db, user: Account) => Promise<AccountChange>,
  ): Promise<AccountChange> => (await ofUser(login, act)) ?? 'unknown'
  const isChanged = async (login: string, act: (db: Db, user: Account) => Promise<void>) =>
    (await changeUser(login, async (db, user) => {
      await act(db, user)
      return 'done'
    })) === 'done'
  const noteUser = (db: Db, writer: Writer, verb: AuditedItem['verb'], { id, login }: Account) =>
    noteAccount(db, writer, { verb, resource: 'user', item_id: id, title: login })
  const noteProfile = async (db: Db, user: Account, profile: Partial<Profile>, writer: Writer) => {
    const outcome = await storeProfile(db, user, profile, writer.moment)
    const title = `${user.login}: ${Object.keys(profile).join(', ')}`
    if (outcome === 'done') await noteUser(db, writer, 'update', { ...user, login: title })
    return outcome
  }
  return {
    addUser: (login, role, moment, password = null, actor: By = commandLine, profile = {}) =>
      change((db) => {
        const account = { login: login.toLowerCase(), role, password_hash: password }
        return addUser(db, { ...account, ...noProfile, ...profile }, { moment, actor })
      }).catch((error: unknown) => {
        if (isTaken(error)) return undefined
        throw error
      }),
    users: () => allUsers(reader),
    setProfile: (login, profile, writer) =>
      changeUser(login, (db, user) => noteProfile(db, user, profile, writer)),
    confirmEmail: (login, secret, writer) =>
      changeUser(login, async (db, user) => {
        const email = await confirmedBy(db, user, secret, writer.moment)
        if (email === undefined) return 'unknown'
        return noteProfile(db, user, { email }, writer)
      }),
    setRole: (login, role, moment, actor = commandLine) =>
      changeUser(login, async (db, user) => {
        if (role !== 'administrator' && (await isLastAdministrator(db, user))) return 'last'
        await sql`update users set role = ${role} where id = ${user.id}`.execute(db)
        await noteUser(db, { moment, actor }, 'update', { ...user, login: `${user.login}: ${role}` })
        return 'done'
      }),
    removeUser: (login, moment, actor = commandLine, leavesNobody = false) =>
      changeUser(login, async (db, user) => {
        const isLast = await isLastAdministrator(db, user)
        if (isLast && !(leavesNobody && (await isAlone(db, user)))) return 'last'
        await noteUser(db, { moment, actor }, 'delete', user)
        await sql`delete from users where id = ${user.id}`.execute(db)
        return 'done'
      }),
    setPassword: (login, password, moment, actor = commandLine, kept = undefined) =>
      isChanged(login, async (db, user) => {
        await storePassword(db, user, password, kept)
        await noteUser(db, { moment, actor }, 'update', { ...user, login: `${user.login}: password` })
      }),
    createToken: (login, token, moment, actor = commandLine) =>
      ofUser(login, (db, user) => createToken(db, user, token, { moment, actor })),
    endSessions: (login, moment, actor) =>
      isChanged(login, async (db, user) => {
        await sql`delete from sessions where user_id = ${user.id}`.execute(db)
        await noteUser(db, { moment, actor }, 'update', { ...user, login: `${user.login}: sessions` })
      }),
    tokens: (login) => tokensOf(reader, login),
    revokeToken: (id, moment, actor = commandLine) => change((db) => revokeToken(db, id, { moment, actor })),
    async accountOf(token, login, moment) {
      const now = epochOf(moment.now)
      const found = await findToken(token)
      if (found === undefined || (found.expires_utc !== null && found.expires_utc <= now)) return undefined
      if (login !== undefined && login.toLowerCase() !== found.login) return undefined
      noteUse(connection, found, now)
      const { id, role, token: number } = found
      const limits = found.scopes === '[]' ? {} : { scopes: scopesIn(found.scopes) }
      return { id, login: found.login, role, token: number, ...limits }
    },
  }
}

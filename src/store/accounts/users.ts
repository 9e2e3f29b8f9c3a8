import { type Scope, scopes } from '../../contract/operations/account-names.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { type OpenDatabase, runTransaction, unlessTaken } from '../database/dialects.ts'
import { type Db, insertRow, quotedName, sql, updateRow } from '../database/sql.ts'
import { addActRow } from '../log/log.ts'
import { dropAssignee, touchEventsOfAssignee } from '../records/duties.ts'
import type { EmailChangeTable } from '../tables/accounts.ts'
import type {
  AccountChangeResult,
  NewToken,
  Profile,
  Token,
  TokenUser,
  UserAndRoles,
  WriteStamp,
} from '../types/index.ts'
import { enqueueMail } from './mail.ts'
import {
  allUsers,
  emptyProfile,
  membershipsSql,
  noteUserSeen,
  parseGroupRoles,
  randomSecret,
  secretHash,
  storePasswordAndEndSessions,
} from './user-rows.ts'

// The transactions that change users and tokens.

/** The user who changes an account, for the audit. */
type By = WriteStamp['actor']

/** The actor recorded when no user is given: a command. No login contains parentheses. */
const commandLineActor: By = { id: 0, login: '(command)' }

/** Runs changes of accounts, each in one transaction. */
interface AccountChangeRunner {
  change<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Changes what belongs to a user; undefined if no user has the login. */
  ofUser<T>(login: string, act: (db: Db, user: UserAndRoles) => Promise<T>): Promise<T | undefined>
  user(
    login: string,
    act: (db: Db, user: UserAndRoles) => Promise<AccountChangeResult>,
  ): Promise<AccountChangeResult>
}

async function userNamed(db: Db, login: string): Promise<UserAndRoles | undefined> {
  return sql<UserAndRoles>`select id, login, role from users where login = ${login.toLowerCase()}`.first(db)
}

export function accountChangeRunnerOf(connection: OpenDatabase): AccountChangeRunner {
  const { accounts } = connection
  // Increments the revision too: responses that were cached in local mode must not outlive it.
  const change: AccountChangeRunner['change'] = async (act) => {
    accounts.changes += 1
    try {
      return await runTransaction(connection, async (db) => {
        await sql`update revision set value = value + 1`.execute(db)
        return act(db)
      })
    } finally {
      // Tokens that were read meanwhile are as they were before.
      accounts.changes += 1
    }
  }
  const ofUser: AccountChangeRunner['ofUser'] = (login, act) =>
    change(async (db) => {
      const user = await userNamed(db, login)
      return user === undefined ? undefined : act(db, user)
    })
  return { change, ofUser, user: async (login, act) => (await ofUser(login, act)) ?? 'unknown' }
}

// E-mail addresses of users (contract §14). One address belongs to one account, in any case. A user's own new address counts
// once a secret link that was sent there confirms it: within a day, and until another one or a password is set.

/** Seconds for which an address waits to be confirmed. */
const VALID = 24 * 3600

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Whether a user other than `id` has the address, in any case. "" belongs to nobody. */
export async function isEmailTaken(db: Db, email: string, id?: number): Promise<boolean> {
  return email !== '' && (await allUsers(db)).some((user) => user.id !== id && isSame(user.email, email))
}

/** No link that waits for a user's confirmation is valid any more. */
async function endChanges(db: Db, { id }: Pick<UserAndRoles, 'id'>): Promise<void> {
  await sql`update email_changes set is_waiting = 0 where user_id = ${id}`.execute(db)
}

/**
 * Stores what a user tells of themselves. A new address ends the links that were sent to the former one, which gets a message
 * about the change.
 */
async function storeProfileAndEndLinks(
  db: Db,
  { id }: Pick<UserAndRoles, 'id'>,
  profile: Partial<Profile>,
  moment: Moment,
): Promise<AccountChangeResult> {
  const before = (await allUsers(db)).find((user) => user.id === id)
  const { email } = profile
  if (before === undefined) return 'unknown'
  if (email !== undefined && (await isEmailTaken(db, email, id))) return 'taken'
  await updateRow(db, 'users', id, { ...profile })
  if (email === undefined || email === before.email) return 'done'
  await endChanges(db, before)
  await sql`delete from secret_links where user_id = ${id}`.execute(db)
  const told = { kind: 'address', subject_id: id, language: before.language, data: {} } as const
  if (before.email !== '') await enqueueMail(db, { ...told, recipient: before.email }, moment)
  return 'done'
}

type Row = Pick<EmailChangeTable, 'id' | 'user_id' | 'email'>

/** Returns the address of a secret that waits for this user's confirmation. */
async function findEmailAddressToConfirm(
  db: Db,
  { id }: Pick<UserAndRoles, 'id'>,
  secret: string,
  { now }: Moment,
): Promise<string | undefined> {
  const found = await sql<Row>`select id, user_id, email from email_changes where user_id = ${id}
      and hash = ${secretHash(secret)} and is_waiting = 1 and created_utc > ${epochOfInstant(now) - VALID}`.first(
    db,
  )
  return found?.email
}

type Wanted = Pick<EmailChangeTable, 'user_id' | 'email'>

/** So many messages at most within so many seconds. */
interface Limit {
  readonly most: number
  readonly seconds: number
}

/** Whether as many messages were sent lately as may be: for this user, or to this address. */
async function isLimited(
  db: Db,
  { user_id, email }: Wanted,
  { most, seconds }: Limit,
  now: number,
): Promise<boolean> {
  const sent = await sql<Row>`select id, user_id, email from email_changes
      where created_utc > ${now - seconds} and created_utc <= ${now}`.rows(db)
  const own = sent.filter((one) => one.user_id === user_id)
  const same = sent.filter((one) => isSame(one.email, email))
  return own.length >= most || same.length >= most
}

async function begin(db: Db, wanted: Wanted, limit: Limit, moment: Moment): Promise<number | undefined> {
  const now = epochOfInstant(moment.now)
  await sql`delete from email_changes where created_utc <= ${now - VALID}`.execute(db)
  // Like every write, so that simultaneous requests count each other.
  await sql`update revision set value = value`.execute(db)
  if (await isLimited(db, wanted, limit, now)) return undefined
  await endChanges(db, { id: wanted.user_id })
  const id = await insertRow(db, 'email_changes', { ...wanted, hash: null, is_waiting: 1, created_utc: now })
  const mail = { kind: 'confirm', recipient: '', subject_id: id, language: '', data: {} } as const
  await enqueueMail(db, mail, moment)
  return id
}

/** The addresses of one database that wait. */
export function emailChangeStore(connection: OpenDatabase) {
  const { reader } = connection
  return {
    /**
     * Queues a message to a new address of a user, in place of one that waits. Returns its id; undefined after `most`
     * messages of that user or to that address within `seconds`.
     */
    begin: ({ id }: Pick<UserAndRoles, 'id'>, email: string, limit: Limit, moment: Moment) =>
      runTransaction(connection, (db) => begin(db, { user_id: id, email }, limit, moment)),
    /** The address that waits for a user's confirmation. */
    async waitingOf({ id }: Pick<UserAndRoles, 'id'>, { now }: Moment) {
      const found =
        await sql<Row>`select id, user_id, email from email_changes where user_id = ${id} and is_waiting = 1
          and created_utc > ${epochOfInstant(now) - VALID} order by id desc limit 1`.first(reader)
      return found?.email
    },
    /** Makes a new secret for an address; undefined for one that does not wait any more, or that another account has. */
    newSecret: (id: number, { now }: Moment) =>
      runTransaction(connection, async (db) => {
        const secret = randomSecret()
        const found =
          await sql<Row>`update email_changes set hash = ${secretHash(secret)} where id = ${id} and is_waiting = 1
            and created_utc > ${epochOfInstant(now) - VALID} returning id, user_id, email`.first(db)
        // Whoever reads e-mail at the address of another account is told nothing.
        if (found === undefined || (await isEmailTaken(db, found.email, found.user_id))) return undefined
        return { secret, email: found.email, user: found.user_id }
      }),
  }
}

// Access tokens of users: created, listed, revoked, and found when a request sends one.

// Finds access tokens. Only the SHA-256 of a token is stored: tokens are random, so a fast hash is enough.

/** Estimated size of a remembered token in bytes. */
const TOKEN = 800

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
  sql<TokenWithUser>`select tokens.id as token, users.id, users.login, users.role, expires_utc, last_used_utc, scopes,
        (select max(signed_in_utc) from identities where identities.user_id = users.id) as signed_in_utc,
        ${membershipsSql(db.dialect)} as memberships
      from tokens join users on users.id = tokens.user_id where hash = ${hash} and is_suspended = 0`.first(db)

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
  const gone = await sql<{ readonly name: string; readonly user_id: number; readonly login: string }>`
      delete from ${quotedName(table)} where id = ${id}
      returning name, user_id, (select login from users where users.id = user_id) as login`.first(db)
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
function accessTokenStore(connection: OpenDatabase, { change, ofUser }: AccountChangeRunner) {
  const findToken = tokenLookup(connection)
  return {
    /**
     * Creates a token. Returns it for the only time, or undefined if the user does not exist.
     */
    createToken: (login: string, token: NewToken, moment: Moment, actor: By = commandLineActor) =>
      ofUser(login, (db, user) => createToken(db, user, token, { moment, actor })),
    /** Returns the id of a token; undefined if there is none. That it is asked for is no use of it. */
    idOfToken: async (token: string) => (await tokenWith(connection.reader, secretHash(token)))?.token,
    async tokens(login: string | undefined) {
      const of = login === undefined ? sql`` : sql`where users.login = ${login.toLowerCase()}`
      const all = await sql<Omit<Token, 'scopes'> & { readonly scopes: string }>`
          select tokens.id, users.login, tokens.name, tokens.created_utc, expires_utc, last_used_utc, scopes
          from tokens join users on users.id = tokens.user_id ${of} order by tokens.id`.rows(
        connection.reader,
      )
      return all.map((token) => ({ ...token, scopes: scopesIn(token.scopes) }))
    },
    revokeToken: (id: number, moment: Moment, actor: By = commandLineActor) =>
      change((db) => revokeSecretRow(db, 'tokens', id, { moment, actor })),
    /**
     * Returns the owner of a valid token; with a login, only if it is that user's. With `restDays`, the tokens of users whom an organisation
     * signs in are not valid so many days after the last sign-in.
     */
    async accountOf(token: string, login: string | undefined, moment: Moment, restDays?: number) {
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

const ofUser = ({ id, login }: UserAndRoles) => ({
  resource: 'user',
  item_id: id,
  values: { person: { id, login } },
})

/** Adds the row of a user in the transaction `db`. Returns the id; undefined if another user has the e-mail address. */
export async function addUserRow(
  db: Db,
  account: Omit<UserAndRoles, 'id' | 'groups'> & Profile & { readonly password_hash: string | null },
  writer: WriteStamp,
): Promise<number | undefined> {
  if (await isEmailTaken(db, account.email)) return undefined
  const id = await insertRow(db, 'users', { ...account, created_utc: epochOfInstant(writer.moment.now) })
  await addActRow(db, writer, { ...ofUser({ ...account, id }), verb: 'create', act: 'account_added' })
  return id
}

/** Changes the profile of a user in the transaction `db`. An address that users give themselves is not proven. */
export async function setProfile(
  db: Db,
  user: UserAndRoles,
  { isConfirmed = false, ...profile }: Partial<Profile> & { readonly isConfirmed?: boolean },
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  const outcome = await storeProfileAndEndLinks(db, user, profile, writer.moment)
  if (outcome === 'done' && profile.email !== undefined) {
    const isUnproven = !isConfirmed && writer.actor.id === user.id
    await sql`update users set is_email_unproven = ${isUnproven ? 1 : 0} where id = ${user.id}`.execute(db)
  }
  if (outcome !== 'done') return outcome
  const { values, ...row } = ofUser(user)
  const changed = { ...values, fields: Object.keys(profile) }
  if (profile.display_name !== undefined) await touchEventsOfAssignee(db, user.id)
  await addActRow(db, writer, { ...row, act: 'profile_changed', values: changed })
  return outcome
}

/** Whether there is no other administrator. Reliable in a transaction that changes accounts: they run one after the other. */
async function isLastAdministrator(db: Db, { id, role }: UserAndRoles): Promise<boolean> {
  if (role !== 'administrator') return false
  const other = sql`select id from users where role = 'administrator' and is_suspended = 0 and id <> ${id} limit 1`
  return !(await other.exists(db))
}

const isAlone = async (db: Db, { id }: UserAndRoles) =>
  !(await sql`select id from users where id <> ${id} limit 1`.exists(db))

/** Changes the role of a user in the transaction `db`. */
export async function setRole(
  db: Db,
  user: UserAndRoles,
  role: string,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  if (role !== 'administrator' && (await isLastAdministrator(db, user))) return 'last'
  await sql`update users set role = ${role} where id = ${user.id}`.execute(db)
  const { values, ...row } = ofUser(user)
  await addActRow(db, writer, { ...row, act: 'role_given', values: { ...values, role } })
  return 'done'
}

async function setSuspended(
  db: Db,
  user: UserAndRoles,
  isSuspended: boolean,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  if (isSuspended && (await isLastAdministrator(db, user))) return 'last'
  await sql`update users set is_suspended = ${isSuspended ? 1 : 0} where id = ${user.id}`.execute(db)
  if (isSuspended) await sql`delete from sessions where user_id = ${user.id}`.execute(db)
  await addActRow(db, writer, { ...ofUser(user), act: isSuspended ? 'suspended' : 'resumed' })
  return 'done'
}

async function removeUser(
  db: Db,
  user: UserAndRoles,
  leavesNobody: boolean,
  writer: WriteStamp,
): Promise<AccountChangeResult> {
  const isLast = await isLastAdministrator(db, user)
  if (isLast && !(leavesNobody && (await isAlone(db, user)))) return 'last'
  await addActRow(db, writer, { ...ofUser(user), verb: 'delete', act: 'account_removed' })
  await dropAssignee(db, user.id)
  await sql`delete from users where id = ${user.id}`.execute(db)
  return 'done'
}

/** The changes by which users tell of themselves. */
const profilesOf = (changes: AccountChangeRunner) => ({
  /** Changes what a user tells of themselves. The former e-mail address gets a message about a new one. */
  setProfile: (login: string, profile: Partial<Profile>, writer: WriteStamp) =>
    changes.user(login, (db, user) => setProfile(db, user, profile, writer)),
  /** Stores the e-mail address that a secret confirms. */
  confirmEmail: (login: string, secret: string, writer: WriteStamp) =>
    changes.user(login, async (db, user) => {
      const email = await findEmailAddressToConfirm(db, user, secret, writer.moment)
      return email === undefined ? 'unknown' : setProfile(db, user, { email, isConfirmed: true }, writer)
    }),
})

/** How users sign in. */
const accessOf = (changes: AccountChangeRunner) => ({
  /**
   * Stores a password, already hashed, or null for none. Ends the user's sessions, except the one with the secret `kept`, and
   * the user's secret links. Returns whether the user exists.
   */
  async setPassword(
    login: string,
    password: string | null,
    moment: Moment,
    { by = commandLineActor, kept }: { readonly by?: By; readonly kept?: string | undefined } = {},
  ) {
    const done = await changes.ofUser(login, async (db, user) => {
      await storePasswordAndEndSessions(db, user, password, kept)
      await addActRow(db, { moment, actor: by }, { ...ofUser(user), act: 'password_set' })
      return true
    })
    return done ?? false
  },
  /** Ends the user's sessions. Returns whether the user exists. */
  async endSessions(login: string, moment: Moment, actor: By) {
    const done = await changes.ofUser(login, async (db, user) => {
      await sql`delete from sessions where user_id = ${user.id}`.execute(db)
      await addActRow(db, { moment, actor }, { ...ofUser(user), act: 'sessions_ended' })
      return true
    })
    return done ?? false
  },
})

/** The accounts of one database. Every change writes an audit row. */
export function userStore(connection: OpenDatabase) {
  const changes = accountChangeRunnerOf(connection)
  return {
    /**
     * Adds a user. Returns the id, or undefined if the login or the e-mail address is taken. `password` is already hashed; null allows
     * tokens only.
     */
    addUser(
      login: string,
      role: string,
      moment: Moment,
      {
        password = null,
        by = commandLineActor,
        profile = {},
      }: { readonly password?: string | null; readonly by?: By; readonly profile?: Partial<Profile> } = {},
    ) {
      const account = {
        login: login.toLowerCase(),
        role,
        password_hash: password,
        ...emptyProfile,
        ...profile,
      }
      const add = (db: Db) => addUserRow(db, account, { moment, actor: by })
      return unlessTaken(() => changes.change(add), undefined)
    },
    users: () => allUsers(connection.reader),
    setRole: (login: string, role: string, moment: Moment, actor: By = commandLineActor) =>
      changes.user(login, (db, user) => setRole(db, user, role, { moment, actor })),
    /** Suspends a user, whose sessions end, or takes that back. `last` would leave no administrator. */
    setSuspended: (login: string, isSuspended: boolean, writer: WriteStamp) =>
      changes.user(login, (db, user) => setSuspended(db, user, isSuspended, writer)),
    /** `leavesNobody` also removes the last administrator where there is no other user. */
    removeUser: (login: string, moment: Moment, actor: By = commandLineActor, leavesNobody = false) =>
      changes.user(login, (db, user) => removeUser(db, user, leavesNobody, { moment, actor })),
    ...profilesOf(changes),
    ...accessOf(changes),
    ...accessTokenStore(connection, changes),
  }
}

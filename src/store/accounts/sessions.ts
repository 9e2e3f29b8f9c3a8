/** Web sessions (contract §5): they end 14 days after their last use and 90 days after they began. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Status } from '../../contract/resources/shared.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, insertRows, sql } from '../database/sql.ts'
import { addActRow } from '../log/log.ts'
import type { SecondFactorTable, SecretLinkTable, SessionTable } from '../tables/accounts.ts'
import type {
  NewSecretFeed,
  Profile,
  SecretLink,
  Session,
  ShownSession,
  StoredSecretFeed,
  UserAndRoles,
  WriteStamp,
} from '../types/index.ts'
import {
  membershipsSql,
  noteUserSeen,
  parseGroupRoles,
  randomSecret,
  secretHash,
  storePasswordAndEndSessions,
} from './user-rows.ts'
import { revokeSecretRow } from './users.ts'

// Texts that are stored encrypted with a secret of which the store has only the hash (AES-256-GCM).

const IV_BYTES = 12
const TAG_BYTES = 16

const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'fasti sealed text', 32))

/** Returns a text encrypted with a secret, base64url. */
function encryptedText(text: string, secret: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyOf(secret), iv)
  const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), encrypted]).toString('base64url')
}

/** Returns the text that was encrypted with a secret; "" for anything else. */
function decryptedText(stored: string, secret: string): string {
  const bytes = Buffer.from(stored, 'base64url')
  const [iv, tag] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES)]
  try {
    const decipher = createDecipheriv('aes-256-gcm', keyOf(secret), iv, { authTagLength: TAG_BYTES })
    decipher.setAuthTag(tag)
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    )
  } catch {
    return ''
  }
}

const HOUR = 3600
const DAY = 24 * HOUR
const UNUSED = 14 * DAY
const LONGEST = 90 * DAY

interface Times {
  readonly created_utc: number
  readonly used_utc: number
  readonly expires_utc: number
  /** When it ends at the latest, of a session through an organisation. */
  readonly ends_utc: number | null
}

/** Returns the session's times after a use. They move at most once an hour, so that most requests write nothing. */
function used(times: Times, now: number): Times {
  if (now - times.used_utc < HOUR) return times
  const latest = Math.min(times.created_utc + LONGEST, times.ends_utc ?? Number.POSITIVE_INFINITY)
  return { ...times, used_utc: now, expires_utc: Math.min(now + UNUSED, latest) }
}

/** A user as sessions show them. */
type SessionAccount = UserAndRoles & Pick<Profile, 'display_name' | 'language'>

/** The longest User-Agent that is stored. */
const LONGEST_AGENT = 300

interface Beginning {
  readonly login: string
  readonly passwordHash: string
  readonly agent: string
}

async function begin(db: Db, { login, passwordHash, agent }: Beginning, now: number) {
  // Locks the user's row first, as every change of a user does: a change of the password is either visible here or
  // ends the session afterwards.
  const user =
    await sql<SessionAccount>`update users set password_hash = ${passwordHash} where login = ${login}
      and password_hash = ${passwordHash} and is_suspended = 0 returning id, login, role, display_name, language`.first(
      db,
    )
  if (user === undefined) return undefined
  return beginUserSession(db, user, { agent, idToken: '', sid: '', ends_utc: null }, now)
}

interface NewSession {
  readonly agent: string
  readonly idToken: string
  /** The name of the session at the issuer; "" without one. */
  readonly sid: string
  readonly ends_utc: number | null
}

/** Begins a session of a user in the transaction `db`. Deletes expired sessions. */
export async function beginUserSession(
  db: Db,
  user: SessionAccount,
  { agent, idToken, sid, ends_utc }: NewSession,
  now: number,
): Promise<Session> {
  await sql`delete from sessions where expires_utc <= ${now}`.execute(db)
  await noteUserSeen(db, user.id, now)
  const secret = randomSecret()
  const expires_utc = Math.min(now + UNUSED, ends_utc ?? Number.POSITIVE_INFINITY)
  await insertRow(db, 'sessions', {
    user_id: user.id,
    hash: secretHash(secret),
    agent: agent.replace(/\p{Cc}/gu, '').slice(0, LONGEST_AGENT),
    created_utc: now,
    used_utc: now,
    expires_utc,
    ends_utc,
    id_token: idToken === '' ? '' : encryptedText(idToken, secret),
    sid,
  })
  return { ...user, secret, expires_utc, ends_utc }
}

async function held({ reader, writer }: OpenDatabase, secret: string, now: number) {
  const found = await sql<
    SessionAccount & Times & { readonly session: number; readonly memberships: string }
  >`
      select users.id, users.login, users.role, display_name, language, sessions.id as session, sessions.created_utc, used_utc, expires_utc, ends_utc,
        ${membershipsSql(reader.dialect)} as memberships
      from sessions join users on users.id = sessions.user_id
      where hash = ${secretHash(secret)} and expires_utc > ${now} and is_suspended = 0`.first(reader)
  if (found === undefined) return undefined
  const times = used(found, now)
  const isProlonged = times.used_utc !== found.used_utc
  // No request waits for these writes. If the first fails, the next request repeats it.
  if (isProlonged)
    sql`update sessions set used_utc = ${times.used_utc}, expires_utc = ${times.expires_utc} where id = ${found.session}`
      .execute(writer)
      .then(() => noteUserSeen(writer, found.id, now))
      .catch(() => {})
  const { id, login, role, display_name, language } = found
  const { expires_utc, ends_utc } = times
  const groups = parseGroupRoles(found.memberships)
  return { id, login, role, groups, display_name, language, secret, expires_utc, ends_utc, isProlonged }
}

async function all(db: Db, user: number | undefined, current: string | undefined, now: number) {
  const of = user === undefined ? sql`` : sql`and user_id = ${user}`
  const own = current === undefined ? '' : secretHash(current)
  const found = await sql<Omit<ShownSession, 'is_current'> & { readonly is_current: number }>`
      select sessions.id, users.login, sessions.created_utc, used_utc, expires_utc, agent, user_id,
        case when hash = ${own} then 1 else 0 end as is_current
      from sessions join users on users.id = sessions.user_id where expires_utc > ${now} ${of}
      order by used_utc desc, sessions.id desc`.rows(db)
  return found.map((session) => ({ ...session, is_current: session.is_current === 1 }))
}

export function sessionStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /** Returns the hash of the user's password; undefined if there is no such user or no password. */
    async passwordOf(login: string) {
      const found = await sql<{ readonly password_hash: string | null }>`
          select password_hash from users where login = ${login.toLowerCase()}`.first(reader)
      return found?.password_hash ?? undefined
    },
    /**
     * Begins a session of the user with that password hash; undefined if the hash has changed. Deletes expired
     * sessions.
     */
    begin: (login: string, passwordHash: string, { now }: Moment, agent = '') =>
      runTransaction(connection, (db) =>
        begin(db, { login: login.toLowerCase(), passwordHash, agent }, epochOfInstant(now)),
      ),
    /** The valid sessions of a user, or all with undefined, newest first; `current` is the secret of the session of the caller. */
    all: (user: number | undefined, current: string | undefined, { now }: Moment) =>
      all(reader, user, current, epochOfInstant(now)),
    /** Ends one session by its id. */
    endOne: ({ id, login, user_id }: ShownSession, by: WriteStamp) =>
      runTransaction(connection, async (db) => {
        await sql`delete from sessions where id = ${id}`.execute(db)
        const values = { person: { id: user_id, login } }
        await addActRow(db, by, { resource: 'user', item_id: user_id, act: 'session_ended', values })
      }),
    /** Returns the valid session of a secret, and whether this use prolonged it. */
    held: (secret: string, { now }: Moment) => held(connection, secret, epochOfInstant(now)),
    /** Ends a session. Returns its ID token: undefined if it began with a password, "" if the organisation's was not stored. */
    async end(secret: string) {
      const ended = await sql<Pick<SessionTable, 'ends_utc' | 'id_token'>>`
          delete from sessions where hash = ${secretHash(secret)} returning ends_utc, id_token`.first(writer)
      if (ended === undefined || ended.ends_utc === null) return { idToken: undefined }
      return { idToken: ended.id_token === '' ? '' : decryptedText(ended.id_token, secret) }
    },
  }
}

// Second factors (RFC 6238) and their recovery codes. Each code is accepted once; wrong codes lock the factor for a while.

const noteFactor = (
  db: Db,
  writer: WriteStamp,
  user: { readonly id: number; readonly login: string },
  act: 'second_factor_on' | 'second_factor_off',
) => {
  const person = { id: user.id, login: user.login }
  return addActRow(db, writer, { resource: 'user', item_id: user.id, act, values: { person } })
}

async function forget(db: Db, user: number): Promise<boolean> {
  await sql`delete from recovery_codes where user_id = ${user}`.execute(db)
  const { changes } = await sql`delete from second_factors where user_id = ${user}`.execute(db)
  return changes > 0
}

/** Marks the time step of a code as used. Only a later step than the last one counts, also among concurrent requests. */
async function takeStep(db: Db, user: number, step: number, now: number): Promise<boolean> {
  const { changes } = await sql`update second_factors set last_step = ${step}, failures = 0, locked_utc = 0
    where user_id = ${user} and last_step < ${step} and locked_utc <= ${now}`.execute(db)
  return changes > 0
}

/** Puts a factor to use whose code of this time step was right. Returns whether one was waiting for that. */
async function confirm(db: Db, user: number, step: number, now: number): Promise<boolean> {
  const { changes } = await sql`update second_factors
    set confirmed_utc = ${now}, last_step = ${step}, failures = 0, locked_utc = 0
    where user_id = ${user} and confirmed_utc is null and locked_utc <= ${now}`.execute(db)
  return changes > 0
}

async function takeCode(db: Db, user: number, code: string, now: number): Promise<boolean> {
  // Locks the factor's row first, so that a code that is tried while it is locked stays unused.
  const { changes } = await sql`update second_factors set failures = failures
    where user_id = ${user} and locked_utc <= ${now}`.execute(db)
  if (changes === 0) return false
  const used = await sql`delete from recovery_codes
    where user_id = ${user} and hash = ${secretHash(code)}`.execute(db)
  if (used.changes === 0) return false
  await sql`update second_factors set failures = 0 where user_id = ${user}`.execute(db)
  return true
}

export function secondFactorStore(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    async of(user: number) {
      const found = await sql<SecondFactorTable & { readonly codes: number }>`select
          (select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id) as codes, second_factors.*
          from second_factors where user_id = ${user}`.first(reader)
      return found && { ...found, codes: Number(found.codes) }
    },
    /** Stores the key of a factor that is not confirmed yet. Returns whether it was stored: not where one is in use. */
    begin: (user: number, secret: string) =>
      runTransaction(connection, async (db) => {
        const own = sql<{ readonly id: number }>`select id from second_factors
          where user_id = ${user} and confirmed_utc is not null`
        if (await own.exists(db)) return false
        await forget(db, user)
        await insertRow(db, 'second_factors', { user_id: user, secret })
        return true
      }),
    /** Puts the factor to use, with its recovery codes. Returns whether one was waiting for that. */
    confirm: (
      user: Pick<UserAndRoles, 'id' | 'login'>,
      step: number,
      codes: readonly string[],
      by: WriteStamp,
    ) =>
      runTransaction(connection, async (db) => {
        if (!(await confirm(db, user.id, step, epochOfInstant(by.moment.now)))) return false
        const hashes = codes.map((code) => ({ user_id: user.id, hash: secretHash(code) }))
        await insertRows(db, 'recovery_codes', hashes)
        await noteFactor(db, by, user, 'second_factor_on')
        return true
      }),
    /** Marks the time step of a code as used. Returns whether it was unused, and the factor not locked. */
    takeStep: (user: number, step: number, { now }: Moment) =>
      takeStep(writer, user, step, epochOfInstant(now)),
    /** Uses a recovery code up. Returns whether it was one, and the factor not locked. */
    takeCode: (user: number, code: string, { now }: Moment) =>
      runTransaction(connection, (db) => takeCode(db, user, code, epochOfInstant(now))),
    /** Counts a wrong code. The `most`th in succession locks the factor for `seconds`. */
    async fail(
      user: number,
      { most, seconds }: { readonly most: number; readonly seconds: number },
      { now }: Moment,
    ) {
      const until = epochOfInstant(now) + seconds
      await sql`update second_factors set failures = case when failures + 1 >= ${most} then 0 else failures + 1 end,
        locked_utc = case when failures + 1 >= ${most} then ${until} else locked_utc end
        where user_id = ${user}`.execute(writer)
    },
    /** Removes the factor and its recovery codes. Returns whether there was one. */
    remove: (user: Pick<UserAndRoles, 'id' | 'login'>, by: WriteStamp) =>
      runTransaction(connection, async (db) => {
        const isGone = await forget(db, user.id)
        if (isGone) await noteFactor(db, by, user, 'second_factor_off')
        return isGone
      }),
  }
}

// Secret links with which users set a password (contract §14): once; a new password within a day, an invitation within a week. Only the SHA-256 of a secret is stored. An invitation that expired stays until the next one, to say so.

/** Seconds for which a link is valid. Invited people may be away; who forgot a password is not. */
const VALID = { reset: DAY, invitation: 7 * DAY } as const

type LinkRow = UserAndRoles & Pick<SecretLink, 'kind' | 'expires_utc' | 'invited_by'>

async function createLink(
  db: Db,
  link: Pick<SecretLinkTable, 'user_id' | 'kind' | 'invited_by'>,
  { now }: Moment,
): Promise<{ readonly secret: string; readonly expires_utc: number }> {
  const created_utc = epochOfInstant(now)
  const secret = randomSecret()
  const expires_utc = created_utc + VALID[link.kind]
  await sql`delete from secret_links where kind = 'reset' and expires_utc <= ${created_utc}`.execute(db)
  // A new invitation ends the one before it, which may be in the wrong hands.
  if (link.kind === 'invitation')
    await sql`delete from secret_links where user_id = ${link.user_id} and kind = ${link.kind}`.execute(db)
  await insertRow(db, 'secret_links', { ...link, hash: secretHash(secret), created_utc, expires_utc })
  return { secret, expires_utc }
}

async function use(
  db: Db,
  secret: string,
  passwordHash: string,
  moment: Moment,
): Promise<UserAndRoles | undefined> {
  // Deleting decides: of several requests with one secret, only the first gets the row.
  const link = await sql<{ readonly user_id: number }>`delete from secret_links
      where hash = ${secretHash(secret)} and expires_utc > ${epochOfInstant(moment.now)} returning user_id`.first(
    db,
  )
  if (link === undefined) return undefined
  const user = await sql<UserAndRoles>`select id, login, role from users where id = ${link.user_id}`.first(db)
  if (user === undefined) return undefined
  await storePasswordAndEndSessions(db, user, passwordHash, undefined)
  const values = { person: { id: user.id, login: user.login } }
  const noted = { resource: 'user', item_id: user.id, act: 'password_set', values } as const
  await addActRow(db, { moment, actor: user }, noted)
  return user
}

/** The secret links of one database. */
export function secretLinkStore(connection: OpenDatabase) {
  const { reader } = connection
  return {
    /**
     * Creates a link of a user, valid for a day, for an invitation a week, which ends the one before it; `invited_by` is the name of who
     * invites. Returns its secret for the only time.
     */
    create: (user: number, kind: SecretLink['kind'], moment: Moment, invited_by = '') =>
      runTransaction(connection, (db) => createLink(db, { user_id: user, kind, invited_by }, moment)),
    /** How many links of a user were created after a time in seconds since 1970 UTC. */
    createdSince: (user: number, since: number) =>
      countRowsFrom(reader, sql`secret_links where user_id = ${user} and created_utc > ${since}`),
    find: (secret: string, { now }: Moment) =>
      sql<LinkRow>`select users.id, login, role, kind, expires_utc, invited_by from secret_links
          join users on users.id = secret_links.user_id
          where hash = ${secretHash(secret)} and expires_utc > ${epochOfInstant(now)} and is_suspended = 0`.first(
        reader,
      ),
    /** Returns an invitation that expired without being used, or followed by another one. */
    expiredInvitation: (secret: string, { now }: Moment) =>
      sql<Pick<SecretLink, 'invited_by'>>`select invited_by from secret_links
          join users on users.id = secret_links.user_id
          where hash = ${secretHash(secret)} and kind = 'invitation' and expires_utc <= ${epochOfInstant(now)}
            and is_suspended = 0`.first(reader),
    /**
     * Uses a link up: stores the hash of a password, and ends the user's sessions and other links. Returns the user; undefined for
     * a link that is not valid.
     */
    use: (secret: string, passwordHash: string, moment: Moment) =>
      runTransaction(connection, (db) => use(db, secret, passwordHash, moment)),
  }
}

// Secret feed addresses. Only the SHA-256 of a secret is stored: secrets are random, so a fast hash is enough.

const USE_NOTED_EVERY = 60

const statusesOf = (text: string): readonly Status[] => JSON.parse(text)

/** A row whose statuses are still JSON text. */
type FeedRow<T extends { readonly statuses: unknown }> = Omit<T, 'statuses'> & { readonly statuses: string }

interface Held extends UserAndRoles {
  readonly memberships: string
  readonly link: number
  readonly statuses: string
  readonly last_used_utc: number | null
}

async function createFeed(trx: Db, login: string, { name, statuses }: NewSecretFeed, writer: WriteStamp) {
  const user = await sql<{ readonly id: number }>`select id from users where login = ${login}`.first(trx)
  if (user === undefined) return undefined
  const secret = randomSecret()
  const id = await insertRow(trx, 'feed_links', {
    user_id: user.id,
    name,
    statuses: JSON.stringify(statuses),
    hash: secretHash(secret),
    created_utc: epochOfInstant(writer.moment.now),
    last_used_utc: null,
  })
  const values = { person: { id: user.id, login }, name }
  await addActRow(trx, writer, { resource: 'feed', item_id: id, verb: 'create', act: 'feed_created', values })
  return { id, secret }
}

/** The secret feeds of one database. Every change writes an audit row. */
export function secretFeedStore(connection: OpenDatabase) {
  const { reader, writer: db } = connection
  return {
    /**
     * Creates a secret feed. Returns its id and, for the only time, its secret; undefined if the user does not
     * exist.
     */
    create: (login: string, link: NewSecretFeed, writer: WriteStamp) =>
      runTransaction(connection, (trx) => createFeed(trx, login.toLowerCase(), link, writer)),
    async all() {
      const found = await sql<FeedRow<StoredSecretFeed>>`
          select feed_links.id, login, feed_links.name, statuses, feed_links.created_utc, last_used_utc
          from feed_links join users on users.id = feed_links.user_id order by feed_links.id`.rows(reader)
      return found.map((one) => ({ ...one, statuses: statusesOf(one.statuses) }))
    },
    /** Returns whether the feed existed. */
    revoke: (id: number, writer: WriteStamp) =>
      runTransaction(connection, (trx) => revokeSecretRow(trx, 'feed_links', id, writer)),
    /** Returns the owner of a valid secret, and the statuses that the feed shows. */
    async held(secret: string, moment: Moment) {
      const found =
        await sql<Held>`select users.id, login, role, feed_links.id as link, statuses, last_used_utc,
            ${membershipsSql(reader.dialect)} as memberships
          from feed_links join users on users.id = feed_links.user_id where hash = ${secretHash(secret)} and is_suspended = 0`.first(
          reader,
        )
      if (found === undefined) return undefined
      const { link, statuses, last_used_utc, memberships, ...account } = found
      const now = epochOfInstant(moment.now)
      // No request waits for this write, and it happens at most once a minute.
      if (last_used_utc === null || now - last_used_utc >= USE_NOTED_EVERY)
        sql`update feed_links set last_used_utc = ${now} where id = ${link}`.execute(db).catch(() => {})
      return { ...account, groups: parseGroupRoles(memberships), statuses: statusesOf(statuses) }
    },
  }
}

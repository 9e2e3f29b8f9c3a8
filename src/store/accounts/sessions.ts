/** Web sessions (contract §5): they end 14 days after their last use and 90 days after they began. */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { EndedSession, Profile, Session, SessionStore, ShownSession, UserAndRoles } from '../store.ts'
import type { SessionTable } from '../tables/accounts.ts'
import { membershipsSql, parseGroupRoles } from './groups/memberships.ts'
import { randomSecret, secretHash } from './secrets.ts'
import { noteUserSeen } from './user-rows.ts'

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
  const user = await queryFirstRow(
    db,
    sql<SessionAccount>`update users set password_hash = ${passwordHash} where login = ${login}
      and password_hash = ${passwordHash} and is_suspended = 0 returning id, login, role, display_name, language`,
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
  const found = await queryFirstRow(
    reader,
    sql<SessionAccount & Times & { readonly session: number; readonly memberships: string }>`
      select users.id, users.login, users.role, display_name, language, sessions.id as session, sessions.created_utc, used_utc, expires_utc, ends_utc,
        ${membershipsSql(reader.dialect)} as memberships
      from sessions join users on users.id = sessions.user_id
      where hash = ${secretHash(secret)} and expires_utc > ${now} and is_suspended = 0`,
  )
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
  const found = await queryRows(
    db,
    sql<Omit<ShownSession, 'is_current'> & { readonly is_current: number }>`
      select sessions.id, users.login, sessions.created_utc, used_utc, expires_utc, agent, user_id,
        case when hash = ${own} then 1 else 0 end as is_current
      from sessions join users on users.id = sessions.user_id where expires_utc > ${now} ${of}
      order by used_utc desc, sessions.id desc`,
  )
  return found.map((session) => ({ ...session, is_current: session.is_current === 1 }))
}

async function end(db: Db, secret: string): Promise<EndedSession> {
  const ended = await queryFirstRow(
    db,
    sql<Pick<SessionTable, 'ends_utc' | 'id_token'>>`
      delete from sessions where hash = ${secretHash(secret)} returning ends_utc, id_token`,
  )
  if (ended === undefined || ended.ends_utc === null) return { idToken: undefined }
  return { idToken: ended.id_token === '' ? '' : decryptedText(ended.id_token, secret) }
}

/** The sessions of one database. */
export function sessionStore(connection: OpenDatabase): SessionStore {
  const { reader, writer } = connection
  return {
    async passwordOf(login) {
      const found = await queryFirstRow(
        reader,
        sql<{ readonly password_hash: string | null }>`
          select password_hash from users where login = ${login.toLowerCase()}`,
      )
      return found?.password_hash ?? undefined
    },
    begin: (login, passwordHash, { now }: Moment, agent = '') =>
      runTransaction(connection, (db) =>
        begin(db, { login: login.toLowerCase(), passwordHash, agent }, epochOfInstant(now)),
      ),
    all: (user, current, { now }) => all(reader, user, current, epochOfInstant(now)),
    endOne: ({ id, login, user_id }, by) =>
      runTransaction(connection, async (db) => {
        await sql`delete from sessions where id = ${id}`.execute(db)
        const values = { person: { id: user_id, login } }
        await addActRow(db, by, { resource: 'user', item_id: user_id, act: 'session_ended', values })
      }),
    held: (secret, { now }) => held(connection, secret, epochOfInstant(now)),
    end: (secret) => end(writer, secret),
  }
}

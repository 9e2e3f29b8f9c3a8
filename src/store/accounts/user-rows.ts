/** Users with what they tell of themselves, and their passwords. */
import { type Db, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { Profile, User, UserAndRoles } from '../store.ts'
import { secretHash } from './secrets.ts'

const HOUR = 3600

/** Records that a user is here, at most once an hour. The time is in seconds since 1970 UTC. */
export const noteUserSeen = (db: Db, user: number, now: number) =>
  sql`update users set last_seen_utc = ${now}
    where id = ${user} and (last_seen_utc is null or last_seen_utc <= ${now - HOUR})`.execute(db)

/** The profile of a user who has set nothing. */
export const emptyProfile: Profile = { display_name: '', email: '', language: '' }

interface UserRow
  extends Omit<User, 'has_password' | 'second_factor' | 'suspended' | 'single_sign_on' | 'subject'> {
  readonly is_suspended: number
  readonly has_password: number
  readonly second_factor: number
  readonly subject: string | null
}

/** Returns every user, by login. */
export async function allUsers(db: Db): Promise<readonly User[]> {
  const found = await queryRows(
    db,
    sql<UserRow>`select id, login, role, created_utc, display_name, email, language, reset_asked_utc, last_seen_utc, is_suspended,
      (select max(expires_utc) from secret_links where user_id = users.id and kind = 'invitation') as invited_until_utc,
      case when password_hash is null then 0 else 1 end as has_password,
      case when exists (select 1 from second_factors where user_id = users.id and confirmed_utc is not null)
        then 1 else 0 end as second_factor,
      (select max(subject) from identities where user_id = users.id) as subject
      from users order by login`,
  )
  return found.map(({ has_password, second_factor, is_suspended, subject, ...user }) => ({
    ...user,
    has_password: has_password === 1,
    second_factor: second_factor === 1,
    suspended: is_suspended === 1,
    single_sign_on: subject !== null,
    subject: subject ?? '',
  }))
}

/** Returns the users with a login, or with an e-mail address in any case. */
export async function usersWithLoginOrEmail(db: Db, name: string): Promise<readonly User[]> {
  const wanted = name.trim().toLowerCase()
  return (await allUsers(db)).filter(
    ({ login, email }) => login === wanted || (email !== '' && email.toLowerCase() === wanted),
  )
}

/**
 * Stores the hash of a password in the transaction `db`. Ends the user's secret links, also of an address that waits, and sessions,
 * except the session with the secret `kept`.
 */
export async function storePasswordAndEndSessions(
  db: Db,
  { id }: Pick<UserAndRoles, 'id'>,
  hash: string | null,
  kept: string | undefined,
): Promise<void> {
  await sql`update users set password_hash = ${hash}, reset_asked_utc = null where id = ${id}`.execute(db)
  const stays = kept === undefined ? '' : secretHash(kept)
  await sql`delete from sessions where user_id = ${id} and hash <> ${stays}`.execute(db)
  await sql`delete from secret_links where user_id = ${id}`.execute(db)
  await sql`update email_changes set is_waiting = 0 where user_id = ${id}`.execute(db)
}

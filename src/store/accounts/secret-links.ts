/** Secret links with which users set a password (contract §14): once; a new password within a day, an invitation within a week. Only the SHA-256 of a secret is stored. An invitation that expired stays until the next one, to say so. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { SecretLink, SecretLinkStore, UserAndRoles } from '../store.ts'
import type { SecretLinkTable } from '../tables/accounts.ts'
import { randomSecret, secretHash } from './secrets.ts'
import { storePasswordAndEndSessions } from './user-rows.ts'

const DAY = 24 * 3600
/** Seconds for which a link is valid. Invited people may be away; who forgot a password is not. */
const VALID = { reset: DAY, invitation: 7 * DAY } as const

type Row = UserAndRoles & Pick<SecretLink, 'kind' | 'expires_utc' | 'invited_by'>

async function create(
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
  const link = await queryFirstRow(
    db,
    sql<{ readonly user_id: number }>`delete from secret_links
      where hash = ${secretHash(secret)} and expires_utc > ${epochOfInstant(moment.now)} returning user_id`,
  )
  if (link === undefined) return undefined
  const user = await queryFirstRow(
    db,
    sql<UserAndRoles>`select id, login, role from users where id = ${link.user_id}`,
  )
  if (user === undefined) return undefined
  await storePasswordAndEndSessions(db, user, passwordHash, undefined)
  const values = { person: { id: user.id, login: user.login } }
  const noted = { resource: 'user', item_id: user.id, act: 'password_set', values } as const
  await addActRow(db, { moment, actor: user }, noted)
  return user
}

/** The secret links of one database. */
export function secretLinkStore(connection: OpenDatabase): SecretLinkStore {
  const { reader } = connection
  return {
    create: (user, kind, moment, invited_by = '') =>
      runTransaction(connection, (db) => create(db, { user_id: user, kind, invited_by }, moment)),
    createdSince: (user, since) =>
      countRowsFrom(reader, sql`secret_links where user_id = ${user} and created_utc > ${since}`),
    find: (secret, { now }) =>
      queryFirstRow(
        reader,
        sql<Row>`select users.id, login, role, kind, expires_utc, invited_by from secret_links
          join users on users.id = secret_links.user_id
          where hash = ${secretHash(secret)} and expires_utc > ${epochOfInstant(now)} and is_suspended = 0`,
      ),
    expiredInvitation: (secret, { now }) =>
      queryFirstRow(
        reader,
        sql<Pick<SecretLink, 'invited_by'>>`select invited_by from secret_links
          join users on users.id = secret_links.user_id
          where hash = ${secretHash(secret)} and kind = 'invitation' and expires_utc <= ${epochOfInstant(now)}
            and is_suspended = 0`,
      ),
    use: (secret, passwordHash, moment) =>
      runTransaction(connection, (db) => use(db, secret, passwordHash, moment)),
  }
}

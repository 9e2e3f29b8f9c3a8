/**
 * E-mail addresses of users (contract §14). One address belongs to one account, in any case. A user's own new address counts
 * once a secret link that was sent there confirms it: within a day, and until another one or a password is set.
 */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, queryRows, updateRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { AccountChangeResult, EmailChangeStore, Profile, UserAndRoles } from '../store.ts'
import type { EmailChangeTable } from '../tables/accounts.ts'
import { enqueueMail } from './mail.ts'
import { randomSecret, secretHash } from './secrets.ts'
import { allUsers } from './user-rows.ts'

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
export async function storeProfileAndEndLinks(
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
export async function findEmailAddressToConfirm(
  db: Db,
  { id }: Pick<UserAndRoles, 'id'>,
  secret: string,
  { now }: Moment,
): Promise<string | undefined> {
  const found = await queryFirstRow(
    db,
    sql<Row>`select id, user_id, email from email_changes where user_id = ${id}
      and hash = ${secretHash(secret)} and is_waiting = 1 and created_utc > ${epochOfInstant(now) - VALID}`,
  )
  return found?.email
}

type Wanted = Pick<EmailChangeTable, 'user_id' | 'email'>
type Limit = Parameters<EmailChangeStore['begin']>[2]

/** Whether as many messages were sent lately as may be: for this user, or to this address. */
async function isLimited(
  db: Db,
  { user_id, email }: Wanted,
  { most, seconds }: Limit,
  now: number,
): Promise<boolean> {
  const sent = await queryRows(
    db,
    sql<Row>`select id, user_id, email from email_changes
      where created_utc > ${now - seconds} and created_utc <= ${now}`,
  )
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
export function emailChangeStore(connection: OpenDatabase): EmailChangeStore {
  const { reader } = connection
  return {
    begin: ({ id }, email, limit, moment) =>
      runTransaction(connection, (db) => begin(db, { user_id: id, email }, limit, moment)),
    async waitingOf({ id }, { now }) {
      const found = await queryFirstRow(
        reader,
        sql<Row>`select id, user_id, email from email_changes where user_id = ${id} and is_waiting = 1
          and created_utc > ${epochOfInstant(now) - VALID} order by id desc limit 1`,
      )
      return found?.email
    },
    newSecret: (id, { now }) =>
      runTransaction(connection, async (db) => {
        const secret = randomSecret()
        const found = await queryFirstRow(
          db,
          sql<Row>`update email_changes set hash = ${secretHash(secret)} where id = ${id} and is_waiting = 1
            and created_utc > ${epochOfInstant(now) - VALID} returning id, user_id, email`,
        )
        // Whoever reads e-mail at the address of another account is told nothing.
        if (found === undefined || (await isEmailTaken(db, found.email, found.user_id))) return undefined
        return { secret, email: found.email, user: found.user_id }
      }),
  }
}

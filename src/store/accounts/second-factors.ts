/** Second factors (RFC 6238) and their recovery codes. Each code is accepted once; wrong codes lock the factor for a while. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, insertRows, queryFirstRow } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { addActRow } from '../log/acts.ts'
import type { SecondFactor, SecondFactorStore, WriteStamp } from '../store.ts'
import type { SecondFactorTable } from '../tables/accounts.ts'
import { secretHash } from './secrets.ts'

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

async function factorOf(db: Db, user: number): Promise<SecondFactor | undefined> {
  const found = await queryFirstRow(
    db,
    sql<SecondFactorTable & { readonly codes: number }>`select second_factors.*,
      (select count(*) from recovery_codes where recovery_codes.user_id = second_factors.user_id) as codes
      from second_factors where user_id = ${user}`,
  )
  return found && { ...found, codes: Number(found.codes) }
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

/** The second factors of one database. */
export function secondFactorStore(connection: OpenDatabase): SecondFactorStore {
  const { reader, writer } = connection
  return {
    of: (user) => factorOf(reader, user),
    begin: (user, secret) =>
      runTransaction(connection, async (db) => {
        const own = sql<{ readonly id: number }>`select id from second_factors
          where user_id = ${user} and confirmed_utc is not null`
        if ((await queryFirstRow(db, own)) !== undefined) return false
        await forget(db, user)
        await insertRow(db, 'second_factors', { user_id: user, secret })
        return true
      }),
    confirm: (user, step, codes, by) =>
      runTransaction(connection, async (db) => {
        if (!(await confirm(db, user.id, step, epochOfInstant(by.moment.now)))) return false
        const hashes = codes.map((code) => ({ user_id: user.id, hash: secretHash(code) }))
        await insertRows(db, 'recovery_codes', hashes)
        await noteFactor(db, by, user, 'second_factor_on')
        return true
      }),
    takeStep: (user, step, { now }) => takeStep(writer, user, step, epochOfInstant(now)),
    takeCode: (user, code, { now }) =>
      runTransaction(connection, (db) => takeCode(db, user, code, epochOfInstant(now))),
    async fail(user, { most, seconds }, { now }) {
      const until = epochOfInstant(now) + seconds
      await sql`update second_factors set failures = case when failures + 1 >= ${most} then 0 else failures + 1 end,
        locked_utc = case when failures + 1 >= ${most} then ${until} else locked_utc end
        where user_id = ${user}`.execute(writer)
    },
    remove: (user, by) =>
      runTransaction(connection, async (db) => {
        const isGone = await forget(db, user.id)
        if (isGone) await noteFactor(db, by, user, 'second_factor_off')
        return isGone
      }),
  }
}

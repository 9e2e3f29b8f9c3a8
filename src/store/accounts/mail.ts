/** The queue of e-mail (contract §14). A process that sends an e-mail reserves it for a time, so that only one does. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, sql, updateRow } from '../database/sql.ts'
import type { MailTable } from '../tables/accounts.ts'
import type { NewUncomposedMail, QueuedMail } from '../types/index.ts'
import { usersWithLoginOrEmail } from './user-rows.ts'

/** Adds an e-mail to the queue in the transaction `db`. It is due at once. */
export async function enqueueMail(
  db: Db,
  { data, ...mail }: NewUncomposedMail,
  { now }: Moment,
): Promise<void> {
  const times = { created_utc: epochOfInstant(now), next_utc: epochOfInstant(now) }
  await insertRow(db, 'mail', { ...mail, ...times, data: JSON.stringify(data) })
}

const shown = ({ data, ...mail }: MailTable): QueuedMail => ({
  ...mail,
  data: JSON.parse(data),
})

export function mailQueueOf(connection: OpenDatabase) {
  const { reader, writer } = connection
  return {
    /** Adds an e-mail, due at once. */
    add: (mail: NewUncomposedMail, moment: Moment) => enqueueMail(writer, mail, moment),
    /** Takes an e-mail that is due, and reserves it for `seconds`, or until it is removed or postponed. */
    async take({ now }: Moment, seconds: number) {
      const at = epochOfInstant(now)
      const taken = await sql<MailTable>`update mail set leased_utc = ${at + seconds}
          where leased_utc <= ${at} and id = (select id from mail
            where leased_utc <= ${at} and next_utc <= ${at} order by next_utc, id limit 1)
          returning *`.first(writer)
      return taken && shown(taken)
    },
    /** Whether an e-mail is due that no process has reserved. */
    async isDue({ now }: Moment) {
      const at = epochOfInstant(now)
      const due = sql`select 1 from mail where leased_utc <= ${at} and next_utc <= ${at} limit 1`
      return await due.exists(reader)
    },
    /** How many e-mails are in the queue, and since when the oldest one, in seconds since 1970 UTC; null if there is none. */
    async standing() {
      const all = sql<{ readonly waiting: number; readonly waitingSince: number | null }>`
        select count(*) as waiting, min(created_utc) as "waitingSince" from mail`
      return (await all.first(reader)) ?? { waiting: 0, waitingSince: null }
    },
    /** Returns the users with a login, or with an e-mail address in any case. */
    usersNamed: (name: string) => usersWithLoginOrEmail(reader, name),
    /** Replaces an e-mail by others, in one transaction. */
    replace: (id: number, mails: readonly NewUncomposedMail[], moment: Moment) =>
      runTransaction(connection, async (db) => {
        for (const mail of mails) await enqueueMail(db, mail, moment)
        await sql`delete from mail where id = ${id}`.execute(db)
      }),
    async remove(id: number) {
      await sql`delete from mail where id = ${id}`.execute(writer)
    },
    /** Makes an e-mail due later, after a failure. */
    postpone: (id: number, failed: Pick<QueuedMail, 'next_utc' | 'attempts' | 'error'>) =>
      updateRow(writer, 'mail', id, { ...failed, leased_utc: 0 }),
    /** Records that a user wants a new password while no e-mail can be sent. */
    async noteAsked(user: number, { now }: Moment) {
      await sql`update users set reset_asked_utc = ${epochOfInstant(now)} where id = ${user}`.execute(writer)
    },
  }
}

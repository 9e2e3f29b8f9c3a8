/** The queue of e-mail (contract §14). A process that sends an e-mail reserves it for a time, so that only one does. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { type Db, insertRow, queryFirstRow, sql, updateRow } from '../database/sql.ts'
import type { MailQueue, NewUncomposedMail, QueuedMail } from '../store.ts'
import type { MailTable } from '../tables/accounts.ts'
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

/** The queue of one database. */
export function mailQueueOf(connection: OpenDatabase): MailQueue {
  const { reader, writer } = connection
  return {
    add: (mail, moment) => enqueueMail(writer, mail, moment),
    async take({ now }, seconds) {
      const at = epochOfInstant(now)
      const taken = await queryFirstRow(
        writer,
        sql<MailTable>`update mail set leased_utc = ${at + seconds}
          where leased_utc <= ${at} and id = (select id from mail
            where leased_utc <= ${at} and next_utc <= ${at} order by next_utc, id limit 1)
          returning *`,
      )
      return taken && shown(taken)
    },
    async isDue({ now }) {
      const at = epochOfInstant(now)
      const due = sql`select 1 from mail where leased_utc <= ${at} and next_utc <= ${at} limit 1`
      return (await queryFirstRow(reader, due)) !== undefined
    },
    async standing() {
      const all = sql<{ readonly waiting: number; readonly waitingSince: number | null }>`
        select count(*) as waiting, min(created_utc) as "waitingSince" from mail`
      return (await queryFirstRow(reader, all)) ?? { waiting: 0, waitingSince: null }
    },
    usersNamed: (name) => usersWithLoginOrEmail(reader, name),
    replace: (id, mails, moment) =>
      runTransaction(connection, async (db) => {
        for (const mail of mails) await enqueueMail(db, mail, moment)
        await sql`delete from mail where id = ${id}`.execute(db)
      }),
    async remove(id) {
      await sql`delete from mail where id = ${id}`.execute(writer)
    },
    postpone: (id, failed) => updateRow(writer, 'mail', id, { ...failed, leased_utc: 0 }),
    async noteAsked(user, { now }) {
      await sql`update users set reset_asked_utc = ${epochOfInstant(now)} where id = ${user}`.execute(writer)
    },
  }
}

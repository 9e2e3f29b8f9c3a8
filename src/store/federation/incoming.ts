/** Events of other servers as far as they are known, over one database. */
import { type OpenDatabase, runTransaction } from '../database/dialects.ts'
import { countRowsFrom, type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { insertStatement, sql } from '../database/sql.ts'
import type { IncomingEvent, IncomingEventStore, IncomingWriting } from '../store.ts'

/** The most events of one followed actor that wait to be read for the first time. */
const MAX_WAITING = 500

const byObjectIn = (db: Db, object: string) =>
  queryFirstRow(db, sql<IncomingEvent>`select * from federation_incoming where object = ${object}`)

/** Returns the writing of one transaction. */
export const incomingWriteOperations = (db: Db): IncomingWriting => ({
  byObject: (object) => byObjectIn(db, object),
  countOf: (following) =>
    countRowsFrom(db, sql`federation_incoming where following_id = ${following} and event_id is not null`),
  async keep(event) {
    const names = Object.keys(event)
    const kept = names.map((name) => `${name} = excluded.${name}`)
    await insertStatement(
      'federation_incoming',
      [...names, 'is_daily'],
      [...Object.values(event), 0],
      ` on conflict (object) do update set ${kept.join(', ')}`,
    ).execute(db)
  },
})

type Asked = Parameters<IncomingEventStore['ask']>[0]

async function askIn(db: Db, { object, following_id, isDaily }: Asked, now: number): Promise<boolean> {
  const waiting = sql`federation_incoming where following_id = ${following_id} and event_id is null`
  const isNew = (await byObjectIn(db, object)) === undefined
  if (isNew && (await countRowsFrom(db, waiting)) >= MAX_WAITING) return false
  const daily = isDaily ? 1 : 0
  await sql`insert into federation_incoming
      (object, event_id, actor, following_id, updated_utc, sent, next_utc, is_daily)
    values (${object}, null, '', ${following_id}, ${now}, '{}', ${now}, ${daily})
    on conflict (object) do update set next_utc = ${now}`.execute(db)
  return true
}

/** Returns what is known of events of other servers over one database. */
export function incomingEventStore(connection: OpenDatabase): IncomingEventStore {
  const { reader, writer } = connection
  return {
    byObject: (object) => byObjectIn(reader, object),
    async eventsOf(following) {
      const found = sql<{ readonly event_id: number }>`select event_id from federation_incoming
        where following_id = ${following} and event_id is not null order by event_id`
      return (await queryRows(reader, found)).map(({ event_id }) => event_id)
    },
    ask: (event, now) => runTransaction(connection, (db) => askIn(db, event, now)),
    async take(now, until, limit) {
      const due = sql`select 1 from federation_incoming where next_utc <= ${now} limit 1`
      if ((await queryFirstRow(reader, due)) === undefined) return []
      return runTransaction(connection, (db) =>
        queryRows(
          db,
          sql<IncomingEvent>`update federation_incoming set next_utc = ${until} where object in (
            select object from federation_incoming where next_utc <= ${now}
            order by next_utc, object limit ${limit}) returning *`,
        ),
      )
    },
    async takeImage(now, until) {
      const first = sql<IncomingEvent>`select * from federation_incoming where image_utc <= ${now}
        order by image_utc, object limit 1`
      const due = await queryFirstRow(reader, first)
      if (due === undefined) return undefined
      // What another process has taken meanwhile has another time.
      const taken = sql<IncomingEvent>`update federation_incoming set image_utc = ${until}
        where object = ${due.object} and image_utc = ${due.image_utc} returning *`
      return runTransaction(connection, (db) => queryFirstRow(db, taken))
    },
    async settle(object, next) {
      if (next !== undefined)
        await sql`update federation_incoming set next_utc = ${next} where object = ${object}`.execute(writer)
      else
        await sql`delete from federation_incoming where object = ${object} and event_id is null`.execute(
          writer,
        )
    },
  }
}

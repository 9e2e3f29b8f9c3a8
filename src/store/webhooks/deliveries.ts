/** The deliveries of webhooks, as administrators see them. */
import type { Connection } from '../database/dialects.ts'
import { first, insertRow, rows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { Delivery, Webhooks } from '../store.ts'

/** Returns the deliveries over one database. */
export function deliveriesOf(
  connection: Connection,
): Pick<Webhooks, 'deliveries' | 'waiting' | 'redeliver' | 'record'> {
  const { reader, writer: db } = connection
  const count = async (id: number, where = sql`1 = 1`) => {
    const counted = sql<{ readonly total: number }>`select count(*) as total from webhook_deliveries
      where webhook_id = ${id} and ${where}`
    return Number((await first(reader, counted))?.total ?? 0)
  }
  return {
    async deliveries(id, page, perPage) {
      const found = sql<Delivery>`select * from webhook_deliveries where webhook_id = ${id}
        order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
      return { deliveries: await rows(reader, found), total: await count(id) }
    },
    waiting: (id) => count(id, sql`state = 'waiting'`),
    redeliver: (id, delivery, now) =>
      first(
        db,
        sql<Delivery>`update webhook_deliveries set state = 'waiting', attempts = 0, next_utc = ${now}
          where id = ${delivery} and webhook_id = ${id} returning *`,
      ),
    async record(delivery) {
      const id = await insertRow(db, 'webhook_deliveries', { ...delivery })
      return { ...delivery, id }
    },
  }
}

/** The deliveries of webhooks, as administrators see them. */
import type { OpenDatabase } from '../database/dialects.ts'
import { countRowsFrom, type Db, insertRow, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import type { Delivery, WebhookStore, WebhooksHealth } from '../store.ts'

interface Counted {
  readonly in_step: number
  readonly failing: number
  readonly switched_off: number
  readonly seen: number | null
}

interface Waiting {
  readonly waiting: number
  readonly since: number | null
}

/** How webhooks keep up. Two statements, whatever there is. */
async function standingOf(db: Db): Promise<WebhooksHealth> {
  const counted = await queryFirstRow(
    db,
    sql<Counted>`select count(case when active = 1 and failures = 0 then 1 end) as in_step,
      count(case when active = 1 and failures > 0 then 1 end) as failing,
      count(case when switched_off <> '' then 1 end) as switched_off,
      min(case when active = 1 then seen_revision end) as seen from webhooks`,
  )
  const waited = await queryFirstRow(
    db,
    sql<Waiting>`select count(*) as waiting, min(d.created_utc) as since
      from webhook_deliveries as d join webhooks as w on w.id = d.webhook_id
      where d.state = 'waiting' and w.active = 1`,
  )
  const seen = counted?.seen ?? null
  return {
    inStep: Number(counted?.in_step ?? 0),
    failing: Number(counted?.failing ?? 0),
    switchedOff: Number(counted?.switched_off ?? 0),
    waiting: Number(waited?.waiting ?? 0),
    waitingSince: waited?.since ?? null,
    behind: seen === null ? 0 : Math.max(0, (await lastRevisionIn(db)) - seen),
  }
}

/** Returns the deliveries over one database. */
export function deliveryStore(
  connection: OpenDatabase,
): Pick<WebhookStore, 'deliveries' | 'standing' | 'waiting' | 'redeliver' | 'record'> {
  const { reader, writer: db } = connection
  const count = (id: number, where = sql`1 = 1`) =>
    countRowsFrom(reader, sql`webhook_deliveries where webhook_id = ${id} and ${where}`)
  return {
    async deliveries(id, page, perPage) {
      const found = sql<Delivery>`select * from webhook_deliveries where webhook_id = ${id}
        order by id desc limit ${perPage} offset ${(page - 1) * perPage}`
      return { deliveries: await queryRows(reader, found), total: await count(id) }
    },
    standing: () => standingOf(reader),
    waiting: (id) => count(id, sql`state = 'waiting'`),
    redeliver: (id, delivery, now) =>
      queryFirstRow(
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

/** Subscriptions over one database. Whoever brings one in step holds it for a time, so that only one process does. */
import { epochOf } from '../domain/moment.ts'
import { note } from './audit.ts'
import { isTaken } from './database-errors.ts'
import { type Connection, transaction } from './dialects.ts'
import type { SubscriptionTable } from './people-tables.ts'
import { type Db, first, insertRow, rows, updateRow } from './rows.ts'
import { sql } from './sql.ts'
import type { Subscription, Subscriptions, Writer } from './store.ts'

function shown({ leased_utc, login, categories, prunes, ...rest }: SubscriptionTable): Subscription {
  return { ...rest, categories: JSON.parse(categories) as readonly string[], prunes: prunes === 1 }
}

/** The audit tells no more of an address than its host: the rest may be a secret. */
const noteOne = (db: Db, writer: Writer, verb: 'create' | 'update' | 'delete', id: number, address: string) =>
  note(db, writer, { verb, resource: 'subscription', item_id: id, title: new URL(address).host, slug: '' })

/** The subscriptions over one database. */
export function subscriptionsOf(connection: Connection): Subscriptions {
  const { reader, writer: db } = connection
  return {
    async add({ categories, prunes, ...rest }, writer) {
      const now = epochOf(writer.moment.now)
      const values = { ...rest, categories: JSON.stringify(categories), prunes: prunes ? 1 : 0 } as const
      try {
        return await transaction(connection, async (trx) => {
          const id = await insertRow(trx, 'subscriptions', { ...values, created_utc: now, next_utc: now })
          await noteOne(trx, writer, 'create', id, rest.address)
          return id
        })
      } catch (error) {
        if (isTaken(error)) return undefined
        throw error
      }
    },
    async all() {
      const all = await rows(reader, sql<SubscriptionTable>`select * from subscriptions order by id`)
      return all.map(shown)
    },
    change: (id, every_seconds, writer) =>
      transaction(connection, async (trx) => {
        const [changed] = await rows(
          trx,
          sql<{ address: string }>`update subscriptions set every_seconds = ${every_seconds},
            next_utc = case when failures > 0 or tried_utc is null then next_utc else tried_utc + ${every_seconds} end
            where id = ${id} returning address`,
        )
        if (changed !== undefined) await noteOne(trx, writer, 'update', id, changed.address)
      }),
    remove: (id, writer) =>
      transaction(connection, async (trx) => {
        const gone = await first(
          trx,
          sql<{ readonly address: string }>`delete from subscriptions where id = ${id} returning address`,
        )
        if (gone !== undefined) await noteOne(trx, writer, 'delete', id, gone.address)
        return gone !== undefined
      }),
    async take(moment, seconds, id) {
      const now = epochOf(moment.now)
      // That it is free is asked of the very row too: another process may have taken it since it was chosen.
      const wanted = id === undefined ? sql`next_utc <= ${now}` : sql`id = ${id}`
      const taken = await first(
        db,
        sql<SubscriptionTable>`update subscriptions set leased_utc = ${now + seconds}
          where leased_utc <= ${now} and id = (select id from subscriptions
            where leased_utc <= ${now} and ${wanted} order by next_utc, id limit 1)
          returning *`,
      )
      return taken && shown(taken)
    },
    async settle(id, settled) {
      await updateRow(db, 'subscriptions', id, { ...settled, leased_utc: 0 })
    },
  }
}

/** Subscriptions over one database. Whoever brings one in step holds it for a time, so that only one process does. */
import type { Selectable } from 'kysely'
import { epochOf } from '../domain/moment.ts'
import { note } from './audit.ts'
import { isTaken } from './database-errors.ts'
import { type Connection, transaction } from './dialects.ts'
import type { SubscriptionTable } from './people-tables.ts'
import { type Db, rows } from './rows.ts'
import { sql } from './sql.ts'
import type { Subscription, Subscriptions, Writer } from './store.ts'
import type { Database } from './tables.ts'

function shown({ leased_utc, categories, prunes, ...rest }: Selectable<SubscriptionTable>): Subscription {
  return { ...rest, categories: JSON.parse(categories) as readonly string[], prunes: prunes === 1 }
}

/** The audit tells no more of an address than its host: the rest may be a secret. */
const noteOne = (db: Db, writer: Writer, verb: 'create' | 'update' | 'delete', id: number, address: string) =>
  note(db, writer, { verb, resource: 'subscription', item_id: id, title: new URL(address).host, slug: '' })

/** The subscriptions over one database. */
export function subscriptionsOf(connection: Connection<Database>): Subscriptions {
  const { reader, writer: db } = connection
  return {
    async add({ categories, prunes, ...rest }, writer) {
      const now = epochOf(writer.moment.now)
      const values = { ...rest, categories: JSON.stringify(categories), prunes: prunes ? 1 : 0 } as const
      try {
        return await transaction(connection, async (trx) => {
          const { id } = await trx
            .insertInto('subscriptions')
            .values({ ...values, created_utc: now, next_utc: now })
            .returning('id')
            .executeTakeFirstOrThrow()
          await noteOne(trx, writer, 'create', id, rest.address)
          return id
        })
      } catch (error) {
        if (isTaken(error)) return undefined
        throw error
      }
    },
    async all() {
      return (await reader.selectFrom('subscriptions').selectAll().orderBy('id').execute()).map(shown)
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
        const gone = await trx
          .deleteFrom('subscriptions')
          .where('id', '=', id)
          .returning('address')
          .executeTakeFirst()
        if (gone !== undefined) await noteOne(trx, writer, 'delete', id, gone.address)
        return gone !== undefined
      }),
    async take(moment, seconds, id) {
      const now = epochOf(moment.now)
      // That it is free is asked of the very row too: another process may have taken it since it was chosen.
      const taken = await db
        .updateTable('subscriptions')
        .set({ leased_utc: now + seconds })
        .where('leased_utc', '<=', now)
        .where('id', '=', (of) =>
          of
            .selectFrom('subscriptions')
            .select('id')
            .where('leased_utc', '<=', now)
            .where((is) => (id === undefined ? is('next_utc', '<=', now) : is('id', '=', id)))
            .orderBy('next_utc')
            .orderBy('id')
            .limit(1),
        )
        .returningAll()
        .executeTakeFirst()
      return taken && shown(taken)
    },
    async settle(id, settled) {
      await db
        .updateTable('subscriptions')
        .set({ ...settled, leased_utc: 0 })
        .where('id', '=', id)
        .execute()
    },
  }
}

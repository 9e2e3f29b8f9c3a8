/** From a database URL to a store: connect, migrate, wrap. */
import { sql } from 'kysely'
import { epochOf, type Moment } from '../domain/moment.ts'
import { accountsOf } from './accounts.ts'
import { audited, auditSince } from './audit.ts'
import { type Connection, connect, snapshot, transaction, withMigrationLock } from './dialects.ts'
import { migrations } from './migrations/index.ts'
import { reading, settleDue, writing } from './records.ts'
import type { Store } from './store.ts'
import type { Database } from './tables.ts'

/** Applies what is missing, oldest first, under a lock: several instances may start at once. */
async function migrate(connection: Connection<Database>, moment: Moment): Promise<void> {
  await withMigrationLock(connection, async (db) => {
    await sql`create table if not exists migrations (name varchar(200) primary key, applied_utc bigint not null)`.execute(
      db,
    )
    const applied = new Set(
      (await db.selectFrom('migrations').select('name').execute()).map(({ name }) => name),
    )
    for (const { name, up } of migrations) {
      if (applied.has(name)) continue
      await up(db, connection.name)
      await db
        .insertInto('migrations')
        .values({ name, applied_utc: epochOf(moment.now) })
        .execute()
    }
  })
}

/** Opens the store at `databaseUrl`, brought up to date. Throws where the database can't be reached. */
export async function openStore(databaseUrl: string, moment: Moment): Promise<Store> {
  const connection = await connect<Database>(databaseUrl)
  await migrate(connection, moment)
  return {
    ...reading(connection.reader, connection.name),
    accounts: accountsOf(connection),
    audit: (since) => auditSince(connection.reader, since),
    async write(writer, act) {
      return transaction(connection, async (db) => {
        // Taken first: writers follow one another, so slugs, names and counts can be read before they are written.
        const { rows } = await sql<{
          value: number
        }>`update revision set value = value + 1 returning value`.execute(db)
        await settleDue(db, writer.moment)
        const result = await act(audited(writing(db, connection.name), db, writer))
        return { result, revision: rows[0]?.value ?? 0 }
      })
    },
    snapshot: (act) => snapshot(connection, (db) => act(reading(db, connection.name))),
    close: () => connection.close(),
  }
}

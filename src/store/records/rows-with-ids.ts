/** Helpers for moving many records: batches of rows, savepoints, and explicit ids. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import type { DialectName } from '../database/dialects.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { RecordOf } from '../store.ts'
import { itemTable } from './orders.ts'
import { queryRecords } from './query-records.ts'

const BATCH = 500

/** Every record of a resource by id, read in batches. */
export async function* everyRecord<N extends ResourceName>(db: Db, name: N): AsyncIterable<RecordOf<N>> {
  for (let after = 0; ; ) {
    const found = await queryRecords(
      db,
      name,
      sql`select * from ${quotedName(itemTable(name))} where id > ${after} order by id limit ${BATCH}`,
    )
    yield* found
    const last = found.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

/** Runs `act` so that a failure rolls back its writes, but not the rest of the transaction `db`. */
export async function inSavepoint<T>(db: Db, act: () => Promise<T>): Promise<T> {
  await sql`savepoint attempt`.execute(db)
  try {
    const result = await act()
    await sql`release savepoint attempt`.execute(db)
    return result
  } catch (error) {
    // If the database aborted the whole transaction there is no savepoint left; report the first error.
    await undo(db).catch(() => {})
    throw error
  }
}

async function undo(db: Db): Promise<void> {
  await sql`rollback to savepoint attempt`.execute(db)
  await sql`release savepoint attempt`.execute(db)
}

const numbered = [
  'events',
  'series',
  'venues',
  'organizers',
  'categories',
  'tags',
  'groups',
  'media',
  'pages',
] as const

/** Makes new ids follow those inserted explicitly. SQLite does so by itself. */
export async function advanceIdSequences(db: Db, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return
  for (const table of numbered) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), (select last_value from ${quotedName(`${table}_id_seq`)})))
      from ${quotedName(table)} having max(id) is not null`.execute(db)
  }
}

/** Returns those of these ids that items of a resource have. */
export async function existingIds(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set()
  const isAmong = isOneOfSql(quotedName('id'), ids)
  const found = await queryRows(
    db,
    sql<{ id: number }>`select id from ${quotedName(itemTable(name))} where ${isAmong}`,
  )
  return new Set(found.map(({ id }) => id))
}

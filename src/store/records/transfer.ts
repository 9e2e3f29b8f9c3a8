/** Helpers for moving many records: batches of rows, savepoints, and explicit ids. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { DialectName } from '../database/dialects.ts'
import { type Db, insertRow } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { followTranslations } from '../events/searched-translations.ts'
import type { NewMedia, RecordOf } from '../store.ts'
import { columnsToWrite, queryRecords } from './json-columns.ts'
import { itemTable } from './orders.ts'

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
] as const

/** Makes new ids follow those inserted explicitly. SQLite does so by itself. */
export async function advanceIdSequences(db: Db, dialect: DialectName): Promise<void> {
  if (dialect === 'sqlite') return
  for (const table of numbered) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), greatest(max(id), (select last_value from ${quotedName(`${table}_id_seq`)})))
      from ${quotedName(table)} having max(id) is not null`.execute(db)
  }
}

/** Inserts the row of an image, under its own id if it has one. Returns the id. */
export async function insertMedia(db: Db, media: NewMedia): Promise<number> {
  const row = columnsToWrite('media', media)
  const id = await insertRow(db, 'media', row)
  await followTranslations(db, 'media', [id], row)
  return id
}

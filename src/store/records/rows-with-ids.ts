/** Helpers for moving many records: batches of rows, savepoints, and explicit ids. */
import type { ResourceName } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import type { DialectName } from '../database/dialects.ts'
import { storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, insertRows, queryFirstRow, queryRows } from '../database/rows.ts'
import { quotedName, type SqlParameter, sql } from '../database/sql.ts'
import { updateSearchedTranslationsOfItems } from '../events/searched-translations.ts'
import { rowsLikeThisPerStatement, slicesWithPauses } from '../series/slices.ts'
import type { BatchResourceName, NewRowWithId, RecordOf } from '../store.ts'
import { itemTable } from './orders.ts'
import { columnsToWrite, queryRecords } from './query-records.ts'

const BATCH = 500

type NewRow = Readonly<Record<string, SqlParameter>>

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

/** Returns the id that the next new item of a resource gets. Writers run one after the other, so no other transaction takes it. */
export async function nextId(db: Db, name: BatchResourceName): Promise<number> {
  const table = itemTable(name)
  const next =
    db.dialect === 'sqlite'
      ? sql<{ id: number }>`select seq + 1 as id from sqlite_sequence where name = ${table}`
      : sql<{
          id: number
        }>`select last_value + case when is_called then 1 else 0 end as id from ${quotedName(`${table}_id_seq`)}`
  return Number((await queryFirstRow(db, next))?.id ?? 1)
}

/** Groups rows by their columns: an insert has rows of the same ones. */
function byColumns(rows: readonly NewRow[]): readonly (readonly NewRow[])[] {
  const groups = new Map<string, NewRow[]>()
  for (const row of rows) {
    const columns = Object.keys(row).join()
    const group = groups.get(columns)
    if (group === undefined) groups.set(columns, [row])
    else group.push(row)
  }
  return [...groups.values()]
}

/** Inserts rows under their ids. Other tasks run between two statements. */
export async function insertRowsUnderIds<N extends BatchResourceName>(
  db: Db,
  name: N,
  rows: readonly NewRowWithId<N>[],
): Promise<void> {
  const table = itemTable(name)
  const all = rows.map((row) => columnsToWrite(name, row))
  const shared = name === 'event' ? await storeLongTextsOfRows(db, all, 'new') : all
  for (const group of byColumns(shared))
    for await (const some of slicesWithPauses(group, Math.min(...group.map(rowsLikeThisPerStatement))))
      await insertRows(db, table, some)
  for (const [at, row] of all.entries())
    if (row.translations !== '{}') await updateSearchedTranslationsOfItems(db, name, [rows[at]?.id ?? 0], row)
  // Rows under ids of another calendar come in any order, and may lie below those that are here.
  const greatest = Math.max(...rows.map(({ id }) => id))
  if (db.dialect === 'postgres' && rows.length > 0)
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'),
      greatest(${greatest}, (select last_value from ${quotedName(`${table}_id_seq`)})))`.execute(db)
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

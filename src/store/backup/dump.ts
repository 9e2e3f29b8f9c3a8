/** Writes a database as the lines of a back-up. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { type TableColumnsAndReferences, tableShapesOf } from '../database/catalog.ts'
import type { DialectName } from '../database/dialects.ts'
import type { Db } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { appliedMigrationsIn } from '../migrations/applied.ts'
import {
  BACKUP_FORMAT_VERSION,
  type BackupHead,
  type BackupLine,
  type BackupRow,
  type BackupRowsOutsideDatabase,
  type BackupTableHead,
  type BackupValue,
  unrestoredTables,
} from './format.ts'
import { makeRowTallier, type TableTally } from './tally.ts'

const BATCH = 1000

/** Every row of a table in the order of its key, read in batches. */
export async function* tableRows(
  db: Db,
  { name, key, columns }: TableColumnsAndReferences,
): AsyncIterable<BackupRow> {
  const keys = joinedSql(key.map((column) => quotedName(column)))
  const order = key.map((column) => columns.indexOf(column))
  for (let last: BackupRow | undefined; ; ) {
    const after =
      last === undefined ? sql`1 = 1` : sql`(${keys}) > (${joinedSql(order.map((at) => last?.[at] ?? null))})`
    const { rows } = await sql<Readonly<Record<string, BackupValue>>>`select * from ${quotedName(name)}
      where ${after} order by ${keys} limit ${BATCH}`.execute(db)
    const values = rows.map((row) => columns.map((column) => row[column] ?? null))
    yield* values
    last = values.at(-1)
    if (values.length < BATCH) return
  }
}

/** The highest id that the table ever assigned; null if it assigns none. */
async function lastId(
  db: Db,
  dialect: DialectName,
  { name, key }: TableColumnsAndReferences,
): Promise<number | null> {
  if (key.join() !== 'id') return null
  const statement =
    dialect === 'sqlite'
      ? sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${name}`
      : sql<{ last: number | null }>`select last_value as last from pg_sequences
          where schemaname = current_schema() and sequencename = ${`${name}_id_seq`}`
  return (await statement.execute(db)).rows[0]?.last ?? null
}

async function headOf(db: Db, { now }: Moment): Promise<BackupHead> {
  const [migrations, revision] = [await appliedMigrationsIn(db), await lastRevisionIn(db)]
  return {
    fasti: 'backup',
    format: BACKUP_FORMAT_VERSION,
    created_utc: epochOfInstant(now),
    migrations,
    revision,
  }
}

/** The tables that a back-up contains. */
async function carried(db: Db, dialect: DialectName): Promise<readonly TableColumnsAndReferences[]> {
  return (await tableShapesOf(db, dialect)).filter(({ name }) => !unrestoredTables.includes(name))
}

/** The lines of everything that `db`, a snapshot, shows, followed by the rows of `extraTable`. */
export async function* dumpLines(
  db: Db,
  dialect: DialectName,
  moment: Moment,
  extraTable: BackupRowsOutsideDatabase,
): AsyncIterable<BackupLine> {
  yield await headOf(db, moment)
  const tallies: Record<string, TableTally> = {}
  const all = async function* (
    line: BackupTableHead,
    rows: AsyncIterable<BackupRow>,
  ): AsyncIterable<BackupLine> {
    yield line
    const { add, tally } = makeRowTallier()
    for await (const row of rows) {
      add(JSON.stringify(row))
      yield row
    }
    tallies[line.table] = tally()
  }
  for (const shape of await carried(db, dialect)) {
    const { name: table, columns } = shape
    yield* all({ table, columns, last_id: await lastId(db, dialect, shape) }, tableRows(db, shape))
  }
  yield* all({ table: extraTable.table, columns: extraTable.columns, last_id: null }, extraTable.rows())
  yield { tallies }
}

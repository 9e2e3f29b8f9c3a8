/** Backs up a whole database, and restores it into another one of either kind. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { pageFaults } from '../check/engine.ts'
import { connectExisting } from '../check/existing-database.ts'
import { type TableColumnsAndReferences, tableShapesOf } from '../database/catalog.ts'
import {
  connectDatabase,
  type DialectName,
  runInSnapshot,
  runTransaction,
  withMigrationLock,
} from '../database/dialects.ts'
import type { Db } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import { indexNewestEventTexts } from '../events/text-indexing.ts'
import { beginHistory } from '../log/histories.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { appliedMigrationsIn } from '../migrations/applied.ts'
import { applyMissingMigrations, requireKnownMigrations } from '../migrations/migrate.ts'
import {
  BACKUP_FORMAT_VERSION,
  type BackupHead,
  type BackupLine,
  type BackupRow,
  type BackupRowsOutsideDatabase,
  type BackupTableHead,
  type BackupValue,
  type ExtraTableRestore,
  unrestoredTables,
} from './format.ts'
import { RestoreError } from './head.ts'
import { type LoadedBackup, loadBackup } from './load.ts'
import { makeRowTallier, type TableTally } from './tally.ts'

// Writes a database as the lines of a back-up.

const BATCH = 1000

/** Every row of a table in the order of its key, read in batches. */
async function* tableRows(
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
async function* dumpLines(
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

/**
 * Passes one consistent snapshot of everything to `write`, while other processes may go on writing. Returns the faults of the database's pages and
 * indexes: of a row that no index leads to any more, a copy shows nothing.
 */
export async function streamBackup(
  databaseUrl: string,
  moment: Moment,
  extraTable: BackupRowsOutsideDatabase,
  write: (lines: AsyncIterable<BackupLine>) => Promise<void>,
): Promise<readonly string[]> {
  const connection = await connectExisting(databaseUrl)
  try {
    const faults = await pageFaults(connection)
    await runInSnapshot(connection, async (db) => {
      await requireKnownMigrations(db)
      await write(dumpLines(db, connection.name, moment, extraTable))
    })
    return faults
  } finally {
    await connection.close()
  }
}

/** Rereads the loaded rows in the transaction `db`. Throws `RestoreError` where they differ from the back-up. */
async function allowLoaded(db: Db, { tables, tallies }: LoadedBackup): Promise<void> {
  const shapes = await tableShapesOf(db, db.dialect)
  for (const { table, columns } of tables) {
    const shape = shapes.find((one) => one.name === table)
    if (shape === undefined) continue
    const { add, tally } = makeRowTallier()
    for await (const row of tableRows(db, { ...shape, columns })) add(JSON.stringify(row))
    if (JSON.stringify(tally()) !== JSON.stringify(tallies[table]))
      throw new RestoreError(`The restored ${table} differ from those of the back-up.`)
  }
}

/** Restores into an empty database, verifies the rows, and applies missing migrations. Throws `RestoreError`. */
export async function restoreBackup(
  databaseUrl: string,
  lines: AsyncIterator<BackupLine, undefined>,
  moment: Moment,
  extraTable: ExtraTableRestore,
): Promise<LoadedBackup> {
  const connection = await connectDatabase(databaseUrl)
  try {
    const loaded = await withMigrationLock(connection, async (db) => {
      const found = await loadBackup({ connection, db, moment }, lines, extraTable)
      await allowLoaded(db, found)
      await applyMissingMigrations(db, { moment })
      await beginHistory(db)
      return found
    })
    // Of a large back-up, more is to be indexed than by any write.
    await runTransaction(connection, indexNewestEventTexts, { isLong: true })
    return loaded
  } finally {
    await connection.close()
  }
}

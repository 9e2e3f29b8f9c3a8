/** Backs up a whole database, and restores it into another one of either kind. */
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { pageFaults } from '../check/check.ts'
import { connectExisting } from '../check/existing-database.ts'
import { type TableColumnsAndReferences, tableShapesOf } from '../database/catalog.ts'
import {
  connectDatabase,
  type DialectName,
  type OpenDatabase,
  runInSnapshot,
  runTransaction,
  withMigrationLock,
} from '../database/dialects.ts'
import { type Db, joinedSql, quotedName, sql } from '../database/sql.ts'
import { indexNewestEventTexts } from '../events/text-search.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { beginHistory } from '../log/log.ts'
import { appliedMigrationsIn, applyMissingMigrations, requireKnownMigrations } from '../migrations/migrate.ts'
import {
  BACKUP_FORMAT_VERSION,
  type BackupHead,
  type BackupLine,
  type BackupRow,
  type BackupRowsOutsideDatabase,
  type BackupTableHead,
  type BackupTail,
  type BackupValue,
  type ExtraTableRestore,
  isBackupRow,
  makeRowTallier,
  RestoreError,
  type TableTallier,
  type TableTally,
  unrestoredTables,
  validBackupHead,
} from './format.ts'

// Loads the lines of a back-up into an empty database.

const MAX_VALUES = 5000

/** Creates the tables as they were, or uses those of an empty database with the same migrations. */
async function prepare(
  { connection, db, moment }: Restoring,
  { migrations }: BackupHead,
): Promise<readonly TableColumnsAndReferences[]> {
  const tables = (await tableShapesOf(db, connection.name)).filter(
    ({ name }) => !['migrations', 'revision', 'histories', 'text_index'].includes(name),
  )
  for (const { name } of tables) {
    const { rows } = await sql`select 1 from ${quotedName(name)} limit 1`.execute(db)
    if (rows.length > 0)
      throw new RestoreError(`This database is not empty: it contains ${name}. Restore into an empty one.`)
  }
  if (tables.length > 0 && (await appliedMigrationsIn(db)).join() !== [...migrations].sort().join())
    throw new RestoreError(
      'This database and the back-up come from different versions of Fasti: restore into a new one.',
    )
  await applyMissingMigrations(db, { moment }, migrations)
  return tableShapesOf(db, connection.name)
}

/** Inserts rows in batches. References within the same table are set at the end, when all rows exist. */
function inserter(db: Db, shape: TableColumnsAndReferences, { columns }: BackupTableHead) {
  const unknown = columns.find((column) => !shape.columns.includes(column))
  if (unknown !== undefined)
    throw new RestoreError(`This back-up contains an unknown column: ${shape.name}.${unknown}.`)
  const id = columns.indexOf('id')
  const own = shape.references
    .filter(({ table }) => table === shape.name)
    .map(({ column }) => columns.indexOf(column))
  const later: BackupRow[] = []
  let waiting: BackupRow[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    const values = waiting.map((row) => sql`(${joinedSql(row)})`)
    waiting = []
    await sql`insert into ${quotedName(shape.name)} (${joinedSql(columns.map((column) => quotedName(column)))})
      values ${joinedSql(values)}`.execute(db)
  }
  return {
    async add(row: BackupRow) {
      for (const at of own) if (row[at] !== null) later.push([at, row[at] ?? null, row[id] ?? null])
      waiting.push(own.length === 0 ? row : row.map((value, at) => (own.includes(at) ? null : value)))
      if (waiting.length * columns.length >= MAX_VALUES) await flush()
    },
    async end() {
      await flush()
      for (const [at, value, of] of later)
        await sql`update ${quotedName(shape.name)} set ${quotedName(columns[Number(at)] ?? '')} = ${value ?? null} where id = ${of ?? null}`.execute(
          db,
        )
    },
  }
}

/** Makes new ids continue after the highest one ever assigned. */
async function setLastId(
  { name: dialect }: OpenDatabase,
  db: Db,
  { table, last_id }: BackupTableHead,
): Promise<void> {
  if (last_id === null) return
  if (dialect === 'postgres') {
    // SQLite has 0 where no id was assigned yet, which is no value of a sequence here.
    await sql`select setval(${`${table}_id_seq`}, ${Math.max(1, last_id)}, ${last_id > 0})`.execute(db)
    return
  }
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last_id})`.execute(db)
}

/** Receives the rows of one table. */
interface Taker {
  readonly counted: TableTallier
  add(row: BackupRow): Promise<void>
  end(): Promise<void>
}

/** The database that a back-up is loaded into. */
interface Restoring {
  readonly connection: OpenDatabase
  /** The transaction. */
  readonly db: Db
  readonly moment: Moment
}

async function takerOf(
  { connection, db }: Restoring,
  line: BackupTableHead,
  shapes: readonly TableColumnsAndReferences[],
  rows: ExtraTableRestore,
): Promise<Taker> {
  const counted = makeRowTallier()
  if (line.table === rows.table) return { counted, add: rows.restore, end: rows.end }
  const shape = shapes.find(({ name }) => name === line.table)
  if (shape === undefined) throw new RestoreError(`This back-up contains an unknown table: ${line.table}.`)
  // The back-up also contains the rows that the migrations insert.
  await sql`delete from ${quotedName(shape.name)}`.execute(db)
  const { add, end } = inserter(db, shape, line)
  return {
    counted,
    add,
    async end() {
      await end()
      await setLastId(connection, db, line)
    },
  }
}

function allowTallies({ tallies }: BackupTail, counted: Readonly<Record<string, TableTally>>): void {
  const wrong = Object.keys({ ...tallies, ...counted }).find(
    (table) => JSON.stringify(tallies[table]) !== JSON.stringify(counted[table]),
  )
  if (wrong !== undefined)
    throw new RestoreError(`This back-up is damaged: the rows of ${wrong} do not match their checksum.`)
}

/** Loads one table after the other and counts the rows. */
function taking(takerOf: (line: BackupTableHead) => Promise<Taker>) {
  const tallies: Record<string, TableTally> = {}
  const tables: BackupTableHead[] = []
  let taker: Taker | undefined
  const close = async () => {
    await taker?.end()
    const table = tables.at(-1)?.table
    if (taker !== undefined && table !== undefined) tallies[table] = taker.counted.tally()
  }
  return {
    tallies,
    tables,
    close,
    async begin(line: BackupTableHead) {
      await close()
      taker = await takerOf(line)
      tables.push(line)
    },
    async add(row: BackupRow) {
      taker?.counted.add(JSON.stringify(row))
      await taker?.add(row)
    },
  }
}

export interface LoadedBackup {
  readonly head: BackupHead
  readonly tables: readonly BackupTableHead[]
  readonly tallies: Readonly<Record<string, TableTally>>
}

/** Loads a back-up in a transaction. Throws `RestoreError` for a damaged file or a database that is not empty. */
async function loadBackup(
  into: Restoring,
  lines: AsyncIterator<BackupLine, undefined>,
  rows: ExtraTableRestore,
): Promise<LoadedBackup> {
  const head = validBackupHead((await lines.next()).value)
  const shapes = await prepare(into, head)
  const { tables, tallies, begin, add, close } = taking((line) => takerOf(into, line, shapes, rows))
  for (;;) {
    const line = (await lines.next()).value
    if (line === undefined) throw new RestoreError('This back-up is incomplete: its end is missing.')
    if (isBackupRow(line)) await add(line)
    else if ('table' in line) await begin(line)
    else if ('tallies' in line) {
      await close()
      allowTallies(line, tallies)
      return { head, tables, tallies }
    }
  }
}

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

async function prepareReads(db: Db): Promise<void> {
  await indexNewestEventTexts(db)
  // PostgreSQL plans for empty tables until it has counted the rows, which it does by itself minutes later.
  if (db.dialect !== 'postgres') return
  const tables = await tableShapesOf(db, db.dialect)
  await sql`analyze ${joinedSql(tables.map(({ name }) => quotedName(name)))}`.execute(db)
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
    await runTransaction(connection, prepareReads, { isLong: true })
    return loaded
  } finally {
    await connection.close()
  }
}

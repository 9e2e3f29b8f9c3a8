/** Loads the lines of a back-up into an empty database. */
import type { Moment } from '../../domain/time/moment.ts'
import { type TableColumnsAndReferences, tableShapesOf } from '../database/catalog.ts'
import type { OpenDatabase } from '../database/dialects.ts'
import type { Db } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import { appliedMigrationsIn } from '../migrations/applied.ts'
import { applyMissingMigrations } from '../migrations/migrate.ts'
import {
  type BackupHead,
  type BackupLine,
  type BackupRow,
  type BackupTableHead,
  type BackupTail,
  type ExtraTableRestore,
  isBackupRow,
} from './format.ts'
import { RestoreError, validBackupHead } from './head.ts'
import { makeRowTallier, type TableTallier, type TableTally } from './tally.ts'

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
export async function loadBackup(
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

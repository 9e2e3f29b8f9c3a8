/** The two databases behind one face: what differs between SQLite and PostgreSQL is said here and in the drivers. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Expression, Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { isTransient } from './database-errors.ts'
import { createGuard, type Guard } from './guard.ts'
import { measuring } from './measures.ts'
import { openPostgres, postgresDialect } from './postgres-driver.ts'
import { postgresStamps } from './postgres-stamps.ts'
import { openSqlite, type SqliteDatabase } from './sqlite-database.ts'
import { type SqliteUse, sqliteDialect } from './sqlite-driver.ts'
import { type Stamps, stampsOf } from './stamps.ts'
import type { Measures } from './store.ts'

export {
  isTaken,
  isTransient,
  isUnavailable,
  type Unavailability,
  unavailability,
} from './database-errors.ts'

/** The databases that Fasti can keep its records in. */
export type DialectName = 'sqlite' | 'postgres'

/** One database, open. */
export interface Connection<DB> extends Stamps {
  readonly name: DialectName
  /** For writing. On SQLite one transaction follows the other. */
  readonly writer: Kysely<DB>
  /** For reading: connections of its own, but for SQLite in memory, so that a read never waits for a writer. */
  readonly reader: Kysely<DB>
  /** Keeps a transaction from waiting for itself. */
  readonly guard: Guard
  measures(): Omit<Measures, 'writers'>
  /** Ends what is under way, then lets go of the database; may be called again. */
  close(): Promise<void>
}

const migrationLock = 7_309_453_201
/** Connections to PostgreSQL. Writers end one after the other, and readers never wait for them. */
const most = { writers: 6, readers: 10 }
const attempts = { transaction: 4, migration: 12 }

/** Opens the database that a `DATABASE_URL` names. */
export async function connect<DB>(databaseUrl: string): Promise<Connection<DB>> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl)) return connectPostgres(databaseUrl)
  const path = /^sqlite:(?!\/\/[^/])(.+)$/.exec(databaseUrl)?.[1]
  if (path !== undefined) return connectSqlite(path)
  throw new Error(
    'DATABASE_URL must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/NAME',
  )
}

/**
 * Runs `fn` in a transaction that writes, and again, up to three times, where the database asks for it: `fn` changes
 * nothing but the database. Inside, only the given transaction may be used; the connection itself throws.
 */
export async function transaction<DB, T>(
  connection: Connection<DB>,
  fn: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const run = () => connection.writer.transaction().execute((trx) => connection.guard.within(() => fn(trx)))
  try {
    // SQLite has waited for `busy_timeout` already.
    return await (connection.name === 'sqlite' ? run() : persist(attempts.transaction, run))
  } finally {
    connection.restamp()
  }
}

/** Runs `fn` on one state of the database, whatever is written meanwhile. Not to be called in a transaction. */
export async function snapshot<DB, T>(
  connection: Connection<DB>,
  fn: (db: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const { name, reader, writer } = connection
  const run = (db: Kysely<DB>) => connection.guard.within(() => fn(db))
  if (name === 'postgres') {
    const begun = reader.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    return begun.execute(run)
  }
  // In memory, holding the only connection keeps every writer out.
  return reader === writer ? reader.connection().execute(run) : reader.transaction().execute(run)
}

/** Runs `fn` in a transaction while no other process that migrates the same database can. */
export async function withMigrationLock<DB, T>(
  connection: Connection<DB>,
  fn: (db: Transaction<DB>) => Promise<T>,
): Promise<T> {
  if (connection.name === 'sqlite') return persist(attempts.migration, () => transaction(connection, fn))
  return transaction(connection, async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(trx)
    return fn(trx)
  })
}

/** The condition that a column of folded text contains the folded needle, every character of it taken literally. */
export function contains(
  name: DialectName,
  column: Expression<string | null>,
  needle: string,
): RawBuilder<SqlBool> {
  return name === 'sqlite'
    ? sql<SqlBool>`instr(${column}, ${needle}) > 0`
    : sql<SqlBool>`strpos(${column}, ${needle}) > 0`
}

function connectPostgres<DB>(url: string): Connection<DB> {
  const guard = createGuard()
  const pools = [openPostgres(url, most.writers), openPostgres(url, most.readers)] as const
  const { log, measures } = measuring(() => {
    const sum = (of: 'totalCount' | 'idleCount' | 'waitingCount') => pools[0][of] + pools[1][of]
    const [total, idle, waiting] = [sum('totalCount'), sum('idleCount'), sum('waitingCount')]
    return { busy: total - idle, idle, waiting }
  })
  const over = (pool: (typeof pools)[number]) =>
    new Kysely<DB>({ dialect: postgresDialect(pool, guard.refuse), log })
  const [writer, reader] = [over(pools[0]), over(pools[1])]
  const stamps = postgresStamps(url)
  return { ...connectionOf('postgres', guard, writer, reader, stamps, stamps.close), measures }
}

async function connectSqlite<DB>(path: string): Promise<Connection<DB>> {
  const guard = createGuard()
  const schema = { version: 0 }
  const [writing, reading, watching] = await openFiles(path)
  const { log, measures } = measuring(() => ({ open: reading === undefined ? 1 : 3 }))
  const over = (database: SqliteDatabase, begin: SqliteUse['begin']) =>
    new Kysely<DB>({ dialect: sqliteDialect(database, { begin, schema, guard: guard.refuse }), log })
  const writer = over(writing, 'begin immediate')
  const reader = reading ? over(reading, 'begin') : writer
  // Kysely closes only what it has used.
  for (const db of [writer, reader]) await db.connection().execute(async () => {})
  const stamps = stampsOf(watching ?? writing, watching !== undefined)
  return { ...connectionOf('sqlite', guard, writer, reader, stamps, async () => watching?.close()), measures }
}

function connectionOf<DB>(
  name: DialectName,
  guard: Guard,
  writer: Kysely<DB>,
  reader: Kysely<DB>,
  stamps: Stamps,
  closeRest: () => Promise<void> | undefined = () => undefined,
): Omit<Connection<DB>, 'measures'> {
  let closed: Promise<void> | undefined
  const destroy = async () => {
    await reader.destroy()
    if (writer !== reader) await writer.destroy()
    await closeRest()
  }
  const close = async () => {
    if (!closed) guard.refuse()
    guard.close()
    closed ??= destroy()
    await closed
  }
  const { stamp, restamp, isPrompt } = stamps
  return { name, writer, reader, guard, stamp, restamp, isPrompt, close }
}

/** Sees to it that there is a file, which nobody else on the machine may read where it was not there before. */
async function made(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // Empty is as good as new to SQLite, which gives the files beside it the same permissions.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

async function openFiles(path: string): Promise<[SqliteDatabase, SqliteDatabase?, SqliteDatabase?]> {
  if (path === ':memory:') return [await openSqlite(path)]
  const file = resolve(path)
  try {
    await made(file)
    const writing = await persist(attempts.migration, () => openSqlite(file))
    const reading = await openSqlite(file)
    // Never in a transaction, so that it sees what others have written since one began.
    const watching = await openSqlite(file)
    for (const database of [reading, watching]) database.exec('PRAGMA query_only=ON')
    return [writing, reading, watching]
  } catch (cause) {
    throw new Error(`DATABASE_URL: cannot open ${file}: ${cause instanceof Error ? cause.message : cause}`, {
      cause,
    })
  }
}

async function persist<T>(times: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= times || !isTransient(error)) throw error
    }
    // Not the same for everyone, so that two that met do not meet again.
    await wait(10 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random()))
  }
}

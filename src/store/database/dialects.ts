/**
 * The common interface of the two databases. Everything that differs between SQLite and PostgreSQL is here, in
 * their connections and in their drivers.
 */
import {
  type DatabaseServerOptions,
  maxAttempts,
  type OpenDatabase,
  retryTransient,
  type TransactionOptions,
} from './connection.ts'
import { type Db, type DialectName, rawSql, type Sql, type SqlBool, sql } from './sql.ts'
import { connectSqlite } from './sqlite/connect.ts'

export type { DatabaseServerOptions, OpenDatabase } from './connection.ts'
export {
  isTransientError,
  isUnavailableError,
  runUnlessTaken as unlessTaken,
  unavailabilityReason,
  violatesReference,
  violatesUniqueness,
} from './errors.ts'
export type { DialectName } from './sql.ts'

const migrationLock = 7_309_453_201

/** Opens the database of a `DATABASE_URL`. Throws if the URL is not valid or the database can't be opened. */
export async function connectDatabase(
  databaseUrl: string,
  options: DatabaseServerOptions = {},
): Promise<OpenDatabase> {
  if (/^postgres(ql)?:\/\//.test(databaseUrl))
    return (await import('./postgres/connect.ts')).connectPostgres(databaseUrl, options)
  const path = /^sqlite:(?!\/\/[^/])(.+)$/.exec(databaseUrl)?.[1]
  if (path !== undefined) return connectSqlite(path, options.mapped)
  throw new Error(
    'DATABASE_URL must be sqlite:PATH, sqlite::memory: or postgres://USER:PASSWORD@HOST:PORT/NAME',
  )
}

/**
 * Runs `fn` in a write transaction, up to four times if the database reports a conflict, so `fn` must have no other
 * side effects. Inside `fn`, use only the given transaction; the connection itself throws.
 */
export async function runTransaction<T>(
  connection: OpenDatabase,
  fn: (db: Db) => Promise<T>,
  options?: TransactionOptions<T>,
): Promise<T> {
  const run = () => connection.writer.transaction((db) => connection.guard.within(() => fn(db)), options)
  try {
    // On SQLite, beginning has already waited for the lock.
    return await (connection.name === 'sqlite' ? run() : retryTransient(maxAttempts.transaction, run))
  } finally {
    connection.bump()
  }
}

/**
 * Runs `fn` on one consistent state of the database, independent of concurrent writes. Must not be called in a
 * transaction.
 */
export async function runInSnapshot<T>(connection: OpenDatabase, fn: (db: Db) => Promise<T>): Promise<T> {
  const { reader, writer } = connection
  const run = (db: Db) => connection.guard.within(() => fn(db))
  // In memory there is one connection; holding it blocks every writer.
  return reader === writer ? reader.hold(run) : reader.transaction(run)
}

/** Runs `fn` in a transaction while no other process can migrate the same database. */
export async function withMigrationLock<T>(connection: OpenDatabase, fn: (db: Db) => Promise<T>): Promise<T> {
  if (connection.name === 'sqlite')
    return retryTransient(maxAttempts.migration, () => runTransaction(connection, fn))
  const alone = async (db: Db) => {
    await sql`select pg_advisory_xact_lock(${rawSql(String(migrationLock))})`.execute(db)
    return fn(db)
  }
  return runTransaction(connection, alone, { isLong: true })
}

/** A condition: the column of folded text contains the folded needle, taken literally. */
export function containsTextSql(name: DialectName, column: Sql<string | null>, needle: string): Sql<SqlBool> {
  return name === 'sqlite'
    ? sql<SqlBool>`instr(${column}, ${needle}) > 0`
    : sql<SqlBool>`strpos(${column}, ${needle}) > 0`
}

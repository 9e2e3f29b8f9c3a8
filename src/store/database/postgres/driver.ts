/** PostgreSQL through a pool of `pg`. */
import pg from 'pg'
import { type Pool, poolOf } from '../connection.ts'
import type { CountQuery } from '../measures.ts'
import type { Db, Parameter, QueryResult } from '../sql.ts'

const int8 = 20

/**
 * Milliseconds that a request waits for a connection: shorter than the timeouts of clients, longer than a burst
 * takes.
 */
const PATIENCE = 20_000

/**
 * Returns a pool of at most `max` connections to the server. It opens none before the first query. `patience` is in
 * milliseconds.
 */
export function openPostgres(url: string, max: number, patience = PATIENCE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'fasti',
    max,
    connectionTimeoutMillis: patience,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // The next query reports a lost connection; without a listener the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Options of a pool. */
export interface PostgresUse {
  /** The statement that begins a transaction. */
  readonly begin: 'begin' | 'begin isolation level repeatable read read only'
  /** Called before waiting for a connection; throws if the work would run outside its transaction. */
  readonly guard: () => void
  /** Called after every query. */
  readonly count: CountQuery
  /** Another pool on the same database. While it has an idle connection and this pool has none, it lends one. */
  readonly lender?: pg.Pool
}

const hasIdle = (pool: pg.Pool) => pool.idleCount > pool.waitingCount

/** Runs statements, transactions and snapshots on the connections of a pool. Closing it ends the pool. */
export function postgresPool(pool: pg.Pool, { begin, guard, count, lender }: PostgresUse): Pool {
  let hasBorrowed = false
  const hold: Pool['hold'] = async (act) => {
    guard()
    // A server process for each connection takes megabytes, and reads the catalogs anew.
    const borrows = lender !== undefined && !hasBorrowed && !hasIdle(pool) && hasIdle(lender)
    hasBorrowed ||= borrows
    try {
      const client = await (borrows ? lender : pool).connect()
      try {
        return await act(onClient(client, count))
      } finally {
        client.release()
      }
    } finally {
      if (borrows) hasBorrowed = false
    }
  }
  return poolOf({
    dialect: 'postgres',
    hold,
    begin,
    // If the connection is lost there is nothing left to undo; the first error is thrown.
    undo: async (db) => {
      await db.run('rollback', []).catch(() => {})
    },
    close: () => pool.end(),
  })
}

/** Statements on one connection. */
function onClient(client: pg.PoolClient, count: CountQuery): Db {
  return {
    dialect: 'postgres',
    async run<R>(text: string, values: readonly Parameter[]): Promise<QueryResult<R>> {
      const since = performance.now()
      let hasFailed = true
      try {
        const { rows, rowCount } = await client.query(text, values.map(bindable))
        hasFailed = false
        return { rows, changes: rowCount ?? 0 }
      } finally {
        count(performance.now() - since, hasFailed)
      }
    },
  }
}

// The server parses '1' as an integer and as a boolean.
const bindable = (value: Parameter): Parameter => (typeof value === 'boolean' ? Number(value) : value)

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 && format !== 'binary') return safeInteger
  return pg.types.getTypeParser(oid, format as 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

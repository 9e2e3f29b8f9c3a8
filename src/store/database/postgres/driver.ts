/** Statements, transactions and snapshots on a pool of connections to PostgreSQL, each with a limit of time. */
import type pg from 'pg'
import { type DbPool, poolOfLentConnections } from '../connection.ts'
import { isServerAwayError, isStandbyError } from '../errors.ts'
import type { NoteQueryTime } from '../measures.ts'
import type { Db, QueryResult, SqlParameter } from '../sql.ts'
import type { AvailabilityOfOneServer } from './availability.ts'
import type { ClientPool } from './connections.ts'
import { cutConnection } from './opening.ts'

/** Seconds of a transaction in which no statement runs, before the server ends it. */
const IDLE_LIMIT = 60

/** Options of a pool. */
export interface PostgresPoolOptions {
  /** How transactions begin. */
  readonly isolation: '' | 'isolation level repeatable read read only'
  /** Milliseconds that a statement may take. */
  readonly limit: number
  /** Called before waiting for a connection; throws if the work would run outside its transaction. */
  readonly guard: () => void
  /** Called after every query. */
  readonly count: NoteQueryTime
  /** Whether the server is there. */
  readonly availability: AvailabilityOfOneServer
  /** Milliseconds after which the server is asked whether it is there, while something runs on it. */
  readonly patience: number
  /** Another pool on the same server. While it has an unused connection and this pool has none, it lends one. */
  readonly lender?: ClientPool
}

const hasIdle = (pool: ClientPool) => {
  const { idle, waiting } = pool.counts()
  return idle > waiting
}

/**
 * Begins a transaction with limits of its own in one message: as parameters of the connection, poolers refuse them. The server ends a
 * statement a little before this process would give up the connection.
 */
const beginning = (isolation: PostgresPoolOptions['isolation'], limit: number) => (isLong: boolean) => {
  const [statement, idle] = isLong ? [0, 0] : [Math.ceil(limit * 0.9), IDLE_LIMIT * 1000]
  return `begin ${isolation}; set local statement_timeout = ${statement}; set local idle_in_transaction_session_timeout = ${idle}`
}

/** Runs `act`, and asks whether the server is there where that failed or takes long. */
async function watching<T>(
  { availability, patience }: Pick<PostgresPoolOptions, 'availability' | 'patience'>,
  act: () => Promise<T>,
): Promise<T> {
  const asking = setInterval(() => void availability.ask(), patience)
  try {
    return await act()
  } catch (error) {
    if (isServerAwayError(error) && availability.awaySince() === undefined) await availability.ask()
    throw error
  } finally {
    clearInterval(asking)
  }
}

/** Runs `act` on a connection that is borrowed for it. */
async function onBorrowed<T>(from: ClientPool, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await from.borrow()
  let isBroken = false
  try {
    return await act(client)
  } catch (error) {
    isBroken = isServerAwayError(error) || isStandbyError(error)
    throw error
  } finally {
    from.giveBack(client, isBroken)
  }
}

/** Runs statements, transactions and snapshots on the connections of a pool. Closing it closes them. */
export function postgresQueryPool(pool: ClientPool, use: PostgresPoolOptions): DbPool {
  const { isolation, limit, guard, count, availability, lender } = use
  let hasBorrowed = false
  const hold = async <T>(act: (db: Db) => Promise<T>, isLong = false): Promise<T> => {
    guard()
    availability.allow()
    // A server process for each connection takes megabytes, and reads the catalogs anew.
    const borrows = lender !== undefined && !hasBorrowed && !hasIdle(pool) && hasIdle(lender)
    hasBorrowed ||= borrows
    const from = borrows ? lender : pool
    try {
      const longest = isLong ? Number.POSITIVE_INFINITY : limit
      return await watching(use, () => onBorrowed(from, (client) => act(dbOnClient(client, count, longest))))
    } finally {
      if (borrows) hasBorrowed = false
    }
  }
  return poolOfLentConnections({
    dialect: 'postgres',
    hold,
    begin: beginning(isolation, limit),
    // If the connection is lost there is nothing left to undo; the first error is thrown.
    undo: async (db) => {
      await db.run('rollback', []).catch(() => {})
    },
    close: () => pool.close(),
  })
}

/** Cuts a connection when its statement takes longer than `limit` milliseconds. Returns the function that ends the watch. */
function limiting(client: pg.Client, limit: number): () => void {
  if (!Number.isFinite(limit)) return () => {}
  const late = new Error(`The database did not answer within ${limit / 1000} seconds`)
  let isOver = false
  const giveUp = () => {
    if (!isOver) cutConnection(client, late)
  }
  // What arrived while this process was busy is read first.
  const timer = setTimeout(() => setImmediate(giveUp), limit)
  return () => {
    isOver = true
    clearTimeout(timer)
  }
}

/** Statements on one connection, each with a limit in milliseconds. */
export function dbOnClient(client: pg.Client, count: NoteQueryTime, limit: number): Db {
  return {
    dialect: 'postgres',
    async run<R>(text: string, values: readonly SqlParameter[]): Promise<QueryResult<R>> {
      const since = performance.now()
      const end = limiting(client, limit)
      let hasFailed = true
      try {
        const { rows, rowCount } = await client.query(text, values.map(bindable))
        hasFailed = false
        return { rows, changes: rowCount ?? 0 }
      } finally {
        end()
        count(performance.now() - since, hasFailed)
      }
    },
  }
}

// The server parses '1' as an integer and as a boolean.
const bindable = (value: SqlParameter): SqlParameter => (typeof value === 'boolean' ? Number(value) : value)

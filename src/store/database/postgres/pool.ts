/** Connections lent to statements and transactions. */
import type pg from 'pg'
import { type DbPool, poolOfLentConnections } from '../connection.ts'
import { isServerAwayError, isStandbyError } from '../errors.ts'
import type { NoteQueryTime } from '../measures.ts'
import type { Db, QueryResult, SqlParameter } from '../sql.ts'
import { type AvailabilityOfOneServer, closeClient, cutConnection, type OpenClient } from './opening.ts'

// A pool of connections to one server: lent one after the other, closed when unused, and all cut when the server is away.

// Those who wait for a connection, in the order of arrival.

/** Milliseconds that work waits for a connection: shorter than the timeouts of clients, longer than a burst takes. */
const PATIENCE = 20_000

interface Waiting {
  take(client: pg.Client): void
  fail(error: unknown): void
}

/** Those who wait, and how one joins them. Each waits for a limited time. */
type WaitingLine = ReturnType<typeof waitingLine>

/** Returns a line in which nobody waits. */
function waitingLine() {
  const waiting: Waiting[] = []
  return {
    waiting,
    join: () =>
      new Promise<pg.Client>((resolve, reject) => {
        const leave = () => {
          clearTimeout(late)
          const at = waiting.indexOf(one)
          if (at >= 0) waiting.splice(at, 1)
        }
        const one: Waiting = {
          take(client) {
            leave()
            resolve(client)
          },
          fail(error) {
            leave()
            reject(error)
          },
        }
        const late = setTimeout(
          () => one.fail(new Error('timeout exceeded when trying to connect')),
          PATIENCE,
        )
        waiting.push(one)
      }),
  }
}

/** Milliseconds after which an unused connection is closed. */
const IDLE = 10_000

/** The connections of a pool. */
export interface ClientPool {
  /** Lends a connection; the borrower gives it back. Throws if none can be opened, or none becomes free in 20 seconds. */
  borrow(): Promise<pg.Client>
  /** Takes a connection back; a broken one is not lent again. */
  giveBack(client: pg.Client, isBroken: boolean): void
  /** Cuts all connections. What runs on them, and what waits for one, fails with `cause`. */
  abandon(cause: Error): void
  /** How many connections there are, how many of them are unused, and how many borrowers wait. */
  counts(): { readonly total: number; readonly idle: number; readonly waiting: number }
  /** Waits until all connections are given back, then closes them. */
  close(): Promise<void>
}

const closedError = () => new Error('database is not open')

/** The connections of a pool, and who waits for one. */
interface PoolState extends WaitingLine {
  readonly open: OpenClient
  /** The most connections. */
  readonly max: number
  readonly known: Set<pg.Client>
  /** The unused connections, and the timers that close them. */
  readonly idle: Map<pg.Client, NodeJS.Timeout>
  opening: number
  closing: number
  /** Set once the pool closes: called when no connection is left. */
  ended: (() => void) | undefined
}

function settle({ known, opening, closing, ended }: PoolState): void {
  if (ended !== undefined && known.size + opening + closing === 0) ended()
}

function forget({ idle, known }: PoolState, client: pg.Client): void {
  clearTimeout(idle.get(client))
  idle.delete(client)
  known.delete(client)
}

function dismiss(pool: PoolState, client: pg.Client): void {
  forget(pool, client)
  pool.closing += 1
  void closeClient(client).finally(() => {
    pool.closing -= 1
    settle(pool)
  })
}

/** Keeps an unused connection for a while. */
function rest(pool: PoolState, client: pg.Client): void {
  const timer = setTimeout(() => dismiss(pool, client), IDLE)
  timer.unref()
  pool.idle.set(client, timer)
}

/** Takes the unused connection that was used last, so that the others are closed while few are needed. */
function takeUnused({ idle }: PoolState): pg.Client | undefined {
  const client = [...idle.keys()].at(-1)
  if (client === undefined) return undefined
  clearTimeout(idle.get(client))
  idle.delete(client)
  return client
}

/** Gives those who wait the connections that are unused, and opens others. */
function serve(pool: PoolState): void {
  const { waiting, idle, known, max } = pool
  while (waiting.length > 0 && idle.size > 0) {
    const client = takeUnused(pool)
    if (client !== undefined) waiting[0]?.take(client)
  }
  while (pool.opening < waiting.length && known.size + pool.opening < max) void add(pool)
}

async function add(pool: PoolState): Promise<void> {
  pool.opening += 1
  try {
    const client = await pool.open()
    pool.known.add(client)
    client.once('end', () => {
      forget(pool, client)
      settle(pool)
      serve(pool)
    })
    if (pool.ended === undefined) rest(pool, client)
    else dismiss(pool, client)
  } catch (error) {
    pool.waiting[0]?.fail(error)
  } finally {
    pool.opening -= 1
  }
  serve(pool)
  settle(pool)
}

/** Returns a pool of at most `max` connections. It opens none before one is borrowed. */
export function clientPoolFromOpener(open: OpenClient, max: number): ClientPool {
  const pool: PoolState = {
    open,
    max,
    known: new Set(),
    idle: new Map(),
    opening: 0,
    closing: 0,
    ended: undefined,
    ...waitingLine(),
  }
  return {
    async borrow() {
      if (pool.ended !== undefined) throw closedError()
      const free = pool.waiting.length === 0 ? takeUnused(pool) : undefined
      if (free !== undefined) return free
      const lent = pool.join()
      serve(pool)
      return lent
    },
    giveBack(client, isBroken) {
      if (!pool.known.has(client)) return
      if (isBroken || pool.ended !== undefined) dismiss(pool, client)
      else rest(pool, client)
      serve(pool)
    },
    abandon(cause) {
      for (const client of [...pool.known]) {
        forget(pool, client)
        cutConnection(client, cause)
      }
      for (const one of [...pool.waiting]) one.fail(cause)
      settle(pool)
    },
    counts: () => ({
      total: pool.known.size + pool.opening,
      idle: pool.idle.size,
      waiting: pool.waiting.length,
    }),
    async close() {
      const done = new Promise<void>((resolve) => {
        pool.ended = resolve
      })
      for (const one of [...pool.waiting]) one.fail(closedError())
      for (const client of [...pool.idle.keys()]) dismiss(pool, client)
      settle(pool)
      await done
    },
  }
}

// Statements, transactions and snapshots on a pool of connections to PostgreSQL, each with a limit of time.

/** Seconds of a transaction in which no statement runs, before the server ends it. */
const IDLE_LIMIT = 60

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

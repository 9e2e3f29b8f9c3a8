/** A pool of connections to one server: lent one after the other, closed when unused, and all cut when the server is away. */
import type pg from 'pg'
import { closeClient, cutConnection, type OpenClient } from './opening.ts'

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

async function borrow(pool: PoolState): Promise<pg.Client> {
  if (pool.ended !== undefined) throw closedError()
  const free = pool.waiting.length === 0 ? takeUnused(pool) : undefined
  if (free !== undefined) return free
  const lent = pool.join()
  serve(pool)
  return lent
}

function giveBack(pool: PoolState, client: pg.Client, isBroken: boolean): void {
  if (!pool.known.has(client)) return
  if (isBroken || pool.ended !== undefined) dismiss(pool, client)
  else rest(pool, client)
  serve(pool)
}

function abandon(pool: PoolState, cause: Error): void {
  for (const client of [...pool.known]) {
    forget(pool, client)
    cutConnection(client, cause)
  }
  for (const one of [...pool.waiting]) one.fail(cause)
  settle(pool)
}

async function close(pool: PoolState): Promise<void> {
  const done = new Promise<void>((resolve) => {
    pool.ended = resolve
  })
  for (const one of [...pool.waiting]) one.fail(closedError())
  for (const client of [...pool.idle.keys()]) dismiss(pool, client)
  settle(pool)
  await done
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
    borrow: () => borrow(pool),
    giveBack: (client, isBroken) => giveBack(pool, client, isBroken),
    abandon: (cause) => abandon(pool, cause),
    counts: () => ({
      total: pool.known.size + pool.opening,
      idle: pool.idle.size,
      waiting: pool.waiting.length,
    }),
    close: () => close(pool),
  }
}

/** A connection to a database of either kind. */

import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import { isTransientError, unavailabilityReason } from './errors.ts'
import type { DatabaseActivity } from './measures.ts'
import type { Db, DialectName } from './sql.ts'
import type { DatabaseChangeCounter } from './sqlite/database.ts'

/** How a transaction runs. */
export interface TransactionOptions<T> {
  /** A long one has no limit of time. */
  readonly isLong?: boolean
  /** Whether the transaction is kept with this result; otherwise it is rolled back, too. */
  keeps?(result: T): boolean
}

/** Connections of one kind to a database. Statements run on any of them. */
export interface DbPool extends Db {
  /** Runs `act` on one connection reserved for it. */
  hold<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Runs `act` in a transaction that is rolled back where `act` throws. Throws what `act` or the database throws. */
  transaction<T>(act: (db: Db) => Promise<T>, options?: TransactionOptions<T>): Promise<T>
  /** Waits for running work, then closes the connections. */
  close(): Promise<void>
}

/** How the connections of a pool are lent out, begin and undo transactions, and end. */
interface Lending extends Pick<DbPool, 'dialect' | 'close'> {
  hold<T>(act: (db: Db) => Promise<T>, isLong?: boolean): Promise<T>
  /** The statement that begins a transaction. */
  begin(isLong: boolean): string
  /** Undoes the open transaction after an error. */
  undo(db: Db): Promise<void>
}

/** Returns the pool over connections that `hold` lends out. */
export function poolOfLentConnections({ dialect, hold, begin, undo, close }: Lending): DbPool {
  return {
    dialect,
    hold: (act) => hold(act),
    close,
    run: (text, values) => hold((db) => db.run(text, values)),
    transaction: (act, { isLong = false, keeps = () => true } = {}) =>
      hold(async (db) => {
        await db.run(begin(isLong), [])
        try {
          const result = await act(db)
          if (keeps(result)) await db.run('commit', [])
          else await undo(db)
          return result
        } catch (error) {
          await undo(db)
          throw error
        }
      }, isLong),
  }
}

/** How a database server is used. */
export interface DatabaseServerOptions {
  /** Seconds after which a read, and a server that does not answer, is given up. */
  readonly timeout?: number | undefined
  /** The server that notifies of writes, if the database is reached through a pooler. */
  readonly listenUrl?: string | undefined
  /** The bytes of a SQLite file that a connection maps into memory at most. */
  readonly mapped?: number
}

/**
 * Called on a connection to a server that was asked whether it is there, before others use it. `isOther` tells that it has not the history of the
 * server before it.
 */
export type OnServerReturn = (db: Db, isOther: boolean) => Promise<void>

/** Called with the cause when a server goes away, and without one when it is back, with the seconds that it was away. */
type OnOutageChange = (cause: unknown, seconds: number) => void

/** Why writes are refused. */
interface WriteRefusal {
  readonly reason: 'full' | 'read-only' | 'failing'
  /** What the first refused write threw. */
  readonly cause: unknown
}

/** Called with the refusal when it begins, and without one when writes succeed again, with the seconds that it lasted. */
type OnWriteRefusal = (refusal: WriteRefusal | undefined, seconds: number) => void

/** Whether writes are refused since a disk is full, read-only or failing. */
interface WriteRefusals {
  /** Undefined while writes succeed, as far as this process knows. */
  refusal(): WriteRefusal | undefined
  /** Calls `listener`, instead of an earlier one, when refusals begin and end, and at once during one. */
  onRefusal(listener: OnWriteRefusal): void
}

/** The pages of a file that have what was deleted or replaced. A server decides for itself when it uses the room of former rows again. */
export interface FormerPages {
  /** Whether pages are still there although somebody was erased, also by another process. */
  areOwed(): Promise<boolean>
  /**
   * Makes the file hold nothing of before. Returns why it still does, or that it takes longer than `patience` (milliseconds): then it goes
   * on, and may be tried again. Never throws, since what was erased is erased.
   */
  wipe(patience?: number): Promise<Error | undefined>
}

/** Those of a database that has none. */
export const noFormerPages: FormerPages = { areOwed: async () => false, wipe: async () => undefined }

export interface OpenDatabase extends DatabaseChangeCounter, WriteRefusals {
  readonly name: DialectName
  /** For writes. On SQLite, transactions run one after the other. */
  readonly writer: DbPool
  /** For reads. Separate connections, except for SQLite in memory, so that a read never waits for a writer. */
  readonly reader: DbPool
  /** Prevents a transaction from waiting for itself. */
  readonly guard: TransactionNestingGuard
  /** How often this process has begun or ended to change what rights depend on: users, tokens, memberships, groups. */
  readonly accounts: { changes: number }
  measures(): Omit<DatabaseActivity, 'writers'>
  /** For how many seconds the server has been away; undefined while it is there, and on SQLite. */
  outage(): number | undefined
  /** Calls `listener`, instead of an earlier one, when the server goes away and when it comes back. */
  onOutage(listener: OnOutageChange): void
  /** Calls `listener`, instead of an earlier one, whenever the server has been asked whether it is there, and is. */
  onReturn(listener: OnServerReturn): Promise<void>
  readonly formerPages: FormerPages
  /** Damage to the database file that a query of this process detected; undefined while there is none. */
  damage(): Error | undefined
  /** Waits for running work, then closes the database. May be called more than once. */
  close(): Promise<void>
}

/** The parts of a connection. The writer and the reader may be the same pool. */
interface ConnectionParts extends Pick<OpenDatabase, 'name' | 'guard' | 'writer' | 'reader'> {
  readonly counter: DatabaseChangeCounter
  /** Closes what else is open. */
  closeRest(): Promise<void>
}

/** Builds a connection from its parts. */
export function connectionFromParts({
  name,
  guard,
  writer,
  reader,
  counter,
  closeRest,
}: ConnectionParts): Omit<
  OpenDatabase,
  'measures' | 'damage' | 'outage' | 'onOutage' | 'onReturn' | 'refusal' | 'onRefusal' | 'formerPages'
> {
  let closed: Promise<void> | undefined
  const destroy = async () => {
    await reader.close()
    if (writer !== reader) await writer.close()
    await closeRest()
  }
  const close = async () => {
    if (!closed) guard.refuse()
    guard.close()
    closed ??= destroy()
    await closed
  }
  const { changeCounter, freshCounter, foreignCounter, bump, isPrompt } = counter
  const accounts = { changes: 0 }
  const counters = { changeCounter, freshCounter, foreignCounter, bump, isPrompt }
  return { name, writer, reader, guard, accounts, ...counters, close }
}

// Prevents asynchronous work from waiting for a connection that it holds itself.

/** Tracks, for one connection, whether the running work is inside one of its transactions or snapshots. */
export interface TransactionNestingGuard {
  /**
   * Throws inside `within`: there, waiting would deadlock on SQLite, and on PostgreSQL the work would run outside
   * the transaction. Also throws after `close`.
   */
  refuse(): void
  /** Runs `fn` as the body of a transaction or snapshot. */
  within<T>(fn: () => Promise<T>): Promise<T>
  /** Makes every later `refuse` throw. */
  close(): void
}

/** Returns the guard of a new connection. */
export function newTransactionNestingGuard(): TransactionNestingGuard {
  const sections = new AsyncLocalStorage<{ over: boolean }>()
  let closed = false
  let running = 0
  return {
    refuse() {
      if (closed) throw new Error('database is not open')
      // Work that the body started without awaiting it may continue after the section has ended.
      if (sections.getStore()?.over !== false) return
      throw new Error('This code runs inside a transaction or snapshot: use the database passed to it')
    },
    within(fn) {
      const section = { over: false }
      running += 1
      return sections.run(section, async () => {
        try {
          return await fn()
        } finally {
          section.over = true
          running -= 1
          // While the storage is on, Node.js 20 runs hooks for every promise of the process: a fifth of the time of a list.
          if (running === 0) sections.disable()
        }
      })
    },
    close() {
      closed = true
      // Otherwise every promise of the process would keep carrying the context.
      sections.disable()
    },
  }
}

// Follows whether the database refuses writes, because a disk is full, read-only or failing.

/** Milliseconds between two tries whether writes succeed again. */
const PAUSE = 2000

/** The writer of a database, and whether it is refused. */
interface WatchedWriter {
  readonly writer: DbPool
  readonly refusals: WriteRefusals
  /** Ends the tries. */
  stop(): void
}

function refusalOf(cause: unknown): WriteRefusal | undefined {
  const reason = unavailabilityReason(cause)
  return reason === 'full' || reason === 'read-only' || reason === 'failing' ? { reason, cause } : undefined
}

/** Returns a writer that notes refusals. While there is one, it tries from time to time to write; `hasRoom` says whether a write may succeed. */
export function watchWriter(writer: DbPool, hasRoom = async () => true): WatchedWriter {
  let [known, since]: [WriteRefusal | undefined, number] = [undefined, 0]
  let listener: OnWriteRefusal = () => {}
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const succeeds = async () => {
    if (!(await hasRoom())) return false
    await writer.transaction(async (db) => {
      // SQLite writes no page that is as it was.
      for (const by of ['+ 1', '- 1']) await db.run(`update revision set value = value ${by}`, [])
    })
    return true
  }
  const retryLater = () => {
    timer = setTimeout(async () => {
      const isOver = await succeeds().catch(() => false)
      if (isStopped) return
      if (!isOver) return retryLater()
      known = undefined
      listener(undefined, (performance.now() - since) / 1000)
    }, PAUSE).unref()
  }
  const noting = async <T>(act: Promise<T>): Promise<T> => {
    try {
      return await act
    } catch (error) {
      const refusal = known === undefined ? refusalOf(error) : undefined
      if (refusal !== undefined) {
        ;[known, since] = [refusal, performance.now()]
        retryLater()
        listener(refusal, 0)
      }
      throw error
    }
  }
  return {
    writer: {
      ...writer,
      run: (text, values) => noting(writer.run(text, values)),
      hold: (act) => noting(writer.hold(act)),
      transaction: (act, options) => noting(writer.transaction(act, options)),
    },
    refusals: {
      refusal: () => known,
      onRefusal(next) {
        listener = next
        if (known !== undefined) listener(known, 0)
      },
    },
    stop() {
      isStopped = true
      clearTimeout(timer)
    },
  }
}

// Retries database work that failed temporarily.

/** The number of attempts by kind of work. */
export const maxAttempts = { transaction: 4, migration: 12 }

/**
 * Runs `run` up to `times` times while it fails with a transient error. Throws the last error, and any other error
 * at once.
 */
export async function retryTransient<T>(times: number, run: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run()
    } catch (error) {
      if (attempt >= times || !isTransientError(error)) throw error
    }
    // Randomised, so that two conflicting writers do not collide again.
    await wait(10 * 2 ** Math.min(attempt, 5) * (0.5 + Math.random()))
  }
}

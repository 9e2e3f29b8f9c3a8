/** A connection to a database of either kind. */

import type { DatabaseChangeCounter } from './change-counter.ts'
import type { TransactionNestingGuard } from './guard.ts'
import type { DatabaseActivity } from './measures.ts'
import type { Db, DialectName } from './sql.ts'

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
export type OnOutageChange = (cause: unknown, seconds: number) => void

/** Why writes are refused. */
export interface WriteRefusal {
  readonly reason: 'full' | 'read-only' | 'failing'
  /** What the first refused write threw. */
  readonly cause: unknown
}

/** Called with the refusal when it begins, and without one when writes succeed again, with the seconds that it lasted. */
export type OnWriteRefusal = (refusal: WriteRefusal | undefined, seconds: number) => void

/** Whether writes are refused since a disk is full, read-only or failing. */
export interface WriteRefusals {
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

/** An open database. */
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

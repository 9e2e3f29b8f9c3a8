/** A connection to a database of either kind. */

import type { ChangeCounter } from './change-counter.ts'
import type { Guard } from './guard.ts'
import type { Measures } from './measures.ts'
import type { Db, DialectName } from './sql.ts'

export type { DialectName } from './sql.ts'

/** Connections of one kind to a database. Statements run on any of them. */
export interface Pool extends Db {
  /** Runs `act` on one connection reserved for it. */
  hold<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Runs `act` in a transaction that is rolled back where `act` throws. Throws what `act` or the database throws. */
  transaction<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Waits for running work, then closes the connections. */
  close(): Promise<void>
}

/** How the connections of a pool are lent out, begin and undo transactions, and end. */
interface Lending extends Pick<Pool, 'dialect' | 'hold' | 'close'> {
  /** The statement that begins a transaction. */
  readonly begin: string
  /** Undoes the open transaction after an error. */
  undo(db: Db): Promise<void>
}

/** Returns the pool over connections that `hold` lends out. */
export function poolOf({ dialect, hold, begin, undo, close }: Lending): Pool {
  return {
    dialect,
    hold,
    close,
    run: (text, values) => hold((db) => db.run(text, values)),
    transaction: (act) =>
      hold(async (db) => {
        await db.run(begin, [])
        try {
          const result = await act(db)
          await db.run('commit', [])
          return result
        } catch (error) {
          await undo(db)
          throw error
        }
      }),
  }
}

/** An open database. */
export interface Connection extends ChangeCounter {
  readonly name: DialectName
  /** For writes. On SQLite, transactions run one after the other. */
  readonly writer: Pool
  /** For reads. Separate connections, except for SQLite in memory, so that a read never waits for a writer. */
  readonly reader: Pool
  /** Prevents a transaction from waiting for itself. */
  readonly guard: Guard
  /** How often this process has begun or ended to change users or tokens. */
  readonly accounts: { changes: number }
  measures(): Omit<Measures, 'writers'>
  /** Damage to the database file that a query of this process detected; undefined while there is none. */
  damage(): Error | undefined
  /** Waits for running work, then closes the database. May be called more than once. */
  close(): Promise<void>
}

/** Builds a connection from a writer and a reader, which may be the same pool. */
export function connectionOf(
  name: DialectName,
  guard: Guard,
  writer: Pool,
  reader: Pool,
  counter: ChangeCounter,
  closeRest: () => Promise<void> | undefined = () => undefined,
): Omit<Connection, 'measures' | 'damage'> {
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
  const { changeCounter, foreignCounter, bump, isPrompt } = counter
  const accounts = { changes: 0 }
  return { name, writer, reader, guard, accounts, changeCounter, foreignCounter, bump, isPrompt, close }
}

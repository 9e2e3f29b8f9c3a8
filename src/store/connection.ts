/** A connection to a database, of either kind. */
import type { Guard } from './guard.ts'
import type { Measures } from './measures.ts'
import type { Db } from './sql.ts'
import type { Stamps } from './stamps.ts'

/** The databases that Fasti can keep its records in. */
export type DialectName = 'sqlite' | 'postgres'

/** Connections of one kind to a database. Statements run on any of them. */
export interface Pool extends Db {
  /** Runs `act` with one connection to itself. */
  hold<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Runs `act` in a transaction, which is undone where it throws. Throws what `act` or the database does. */
  transaction<T>(act: (db: Db) => Promise<T>): Promise<T>
  /** Ends what is under way, then closes the connections. */
  close(): Promise<void>
}

/** One database, open. */
export interface Connection extends Stamps {
  readonly name: DialectName
  /** For writing. On SQLite one transaction follows the other. */
  readonly writer: Pool
  /** For reading: connections of its own, but for SQLite in memory, so that a read never waits for a writer. */
  readonly reader: Pool
  /** Keeps a transaction from waiting for itself. */
  readonly guard: Guard
  measures(): Omit<Measures, 'writers'>
  /** Damage to the database's file that a query of this process came upon; undefined while there is none. */
  damage(): Error | undefined
  /** Ends what is under way, then lets go of the database; may be called again. */
  close(): Promise<void>
}

/** The connection of a writer and a reader, which may be one. */
export function connectionOf(
  name: DialectName,
  guard: Guard,
  writer: Pool,
  reader: Pool,
  stamps: Stamps,
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
  const { stamp, restamp, isPrompt } = stamps
  return { name, writer, reader, guard, stamp, restamp, isPrompt, close }
}

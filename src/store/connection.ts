/** A connection to a database, of either kind. */
import type { Kysely } from 'kysely'
import type { Guard } from './guard.ts'
import type { Measures } from './measures.ts'
import type { Stamps } from './stamps.ts'

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
  /** Damage to the database's file that a query of this process came upon; undefined while there is none. */
  damage(): Error | undefined
  /** Ends what is under way, then lets go of the database; may be called again. */
  close(): Promise<void>
}

/** The connection of a writer and a reader, which may be one. */
export function connectionOf<DB>(
  name: DialectName,
  guard: Guard,
  writer: Kysely<DB>,
  reader: Kysely<DB>,
  stamps: Stamps,
  closeRest: () => Promise<void> | undefined = () => undefined,
): Omit<Connection<DB>, 'measures' | 'damage'> {
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

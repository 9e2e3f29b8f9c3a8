/** Change counters: how a process knows, without a query, that nothing was written. */
import type { SqliteDatabase } from './sqlite/database.ts'

/** The change counter of one database. */
export interface ChangeCounter {
  /**
   * The change counter, read synchronously: it differs after every write by any process; undefined if it is
   * unknown. A write by another process may be missed for the rest of the current turn of the event loop.
   */
  changeCounter(): number | undefined
  /** Whether writes of other processes show in the next value. Otherwise they show within a second. */
  readonly isPrompt: boolean
  /** Invalidates the value after a write of this process. */
  bump(): void
}

/** Returns the change counter of a file's other connections or, in memory, of the only connection. */
export function sqliteChangeCounter(database: SqliteDatabase, isFile: boolean): ChangeCounter {
  const statement = database.prepare(
    isFile ? 'pragma data_version' : 'select total_changes() as data_version',
  )
  let known: number | undefined
  const forget = () => {
    known = undefined
  }
  const counter = () => {
    if (known !== undefined) return known
    const [row] = statement.all() as [{ readonly data_version: number }]
    known = row.data_version
    // All requests that are read in one turn of the event loop see the state at its beginning.
    setImmediate(forget)
    return known
  }
  return { changeCounter: counter, bump: forget, isPrompt: true }
}

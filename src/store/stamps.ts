/** Stamps: how a process knows, without asking the database, that nothing was written. */
import type { SqliteDatabase } from './sqlite-database.ts'

/** The stamps of one database. */
export interface Stamps {
  /**
   * Another number whenever anything was written by anyone, known without waiting; undefined where it can't be. Within one
   * turn of the event loop, what other processes write meanwhile may be missed.
   */
  stamp(): number | undefined
  /** Whether what others write shows in the next stamp, and not only within a second. */
  readonly isPrompt: boolean
  /** Makes the next stamp a new one, after a write of this process. */
  restamp(): void
}

/** Stamps of what all other connections of a file have done, or, in memory, of what the only one has. */
export function stampsOf(database: SqliteDatabase, isFile: boolean): Stamps {
  const statement = database.prepare(
    isFile ? 'pragma data_version' : 'select total_changes() as data_version',
  )
  let known: number | undefined
  const restamp = () => {
    known = undefined
  }
  const stamp = () => {
    if (known !== undefined) return known
    const [row] = statement.all() as [{ readonly data_version: number }]
    known = row.data_version
    // Requests that are read in one turn of the event loop are answered as of its beginning.
    setImmediate(restamp)
    return known
  }
  return { stamp, restamp, isPrompt: true }
}

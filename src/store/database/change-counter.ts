/** Change counters: how a process knows, without a query, that nothing was written. */
import type { NodeSqliteDatabase } from './sqlite/database.ts'

/** The change counter of one database. */
export interface DatabaseChangeCounter {
  /**
   * The change counter, read synchronously: it differs after every write by any process; undefined if it is
   * unknown. A write by another process may be missed for the rest of the current turn of the event loop.
   */
  changeCounter(): number | undefined
  /** The same, read anew by each call; undefined where writes of other processes show late. */
  freshCounter(): number | undefined
  /** The same for writes by other processes only, read anew by each call. */
  foreignCounter(): number | undefined
  /** Whether writes of other processes show in the next value. Otherwise they show within a second. */
  readonly isPrompt: boolean
  /** Invalidates the value after a write of this process. */
  bump(): void
}

/** Returns the function that reads a counter of a connection. */
function reading(database: NodeSqliteDatabase, query: string): () => number {
  const statement = database.prepare(query)
  return () => (statement.all() as [{ readonly data_version: number }])[0].data_version
}

/** Reads a counter once in each turn of the event loop: all requests that are read in one see the state at its beginning. */
function oncePerTurn(read: () => number) {
  let known: number | undefined
  const forget = () => {
    known = undefined
  }
  const changeCounter = () => {
    if (known !== undefined) return known
    known = read()
    setImmediate(forget)
    return known
  }
  return { changeCounter, freshCounter: read, bump: forget }
}

/** The counter of the writes by all other connections to the file. */
const OF_OTHERS = 'pragma data_version'

/** Returns the change counter of a file, by a connection that never writes and by the one that writes. */
export function makeFileChangeCounter(
  watching: NodeSqliteDatabase,
  writing: NodeSqliteDatabase,
): DatabaseChangeCounter {
  const counter = oncePerTurn(reading(watching, OF_OTHERS))
  return { ...counter, foreignCounter: reading(writing, OF_OTHERS), isPrompt: true }
}

/** Returns the change counter of the only connection to a database in memory. */
export function memoryChangeCounter(database: NodeSqliteDatabase): DatabaseChangeCounter {
  const counter = oncePerTurn(reading(database, 'select total_changes() as data_version'))
  return { ...counter, foreignCounter: () => 0, isPrompt: true }
}

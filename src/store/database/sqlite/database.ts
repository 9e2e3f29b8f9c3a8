/**
 * SQLite through the API of `node:sqlite`: the built-in module where Node has it without a flag (22.13 and newer),
 * otherwise the same API from `@photostructure/sqlite`.
 */

/** The part of a prepared statement of `node:sqlite` that is used here. */
export interface NodeSqliteStatement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  /** Makes `all` return the values of each row in a list. Node has it from 22.16 on, like `columns`. */
  setReturnArrays?(isOn: boolean): void
  columns?(): readonly { readonly name: string }[]
}

/** The part of an open database of `node:sqlite` that is used here. */
export interface NodeSqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): NodeSqliteStatement
  close(): void
}

interface SqliteModule {
  readonly DatabaseSync: new (path: string) => NodeSqliteDatabase
}

const pragmas = [
  // For the opening: afterwards, connections that run queries wait for locks themselves.
  'busy_timeout=5000',
  'journal_mode=WAL',
  'synchronous=FULL',
  'foreign_keys=ON',
  // What is deleted or replaced is overwritten: who is erased leaves no trace in the file.
  'secure_delete=ON',
  'temp_store=MEMORY',
  'cache_size=-16000',
]

/** The bytes of a file that the reading connection of the service maps into memory at most. */
export const MAX_MAPPED_BYTES = 16 * 1024 * 1024

/** Opens the file (or `:memory:`) with the settings of every connection that runs queries; maps at most so many bytes of it. */
export function openSqlite(path: string, mapped = MAX_MAPPED_BYTES): Promise<NodeSqliteDatabase> {
  return openWith(path, [...pragmas, `mmap_size=${mapped}`])
}

/** Opens a file that another connection has prepared, only to watch it: without settings for which SQLite would read its schema. */
export function openSqliteForWatching(path: string): Promise<NodeSqliteDatabase> {
  return openWith(path, ['busy_timeout=5000', 'query_only=ON'])
}

async function openWith(path: string, settings: readonly string[]): Promise<NodeSqliteDatabase> {
  const { DatabaseSync } = builtIn() ?? (await fromPackage())
  const database = new DatabaseSync(path)
  try {
    for (const setting of settings) database.exec(`PRAGMA ${setting}`)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

function builtIn(): SqliteModule | undefined {
  // Loading `node:sqlite` prints an experimental warning. It is suppressed; all other warnings pass.
  const { emitWarning } = process
  process.emitWarning = ((warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental feature')) emitWarning(warning, ...rest)
  }) as typeof emitWarning
  try {
    return process.getBuiltinModule?.('node:sqlite') as SqliteModule | undefined
  } finally {
    process.emitWarning = emitWarning
  }
}

async function fromPackage(): Promise<SqliteModule> {
  return (await import('@photostructure/sqlite')) as unknown as SqliteModule
}

type Row = Record<string, unknown>

/** Returns the row that a statement returns, without values. Spread, it becomes a plain object that V8 reads by place. */
const blankRowOf = (names: readonly string[]): Row => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
})

/**
 * Returns what runs a statement and returns its rows. Those that SQLite makes are tables of hashes: 25 events take twice as long to read, and a
 * record that is kept five times the memory.
 */
export function rowsReader(statement: NodeSqliteStatement): (parameters: readonly unknown[]) => Row[] {
  if (statement.setReturnArrays === undefined || statement.columns === undefined)
    return (parameters) => statement.all(...parameters) as Row[]
  statement.setReturnArrays(true)
  const namesNow = () => statement.columns?.().map(({ name }) => name) ?? []
  let names = namesNow()
  let blank = blankRowOf(names)
  return (parameters) => {
    const lists = statement.all(...parameters) as unknown[][]
    // Another version of the service may have added a column to its tables. Node 22 then tells the values of the former number of columns once
    // more: that `*` stands last in statements leaves them their names.
    if (lists[0] !== undefined && lists[0].length !== names.length) {
      names = namesNow()
      blank = blankRowOf(names)
    }
    return lists.map((values) => {
      const row = { ...blank }
      for (const [at, name] of names.entries()) row[name] = values[at]
      return row
    })
  }
}

// Change counters: how a process knows, without a query, that nothing was written.

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

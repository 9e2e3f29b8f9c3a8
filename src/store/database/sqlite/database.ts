/**
 * SQLite through the API of `node:sqlite`: the built-in module where Node has it without a flag (22.13 and newer),
 * otherwise the same API from `@photostructure/sqlite`.
 */

/** The part of a prepared statement of `node:sqlite` that is used here. */
export interface NodeSqliteStatement {
  all(...parameters: unknown[]): unknown[]
  run(...parameters: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
  iterate(...parameters: unknown[]): IterableIterator<unknown>
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
export const MAX_MAPPED_BYTES = 32 * 1024 * 1024

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

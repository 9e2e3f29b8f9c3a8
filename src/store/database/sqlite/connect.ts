import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants, mkdir, stat, statfs, writeFile } from 'node:fs/promises'
import { createRequire as requireFrom } from 'node:module'
import { dirname, resolve } from 'node:path'
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises'
import {
  connectionFromParts,
  type DbPool,
  type FormerPages,
  maxAttempts,
  newTransactionNestingGuard,
  noFormerPages,
  type OpenDatabase,
  poolOfLentConnections,
  retryTransient,
  watchWriter,
} from '../connection.ts'
import { type DamageTracker, newDamageTracker } from '../damage.ts'
import { isTransientError } from '../errors.ts'
import { type NoteQueryTime, queryCounters } from '../measures.ts'
import { type Db, type QueryResult, rawSql, type SqlParameter, sql } from '../sql.ts'
import {
  MAX_MAPPED_BYTES,
  makeFileChangeCounter,
  memoryChangeCounter,
  type NodeSqliteDatabase,
  type NodeSqliteStatement,
  openSqlite,
  openSqliteForWatching,
  rowsReader,
} from './database.ts'

// Makes a file hold nothing that was deleted or replaced, once somebody was erased.

/** The bits of `user_version`: every version so far has overwritten what it deleted, and somebody was erased whose pages are still there. */
const WIPED = 1
const OWED = 2

/** Milliseconds for which a reader of former pages is waited for, and between two looks. */
const READER = { most: 2000, pause: 20 }

/** Rewrites a file in a process of its own, since SQLite does it in one step: with the API that `database.ts` uses. */
const rewriting = `
  const [file, packaged] = process.argv.slice(1)
  const { DatabaseSync } = process.getBuiltinModule?.('node:sqlite') ?? require(packaged)
  const database = new DatabaseSync(file)
  for (const statement of ['busy_timeout=60000', 'secure_delete=on']) database.exec('pragma ' + statement)
  database.exec('vacuum')
  // Here, since the log is as long as the file.
  database.exec('pragma wal_checkpoint(truncate)')
  database.close()`

// The build gives every file a `createRequire` already.
const { resolve: resolvePackage } = requireFrom(import.meta.url)

function startRewriting(file: string): ChildProcess {
  const args = [
    '--input-type=commonjs',
    '--eval',
    rewriting,
    '--',
    file,
    resolvePackage('@photostructure/sqlite'),
  ]
  // It gets no secrets; what it writes for a while is beside the file, in its volume.
  const env = { SQLITE_TMPDIR: dirname(file) }
  return spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Why pages are still there while the file is rewritten. */
const stillBusy = new Error('the file is still being rewritten')

/** Waits until a file is rewritten. Throws what SQLite says where it could not be. */
async function rewritten(child: ChildProcess): Promise<void> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const code = await new Promise<number | null>((done, fail) => child.once('close', done).once('error', fail))
  if (code !== 0) throw new Error(/Error: (.*)/.exec(said)?.[1] ?? `the process ended with ${code}`)
}

async function versionOf(writer: DbPool): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(writer)
  return rows[0]?.user_version ?? 0
}

/** Empties the log beside the file, which has pages as they were before. Throws where somebody goes on reading them. */
async function emptyLog(writer: DbPool): Promise<void> {
  for (let waited = 0; waited < READER.most; waited += READER.pause) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(writer)
    if (rows[0]?.busy === 0) return
    await wait(READER.pause)
  }
  throw new Error('another process, such as a back-up, reads the file as it was')
}

/** Returns the former pages of a file that `writer` is open on. `close` ends the process that rewrites it. */
function formerPagesOf(file: string, writer: DbPool): FormerPages & { close(): Promise<void> } {
  let child: ChildProcess | undefined
  let last: Promise<Error | undefined> = Promise.resolve(undefined)
  const mark = (version: number) => rawSql(`pragma user_version=${version}`).execute(writer)
  const wipe = async () => {
    const before = await versionOf(writer)
    await mark(before | OWED)
    if ((before & WIPED) === 0) {
      child = startRewriting(file)
      await rewritten(child)
      await mark(WIPED | OWED)
    }
    await emptyLog(writer)
    await mark(WIPED)
    return undefined
  }
  return {
    areOwed: async () => ((await versionOf(writer)) & OWED) !== 0,
    wipe(patience) {
      // Each after the one before, which may have emptied the log before the erasure of this one.
      last = last
        .then(wipe)
        .catch((error: unknown) => (error instanceof Error ? error : new Error(String(error))))
      return patience === undefined ? last : Promise.race([last, wait(patience, stillBusy, { ref: false })])
    },
    async close() {
      child?.kill('SIGKILL')
      await last
    },
  }
}

// One SQLite connection: caches prepared statements, binds values, counts queries.

/** The version of a file's tables. It grows when a connection of this process changes them. */
interface Schema {
  version: number
}

/** The parts that the connections of one file share, and whether this one writes. */
interface SharedConnectionParts {
  /** The same for every connection to one file. */
  readonly schema: Schema
  /** The same for every connection to one file. */
  readonly damage: DamageTracker
  readonly isWriter: boolean
  /** Called after every query. */
  readonly count: NoteQueryTime
}

interface Prepared {
  readonly statement: NodeSqliteStatement
  /** Runs a statement that returns rows; undefined for one that only writes. */
  readonly rows: ReturnType<typeof rowsReader> | undefined
}

const cachedStatements = 500

/** Milliseconds that a caller waits for another process that has locked the file. */
const MAX_WAIT = 5000
/** Milliseconds between two attempts. An import releases the lock for a few milliseconds at a time. */
const PAUSE = 1

/** Milliseconds of a turn of the event loop with reads after which other requests have one: a chain of statements that find at once would leave them none. */
const SPAN = 5

/** A connection that prepares each SQL text once and evicts the least recently used statement. */
class SqliteConnection implements Db {
  readonly dialect = 'sqlite'
  readonly #database: NodeSqliteDatabase
  readonly #schema: Schema
  readonly #damage: DamageTracker
  readonly #isWriter: boolean
  readonly #count: NoteQueryTime
  readonly #prepared = new Map<string, Prepared>()
  #preparedFor = 0
  #altering = false
  /** When the first read of this turn of the event loop began, in monotonic milliseconds; undefined before it. */
  #turnSince: number | undefined
  /** When the present caller asked for the connection, in monotonic milliseconds. */
  #askedAt = 0
  /** When another process's lock was first noticed; undefined after a statement that it did not hold up. */
  #lockedAt: number | undefined

  constructor(database: NodeSqliteDatabase, { schema, damage, isWriter, count }: SharedConnectionParts) {
    this.#database = database
    this.#schema = schema
    this.#damage = damage
    this.#isWriter = isWriter
    this.#count = count
    // SQLite would wait for a lock without letting the process do anything else.
    database.exec('PRAGMA busy_timeout=0')
  }

  /** Lends the connection to a caller that asked for it at this moment of the monotonic clock, in milliseconds. */
  lend(askedAt: number): void {
    this.#askedAt = askedAt
  }

  async run<R>(text: string, values: readonly SqlParameter[]): Promise<QueryResult<R>> {
    const others = this.#isWriter ? undefined : this.#turnOfOthers()
    if (others !== undefined) await others
    const since = performance.now()
    let hasFailed = true
    try {
      if (this.#isWriter) this.#damage.refuseWrite(text)
      let result = this.#attempt<R>(text, values)
      while (result === undefined) {
        await wait(PAUSE)
        result = this.#attempt<R>(text, values)
      }
      hasFailed = false
      return result
    } catch (error) {
      throw this.#damage.noted(error)
    } finally {
      this.#count(performance.now() - since, hasFailed)
    }
  }

  /** Returns a turn of the event loop for other requests, if one is due. */
  #turnOfOthers(): Promise<void> | undefined {
    const now = performance.now()
    if (this.#turnSince !== undefined) return now - this.#turnSince > SPAN ? nextTurn() : undefined
    this.#turnSince = now
    setImmediate(() => {
      this.#turnSince = undefined
    })
    return undefined
  }

  /** Returns undefined while another process has locked the file: then the statement has had no effect. */
  #attempt<R>(text: string, values: readonly SqlParameter[]): QueryResult<R> | undefined {
    try {
      const result = this.#run<R>(text, values)
      this.#lockedAt = undefined
      return result
    } catch (error) {
      if (!isTransientError(error)) throw error
      const now = performance.now()
      this.#lockedAt ??= now
      // Callers that queue for the connection wait for the lock at the same time, not one after the other.
      if (now - Math.max(this.#askedAt, this.#lockedAt) < MAX_WAIT) return undefined
      throw error
    }
  }

  #run<R>(text: string, values: readonly SqlParameter[]): QueryResult<R> {
    const { statement, rows: read } = this.#prepare(text)
    const parameters = values.map(bindable)
    if (read === undefined) return { rows: [], changes: Number(statement.run(...parameters).changes) }
    const rows = read(parameters) as R[]
    this.#followSchema(text)
    return { rows, changes: rows.length }
  }

  #prepare(text: string): Prepared {
    this.#forgetOldSchema()
    const known = this.#prepared.get(text)
    const prepared = known ?? preparedIn(this.#database, text)
    if (known) this.#prepared.delete(text)
    else if (this.#prepared.size >= cachedStatements) this.#forgetOldest()
    this.#prepared.set(text, prepared)
    return prepared
  }

  #forgetOldest(): void {
    for (const oldest of this.#prepared.keys()) {
      this.#prepared.delete(oldest)
      return
    }
  }

  // On Node 22 a `select *` that was prepared before the schema is reread returns the old columns.
  #forgetOldSchema(): void {
    if (this.#preparedFor === this.#schema.version) return
    this.#prepared.clear()
    this.#database.prepare('select count(*) from sqlite_schema').all()
    this.#preparedFor = this.#schema.version
  }

  #followSchema(text: string): void {
    const alters = /^\s*(create|alter|drop)\b/i.test(text)
    // Other connections see the change only after the commit, and a rollback reverts it here.
    const ends = this.#altering && /^(commit|rollback)$/.test(text)
    if (!alters && !ends) return
    this.#schema.version += 1
    this.#altering = alters
  }
}

const writesOnly = (text: string): boolean =>
  /^\s*(insert|update|delete|replace)\b/i.test(text) && !/\breturning\b/i.test(text)

function preparedIn(database: NodeSqliteDatabase, text: string): Prepared {
  const statement = database.prepare(text)
  return { statement, rows: writesOnly(text) ? undefined : rowsReader(statement) }
}

function bindable(value: SqlParameter): SqlParameter {
  if (typeof value === 'boolean') return value ? 1n : 0n
  // `node:sqlite` binds every number as a float, which is visible where no column determines the type.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return value
}

// A shared SQLite connection: statements, transactions and snapshots use it one at a time.

/** Options of one SQLite connection. */
interface SqliteUse extends SharedConnectionParts {
  /** Called before waiting for the connection; throws if waiting would deadlock. */
  readonly guard: () => void
}

async function rollBack(db: Db): Promise<void> {
  try {
    await db.run('rollback', [])
  } catch (error) {
    // SQLite rolls back by itself when the disk is full; report the first error.
    if (!String(error).includes('no transaction is active')) throw error
  }
}

/** Shares one open SQLite connection. Closing the pool closes it. */
function poolOfOneSqliteConnection(database: NodeSqliteDatabase, { guard, ...use }: SqliteUse): DbPool {
  const connection = new SqliteConnection(database, use)
  // A writer takes the lock at once, so that it never has to upgrade.
  const begin = use.isWriter ? 'begin immediate' : 'begin'
  const turns = lock()
  const hold: DbPool['hold'] = async (act) => {
    guard()
    const since = performance.now()
    await turns.take()
    connection.lend(since)
    try {
      return await act(connection)
    } finally {
      turns.give()
    }
  }
  return poolOfLentConnections({
    dialect: 'sqlite',
    hold,
    begin: () => begin,
    undo: rollBack,
    async close() {
      await turns.take()
      database.close()
      // Callers that still wait get the error of the closed database.
      turns.give()
    },
  })
}

/** Lets one caller through at a time, in the order of arrival. */
function lock() {
  const waiting: (() => void)[] = []
  let isTaken = false
  return {
    async take(): Promise<void> {
      if (isTaken) await new Promise<void>((resolve) => waiting.push(resolve))
      isTaken = true
    },
    give(): void {
      const next = waiting.shift()
      if (next) next()
      else isTaken = false
    },
  }
}

/** Creates a folder, and those above it. Where nothing can be created, as below /proc, Node.js tries without an end. */
async function createFolder(folder: string): Promise<void> {
  const create = () => mkdir(folder, { mode: 0o700 })
  try {
    await create()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EEXIST' || (await isFolder(folder))) return
    if (code !== 'ENOENT') throw error
    await createFolder(dirname(folder))
    await create()
  }
}

const isFolder = (path: string) =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Creates the file if it is missing, readable by its owner only. */
async function createFile(file: string): Promise<void> {
  await createFolder(dirname(file))
  // SQLite accepts an empty file as a new database, and gives its side files the same permissions.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Bytes that SQLite needs beside a file, also to read it. */
const ROOM = 64 * 1024

/** SQLite's number for a full disk. */
const SQLITE_FULL = 13

const hasRoom = (file: string): Promise<boolean> =>
  statfs(dirname(file)).then(
    ({ bavail, bsize }) => bavail * bsize >= ROOM,
    () => true,
  )

/** Returns the error of a file that can't be opened. On a full disk, SQLite itself says no more than “disk I/O error”. */
async function openError(file: string, cause: unknown): Promise<Error> {
  const failed = (why: string) => new Error(`DATABASE_URL: cannot open ${file}: ${why}`, { cause })
  const isReadOnly = await access(dirname(file), constants.W_OK).then(
    () => false,
    () => true,
  )
  if (isReadOnly && (await isFolder(dirname(file))))
    return failed(
      'the folder is read-only. SQLite writes beside the file also to read it: copy the folder elsewhere, also to export or to back up, and name the copy in FASTI_DATA_DIR',
    )
  if (await hasRoom(file)) return failed(cause instanceof Error ? cause.message : String(cause))
  const why = 'the disk is full. SQLite needs some room also to read: free some, and try again'
  return Object.assign(failed(why), { errcode: SQLITE_FULL })
}

async function openFiles(
  path: string,
  mapped: number,
): Promise<[NodeSqliteDatabase, NodeSqliteDatabase?, NodeSqliteDatabase?]> {
  if (path === ':memory:') return [await openSqlite(path, mapped)]
  const file = resolve(path)
  try {
    await createFile(file)
    // Not mapped: each connection maps pages of its own, and a large import would map most of the file beside what readers need.
    const writing = await retryTransient(maxAttempts.migration, () => openSqlite(file, 0))
    const reading = await openSqlite(file, mapped)
    reading.exec('PRAGMA query_only=ON')
    // Never in a transaction, so that it sees every write of others.
    const watching = await openSqliteForWatching(file)
    return [writing, reading, watching]
  } catch (cause) {
    throw await openError(file, cause)
  }
}

/** Marks a file that is new. */
function markIfNew(writing: NodeSqliteDatabase): void {
  if (writing.prepare('select 1 from sqlite_schema limit 1').all().length === 0)
    writing.exec(`PRAGMA user_version=${WIPED}`)
}

/** Connects to the file at `path` and creates it if it is missing. Throws if it can't be opened. */
export async function connectSqlite(path: string, mapped = MAX_MAPPED_BYTES): Promise<OpenDatabase> {
  const guard = newTransactionNestingGuard()
  const [schema, damage] = [{ version: 0 }, newDamageTracker()]
  const [writing, reading, watching] = await openFiles(path, mapped)
  markIfNew(writing)
  const { count, measures } = queryCounters(() => ({ open: reading === undefined ? 1 : 3 }))
  const over = (database: NodeSqliteDatabase, isWriter: boolean) =>
    poolOfOneSqliteConnection(database, { isWriter, schema, damage, guard: guard.refuse, count })
  const { writer, refusals, stop } = watchWriter(over(writing, true), () => hasRoom(resolve(path)))
  const reader = reading ? over(reading, false) : writer
  const counter = watching ? makeFileChangeCounter(watching, writing) : memoryChangeCounter(writing)
  const closeRest = async () => {
    stop()
    watching?.close()
  }
  const connection = connectionFromParts({
    name: 'sqlite',
    guard,
    writer,
    reader,
    counter,
    closeRest,
  })
  const formerPages =
    reading === undefined ? { ...noFormerPages, close: async () => {} } : formerPagesOf(resolve(path), writer)
  return {
    ...connection,
    ...refusals,
    async close() {
      await formerPages.close()
      await connection.close()
    },
    measures,
    damage: damage.known,
    formerPages,
    outage: () => undefined,
    onOutage: () => {},
    onReturn: async () => {},
  }
}

/** A connection to a SQLite file or to an in-memory database. */
import { mkdir, statfs, writeFile } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import { makeFileChangeCounter, memoryChangeCounter } from '../change-counter.ts'
import { connectionFromParts, noFormerPages, type OpenDatabase } from '../connection.ts'
import { newDamageTracker } from '../damage.ts'
import { newTransactionNestingGuard } from '../guard.ts'
import { queryCounters } from '../measures.ts'
import { maxAttempts, retryTransient } from '../retry.ts'
import { MAX_MAPPED_BYTES, type NodeSqliteDatabase, openSqlite, openSqliteForWatching } from './database.ts'
import { poolOfOneSqliteConnection } from './driver.ts'
import { formerPagesOf, WIPED } from './former-pages.ts'

/** Creates the file if it is missing, readable by its owner only. */
async function createFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  // SQLite accepts an empty file as a new database, and gives its side files the same permissions.
  await writeFile(file, '', { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Bytes that SQLite needs beside a file, also to read it. */
const ROOM = 64 * 1024

/** SQLite's number for a full disk. */
const SQLITE_FULL = 13

/** Returns the error of a file that can't be opened. On a full disk, SQLite itself says no more than “disk I/O error”. */
async function openError(file: string, cause: unknown): Promise<Error> {
  const free = await statfs(dirname(file)).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => ROOM,
  )
  const failed = (why: string) => new Error(`DATABASE_URL: cannot open ${file}: ${why}`, { cause })
  if (free >= ROOM) return failed(cause instanceof Error ? cause.message : String(cause))
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
  const writer = over(writing, true)
  const reader = reading ? over(reading, false) : writer
  const counter = watching ? makeFileChangeCounter(watching, writing) : memoryChangeCounter(writing)
  const closeRest = async () => watching?.close()
  const connection = connectionFromParts({ name: 'sqlite', guard, writer, reader, counter, closeRest })
  const formerPages =
    reading === undefined ? { ...noFormerPages, close: async () => {} } : formerPagesOf(resolve(path), writer)
  return {
    ...connection,
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

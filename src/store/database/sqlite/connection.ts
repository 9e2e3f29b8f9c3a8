/** One SQLite connection: caches prepared statements, binds values, counts queries. */
import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { DamageTracker } from '../damage.ts'
import { isTransientError } from '../errors.ts'
import type { NoteQueryTime } from '../measures.ts'
import type { Db, QueryResult, SqlParameter } from '../sql.ts'
import type { NodeSqliteDatabase, NodeSqliteStatement } from './database.ts'

/** The version of a file's tables. It grows when a connection of this process changes them. */
interface Schema {
  version: number
}

/** The parts that the connections of one file share, and whether this one writes. */
export interface SharedConnectionParts {
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
  readonly writesOnly: boolean
}

const cachedStatements = 500

/** Milliseconds that a caller waits for another process that has locked the file. */
const MAX_WAIT = 5000
/** Milliseconds between two attempts. An import releases the lock for a few milliseconds at a time. */
const PAUSE = 1

/** Milliseconds of reading after which other requests have a turn: a chain of statements that find at once would leave them none. */
const SPAN = 5

/** A connection that prepares each SQL text once and evicts the least recently used statement. */
export class SqliteConnection implements Db {
  readonly dialect = 'sqlite'
  readonly #database: NodeSqliteDatabase
  readonly #schema: Schema
  readonly #damage: DamageTracker
  readonly #isWriter: boolean
  readonly #count: NoteQueryTime
  readonly #prepared = new Map<string, Prepared>()
  #preparedFor = 0
  #altering = false
  /** Milliseconds of statements since other requests had a turn. */
  #spent = 0
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
    if (!this.#isWriter && this.#spent > SPAN) {
      this.#spent = 0
      await setImmediate()
    }
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
      const took = performance.now() - since
      this.#spent += took
      this.#count(took, hasFailed)
    }
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
    const { statement, writesOnly } = this.#prepare(text)
    const parameters = values.map(bindable)
    if (writesOnly) return { rows: [], changes: Number(statement.run(...parameters).changes) }
    const rows = statement.all(...parameters) as R[]
    this.#followSchema(text)
    return { rows, changes: rows.length }
  }

  #prepare(text: string): Prepared {
    this.#forgetOldSchema()
    const known = this.#prepared.get(text)
    const prepared = known ?? { statement: this.#database.prepare(text), writesOnly: writesOnly(text) }
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

function bindable(value: SqlParameter): SqlParameter {
  if (typeof value === 'boolean') return value ? 1n : 0n
  // `node:sqlite` binds every number as a float, which is visible where no column determines the type.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return value
}

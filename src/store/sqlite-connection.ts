/** One SQLite connection as Kysely uses it: statements kept prepared, values bound, rows streamed. */
import {
  type CompiledQuery,
  type DatabaseConnection,
  DeleteQueryNode,
  InsertQueryNode,
  type QueryResult,
  RawNode,
  UpdateQueryNode,
} from 'kysely'
import type { Damage } from './damage.ts'
import type { CountQuery } from './measures.ts'
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.ts'

/** The tables of one file; its version grows when a connection of this process changes them. */
export interface Schema {
  version: number
}

/** What the connections of one file share, and whether this one writes. */
export interface ConnectionUse {
  /** The same for every connection to one file. */
  readonly schema: Schema
  /** The same for every connection to one file. */
  readonly damage: Damage
  readonly isWriter: boolean
  /** Told of every query. */
  readonly count: CountQuery
}

interface Prepared {
  readonly statement: SqliteStatement
  readonly writesOnly: boolean
}

const cachedStatements = 500

/** A connection that prepares each SQL text once, and forgets the least recently used of too many. */
export class SqliteConnection implements DatabaseConnection {
  readonly #database: SqliteDatabase
  readonly #schema: Schema
  readonly #damage: Damage
  readonly #isWriter: boolean
  readonly #count: CountQuery
  readonly #prepared = new Map<string, Prepared>()
  #preparedFor = 0
  #altering = false

  constructor(database: SqliteDatabase, { schema, damage, isWriter, count }: ConnectionUse) {
    this.#database = database
    this.#schema = schema
    this.#damage = damage
    this.#isWriter = isWriter
    this.#count = count
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const since = performance.now()
    let hasFailed = true
    try {
      if (this.#isWriter) this.#damage.refuseWrite(query.sql)
      const result = this.#execute<R>(query)
      hasFailed = false
      return result
    } catch (error) {
      throw this.#damage.told(error)
    } finally {
      this.#count(performance.now() - since, hasFailed)
    }
  }

  #execute<R>(query: CompiledQuery): QueryResult<R> {
    const { statement, writesOnly } = this.#prepare(query)
    const parameters = query.parameters.map(bindable)
    if (!writesOnly) {
      const rows = statement.all(...parameters) as R[]
      this.#followSchema(query.sql)
      return { rows }
    }
    const { changes, lastInsertRowid } = statement.run(...parameters)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    // A statement of its own, so that one left half-read is not used again.
    try {
      const statement = this.#database.prepare(query.sql)
      for (const row of statement.iterate(...query.parameters.map(bindable))) yield { rows: [row as R] }
    } catch (error) {
      throw this.#damage.told(error)
    }
  }

  #prepare(query: CompiledQuery): Prepared {
    this.#forgetOldSchema()
    const known = this.#prepared.get(query.sql)
    const prepared = known ?? { statement: this.#database.prepare(query.sql), writesOnly: writesOnly(query) }
    if (known) this.#prepared.delete(query.sql)
    else if (this.#prepared.size >= cachedStatements) this.#forgetOldest()
    this.#prepared.set(query.sql, prepared)
    return prepared
  }

  #forgetOldest(): void {
    for (const oldest of this.#prepared.keys()) {
      this.#prepared.delete(oldest)
      return
    }
  }

  // On Node 22 a `select *` that was prepared before the schema is read again gives the columns of before.
  #forgetOldSchema(): void {
    if (this.#preparedFor === this.#schema.version) return
    this.#prepared.clear()
    this.#database.prepare('select count(*) from sqlite_schema').all()
    this.#preparedFor = this.#schema.version
  }

  #followSchema(sql: string): void {
    const alters = /^\s*(create|alter|drop)\b/i.test(sql)
    // Other connections see the change only now, and this one loses it if it is rolled back.
    const ends = this.#altering && /^(commit|rollback)$/.test(sql)
    if (!alters && !ends) return
    this.#schema.version += 1
    this.#altering = alters
  }
}

function writesOnly({ query, sql }: CompiledQuery): boolean {
  if (InsertQueryNode.is(query) || UpdateQueryNode.is(query) || DeleteQueryNode.is(query)) {
    return query.returning === undefined
  }
  return RawNode.is(query) && /^\s*(insert|update|delete|replace)\b/i.test(sql) && !/\breturning\b/i.test(sql)
}

function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1n : 0n
  // `node:sqlite` binds every number as a float, which shows wherever no column gives it a type.
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return value
}

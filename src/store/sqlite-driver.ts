/** SQLite for Kysely, over the programming interface of `node:sqlite`. */
import {
  CompiledQuery,
  createQueryId,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  IdentifierNode,
  type QueryCompiler,
  RawNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type Schema, SqliteConnection } from './sqlite-connection.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/** How one SQLite connection is used through Kysely. */
export interface SqliteUse {
  /** The same for every connection to one file. */
  readonly schema: Schema
  /** The statement that begins a transaction: a writer takes the lock at once, so that it never has to upgrade. */
  readonly begin: 'begin' | 'begin immediate'
  /** Called before the connection is waited for; throws where waiting would never end. */
  readonly guard: () => void
}

/** The Kysely dialect of one open SQLite connection; whoever destroys the Kysely instance closes it. */
export function sqliteDialect(database: SqliteDatabase, use: SqliteUse): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => new SqliteDriver(database, use),
  }
}

class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection
  readonly #use: SqliteUse
  readonly #lock = new Lock()

  constructor(database: SqliteDatabase, use: SqliteUse) {
    this.#database = database
    this.#connection = new SqliteConnection(database, use.schema)
    this.#use = use
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#use.guard()
    await this.#lock.take()
    return this.#connection
  }

  async releaseConnection(): Promise<void> {
    this.#lock.give()
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(this.#use.begin))
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'))
    } catch (error) {
      // SQLite rolls back by itself when the disk is full; the first error is the one to tell.
      if (!String(error).includes('no transaction is active')) throw error
    }
  }

  async savepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(savepointQuery('savepoint', name, compile))
  }

  async rollbackToSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(savepointQuery('rollback to', name, compile))
  }

  async releaseSavepoint(connection: DatabaseConnection, name: string, compile: Compile): Promise<void> {
    await connection.executeQuery(savepointQuery('release', name, compile))
  }

  async destroy(): Promise<void> {
    await this.#lock.take()
    this.#database.close()
    // Whoever still waits learns from the closed database.
    this.#lock.give()
  }
}

type Compile = QueryCompiler['compileQuery']

function savepointQuery(command: string, name: string, compile: Compile): CompiledQuery {
  const parts = RawNode.createWithChildren([
    RawNode.createWithSql(`${command} `),
    IdentifierNode.create(name),
  ])
  return compile(parts, createQueryId())
}

/** Lets one at a time through, in the order of asking. */
class Lock {
  readonly #waiting: (() => void)[] = []
  #taken = false

  async take(): Promise<void> {
    if (this.#taken) await new Promise<void>((resolve) => this.#waiting.push(resolve))
    this.#taken = true
  }

  give(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}

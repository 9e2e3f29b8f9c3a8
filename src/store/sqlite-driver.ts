/** SQLite for Kysely, over the programming interface of `node:sqlite`. */
import {
  CompiledQuery,
  type ConnectionProvider,
  createQueryId,
  type DatabaseConnection,
  DefaultConnectionProvider,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  IdentifierNode,
  Kysely,
  type QueryCompiler,
  type QueryResult,
  RawNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type ConnectionUse, SqliteConnection } from './sqlite-connection.ts'
import type { SqliteDatabase } from './sqlite-database.ts'

/** How one SQLite connection is used through Kysely. */
export interface SqliteUse extends ConnectionUse {
  /** Called before the connection is waited for; throws where waiting would never end. */
  readonly guard: () => void
}

/** Kysely over one open SQLite connection; whoever destroys it closes that. */
export function kyselyOver<DB>(database: SqliteDatabase, use: SqliteUse): Kysely<DB> {
  const connection = new SqliteConnection(database, use)
  const driver = new SqliteDriver(database, connection, use)
  const executor = new WaitingExecutor(connection, driver)
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createDriver: () => driver,
  }
  return new Kysely<DB>({ config: { dialect }, dialect, driver, executor })
}

/** Waits for the connection before each query, but in a transaction or a snapshot, which holds it. */
class WaitingExecutor extends DefaultQueryExecutor {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection, driver: Driver) {
    super(new SqliteQueryCompiler(), new SqliteAdapter(), new DefaultConnectionProvider(driver))
    this.#connection = connection
  }

  override withConnectionProvider(held: ConnectionProvider): DefaultQueryExecutor {
    return new HoldingExecutor(this.#connection, held)
  }
}

/** Asks a connection that is held: SQLite never lets wait, and Kysely's queue in front of it takes as long as most queries. */
class HoldingExecutor extends DefaultQueryExecutor {
  readonly #connection: SqliteConnection

  constructor(connection: SqliteConnection, held: ConnectionProvider) {
    super(new SqliteQueryCompiler(), new SqliteAdapter(), held)
    this.#connection = connection
  }

  // Kysely asks so once more for each query of a transaction.
  override withConnectionProvider(_: ConnectionProvider): DefaultQueryExecutor {
    return this
  }

  override executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#connection.executeQuery(query)
  }
}

class SqliteDriver implements Driver {
  readonly #database: SqliteDatabase
  readonly #connection: SqliteConnection
  readonly #use: SqliteUse
  readonly #lock = new Lock()

  constructor(database: SqliteDatabase, connection: SqliteConnection, use: SqliteUse) {
    this.#database = database
    this.#connection = connection
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
    // A writer takes the lock at once, so that it never has to upgrade.
    await connection.executeQuery(CompiledQuery.raw(this.#use.isWriter ? 'begin immediate' : 'begin'))
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

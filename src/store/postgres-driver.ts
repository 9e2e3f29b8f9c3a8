/** PostgreSQL for Kysely, over a pool of `pg`. */
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import pg from 'pg'

const int8 = 20

/** Milliseconds that a request waits for its turn: less than clients wait for an answer, more than a burst takes. */
const PATIENCE = 20_000

/** A pool of at most `max` connections to the server; it opens none before the first query. `patience` is in milliseconds. */
export function openPostgres(url: string, max: number, patience = PATIENCE): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'fasti',
    max,
    connectionTimeoutMillis: patience,
    statement_timeout: 30_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    types: { getTypeParser },
  })
  // A lost connection is told by the next query; without a listener, the event would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** The Kysely dialect of a pool; `guard` is called before a connection is waited for. */
export function postgresDialect(pool: PostgresPool, guard: () => void): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => new GuardedDriver(pool, guard),
  }
}

function getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === int8 && format !== 'binary') return safeInteger
  return pg.types.getTypeParser(oid, format as 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large for a number`)
  return value
}

class GuardedDriver extends PostgresDriver implements Driver {
  readonly #guard: () => void
  readonly #inner = new WeakMap<DatabaseConnection, DatabaseConnection>()

  constructor(pool: PostgresPool, guard: () => void) {
    super({ pool })
    this.#guard = guard
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#guard()
    const inner = await super.acquireConnection()
    const connection = portable(inner)
    this.#inner.set(connection, inner)
    return connection
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const inner = this.#inner.get(connection)
    if (inner) await super.releaseConnection(inner as Parameters<PostgresDriver['releaseConnection']>[0])
  }
}

/** The connection with what SQLite does too: booleans are 0 and 1, and rows can be streamed. */
function portable(inner: DatabaseConnection): DatabaseConnection {
  return {
    executeQuery: (query) => inner.executeQuery(withIntegers(query)),
    streamQuery: (query, chunkSize) => stream(inner, withIntegers(query), chunkSize),
  }
}

// The server reads '1' for an integer and for a boolean alike.
function withIntegers(query: CompiledQuery): CompiledQuery {
  if (!query.parameters.some((value) => typeof value === 'boolean')) return query
  const parameters = query.parameters.map((value) => (typeof value === 'boolean' ? Number(value) : value))
  return { ...query, parameters }
}

let streams = 0

async function* stream<R>(
  connection: DatabaseConnection,
  query: CompiledQuery,
  chunkSize = 100,
): AsyncIterableIterator<QueryResult<R>> {
  streams += 1
  const name = `fasti_${streams}`
  // "With hold": the rows stay on the server without a transaction that a slow reader would keep open.
  await connection.executeQuery(
    CompiledQuery.raw(`declare ${name} no scroll cursor with hold for ${query.sql}`, [...query.parameters]),
  )
  try {
    for (;;) {
      const { rows } = await connection.executeQuery<R>(CompiledQuery.raw(`fetch ${chunkSize} from ${name}`))
      if (rows.length === 0) return
      yield { rows }
    }
  } finally {
    // A failed transaction has closed it already, and its error is the one to tell.
    await connection.executeQuery(CompiledQuery.raw(`close ${name}`)).catch(() => {})
  }
}

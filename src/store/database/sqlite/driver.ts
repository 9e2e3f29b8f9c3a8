/** A shared SQLite connection: statements, transactions and snapshots use it one at a time. */
import { type DbPool, poolOfLentConnections } from '../connection.ts'
import type { Db } from '../sql.ts'
import { type SharedConnectionParts, SqliteConnection } from './connection.ts'
import type { NodeSqliteDatabase } from './database.ts'

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
export function poolOfOneSqliteConnection(
  database: NodeSqliteDatabase,
  { guard, ...use }: SqliteUse,
): DbPool {
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

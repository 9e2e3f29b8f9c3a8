/**
 * Group commit: writers that arrive while a transaction is running share the next one. They run in it one after the
 * other and resolve together after its commit. fsync dominates the cost of a transaction; a shared commit pays it
 * once.
 */
import { type Connection, isTransient, transaction } from './dialects.ts'
import type { WriterMeasures } from './measures.ts'
import { type Db, sql } from './sql.ts'

interface Waiting {
  act(db: Db): Promise<void>
  kept(): void
  failed(error: unknown): void
}

/**
 * Runs `act` in a transaction that it may share with others. Rejects where `act` throws; its writes are then rolled
 * back.
 */
export type Write = <T>(act: (db: Db) => Promise<T>) => Promise<T>

const MAX_TOGETHER = 64

/** Follows the transactions of writers, for what is remembered of them in memory. */
export interface TransactionWatch {
  /** A transaction begins, or begins again. */
  begins(): void
  /** One writer of a transaction was rolled back, the others go on. */
  undoes(): void
  commits(): void
}

const unwatched: TransactionWatch = { begins: () => {}, undoes: () => {}, commits: () => {} }

/**
 * Runs `act` in a savepoint. Throws `Undone` where `act` failed and was rolled back; throws the database's error
 * where the rollback failed.
 */
async function undoable(db: Db, act: () => Promise<void>, { undoes }: TransactionWatch): Promise<void> {
  await sql`savepoint one_of_many`.execute(db)
  try {
    await act()
  } catch (error) {
    undoes()
    await sql`rollback to savepoint one_of_many`.execute(db)
    throw new Undone('undone', { cause: error })
  }
  await sql`release savepoint one_of_many`.execute(db)
}

class Undone extends Error {}

/** Runs each writer and returns the callbacks to settle them. Throws if the whole transaction failed. */
async function inTurn(
  db: Db,
  group: readonly Waiting[],
  watch: TransactionWatch,
): Promise<readonly (() => void)[]> {
  const notices: (() => void)[] = []
  for (const one of group) {
    try {
      await undoable(db, () => one.act(db), watch)
      notices.push(one.kept)
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      // The whole group is retried.
      if (isTransient(error.cause)) throw error.cause
      notices.push(() => one.failed(error.cause))
    }
  }
  return notices
}

/** The error that prevented a transaction from beginning: a lock, or a database that is away. */
interface Prevented {
  readonly error: unknown
}

/** Runs one writer. Returns what prevented its transaction from beginning; undefined if it began. */
async function alone(
  connection: Connection,
  one: Waiting,
  watch: TransactionWatch,
): Promise<Prevented | undefined> {
  let hasBegun = false
  try {
    await transaction(connection, (db) => {
      hasBegun = true
      watch.begins()
      return one.act(db)
    })
    watch.commits()
    one.kept()
  } catch (error) {
    one.failed(error)
    if (!hasBegun) return { error }
  }
}

/** Runs the writers of a group, like `alone`. */
async function together(
  connection: Connection,
  group: readonly Waiting[],
  watch: TransactionWatch,
): Promise<Prevented | undefined> {
  let hasBegun = false
  let isToBeKept = false
  try {
    const notices = await transaction(connection, async (db) => {
      hasBegun = true
      isToBeKept = false
      watch.begins()
      const outcomes = await inTurn(db, group, watch)
      isToBeKept = true
      return outcomes
    })
    watch.commits()
    for (const notice of notices) notice()
  } catch (error) {
    // Once the commit was attempted it may have succeeded: do not run the writers again. If the group could not begin,
    // none of them could, and each would wait as long for that.
    if (isToBeKept || !hasBegun) for (const one of group) one.failed(error)
    else for (const one of group) await alone(connection, one, watch)
    if (!hasBegun) return { error }
  }
}

/** The write function, and counters of the writers. */
export interface GroupCommit {
  readonly write: Write
  writers(): WriterMeasures
}

/** Group commit for the writers of one connection. `watch` follows its transactions. */
export function groupCommit(connection: Connection, watch = unwatched): GroupCommit {
  const waiting: Waiting[] = []
  let isUnderWay = false
  const counted = { waiting: 0, done: 0, seconds: 0, groups: 0 }
  const run = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      // Lets all requests that were read in this turn of the event loop join the group: SQLite itself never yields.
      await new Promise(setImmediate)
      const group = waiting.splice(0, MAX_TOGETHER)
      const [first] = group
      counted.groups += 1
      const behind = waiting.length
      const prevented = await (group.length === 1 && first !== undefined
        ? alone(connection, first, watch)
        : together(connection, group, watch))
      // Those behind the group have waited as long as it has.
      if (prevented !== undefined) for (const one of waiting.splice(0, behind)) one.failed(prevented.error)
    }
    isUnderWay = false
  }
  const write: Write = (act) =>
    new Promise((resolve, reject) => {
      // Inside a transaction, waiting for the next one would be a deadlock.
      connection.guard.refuse()
      const since = performance.now()
      counted.waiting += 1
      const over = () => {
        counted.waiting -= 1
        counted.done += 1
        counted.seconds += (performance.now() - since) / 1000
      }
      let kept = () => {}
      waiting.push({
        async act(db) {
          const result = await act(db)
          kept = () => resolve(result)
        },
        kept() {
          over()
          kept()
        },
        failed(error) {
          over()
          reject(error)
        },
      })
      if (!isUnderWay) void run()
    })
  return { write, writers: () => ({ ...counted }) }
}

/**
 * Group commit: writers that arrive while a transaction is running share the next one. They run in it one after the
 * other and resolve together after its commit. fsync dominates the cost of a transaction; a shared commit pays it
 * once.
 */
import { channel } from 'node:diagnostics_channel'
import { isTransientError, type OpenDatabase, runTransaction } from './dialects.ts'
import type { WriterMeasures } from './measures.ts'
import { type Db, sql } from './sql.ts'

// A writer of a group commit: what it does, how it is counted, and how its promise is settled.

/** A writer that waits for its turn. */
interface WaitingWriter {
  /** Returns whether its writes are kept. */
  act(db: Db): Promise<boolean>
  /** Its writes are committed or, if they are not kept, rolled back. */
  done(): void
  failed(error: unknown): void
}

/** The counters of the writers. */
type WriterCounts = { -readonly [K in keyof WriterMeasures]: WriterMeasures[K] }

/** Counts a writer that begins to wait. Returns the function that counts it as done. */
function startCountingWaitingWriter(counted: WriterCounts): () => void {
  const since = performance.now()
  counted.waiting += 1
  return () => {
    counted.waiting -= 1
    counted.done += 1
    counted.seconds += (performance.now() - since) / 1000
  }
}

/** How the promise of a result is settled. */
interface Promised<T> {
  resolve(result: T): void
  reject(error: unknown): void
}

/** The act of a writer, and whether its result is kept. */
interface Writer<T> {
  act(db: Db): Promise<T>
  keeps(result: T): boolean
}

/** Returns a writer for the group. `over` is called when it is done or has failed. */
function newWaitingWriter<T>(
  { act, keeps }: Writer<T>,
  over: () => void,
  { resolve, reject }: Promised<T>,
): WaitingWriter {
  let settle = () => {}
  return {
    async act(db) {
      const result = await act(db)
      settle = () => resolve(result)
      return keeps(result)
    },
    done() {
      over()
      settle()
    },
    failed(error) {
      over()
      reject(error)
    },
  }
}

/** How a writer shares transactions. */
interface SharedTransactionWriteOptions<T> {
  /** Whether the writes are kept with this result; by default always. */
  readonly keeps?: (result: T) => boolean
  /** Whether all others who wait write first, and no one shares its transaction, which is long. */
  readonly givesWay?: boolean | undefined
}

/**
 * Runs `act` in a transaction that it may share with others. Its writes are rolled back where it throws, which rejects, and where `keeps`
 * does not want to keep its result.
 */
export type RunInSharedTransaction = <T>(
  act: (db: Db) => Promise<T>,
  terms?: SharedTransactionWriteOptions<T>,
) => Promise<T>

const MAX_TOGETHER = 64

/** Tells measurements when transactions begin and when they are over (`npm run trial imports`). */
const transactions = channel('fasti.transaction')

/** An error that prevented something. */
interface Failure {
  readonly error: unknown
}

/**
 * Runs a writer in a savepoint, and rolls it back if it failed or is not kept. Returns its failure. Throws the database's error where
 * the rollback failed.
 */
async function inSavepoint(db: Db, one: WaitingWriter): Promise<Failure | undefined> {
  await sql`savepoint one_of_many`.execute(db)
  const outcome = await one.act(db).catch((error: unknown): Failure => ({ error }))
  if (outcome === true) await sql`release savepoint one_of_many`.execute(db)
  else await sql`rollback to savepoint one_of_many`.execute(db)
  return typeof outcome === 'boolean' ? undefined : outcome
}

/** Runs each writer and returns the callbacks to settle them. Throws if the whole transaction failed. */
async function inTurn(db: Db, group: readonly WaitingWriter[]): Promise<readonly (() => void)[]> {
  const notices: (() => void)[] = []
  for (const one of group) {
    const failure = await inSavepoint(db, one)
    // The whole group is retried.
    if (failure !== undefined && isTransientError(failure.error)) throw failure.error
    notices.push(failure === undefined ? one.done : () => one.failed(failure.error))
  }
  return notices
}

/** Runs one writer. Returns what prevented its transaction from beginning: a lock, or a database that is away. */
async function alone(connection: OpenDatabase, one: WaitingWriter): Promise<Failure | undefined> {
  let hasBegun = false
  try {
    const act = (db: Db) => {
      hasBegun = true
      return one.act(db)
    }
    await runTransaction(connection, act, { keeps: (isKept) => isKept })
    one.done()
  } catch (error) {
    one.failed(error)
    if (!hasBegun) return { error }
  }
}

/** Runs the writers of a group, like `alone`. */
async function together(
  connection: OpenDatabase,
  group: readonly WaitingWriter[],
): Promise<Failure | undefined> {
  let hasBegun = false
  let isToBeKept = false
  try {
    const notices = await runTransaction(connection, async (db) => {
      hasBegun = true
      isToBeKept = false
      const outcomes = await inTurn(db, group)
      isToBeKept = true
      return outcomes
    })
    for (const notice of notices) notice()
  } catch (error) {
    // Once the commit was attempted it may have succeeded: do not run the writers again. If the group could not begin,
    // none of them could, and each would wait as long for that.
    if (isToBeKept || !hasBegun) for (const one of group) one.failed(error)
    else for (const one of group) await alone(connection, one)
    if (!hasBegun) return { error }
  }
}

/** The write function, and counters of the writers. */
export interface GroupCommit {
  readonly write: RunInSharedTransaction
  writers(): WriterMeasures
}

/** Group commit for the writers of one connection. */
export function groupCommit(connection: OpenDatabase): GroupCommit {
  const [waiting, givingWay]: [WaitingWriter[], WaitingWriter[]] = [[], []]
  let isUnderWay = false
  const counted: WriterCounts = { waiting: 0, done: 0, seconds: 0, groups: 0 }
  const transact = async (group: readonly WaitingWriter[]) => {
    const [first] = group
    if (first === undefined) return
    counted.groups += 1
    const behind = [waiting, givingWay].map((line) => ({ line, length: line.length }))
    transactions.publish({ isOver: false })
    const { accounts } = connection
    const { changes } = accounts
    const prevented = await (group.length === 1 ? alone(connection, first) : together(connection, group))
    // Tokens that were read before the commit are as they were before.
    if (accounts.changes !== changes) accounts.changes += 1
    transactions.publish({ isOver: true })
    if (prevented === undefined) return
    // Those behind the group have waited as long as it has.
    for (const { line, length } of behind)
      for (const one of line.splice(0, length)) one.failed(prevented.error)
  }
  const run = async () => {
    isUnderWay = true
    while (waiting.length + givingWay.length > 0) {
      // Lets all requests that were read in this turn of the event loop join the group: SQLite itself never yields.
      await new Promise(setImmediate)
      await transact(waiting.splice(0, MAX_TOGETHER))
      await transact(givingWay.splice(0, 1))
    }
    isUnderWay = false
  }
  const write: RunInSharedTransaction = (act, { keeps = () => true, givesWay = false } = {}) =>
    new Promise((resolve, reject) => {
      // Inside a transaction, waiting for the next one would be a deadlock.
      connection.guard.refuse()
      const line = givesWay ? givingWay : waiting
      line.push(newWaitingWriter({ act, keeps }, startCountingWaitingWriter(counted), { resolve, reject }))
      if (!isUnderWay) void run()
    })
  return { write, writers: () => ({ ...counted }) }
}

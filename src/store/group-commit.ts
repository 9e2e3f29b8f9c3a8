/**
 * Group commit: writers that come while another is under way share the next transaction, one after the other, and are
 * told of it together once it is kept. What takes time about a transaction is to be sure of it, once for all.
 */
import { type Connection, isTransient, transaction } from './dialects.ts'
import type { WriterMeasures } from './measures.ts'
import { type Db, sql } from './sql.ts'

interface Waiting {
  act(db: Db): Promise<void>
  kept(): void
  failed(error: unknown): void
}

/** Runs `act` in a transaction that it may share; rejects where `act` throws, and then nothing of it is kept. */
export type Write = <T>(act: (db: Db) => Promise<T>) => Promise<T>

const MOST_TOGETHER = 64

/** All or nothing within a transaction. Throws what `act` throws, or, where that can't be undone, what kept it from being. */
async function undoable(db: Db, act: () => Promise<void>): Promise<void> {
  await sql`savepoint one_of_many`.execute(db)
  try {
    await act()
  } catch (error) {
    await sql`rollback to savepoint one_of_many`.execute(db)
    throw new Undone('undone', { cause: error })
  }
  await sql`release savepoint one_of_many`.execute(db)
}

class Undone extends Error {}

/** Runs each, and gives how to tell it. Throws where the transaction as a whole is lost. */
async function inTurn(db: Db, group: readonly Waiting[]): Promise<readonly (() => void)[]> {
  const told: (() => void)[] = []
  for (const one of group) {
    try {
      await undoable(db, () => one.act(db))
      told.push(one.kept)
    } catch (error) {
      if (!(error instanceof Undone)) throw error
      // To be begun again, by everyone.
      if (isTransient(error.cause)) throw error.cause
      told.push(() => one.failed(error.cause))
    }
  }
  return told
}

async function alone(connection: Connection, one: Waiting): Promise<void> {
  await transaction(connection, (db) => one.act(db)).then(one.kept, one.failed)
}

async function together(connection: Connection, group: readonly Waiting[]): Promise<void> {
  let isToBeKept = false
  try {
    const told = await transaction(connection, async (db) => {
      isToBeKept = false
      const outcomes = await inTurn(db, group)
      isToBeKept = true
      return outcomes
    })
    for (const tell of told) tell()
  } catch (error) {
    // Past that point it may have been kept all the same: not to be done twice.
    if (isToBeKept) for (const one of group) one.failed(error)
    else for (const one of group) await alone(connection, one)
  }
}

/** How writers write, and what is counted of them. */
export interface GroupCommit {
  readonly write: Write
  writers(): WriterMeasures
}

/** The writers of one connection. */
export function groupCommit(connection: Connection): GroupCommit {
  const waiting: Waiting[] = []
  let isUnderWay = false
  const counted = { waiting: 0, done: 0, seconds: 0, groups: 0 }
  const run = async () => {
    isUnderWay = true
    while (waiting.length > 0) {
      // So that all who have been heard in this turn of the event loop go together: SQLite itself never waits.
      await new Promise(setImmediate)
      const group = waiting.splice(0, MOST_TOGETHER)
      const [first] = group
      counted.groups += 1
      await (group.length === 1 && first !== undefined
        ? alone(connection, first)
        : together(connection, group))
    }
    isUnderWay = false
  }
  const write: Write = (act) =>
    new Promise((resolve, reject) => {
      // A transaction that waited for the next one would wait for itself.
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

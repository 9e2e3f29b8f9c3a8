/**
 * A replica: a copy of the database that PostgreSQL itself keeps (a hot standby), for reading. It is read where it is as new as the
 * primary at the time of asking, which costs the primary one short question; a replica that lags is passed by, so that no reader sees an
 * older calendar for its sake. While the primary is away, what the replica has is shown, as far as this process has seen nothing newer.
 */
import type { Connection } from './connection.ts'
import { isUnavailable, unavailability } from './database-errors.ts'
import { overtaken } from './event-list.ts'
import type { Measures } from './measures.ts'
import { openPostgres, postgresPool } from './postgres-driver.ts'
import { type Db, sql } from './sql.ts'

/** A replica, and how it did. */
export interface Replica {
  /** Runs `act` on one state of the replica, or `otherwise`, where that is older than the primary or is not reached. */
  read<T>(act: (db: Db) => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  measures(): Required<Measures>['replica']
  close(): Promise<void>
}

const MOST_CONNECTIONS = 10

/** Milliseconds that a server is waited for, and for which one that failed is left alone. */
const PATIENCE = 2000
const REST = 5000

const behind = new Error('the replica is older than the primary')

async function revisionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from revision`.execute(db)
  return rows[0]?.value ?? 0
}

/** Asks a server that is left alone for a while after each time that it did not answer. */
function patiently() {
  let restsUntil = Number.NEGATIVE_INFINITY
  return {
    isResting: () => performance.now() < restsUntil,
    rest() {
      restsUntil = performance.now() + REST
    },
  }
}

/** The replica at `url` of the database behind `primary`. Nothing is asked of it before the first read. */
export function replicaOf(url: string, { reader: primary, guard }: Connection): Replica {
  const pool = postgresPool(openPostgres(url, MOST_CONNECTIONS, PATIENCE), {
    begin: 'begin isolation level repeatable read read only',
    guard: guard.refuse,
    count: () => {},
  })
  const [asked, copied] = [patiently(), patiently()]
  const reads = { answered: 0, behind: 0, failed: 0 }
  let seen = 0

  /** The revision that an answer must have: the primary's, or while that is away, the newest that was seen. */
  async function needed(): Promise<number> {
    if (asked.isResting()) return seen
    try {
      seen = Math.max(seen, await revisionIn(primary))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      asked.rest()
    }
    return seen
  }

  const onCopy = <T>(least: number, act: (db: Db) => Promise<T>): Promise<T> =>
    pool.transaction(async (copy) => {
      if ((await revisionIn(copy)) < least) throw behind
      return guard.within(() => act(copy))
    })

  return {
    async read(act, otherwise) {
      if (copied.isResting()) return otherwise()
      const least = await needed()
      try {
        const result = await onCopy(least, act)
        reads.answered += 1
        return result
      } catch (error) {
        if (error === behind || error === overtaken) reads.behind += 1
        else if (unavailability(error) === undefined) throw error
        else {
          reads.failed += 1
          // What PostgreSQL undid to keep up with the primary is no reason to leave it alone.
          if (isUnavailable(error)) copied.rest()
        }
        return otherwise()
      }
    },
    measures: () => ({ ...reads }),
    close: () => pool.close(),
  }
}

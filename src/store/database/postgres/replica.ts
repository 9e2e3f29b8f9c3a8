/**
 * Reads from a replica of the PostgreSQL database (a hot standby). The replica is used where it is as new as the
 * primary, which costs the primary one short query; a replica that lags is skipped, so that no viewer sees an older
 * calendar. While the primary is unreachable the replica is read, unless this process has seen a newer revision.
 */

import type { Connection } from '../connection.ts'
import { isUnavailable, overtaken, unavailability } from '../errors.ts'
import type { Measures } from '../measures.ts'
import { type Db, sql } from '../sql.ts'
import { openPostgres, postgresPool } from './driver.ts'

/** A replica, and counters of its reads. */
export interface Replica {
  /** Runs `act` on one state of the replica, or calls `otherwise` where the replica is too old or unreachable. */
  read<T>(act: (db: Db) => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  measures(): Required<Measures>['replica']
  close(): Promise<void>
}

const MAX_CONNECTIONS = 10

/** Milliseconds to wait for a server, and to avoid one after a failure. */
const PATIENCE = 2000
const REST = 5000

const behind = new Error('the replica is older than the primary')

async function revisionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from revision`.execute(db)
  return rows[0]?.value ?? 0
}

/** Tracks whether a server is being avoided after a failure. */
function patiently() {
  let restsUntil = Number.NEGATIVE_INFINITY
  return {
    isResting: () => performance.now() < restsUntil,
    rest() {
      restsUntil = performance.now() + REST
    },
  }
}

/** Returns the replica at `url` of the database behind `primary`. It sends nothing before the first read. */
export function replicaOf(url: string, { reader: primary, guard }: Connection): Replica {
  const pool = postgresPool(openPostgres(url, MAX_CONNECTIONS, PATIENCE), {
    begin: 'begin isolation level repeatable read read only',
    guard: guard.refuse,
    count: () => {},
  })
  const [primaryPause, replicaPause] = [patiently(), patiently()]
  const reads = { answered: 0, behind: 0, failed: 0 }
  let seen = 0

  /** The revision that a read must have: the primary's or, while that is unreachable, the newest one seen. */
  async function needed(): Promise<number> {
    if (primaryPause.isResting()) return seen
    try {
      seen = Math.max(seen, await revisionIn(primary))
    } catch (error) {
      if (!isUnavailable(error)) throw error
      primaryPause.rest()
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
      if (replicaPause.isResting()) return otherwise()
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
          // A query that PostgreSQL cancelled to keep up with the primary is no reason to avoid the replica.
          if (isUnavailable(error)) replicaPause.rest()
        }
        return otherwise()
      }
    },
    measures: () => ({ ...reads }),
    close: () => pool.close(),
  }
}

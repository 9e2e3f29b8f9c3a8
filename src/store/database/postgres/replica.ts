/**
 * Reads from a replica of the PostgreSQL database (a hot standby). The replica is used where it is as new as the
 * primary, which costs the primary one short query; a replica that lags is skipped, so that no viewer sees an older
 * calendar. While the primary is away, everything that is only read is read from the replica as it is.
 */

import type { DatabaseServerOptions, DbPool, OpenDatabase } from '../connection.ts'
import { AnotherViewNeeded, isServerAwayError, unavailabilityReason } from '../errors.ts'
import type { ReplicaReadCounts } from '../measures.ts'
import { type Db, sql } from '../sql.ts'
import { DEFAULT_READ_SECONDS, serverAvailabilityAndPoolsAt } from './connect.ts'
import type { AvailabilityOfOneServer } from './opening.ts'
import { postgresQueryPool } from './pool.ts'

/** A replica, and counters of its reads. */
export interface Replica {
  /** Runs `act` on one state of the replica, or calls `otherwise` where the replica is too old or unreachable. */
  read<T>(act: (db: Db) => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  /** The reads of the primary, which the replica answers while the primary is away. */
  readonly reader: DbPool
  measures(): ReplicaReadCounts
  close(): Promise<void>
}

const MAX_CONNECTIONS = 10

async function revisionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from revision`.execute(db)
  return rows[0]?.value ?? 0
}

/** The reader of `primary`; while `isAway`, `copy` takes its place. What fails because the primary went away is read again. */
function readerOf(primary: DbPool, copy: DbPool, isAway: () => boolean): DbPool {
  const either = async <T>(read: (pool: DbPool) => Promise<T>): Promise<T> => {
    if (isAway()) return read(copy)
    try {
      return await read(primary)
    } catch (error) {
      // By now the primary was asked whether it is there.
      if (isServerAwayError(error) && isAway()) return read(copy)
      throw error
    }
  }
  return {
    dialect: 'postgres',
    run: (text, values) => either((pool) => pool.run(text, values)),
    hold: (act) => either((pool) => pool.hold(act)),
    transaction: (act, options) => either((pool) => pool.transaction(act, options)),
    close: async () => {},
  }
}

/** The revision that a read must have: that of the primary or, while it is away, any. */
async function neededRevision(primary: DbPool, isAway: () => boolean): Promise<number> {
  if (isAway()) return 0
  try {
    return await revisionIn(primary)
  } catch (error) {
    if (!isAway()) throw error
    return 0
  }
}

/** Returns a pool that reads once more where a connection was lost: one of several servers may be there, or the primary had taken its place. */
function persistentPool(pool: DbPool, { awaySince }: AvailabilityOfOneServer): DbPool {
  const persistently = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      if (!isServerAwayError(error) || awaySince() !== undefined) throw error
      return read()
    }
  }
  return {
    ...pool,
    run: (text, values) => persistently(() => pool.run(text, values)),
    hold: (act) => persistently(() => pool.hold(act)),
    transaction: (act) => persistently(() => pool.transaction(act)),
  }
}

/** Runs `act` on one state of a replica. Returns nothing where that is older than the revision `least`. */
const ifNew = <T>(copy: DbPool, least: number, act: (db: Db) => Promise<T>) =>
  copy.transaction(async (db) =>
    least > 0 && (await revisionIn(db)) < least ? undefined : { result: await act(db) },
  )

/** Returns the replica at `url` of the database behind `primary`. It sends nothing before the first read. */
export function replicaOf(
  url: string,
  { reader: primary, guard, outage }: OpenDatabase,
  { timeout = DEFAULT_READ_SECONDS }: DatabaseServerOptions,
): Replica {
  const patience = timeout * 1000
  const { availability, poolOf } = serverAvailabilityAndPoolsAt(url, patience, 'any')
  const copyPool = postgresQueryPool(poolOf(MAX_CONNECTIONS), {
    isolation: 'isolation level repeatable read read only',
    limit: patience,
    patience: patience / 2,
    availability,
    guard: guard.refuse,
    count: () => {},
  })
  const reads = { answered: 0, behind: 0, failed: 0 }
  const isAlone = () => outage() !== undefined
  const copy = persistentPool(copyPool, availability)

  return {
    async read(act, otherwise) {
      if (availability.awaySince() !== undefined) return otherwise()
      const least = await neededRevision(primary, isAlone)
      try {
        const found = await ifNew(copy, least, (db) => guard.within(() => act(db)))
        reads[found === undefined ? 'behind' : 'answered'] += 1
        return found === undefined ? otherwise() : found.result
      } catch (error) {
        const isBehind = error instanceof AnotherViewNeeded && error.first === undefined
        if (isBehind && !isAlone()) reads.behind += 1
        else if (isBehind || unavailabilityReason(error) === undefined) throw error
        else reads.failed += 1
        return otherwise()
      }
    },
    reader: readerOf(primary, copy, isAlone),
    measures: () => ({ ...reads, isAway: availability.awaySince() !== undefined }),
    async close() {
      availability.close()
      await copyPool.close()
    },
  }
}

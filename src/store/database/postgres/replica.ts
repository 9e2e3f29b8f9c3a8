/**
 * Reads from a replica of the PostgreSQL database (a hot standby). The replica is used where it is as new as the
 * primary, which costs the primary one short query; a replica that lags is skipped, so that no viewer sees an older
 * calendar. While the primary is away, everything that is only read is read from the replica as it is.
 */

import type { DatabaseServerOptions, DbPool, OpenDatabase } from '../connection.ts'
import { isServerAwayError, unavailabilityReason } from '../errors.ts'
import type { ReplicaReadCounts } from '../measures.ts'
import { type Db, sql } from '../sql.ts'
import { DEFAULT_READ_SECONDS, serverAvailabilityAndPoolsAt } from './connect.ts'
import type { AvailabilityOfOneServer } from './opening.ts'
import { postgresQueryPool } from './pool.ts'

/** A replica, and counters of its reads. */
export type Replica = ReturnType<typeof replicaOf>

const MAX_CONNECTIONS = 10

async function revisionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from revision`.execute(db)
  return rows[0]?.value ?? 0
}

/** The reader of `primary`; while `isAway`, `standIn` gives what takes its place. What fails because the primary went away is read again. */
function readerOf(primary: DbPool, standIn: () => DbPool, isAway: () => boolean): DbPool {
  const either = async <T>(read: (pool: DbPool) => Promise<T>): Promise<T> => {
    if (isAway()) return read(standIn())
    try {
      return await read(primary)
    } catch (error) {
      // By now the primary was asked whether it is there.
      if (isServerAwayError(error) && isAway()) return read(standIn())
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

/** The revision that a read must have: that of the primary; undefined while it is away, when any will do. */
async function neededRevision(primary: DbPool, isAway: () => boolean): Promise<number | undefined> {
  if (isAway()) return undefined
  try {
    return await revisionIn(primary)
  } catch (error) {
    if (!isAway()) throw error
    return undefined
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
const ifNew = <T>(copy: DbPool, least: number | undefined, act: (db: Db) => Promise<T>) =>
  copy.transaction(async (db) =>
    least !== undefined && (await revisionIn(db)) < least ? undefined : { result: await act(db) },
  )

/** Returns the replica at `url` of the database behind `primary`. It sends nothing before the first read. */
export function replicaOf(
  url: string,
  { reader: primary, guard, outage }: OpenDatabase,
  { timeout = DEFAULT_READ_SECONDS }: DatabaseServerOptions,
) {
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
  let standIns = 0
  const standIn = () => {
    standIns += 1
    return copy
  }

  return {
    /** Runs `act` on one state of the replica, or calls `otherwise` where the replica is too old or unreachable. */
    async read<T>(act: (db: Db) => Promise<T>, otherwise: () => Promise<T>): Promise<T> {
      if (availability.awaySince() !== undefined) return otherwise()
      const least = await neededRevision(primary, isAlone)
      try {
        const pool = least === undefined ? standIn() : copy
        const found = await ifNew(pool, least, (db) => guard.within(() => act(db)))
        // The primary may be back since, with what the replica lacks.
        const isOld = found === undefined || (least === undefined && !isAlone())
        reads[isOld ? 'behind' : 'answered'] += 1
        return isOld ? otherwise() : found.result
      } catch (error) {
        if (unavailabilityReason(error) === undefined) throw error
        reads.failed += 1
        return otherwise()
      }
    },
    /** The reads of the primary, which the replica answers while the primary is away. */
    reader: readerOf(primary, standIn, isAlone),
    /** How often it was read in place of its primary: what it showed then may be older than what memory keeps it with. */
    standIns: () => standIns,
    measures: (): ReplicaReadCounts => ({ ...reads, isAway: availability.awaySince() !== undefined }),
    async close() {
      availability.close()
      await copyPool.close()
    },
  }
}

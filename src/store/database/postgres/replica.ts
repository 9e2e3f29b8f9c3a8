/**
 * Reads from a replica of the PostgreSQL database (a hot standby). The replica is used where it is as new as the
 * primary, which costs the primary one short query; a replica that lags is skipped, so that no viewer sees an older
 * calendar. While the primary is away, everything that is only read is read from the replica as it is.
 */

import type { Connection, Pool, ServerOptions } from '../connection.ts'
import { mayBeAway, overtaken, unavailability } from '../errors.ts'
import type { ReplicaMeasures } from '../measures.ts'
import { type Db, sql } from '../sql.ts'
import { LONGEST, serverAt } from './connect.ts'
import { postgresPool } from './driver.ts'

/** A replica, and counters of its reads. */
export interface Replica {
  /** Runs `act` on one state of the replica, or calls `otherwise` where the replica is too old or unreachable. */
  read<T>(act: (db: Db) => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  /** The reads of the primary, which the replica answers while the primary is away. */
  readonly reader: Pool
  measures(): ReplicaMeasures
  close(): Promise<void>
}

const MAX_CONNECTIONS = 10

const behind = new Error('the replica is older than the primary')

async function revisionIn(db: Db): Promise<number> {
  const { rows } = await sql<{ value: number }>`select value from revision`.execute(db)
  return rows[0]?.value ?? 0
}

/** The reader of `primary`; while `isAway`, `copy` takes its place. What fails because the primary went away is read again. */
function readerOf(primary: Pool, copy: Pool, isAway: () => boolean): Pool {
  const either = async <T>(read: (pool: Pool) => Promise<T>): Promise<T> => {
    if (isAway()) return read(copy)
    try {
      return await read(primary)
    } catch (error) {
      // By now the primary was asked whether it is there.
      if (mayBeAway(error) && isAway()) return read(copy)
      throw error
    }
  }
  return {
    dialect: 'postgres',
    run: (text, values) => either((pool) => pool.run(text, values)),
    hold: (act) => either((pool) => pool.hold(act)),
    transaction: (act, isLong) => either((pool) => pool.transaction(act, isLong)),
    close: async () => {},
  }
}

/** Returns the replica at `url` of the database behind `primary`. It sends nothing before the first read. */
export function replicaOf(
  url: string,
  { reader: primary, guard, outage }: Connection,
  { timeout = LONGEST }: ServerOptions,
): Replica {
  const patience = timeout * 1000
  const { presence, poolOf } = serverAt(url, patience, 'any')
  const pool = postgresPool(poolOf(MAX_CONNECTIONS), {
    isolation: 'isolation level repeatable read read only',
    limit: patience,
    patience: patience / 2,
    presence,
    guard: guard.refuse,
    count: () => {},
  })
  const reads = { answered: 0, behind: 0, failed: 0 }
  const isAlone = () => outage() !== undefined

  /** The revision that a read must have: the primary's or, while that is away, any. */
  async function needed(): Promise<number> {
    if (isAlone()) return 0
    try {
      return await revisionIn(primary)
    } catch (error) {
      if (!isAlone()) throw error
      return 0
    }
  }

  /** Reads, and once more where a connection was lost: one of several servers may be there, or the primary had taken its place. */
  const persistently = async <T>(read: () => Promise<T>): Promise<T> => {
    try {
      return await read()
    } catch (error) {
      if (!mayBeAway(error) || presence.awaySince() !== undefined) throw error
      return read()
    }
  }
  const copy: Pool = {
    ...pool,
    run: (text, values) => persistently(() => pool.run(text, values)),
    hold: (act) => persistently(() => pool.hold(act)),
    transaction: (act) => persistently(() => pool.transaction(act)),
  }
  const onCopy = <T>(least: number, act: (db: Db) => Promise<T>): Promise<T> =>
    copy.transaction(async (db) => {
      if (least > 0 && (await revisionIn(db)) < least) throw behind
      return guard.within(() => act(db))
    })

  return {
    async read(act, otherwise) {
      if (presence.awaySince() !== undefined) return otherwise()
      const least = await needed()
      try {
        const result = await onCopy(least, act)
        reads.answered += 1
        return result
      } catch (error) {
        if (error === behind || (error === overtaken && !isAlone())) reads.behind += 1
        else if (error === overtaken || unavailability(error) === undefined) throw error
        else reads.failed += 1
        return otherwise()
      }
    },
    reader: readerOf(primary, copy, isAlone),
    measures: () => ({ ...reads, isAway: presence.awaySince() !== undefined }),
    async close() {
      presence.close()
      await pool.close()
    },
  }
}

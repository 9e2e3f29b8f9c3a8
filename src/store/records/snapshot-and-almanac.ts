/** Sources that lists are read from: types only. */
import type { DialectName } from '../database/connection.ts'
import type { Db } from '../database/rows.ts'
import type { AlmanacFollower } from '../events/almanac/follower.ts'

/** The source of lists: a snapshot of the database and the almanac. */
export interface SnapshotAndAlmanac {
  readonly db: Db
  readonly dialect: DialectName
  readonly follower: AlmanacFollower
  /** The store's change counter from before the snapshot was taken, if known. */
  readonly changeCounter: number | undefined
}

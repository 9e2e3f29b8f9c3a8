/** Sources that lists are read from: types only. */

import type { Db, DialectName } from '../database/sql.ts'
import type { AlmanacFollower } from '../events/almanac/follower.ts'
import type { AlikeWordsByWord } from '../events/found-words.ts'

/** Similar words that were looked for outside of the snapshot. */
interface AlikeWordsLookedFor {
  readonly words: AlikeWordsByWord
  /** The revision of the snapshot that needed them. They are of this revision or a newer one. */
  readonly revision: number
}

/** The source of lists: a snapshot of the database and the almanac. */
export interface SnapshotAndAlmanac {
  readonly db: Db
  readonly dialect: DialectName
  readonly follower: AlmanacFollower
  /** The store's change counter from before the snapshot was taken, if known. */
  readonly changeCounter: number | undefined
  /** The similar words that this read has looked for so far, by key: it keeps them when it takes its snapshot again. */
  readonly alike: Map<string, AlikeWordsLookedFor>
}

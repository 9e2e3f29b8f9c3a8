/** Sources that lists are read from: types only. */

import type { Db, DialectName } from '../database/sql.ts'
import type { AlmanacFollower } from '../events/almanac/follower.ts'
import type { AlikeWordsByWord } from '../events/found-words.ts'
import type { NeededScan, ReadOnNewestDatabaseState } from '../events/text-search.ts'

/** Similar words that were looked for outside of the snapshot. */
interface AlikeWordsLookedFor {
  readonly words: AlikeWordsByWord
  /** The revision of the snapshot that needed them. They are of this revision or a newer one. */
  readonly revision: number
}

/** What takes long, and is done outside of snapshots, when it is its caller's turn. Both throw 429 or 503 where too many wait, and a `SearchRefusedError` after too long. */
export interface SearchesOutside {
  /** Searches all texts. */
  scan(needed: NeededScan): Promise<void>
  /** Lets `look` look for similar words; it calls `pause` after each with the milliseconds that it took. */
  lookForAlikeWords(
    look: (read: ReadOnNewestDatabaseState, pause: (took: number) => Promise<void>) => Promise<void>,
  ): Promise<void>
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
  readonly outside: SearchesOutside
  /** Until when this read may begin another search outside, in milliseconds of the process's clock. */
  readonly deadline: number
}

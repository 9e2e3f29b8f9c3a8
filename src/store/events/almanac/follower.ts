/** Keeps the almanac in sync with the store: fills it once, then applies the changes of the journal. */

import { fitCachesTo } from '../../../support/shared-budget-cache.ts'
import type { Db } from '../../database/sql.ts'
import {
  type ChangedItem,
  itemsChangedSinceRevision,
  JOURNAL_DEPTH,
  lastRevisionIn,
} from '../../log/journal.ts'
import {
  type Almanac,
  type AlmanacChangeLog,
  emptyAlmanac,
  emptyAlmanacChangeLog as noChanges,
  refreshTermNames,
} from './almanac.ts'
import {
  applyChangedItems,
  noteChangedItems,
  readAlmanac,
  readChangedItems,
  readLinksIntoAlmanac,
} from './loading.ts'

/** Above this number of changes, everything is read again. */
const MAX_AT_ONCE = 5000

export interface AlmanacAndRevision {
  readonly almanac: Almanac
  /** The revision that was read last. */
  readonly revision: number
}

/** Keeps one almanac in sync with the store. */
export type AlmanacFollower = ReturnType<typeof almanacFollower>

/** The almanac of a follower. */
interface Following {
  readonly changes: AlmanacChangeLog
  almanac: Almanac
  /** How often what it shows was lost, and how often before it was filled. */
  losses: number
  lossesBefore: number
  /** The newest revision that was read, and the change counter from before that. */
  known: { readonly counter: number; readonly revision: number } | undefined
}

/** Applies what was written since the revision of the almanac, or fills it anew. Returns what was written. */
async function catchUp(following: Following, db: Db, revision: number): Promise<readonly ChangedItem[]> {
  const { changes, almanac, losses, lossesBefore } = following
  const isLost = losses !== lossesBefore
  const isFar = isLost || almanac.revision < 0 || revision - almanac.revision > JOURNAL_DEPTH
  const changed = isFar ? [] : await itemsChangedSinceRevision(db, almanac.revision)
  if (isFar || changed.length > MAX_AT_ONCE) {
    const filled = await readAlmanac(db)
    // Lists that are being found have asked for links before.
    if (almanac.isLinked) await readLinksIntoAlmanac(db, filled)
    following.almanac = filled
    following.lossesBefore = losses
    changes.begin(revision)
  } else {
    const read = await readChangedItems(db, changed)
    noteChangedItems(almanac, changed, changes, revision)
    for (const name of await refreshTermNames(db, almanac.terms, changed)) changes.rename(name, revision)
    applyChangedItems(almanac, read)
  }
  following.almanac.revision = revision
  fitCachesTo(following.almanac.byId.length)
  return changed
}

/** Brings the almanac to the revision that `db` shows. */
async function update(
  following: Following,
  db: Db,
  counter: number | undefined,
): Promise<AlmanacAndRevision> {
  const revision = await lastRevisionIn(db)
  // A replica may lack the last writes of a primary that is away: memory goes back to what can be read.
  if (revision < following.almanac.revision) following.losses += 1
  const { known, losses, lossesBefore } = following
  if (counter !== undefined && revision >= (known?.revision ?? 0)) following.known = { counter, revision }
  if (following.almanac.revision < revision || losses !== lossesBefore) {
    const changed = await catchUp(following, db, revision)
    // The next change of a venue or organizer is then one of known events.
    const isOfLinked = changed.some(({ resource }) => resource === 'venue' || resource === 'organizer')
    if (isOfLinked && !following.almanac.isLinked) await readLinksIntoAlmanac(db, following.almanac)
  }
  return { almanac: following.almanac, revision }
}

/** Returns a follower with an empty almanac. The first call of `follow` fills it. */
export function almanacFollower() {
  const changes = noChanges()
  const almanac = emptyAlmanac()
  const following: Following = { changes, almanac, losses: 0, lossesBefore: 0, known: undefined }
  return {
    changes,
    /** The almanac as it is now; empty before the first call of `follow`. */
    almanac: () => following.almanac,
    /** Lets the next call of `follow` fill it anew: the server has lost writes that it shows. */
    forget() {
      following.losses += 1
      following.known = undefined
    },
    /** Returns the almanac if, at that change counter, it shows the newest revision; undefined otherwise. */
    current(counter: number | undefined): AlmanacAndRevision | undefined {
      const { almanac, known } = following
      const { revision } = almanac
      return counter !== undefined && known?.counter === counter && known.revision === revision
        ? { almanac, revision }
        : undefined
    },
    /**
     * Brings the almanac to what `db`, a snapshot, shows: one at a time, and each in a newer snapshot. `counter` is the store's change counter
     * from before the snapshot was taken, if known. With `needsLinks`, the almanac has the links of events.
     */
    async follow(db: Db, counter: number | undefined, needsLinks = false) {
      const followed = await update(following, db, counter)
      const { almanac } = following
      if (needsLinks && !almanac.isLinked) await readLinksIntoAlmanac(db, almanac)
      return followed
    },
  }
}

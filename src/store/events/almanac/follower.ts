/** Keeps the almanac in sync with the store: fills it once, then applies the changes of the journal. */

import type { Db, DialectName } from '../../database/sql.ts'
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
  /** The revision that `db` shows. The almanac may be newer if another reader has updated it. */
  readonly revision: number
}

/** Keeps one almanac in sync with the store. */
export interface AlmanacFollower {
  /**
   * Returns the almanac, updated to what `db`, a snapshot, shows. `counter` is the store's change counter from before
   * the snapshot was taken, if known. With `queryNeedsLinks`, the almanac has the links of events if it is not newer than `db`.
   */
  follow(db: Db, counter: number | undefined, needsLinks?: boolean): Promise<AlmanacAndRevision>
  /** Returns the almanac if, at that change counter, it shows the newest revision; undefined otherwise. */
  current(counter: number | undefined): AlmanacAndRevision | undefined
  /** Empties the almanac, which is newer than what can be read; the next call of `follow` fills it. */
  forget(): Promise<void>
  /** The revision of the almanac; -1 while it is empty. */
  revision(): number
  readonly changes: AlmanacChangeLog
}

/** The almanac of a follower. */
interface Following {
  readonly dialect: DialectName
  readonly changes: AlmanacChangeLog
  almanac: Almanac
  /** The newest revision that was read, and the change counter from before that. */
  known: { readonly counter: number; readonly revision: number } | undefined
}

/** Applies what was written since the revision of the almanac, or fills it anew. Returns what was written. */
async function catchUp(following: Following, db: Db, revision: number): Promise<readonly ChangedItem[]> {
  const { dialect, changes, almanac } = following
  const isFar = almanac.revision < 0 || revision - almanac.revision > JOURNAL_DEPTH
  const changed = isFar ? [] : await itemsChangedSinceRevision(db, almanac.revision)
  if (isFar || changed.length > MAX_AT_ONCE) {
    following.almanac = await readAlmanac(db, dialect)
    changes.begin(revision)
  } else {
    const read = await readChangedItems(db, dialect, changed)
    noteChangedItems(almanac, changed, changes, revision)
    for (const name of await refreshTermNames(db, almanac.terms, changed)) changes.rename(name, revision)
    applyChangedItems(almanac, read)
  }
  following.almanac.revision = revision
  return changed
}

/** Brings the almanac to the revision that `db` shows, unless it is newer. */
async function update(
  following: Following,
  db: Db,
  counter: number | undefined,
): Promise<AlmanacAndRevision> {
  const revision = await lastRevisionIn(db)
  const { dialect, known } = following
  if (counter !== undefined && revision >= (known?.revision ?? 0)) following.known = { counter, revision }
  if (following.almanac.revision < revision) {
    const changed = await catchUp(following, db, revision)
    // The next change of a venue or organizer is then one of known events.
    const isOfLinked = changed.some(({ resource }) => resource === 'venue' || resource === 'organizer')
    if (isOfLinked && !following.almanac.isLinked) await readLinksIntoAlmanac(db, dialect, following.almanac)
  }
  return { almanac: following.almanac, revision }
}

/** Returns a follower with an empty almanac. The first call of `follow` fills it. */
export function almanacFollower(dialect: DialectName): AlmanacFollower {
  const changes = noChanges()
  const following: Following = { dialect, changes, almanac: emptyAlmanac(), known: undefined }
  let last: Promise<unknown> = Promise.resolve()
  const bring = async (db: Db, counter: number | undefined, needsLinks: boolean) => {
    const followed = await update(following, db, counter)
    const { almanac } = following
    if (needsLinks && !almanac.isLinked && almanac.revision === followed.revision)
      await readLinksIntoAlmanac(db, dialect, almanac)
    return followed
  }
  return {
    changes,
    revision: () => following.almanac.revision,
    forget() {
      const next = last.then(() => {
        following.almanac = emptyAlmanac()
        following.known = undefined
      })
      last = next
      return next
    },
    current(counter) {
      const { almanac, known } = following
      const { revision } = almanac
      return counter !== undefined && known?.counter === counter && known.revision === revision
        ? { almanac, revision }
        : undefined
    },
    follow(db, counter, needsLinks = false) {
      const next = last.then(
        () => bring(db, counter, needsLinks),
        () => bring(db, counter, needsLinks),
      )
      last = next.catch(() => {})
      return next
    },
  }
}

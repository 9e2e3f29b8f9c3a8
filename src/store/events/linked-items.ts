/**
 * The venues, organizers, categories and tags that reads have shown with events. The journal tells which records are still valid, so
 * that another event with the same venue is read without it.
 */
import { memoizedByObject } from '../../support/remembered.ts'
import { newSharedBudgetCache, type SharedBudgetCache } from '../../support/shared-budget-cache.ts'
import type { Db } from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { databaseLinkedItemsReader, type LinkedItemsReader } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type { EventLinkKind, RecordOf } from '../types/index.ts'
import type { AlmanacAndRevision, AlmanacFollower } from './almanac/follower.ts'

interface Kept<N extends EventLinkKind> {
  readonly record: RecordOf<N>
  /** The newest revision at which the record is known to be valid. */
  asOf: number
}

type Records = { readonly [N in EventLinkKind]: SharedBudgetCache<number, Kept<N>> }

/** Estimated size of a record in bytes, with what was represented of it last. */
const RECORD = 2000

/** Cached records by follower of the journal. */
const recordsOf = memoizedByObject(
  (_: AlmanacFollower): Records => ({
    venue: newSharedBudgetCache(),
    organizer: newSharedBudgetCache(),
    category: newSharedBudgetCache(),
    tag: newSharedBudgetCache(),
  }),
)

/**
 * Returns what events link to at the revision of the almanac, which `db` shows; a transaction that follows it directly shows more: what it
 * has changed itself.
 */
export function recallingLinkedItemsReader(
  db: Db,
  { almanac, revision }: AlmanacAndRevision,
  follower: AlmanacFollower,
  isChanged: (name: EventLinkKind, id: number) => boolean = () => false,
): LinkedItemsReader {
  const { isAsOf } = follower.changes
  const all = recordsOf(follower)
  const { targets, due } = databaseLinkedItemsReader(db)

  async function records<N extends EventLinkKind>(name: N, ids: readonly number[]) {
    const kept: Records[N] = all[name]
    const found: RecordOf<N>[] = []
    const missing: number[] = []
    for (const id of ids) {
      const one = kept.get(id)
      if (one !== undefined && one.asOf <= revision && isAsOf(name, id, one.asOf) && !isChanged(name, id)) {
        one.asOf = revision
        found.push(one.record)
      } else missing.push(id)
    }
    if (missing.length === 0) return found
    const read = await recordsOfIdsInAnyOrder(db, name, missing)
    for (const record of read)
      if (!isChanged(name, record.id)) kept.set(record.id, { record, asOf: revision }, RECORD)
    return [...found, ...read]
  }

  const isNoneScheduled = () => almanac.revision === revision && almanac.scheduled.size === 0
  return { targets, records, due: async (viewer) => (isNoneScheduled() ? () => 0 : due(viewer)) }
}

/** Returns where the links of events and what they link to come from, for reads of a snapshot. */
export async function linkedItemsReaderOf(db: Db, follower: AlmanacFollower): Promise<LinkedItemsReader> {
  const [revision, almanac] = [await lastRevisionIn(db), follower.almanac()]
  return revision === almanac.revision
    ? recallingLinkedItemsReader(db, { almanac, revision }, follower)
    : databaseLinkedItemsReader(db)
}

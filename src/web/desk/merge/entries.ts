/** The entries of a list that are selected to be merged or removed: venues, organizers, categories or tags. */
import { useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { Term, VenueOrOrganizerCollection } from '../api/types.ts'
import type { LinkedItem } from '../items/editing.ts'
import { loadLatestLinkingEvents } from '../items/linking.tsx'
import { itemDetail, itemName } from '../items/suggested.ts'

export type MergeCollection = VenueOrOrganizerCollection | 'categories' | 'tags'

/** An entry that can be selected. */
export interface MergeEntry {
  readonly id: number
  readonly name: string
  readonly detail: string
  /** The number of its events; undefined until it is loaded. */
  readonly events: number | undefined
}

/** The entry of a venue or organizer. */
export const mergeEntryOfItem = (item: LinkedItem): MergeEntry => ({
  id: item.id,
  name: itemName(item),
  detail: itemDetail(item),
  events: undefined,
})

/** The entry of a category or tag. */
export const mergeEntryOfTerm = ({ id, name, count }: Term): MergeEntry => ({
  id,
  name,
  detail: '',
  events: count,
})

/** The selected entries. */
export interface TickedIdsAndSetter {
  readonly ids: ReadonlySet<number>
  readonly set: (ids: readonly number[]) => void
}

/** The selection of a list, empty at first. */
export function useTickedEntries(): TickedIdsAndSetter {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return { ids, set: (next) => setIds(new Set(next)) }
}

/** Returns the entries with the number of their events, of every date and status. The lists of terms contain it already. */
export function withEventCounts(
  collection: MergeCollection,
  entries: readonly MergeEntry[],
): Promise<readonly MergeEntry[]> {
  if (collection === 'categories' || collection === 'tags') return Promise.resolve(entries)
  const count = async (entry: MergeEntry): Promise<MergeEntry> => {
    const { total } = await loadLatestLinkingEvents({ collection, id: entry.id })
    return { ...entry, events: total }
  }
  return Promise.all(entries.map(count))
}

/** Merges the others into the entry. Throws a Fault, and merges none, if the service refuses. */
export function mergeInto(
  collection: MergeCollection,
  into: MergeEntry,
  others: readonly MergeEntry[],
): Promise<ApiResponse<unknown>> {
  const items = others.map(({ id }) => id)
  return callApi('POST', `/${collection}/${into.id}/merge`, { body: { items } })
}

/** The maximum number of operations of one batch. */
const MAX_BATCH = 100

/**
 * Moves venues or organizers to the trash, or deletes terms, in batches: each succeeds or fails as a whole. Returns the last
 * response. Throws a Fault if the service refuses a batch.
 */
export async function trashOrDeleteTickedEntries(
  collection: MergeCollection,
  entries: readonly MergeEntry[],
) {
  let response: ApiResponse<unknown> | undefined
  for (let at = 0; at < entries.length; at += MAX_BATCH) {
    const operations = entries
      .slice(at, at + MAX_BATCH)
      .map(({ id }) => ({ method: 'DELETE', path: `/${collection}/${id}` }))
    response = await callApi('POST', '/batch', { body: { operations } })
  }
  return response
}

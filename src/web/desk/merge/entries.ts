/** Entries of a list, ticked to be merged or removed together: venues, organizers, categories or tags. */
import { useState } from 'preact/hooks'
import { type ApiResponse, callApi } from '../api/api.ts'
import type { LinkedName, Term } from '../api/types.ts'
import type { Item } from '../items/editing.ts'
import { linkingEvents } from '../items/linking.tsx'
import { detailOf, nameOf } from '../items/suggested.ts'

export type Collection = LinkedName | 'categories' | 'tags'

/** One that can be ticked. */
export interface Entry {
  readonly id: number
  readonly name: string
  readonly detail: string
  /** How many events it has; undefined if that is not known yet. */
  readonly events: number | undefined
}

/** The entry of a venue or organizer. */
export const itemEntry = (item: Item): Entry => ({
  id: item.id,
  name: nameOf(item),
  detail: detailOf(item),
  events: undefined,
})

/** The entry of a category or tag. */
export const termEntry = ({ id, name, count }: Term): Entry => ({ id, name, detail: '', events: count })

/** Which are ticked. */
export interface Ticked {
  readonly ids: ReadonlySet<number>
  readonly set: (ids: readonly number[]) => void
}

/** The state of the boxes of a list. */
export function useTicked(): Ticked {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return { ids, set: (next) => setIds(new Set(next)) }
}

/** Asks how many events the entries have, of every date and status, where the list did not say it. */
export function counted(collection: Collection, entries: readonly Entry[]): Promise<readonly Entry[]> {
  if (collection === 'categories' || collection === 'tags') return Promise.resolve(entries)
  const count = async (entry: Entry): Promise<Entry> => {
    const { total } = await linkingEvents({ collection, id: entry.id })
    return { ...entry, events: total }
  }
  return Promise.all(entries.map(count))
}

/** Merges the others into the entry. Throws a Fault if the service refuses; then nothing is merged. */
export function mergeInto(
  collection: Collection,
  into: Entry,
  others: readonly Entry[],
): Promise<ApiResponse<unknown>> {
  const items = others.map(({ id }) => id)
  return callApi('POST', `/${collection}/${into.id}/merge`, { body: { items } })
}

/** The greatest number of operations of one batch. */
const MAX_BATCH = 100

/**
 * Moves venues or organizers to the trash, and deletes terms, all of a hundred or none. Returns the last answer. Throws a
 * Fault where the service refuses.
 */
export async function removeAll(collection: Collection, entries: readonly Entry[]) {
  let answered: ApiResponse<unknown> | undefined
  for (let at = 0; at < entries.length; at += MAX_BATCH) {
    const operations = entries
      .slice(at, at + MAX_BATCH)
      .map(({ id }) => ({ method: 'DELETE', path: `/${collection}/${id}` }))
    answered = await callApi('POST', '/batch', { body: { operations } })
  }
  return answered
}

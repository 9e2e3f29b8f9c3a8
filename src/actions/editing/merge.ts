/** Merges venues, organizers, categories or tags into one of their kind (ext.). */

import type { ContextWithImages } from '../../api/context.ts'
import { MAX_ITEMS_PER_REQUEST, type MergeableName } from '../../contract/operations/editing.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { RecordOf, Writing } from '../../store/store.ts'

/** Throws 400 where items can't become part of the one with that id, whatever they are. */
export function requireItemsToMerge(id: number, items: readonly number[]): void {
  if (items.length === 0 || items.length > MAX_ITEMS_PER_REQUEST)
    throw invalidParam('items', because('wrong_number_of_members', { most: MAX_ITEMS_PER_REQUEST }))
  if (items.includes(id)) throw invalidParam('items', because('item_itself'))
}

/** Makes items part of another one in an open transaction. Throws 400 for items that are not there. */
export async function mergeInTransaction<N extends MergeableName>(
  store: Writing,
  name: N,
  { into, items }: { readonly into: RecordOf<N>; readonly items: readonly number[] },
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<void> {
  const records: RecordOf<N>[] = []
  for (const id of items) {
    const record = await store.find(name, { id }, moment)
    if (record === undefined) throw invalidParam('items', because('no_such_item', { kind: name, id }))
    records.push(record)
  }
  await store.merge(name, records, into, epochOfInstant(moment.now))
}

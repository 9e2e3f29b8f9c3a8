/** Merges venues, organizers, categories or tags into one of their kind (ext.). */

import type { Context, ContextWithImages } from '../../api/context.ts'
import { refusalProblem, rightsByRole } from '../../api/policy.ts'
import { MAX_ITEMS_PER_REQUEST, type MergeableName } from '../../contract/operations/editing.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { Item, RecordOf, ResultAndRevision, Writing } from '../../store/store.ts'
import { writtenItem } from '../create.ts'
import { type CheckPrecondition, editableRecord } from '../update.ts'

/** The item that others become part of, and what is checked of it before. */
interface ItemMerge {
  readonly id: number
  readonly items: readonly number[]
  readonly precondition: CheckPrecondition
}

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

/**
 * Makes items part of the one with that id: their links move to it, and their addresses lead to it. The item itself keeps its
 * fields. Needs the right to edit items of all. Throws 400, 401, 403, 404, 410 or 412; then nothing is changed.
 */
export function mergeItems<N extends MergeableName>(
  name: N,
  { id, items, precondition }: ItemMerge,
  context: Context,
): Promise<ResultAndRevision<Item<N>>> {
  // Links of events of others move too.
  if (rightsByRole[context.actor.role].edits !== 'all') throw refusalProblem(context.actor)
  requireItemsToMerge(id, items)
  return context.store.write(context, async (store) => {
    const into = await editableRecord(store, name, { id }, context)
    await precondition(into, store)
    await mergeInTransaction(store, name, { into, items }, context)
    return writtenItem(store, name, id, context)
  })
}

/** Moves items to the trash, or deletes them permanently (contract §4.3). */

import type { RemovedItem } from '../api/answer.ts'
import type { ContextWithImages } from '../api/context.ts'
import type { ApplyTo } from '../contract/resources/event.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { RecordOf, Writing } from '../store/store.ts'
import { shownItem } from './create.ts'
import { rejectSubmissionOfTrashed } from './proposals.ts'
import { excludeDeletedOccurrence, removeSeriesOfOccurrence, removeWholeSeries } from './series/remove.ts'

/** Moves an item to the trash. `pruned_status` is the status with which an import restores an event; "" for none. */
async function trash(
  store: Writing,
  { name, record }: { readonly name: PublishableName; readonly record: RecordOf<PublishableName> },
  pruned_status: RecordOf<'event'>['pruned_status'] = '',
): Promise<void> {
  if (record.status === 'trash') throw new Problem(`${name}-is-in-trash`)
  const { id } = record
  const was_public = record.status === 'publish' ? 1 : 0
  if (name === 'event') await store.put(name, id, { status: 'trash', was_public, pruned_status })
  else await store.put<PublishableName>(name, id, { status: 'trash' })
}

/**
 * Moves an event to the trash for an import, which restores it with its status when the source contains it again, or with `status`. Throws
 * 410 where it is in the trash already.
 */
export const trashForImport = (
  store: Writing,
  record: RecordOf<'event'>,
  status: RecordOf<'event'>['status'] = record.status,
): Promise<void> => trash(store, { name: 'event', record }, status)

/** Moves an item to the trash in an open transaction. Throws 410 where it is in the trash already. */
export async function trashItemInTransaction(
  store: Writing,
  name: ResourceName,
  record: RecordOf<PublishableName>,
  context: ContextWithImages,
): Promise<void> {
  if (!isPublishable(name)) return
  if (name === 'event') await rejectSubmissionOfTrashed(store, record.id, context)
  await trash(store, { name, record })
}

/** How much is removed: for good or to the trash, and of an occurrence, how much of its series (contract §10.3). */
export interface RemovalExtent {
  readonly force: boolean
  readonly apply_to?: ApplyTo | undefined
}

/** How a series is removed, by itself or through an occurrence; undefined if a single item is. */
function wholeOf(name: PublishableName, record: RecordOf<PublishableName>, apply_to: ApplyTo = 'this') {
  if ('own_fields' in record && apply_to !== 'this')
    return (store: Writing, force: boolean, context: ContextWithImages) =>
      removeSeriesOfOccurrence(store, record, { apply_to, force }, context)
  if (name === 'series' && 'recurrence' in record)
    return (store: Writing, force: boolean, context: ContextWithImages) =>
      removeWholeSeries(store, record, force, context)
  return undefined
}

/**
 * Moves an item to the trash, or deletes it permanently with `force`, in an open transaction. Throws 401 or 403 for the occurrences of a
 * series, and 410 where it is in the trash already.
 */
export async function removeInTransaction<N extends PublishableName>(
  store: Writing,
  name: N,
  record: RecordOf<N>,
  { force, apply_to }: RemovalExtent,
  context: ContextWithImages,
): Promise<RemovedItem<N>> {
  if (name === 'event') await rejectSubmissionOfTrashed(store, record.id, context)
  const { id } = record
  const whole = wholeOf(name, record, apply_to)
  if (!force) {
    await (whole?.(store, force, context) ?? trash(store, { name, record }))
    const trashed = (await store.find(name, { id }, context.moment)) ?? record
    return { deleted: false, item: await shownItem(store, name, trashed, context) }
  }
  const item = await shownItem(store, name, record, context)
  if (whole !== undefined) await whole(store, force, context)
  else {
    await store.remove(name, id)
    if ('own_fields' in record) await excludeDeletedOccurrence(store, record, context)
  }
  return { deleted: true, item }
}

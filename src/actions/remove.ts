/** Moves items to the trash, or deletes them permanently (contract §4.3). */

import type { RemovedItem } from '../api/answer.ts'
import type { ContextWithImages } from '../api/context.ts'
import type { ApplyTo } from '../contract/resources/event.ts'
import { isPublishable, type PublishableName, type ResourceName } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { RecordOf, Writing } from '../store/store.ts'
import { writtenItem } from './create.ts'
import { rejectSubmissionOfTrashed } from './proposals.ts'
import { excludeDeletedOccurrence, removeSeriesOfOccurrence, removeWholeSeries } from './series/remove.ts'

/** Moves an item to the trash. `pruned_status` is the status with which an import restores an event; "" for none. */
async function trash(
  store: Writing,
  { name, record }: { readonly name: PublishableName; readonly record: RecordOf<PublishableName> },
  pruned_status: RecordOf<'event'>['pruned_status'],
  { moment }: ContextWithImages,
): Promise<void> {
  if (record.status === 'trash') throw new Problem(`${name}-is-in-trash`)
  const trashed = {
    status: 'trash',
    version: record.version + 1,
    modified_utc: epochOfInstant(moment.now),
  } as const
  if (name !== 'event') return store.update(name, record.id, trashed)
  const was_public = record.status === 'publish' ? 1 : 0
  return store.update(name, record.id, { ...trashed, was_public, pruned_status })
}

/**
 * Moves an event to the trash for an import, which restores it with its status when the source contains it again. Throws
 * 410 where it is in the trash already.
 */
export const trashForImport = (
  store: Writing,
  record: RecordOf<'event'>,
  context: ContextWithImages,
): Promise<void> => trash(store, { name: 'event', record }, record.status, context)

/** Moves an item to the trash in an open transaction. Throws 410 where it is in the trash already. */
export async function trashItemInTransaction(
  store: Writing,
  name: ResourceName,
  record: RecordOf<PublishableName>,
  context: ContextWithImages,
): Promise<void> {
  if (!isPublishable(name)) return
  if (name === 'event') await rejectSubmissionOfTrashed(store, record.id, context)
  await trash(store, { name, record }, '', context)
}

/** How much is removed: for good or to the trash, and of an occurrence, how much of its series (contract §10.3). */
interface RemovalExtent {
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
  record: RecordOf<PublishableName>,
  { force, apply_to }: RemovalExtent,
  context: ContextWithImages,
): Promise<RemovedItem<N>> {
  if (name === 'event') await rejectSubmissionOfTrashed(store, record.id, context)
  const whole = wholeOf(name, record, apply_to)
  if (whole !== undefined) {
    const item = await writtenItem(store, name, record.id, context)
    await whole(store, force, context)
    return { deleted: force, item: force ? item : await writtenItem(store, name, record.id, context) }
  }
  if (!force) {
    await trash(store, { name, record }, '', context)
    return { deleted: false, item: await writtenItem(store, name, record.id, context) }
  }
  const item = await writtenItem(store, name, record.id, context)
  await store.remove(name, record.id, epochOfInstant(context.moment.now))
  if ('own_fields' in record) await excludeDeletedOccurrence(store, record, context)
  return { deleted: true, item }
}

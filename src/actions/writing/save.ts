/** Common to all updates: compare with the stored record and write only what differs, as the next version. */

import type { ContextWithImages } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import type { ItemName, ResourceName } from '../../contract/resources/index.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import { type ItemStatus, isApprovedStatus } from '../../domain/publication/status.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { LinksOf, RecordOf, ValuesOf, Writing } from '../../store/store.ts'

/** A stored item that is about to change. */
export interface ItemToChange<N extends ResourceName> {
  readonly name: N
  readonly kept: RecordOf<N>
}

/** A slug as sent, and the title that it otherwise derives from. */
interface SlugChange {
  readonly sent: string | null | undefined
  /** The title after the change. */
  readonly title: string
  /** Whether the item leaves the trash. */
  readonly isBack: boolean
}

/** Whether two values of a column are equal. Those of JSON columns are objects. */
export const isSameValue = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))

/** Returns the values that differ from the stored ones. */
export function changedValues<R extends object>(values: Partial<R>, kept: R): Partial<R> {
  const changes: Partial<R> = {}
  for (const name of Object.keys(values)) {
    const value: unknown = Reflect.get(values, name)
    if (!isSameValue(Reflect.get(kept, name), value)) Reflect.set(changes, name, value)
  }
  return changes
}

/**
 * Returns the changes with the resulting status (contract §4.3). An approval covers what was reviewed: a user
 * without the right to publish who changes an approved item sends it back to `pending`.
 */
export function withApprovalStatus<
  R extends { readonly status: ItemStatus; readonly group_id?: number | null },
>(changes: Partial<R>, kept: R, { actor }: Pick<ContextWithImages, 'actor'>): Partial<R> {
  const group = changes.group_id === undefined ? kept.group_id : changes.group_id
  const waits =
    !isInternalChange(Object.keys(changes)) &&
    isApprovedStatus(kept.status) &&
    isApprovedStatus(changes.status ?? kept.status) &&
    !mayPublishInGroup(actor, group)
  return waits ? { ...changes, status: 'pending' } : changes
}

/**
 * Returns the slug after a change: as sent, derived from the title, or made free again when the item leaves the
 * trash.
 */
export async function slugAfterChange(
  store: Writing,
  { name, kept }: { readonly name: ItemName; readonly kept: { readonly id: number; readonly slug: string } },
  { sent, title, isBack }: SlugChange,
): Promise<string> {
  const renamed = sent !== undefined && sent !== kept.slug
  if (!renamed && !isBack) return kept.slug
  const isChosen = renamed && sent !== ''
  return store.freeSlug(name, renamed ? slugOr(sent || title, name) : kept.slug, kept.id, isChosen)
}

/** Writes the changes as the next version. */
export async function saveChangesOfItem<N extends ResourceName>(
  store: Writing,
  { name, kept }: ItemToChange<N>,
  changes: Partial<ValuesOf<N>> & LinksOf<N>,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<void> {
  // What only editors see does not make an event one that was modified.
  const isSame = isInternalChange(Object.keys(changes))
  await store.update(name, kept.id, {
    ...changes,
    version: kept.version + 1,
    modified_utc: isSame && 'modified_utc' in kept ? kept.modified_utc : epochOfInstant(moment.now),
  })
}

/** Whether the change takes an item out of the trash. */
export const leavesTrash = (before: string, after: string) => before === 'trash' && after !== 'trash'

/** Reads one item of any resource by id or slug (contract §4.7, §5). */

import { type Context, type ContextWithImages, type PureContext, viewerOf } from '../api/context.ts'
import type { PasswordMatches } from '../api/operation.ts'
import { mayRead, type OwnedItem, refusalProblem } from '../api/policy.ts'
import {
  type ItemName,
  isPublishable,
  type PublishableName,
  type ResourceName,
} from '../contract/resources/index.ts'
import { Problem } from '../problem.ts'
import type { EventItem, Item, ItemAddress, Reading, RecordOf, Snapshot } from '../store/store.ts'

/** Returns the record at an address. Throws 404 if there is none, 410 where it was merged into another one. */
export async function existingRecordAt<N extends ResourceName>(
  store: Reading,
  name: N,
  address: ItemAddress,
  { moment }: Pick<Context, 'moment'>,
): Promise<RecordOf<N>> {
  const record = await store.find(name, address, moment)
  if (record !== undefined) return record
  const into = await store.mergedInto(name, address)
  throw into === undefined
    ? new Problem(`${name}-not-found`)
    : new Problem('item-merged', { data: { id: into } })
}

/** Reads the id and the slug of the item that `idOf` names, if the viewer may see it; undefined for none. */
const sluggedItemSeen = (
  name: ItemName | 'series',
  idOf: (store: Snapshot) => Promise<number | undefined>,
  context: Context,
) =>
  context.store.snapshot(async (store) => {
    const id = await idOf(store)
    if (id === undefined) return undefined
    if (isPublishable(name) && !(await store.visible(name, [id], viewerOf(context))).has(id)) return undefined
    const record = await store.find(name, { id }, context.moment)
    return record && { id, slug: record.slug }
  })

/** Returns the item that had a slug before, if the viewer may see it; undefined for none. */
export const renamedItem = (name: ItemName | 'series', slug: string, context: Context) =>
  sluggedItemSeen(name, (store) => store.itemOfFormerSlug(name, slug), context)

/** Returns the item that one with this slug was merged into, if the viewer may see it; undefined for none. */
export const itemWithMerged = (name: ItemName | 'series', slug: string, context: Context) =>
  sluggedItemSeen(name, (store) => store.mergedInto(name, { slug }), context)

/** Whether the record is one of an event, a venue or an organizer. */
export const isRecordOfPublishableResource = (
  record: RecordOf<ResourceName>,
): record is RecordOf<PublishableName> => 'status' in record

/** Throws 410 for the trash, 401 or 403 for unpublished items and 404 for unpublished pages of the site, unless the viewer may read them. */
export function requireMayRead(name: PublishableName, record: OwnedItem, { actor }: PureContext): void {
  if (mayRead(actor, record)) return
  // Nobody but administrators learns that there is one.
  if (name === 'page') throw new Problem('page-not-found')
  throw record.status === 'trash'
    ? new Problem(`${name}-no-longer-available`)
    : refusalProblem(actor, `${name}-not-accessible`)
}

/** Whether the password opens a protected event; false for an open one. Throws 401 or 403 for a wrong password. */
async function isOpened(
  item: EventItem,
  opens: PasswordMatches,
  { actor }: ContextWithImages,
): Promise<boolean> {
  const hash = item.record.password_hash
  if (!item.isProtected || hash === null) return false
  if (await opens(hash)) return true
  throw refusalProblem(actor, 'event-password-protected')
}

const opensNothing: PasswordMatches = async () => false

/** Returns the item at an address, as this viewer sees it, whose password may open it. Throws 401, 403, 404 or 410. */
export async function readItemAt<N extends ResourceName>(
  name: N,
  address: ItemAddress,
  context: Context,
  opens = opensNothing,
): Promise<Item<N>> {
  const item = await context.store.snapshot(async (store) => {
    const record = await existingRecordAt(store, name, address, context)
    if (isPublishable(name) && isRecordOfPublishableResource(record)) requireMayRead(name, record, context)
    const [one] = await store.items(name, [record], viewerOf(context))
    return one
  })
  if (item === undefined) throw new Problem(`${name}-not-found`)
  const opened = 'isProtected' in item && (await isOpened(item, opens, context))
  return opened ? { ...item, isProtected: false } : item
}

/** Returns the event at an address, as this viewer sees it. Throws 401, 403, 404 or 410. */
export async function readEventAt(
  address: ItemAddress,
  context: Context,
  opens = opensNothing,
): Promise<EventItem> {
  const item = await context.store.newestEvent(address, viewerOf(context))
  if (item === undefined) return readItemAt('event', address, context, opens)
  requireMayRead('event', item.record, context)
  return (await isOpened(item, opens, context)) ? { ...item, isProtected: false } : item
}

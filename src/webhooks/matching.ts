/** Which items a webhook may see, and which of them its filter is met by (contract §13). */

import { listQueryOf } from '../actions/listing/list-query.ts'
import { idsOfReferencedGroups } from '../actions/listing/list-references.ts'
import { type Context, viewerOf } from '../api/context.ts'
import { commandActor } from '../api/policy.ts'
import { isPublishable, type ListArgs, type ResourceName } from '../contract/resources/index.ts'
import { parseListArgs } from '../contract/resources/parse.ts'
import { itemStatusAt } from '../domain/publication/status.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { windowBoundNames } from '../domain/time/window.ts'
import { Problem } from '../problem.ts'
import type { Item, RecordOf, Webhook } from '../store/store.ts'

/** The context of a webhook that sees everything as an administrator does. */
export const withAdministratorActor = (context: Context): Context => ({ ...context, actor: commandActor })

/** Whether a list may show the item to this viewer: outside the trash, and public unless the viewer reads everything. */
function isListed(name: ResourceName, record: RecordOf<'event'>, { actor, moment }: Context): boolean {
  if (!isPublishable(name)) return true
  const status = itemStatusAt(record.status, record.date_utc, epochOfInstant(moment.now))
  if (actor.role !== 'anonymous') return status !== 'trash'
  return status === 'publish' && record.hide_from_listings !== 1
}

/** Returns an item with what its representation shows; undefined if it is gone or the viewer may not find it. */
export function findItemVisibleToViewer<N extends ResourceName>(
  name: N,
  id: number,
  context: Context,
): Promise<Item<N> | undefined> {
  return context.store.snapshot(async (store) => {
    const record = await store.find(name, { id }, context.moment)
    if (record === undefined || !isListed(name, Object(record), context)) return undefined
    return (await store.items(name, [record], viewerOf(context)))[0]
  })
}

/** The args of a list that select one item: all that the filter does not name are as wide as they can be. */
function argsFor<N extends ResourceName>(
  name: N,
  id: number,
  webhook: Webhook,
  hidden: boolean,
): ListArgs<N> {
  const { filter, isPrivate } = webhook
  const wide = isPrivate && isPublishable(name) ? { status: 'any' } : {}
  const isWindowed = windowBoundNames.some((bound) => Object.hasOwn(filter, bound))
  // `include` switches the window off.
  const one = isWindowed ? {} : { include: [id] }
  const sent = { ...wide, ...filter, ...one, ...(hidden && { hide_from_listings: true }) }
  return parseListArgs(name, sent)
}

/**
 * Returns the groups that the filter of a webhook names, 0 for no group; undefined if it names none. One that is gone is left out, unless
 * it was named by its id: what leaves it by its deletion is reported.
 */
export async function groupIdsOfFilter(
  { filter }: Pick<Webhook, 'filter'>,
  context: Context,
): Promise<readonly number[] | undefined> {
  if (!Object.hasOwn(filter, 'group')) return undefined
  const { group: sent = [] } = parseListArgs('event', { group: filter.group })
  const found = await Promise.all(
    sent.map((reference) =>
      idsOfReferencedGroups(context.store, [reference], context).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error
        const id = 'id' in reference ? reference.id : Number(reference.text)
        return Number.isSafeInteger(id) ? [id] : []
      }),
    ),
  )
  return found.flatMap((ids) => ids ?? [])
}

/** Whether an item that the viewer sees meets the filter of a webhook. What a filter names may be gone: then nothing meets it. */
export async function isWebhookFilterMet(
  name: ResourceName,
  id: number,
  webhook: Webhook,
  context: Context,
): Promise<boolean> {
  if (Object.keys(webhook.filter).length === 0) return true
  const isMet = (hidden: boolean) =>
    context.store
      .snapshot(async (store) => {
        const query = await listQueryOf(name, store, argsFor(name, id, webhook, hidden), context)
        const main = Object.hasOwn(webhook.filter, 'in_main') ? {} : { in_main: undefined }
        const found = await store.list(name, { ...query, ...main, include: [id], page: 1 }, viewerOf(context))
        return found.total > 0
      })
      .catch((error: unknown) => {
        if (error instanceof Error && 'status' in error && Number(error.status) < 500) return false
        throw error
      })
  return (await isMet(false)) || (name === 'event' && webhook.isPrivate && (await isMet(true)))
}

/** The messages of a webhook: the changes of items, with their representations as the webhook may see them. */
import { createHash, randomUUID } from 'node:crypto'
import { idsOfReferencedGroups, listQueryOf } from '../actions/listing/list-query.ts'
import { type Context, viewerOf } from '../api/context.ts'
import { commandActor } from '../api/policy.ts'
import {
  SUBMISSION_TYPE,
  TEST_MESSAGE_TYPE,
  type WebhookMessageType,
} from '../contract/operations/other-programs.ts'
import {
  isPublishable,
  type ListArgs,
  parseListArgs,
  type ResourceName,
  resourceNamed,
  resourceNames,
} from '../contract/resources/index.ts'
import { itemStatusAt } from '../domain/publication.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { windowBoundNames } from '../domain/time/window.ts'
import { Problem } from '../problem.ts'
import { representItem, representSubmission as shownSubmission } from '../representations/json/index.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type {
  ActiveWebhook,
  Item,
  JournalEntry,
  NewDelivery,
  RecordOf,
  Webhook,
  WebhookAction,
} from '../store/store.ts'

// The changes of items in the journal, and the type of message that each is for a webhook.

/** The name of submissions in the journal. */
const SUBMISSION_RESOURCE = 'submission'
type Told = ResourceName | typeof SUBMISSION_RESOURCE

const isTold = (name: string): name is Told =>
  name === SUBMISSION_RESOURCE || resourceNames.some((one) => one === name)

/** The changes of one item within a batch, oldest first. */
export interface ChangesOfOneItem {
  readonly resource: Told
  readonly id: number
  readonly revision: number
  /** The history of the revision; null for one from before histories had ids. */
  readonly history: string | null
  readonly actions: readonly WebhookAction[]
}

/**
 * Returns the action of an entry within the groups that a webhook follows, 0 for no group: what comes into them is created, what leaves
 * them is removed, and what is in none of them before and after is nothing.
 */
function actionWithin(
  action: WebhookAction | '',
  { group_before, group_after }: JournalEntry,
  groups: readonly number[] | undefined,
): WebhookAction | '' {
  if (groups === undefined || action === '' || action === 'received') return action
  const wasIn = action !== 'created' && groups.includes(group_before ?? 0)
  const isIn = action !== 'removed' && groups.includes(group_after ?? 0)
  if (isIn) return wasIn ? 'updated' : 'created'
  return wasIn ? 'removed' : ''
}

/**
 * Returns the changes that a webhook may see, by item, in the order of their last change. `groups` are those that its filter names;
 * undefined for all.
 */
export function changesVisibleToWebhook(
  { isPrivate }: Pick<Webhook, 'isPrivate'>,
  entries: readonly JournalEntry[],
  groups: readonly number[] | undefined,
) {
  const found = new Map<string, ChangesOfOneItem>()
  for (const entry of entries) {
    const { resource, item_id: id, revision, history, change, public_change } = entry
    const action = actionWithin(isPrivate ? change : public_change, entry, groups)
    if (action === '' || !isTold(resource)) continue
    const key = `${resource} ${id}`
    const before = found.get(key)
    found.delete(key)
    found.set(key, { resource, id, revision, history, actions: [...(before?.actions ?? []), action] })
  }
  return [...found.values()]
}

/**
 * Returns the type of the one message about several changes of an item: created, updated or removed; undefined if the webhook wants
 * none of them.
 */
function messageTypeOfItemChanges(
  { types }: Webhook,
  { resource, actions }: ChangesOfOneItem,
): WebhookMessageType | undefined {
  if (resource === SUBMISSION_RESOURCE) return types.find((type) => type === SUBMISSION_TYPE)
  const wanted = actions.filter((action) => types.some((type) => type === `${resource}.${action}`))
  if (actions.at(-1) === 'removed') return wanted.includes('removed') ? `${resource}.removed` : undefined
  const kept = wanted.filter((action) => action !== 'removed')
  if (kept.length === 0) return undefined
  return `${resource}.${kept.includes('created') ? 'created' : 'updated'}`
}

// Which items a webhook may see, and which of them its filter is met by (contract §13).

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
function findItemVisibleToViewer<N extends ResourceName>(
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
async function isWebhookFilterMet(
  name: ResourceName,
  id: number,
  webhook: Webhook,
  context: Context,
): Promise<boolean> {
  if (Object.keys(webhook.filter).length === 0) return true
  const { store } = context
  const isMet = async (hidden: boolean) => {
    try {
      const query = await listQueryOf(name, store, argsFor(name, id, webhook, hidden), context)
      const main = Object.hasOwn(webhook.filter, 'in_main') ? {} : { in_main: undefined }
      const found = await store.list(name, { ...query, ...main, include: [id], page: 1 }, viewerOf(context))
      return found.total > 0
    } catch (error) {
      if (error instanceof Error && 'status' in error && Number(error.status) < 500) return false
      throw error
    }
  }
  return (await isMet(false)) || (name === 'event' && webhook.isPrivate && (await isMet(true)))
}

/** The parts that all messages are made with: the context of the public (for private webhooks the actor is an administrator), the root of addresses, and the name of the site. */
export interface MessageContext {
  readonly context: () => Context
  readonly root: Root
  readonly siteName: string
}

/** The maximum number of representations in memory. */
const MAX_KNOWN = 500

/** The body of a message. `timestamp` is in ISO 8601, `data` in JSON. */
const bodyOf = (type: string, timestamp: string, data: string) =>
  `{"type":${JSON.stringify(type)},"timestamp":"${timestamp}","data":${data}}`

/** The time of a message: in seconds since 1970 UTC, and in ISO 8601. */
interface MadeAt {
  readonly seconds: number
  readonly timestamp: string
}

const madeAt = ({ moment }: Pick<Context, 'moment'>): MadeAt => ({
  seconds: epochOfInstant(moment.now),
  timestamp: moment.now.toString({ smallestUnit: 'millisecond' }),
})

/** The subject of a message: an item at a revision. `data` is in JSON. */
interface Message {
  readonly type: string
  readonly item: { readonly resource: string; readonly id: number; readonly revision: number }
  readonly data: string
}

/**
 * Returns the id of a message about an item: the same whoever makes it, so that receivers know what a crash makes twice, and another one
 * in a database that was put back and came to the same revision again.
 */
function messageIdOf(
  { id: webhook }: Pick<Webhook, 'id'>,
  { resource, id, revision, history }: ChangesOfOneItem,
  base: string,
) {
  const parts = [base, webhook, resource, id, revision, ...(history === null ? [] : [history])]
  return `msg_${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`
}

/** Returns a delivery that has not been attempted. */
function newDelivery(
  webhook: Pick<Webhook, 'id'>,
  message_id: string,
  { type, item, data }: Message,
  { seconds: now, timestamp }: MadeAt,
): NewDelivery {
  return {
    webhook_id: webhook.id,
    message_id,
    type,
    resource: item.resource,
    item_id: item.id,
    revision: item.revision,
    body: bodyOf(type, timestamp, data),
    state: 'waiting' as const,
    attempts: 0,
    next_utc: now,
    created_utc: now,
    tried_utc: null,
    status: null,
    milliseconds: null,
    result: '',
  }
}

export function newTestDelivery(webhook: Pick<Webhook, 'id'>, { context }: MessageContext): NewDelivery {
  const data = JSON.stringify({ message: 'This is a test. Nothing has changed.' })
  const item = { resource: '', id: 0, revision: 0 }
  const message_id = `msg_${randomUUID().replaceAll('-', '')}`
  return newDelivery(webhook, message_id, { type: TEST_MESSAGE_TYPE, item, data }, madeAt(context()))
}

/** A representation, its JSON, and the time when it was read. */
interface Data {
  readonly at: MadeAt
  readonly data: object
  readonly json: string
}

/** Returns an item as the public or an administrator sees it; undefined if it is deleted or not visible. */
export type RepresentItem = (
  item: { readonly resource: ResourceName; readonly id: number; readonly revision: number },
  isPrivate: boolean,
) => Promise<Data | undefined>

const contextFor = ({ context }: MessageContext, isPrivate: boolean) =>
  isPrivate ? withAdministratorActor(context()) : context()

/** Reads the representation of each item at a revision, and writes its JSON, once for all webhooks. */
export function itemRepresenter(source: MessageContext): RepresentItem {
  const known = new Map<string, Promise<Data | undefined>>()
  const read = async (resource: ResourceName, id: number, isPrivate: boolean) => {
    const context = contextFor(source, isPrivate)
    const item = await findItemVisibleToViewer(resource, id, context)
    const view = {
      root: source.root,
      zone: context.moment.zone,
      currency: context.currency,
      isSingle: false,
      site: source.siteName,
    }
    const data = item && representItem(resource, item, view)
    return data && { at: madeAt(context), data, json: JSON.stringify(data) }
  }
  return ({ resource, id, revision }, isPrivate) => {
    const key = `${resource} ${id} ${revision} ${isPrivate}`
    const found = known.get(key) ?? read(resource, id, isPrivate)
    if (known.size >= MAX_KNOWN) known.clear()
    known.set(key, found)
    return found
  }
}

/** The data of a submission for a webhook that is not private: no part of a submission is public (contract §14). */
const leastOf = (id: number) => ({ resource: SUBMISSION_RESOURCE, id })

/**
 * Returns a delivery with the data that the webhook may receive now. A webhook that is no longer private learns only that a
 * submission was received, even if the message was created with more.
 */
export function deliveryWithPermittedData<
  T extends Pick<NewDelivery, 'resource' | 'item_id' | 'type' | 'body'>,
>({ isPrivate }: Pick<Webhook, 'isPrivate'>, delivery: T): T {
  if (isPrivate || delivery.resource !== SUBMISSION_RESOURCE) return delivery
  const { timestamp } = JSON.parse(delivery.body)
  return { ...delivery, body: bodyOf(delivery.type, timestamp, JSON.stringify(leastOf(delivery.item_id))) }
}

/** Returns the data of a submission for a webhook; undefined if its event does not match the filter. */
async function submissionFor(
  webhook: ActiveWebhook,
  { id, revision }: ChangesOfOneItem,
  source: MessageContext,
  represented: RepresentItem,
): Promise<object | undefined> {
  const context = contextFor(source, webhook.isPrivate)
  const found = await context.store.proposals.byId(id)
  if (found === undefined || !(await isWebhookFilterMet('event', found.event_id, webhook, context)))
    return undefined
  if (!webhook.isPrivate) return leastOf(id)
  const event = await represented({ resource: 'event', id: found.event_id, revision }, true)
  return shownSubmission(found, event?.data, source.root)
}

/** Returns the message about the change of an item; undefined if the webhook does not want it or may not see it. */
export async function newDeliveryAboutItem(
  webhook: ActiveWebhook,
  happened: ChangesOfOneItem,
  source: MessageContext,
  represented: RepresentItem,
): Promise<NewDelivery | undefined> {
  const type = messageTypeOfItemChanges(webhook, happened)
  if (type === undefined) return undefined
  const { resource, id } = happened
  const delivery = (data: string, at = madeAt(source.context())) =>
    newDelivery(webhook, messageIdOf(webhook, happened, source.root.base), { type, item: happened, data }, at)
  if (resource === SUBMISSION_RESOURCE) {
    const data = await submissionFor(webhook, happened, source, represented)
    return data && delivery(JSON.stringify(data))
  }
  const address = restUrl(source.root, resourceNamed(resource).collection, id)
  if (type.endsWith('.removed')) return delivery(JSON.stringify({ resource, id, rest_url: address }))
  const data = await represented({ resource, id, revision: happened.revision }, webhook.isPrivate)
  // A later entry of the journal reports the removal.
  if (data === undefined) return undefined
  return (await isWebhookFilterMet(resource, id, webhook, contextFor(source, webhook.isPrivate)))
    ? delivery(data.json, data.at)
    : undefined
}

/** The messages of a webhook: the changes of items, with their representations as the webhook may see them. */
import { createHash, randomUUID } from 'node:crypto'
import type { Context } from '../api/context.ts'
import { TEST_MESSAGE_TYPE } from '../contract/operations/integrations/webhooks.ts'
import { type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { representItem } from '../representations/json/index.ts'
import { representSubmission as shownSubmission } from '../representations/json/submission.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type { ActiveWebhook, NewDelivery, Webhook } from '../store/store.ts'
import { type ChangesOfOneItem, messageTypeOfItemChanges, SUBMISSION_RESOURCE } from './item-changes.ts'
import { findItemVisibleToViewer, isWebhookFilterMet, withAdministratorActor } from './matching.ts'

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

/** Returns the message of a test. */
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

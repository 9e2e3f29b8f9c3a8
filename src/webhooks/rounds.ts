/** A round of one webhook: first the deliveries that are due again, then the entries of the journal since its cursor. */
import { groupIdsOfFilter } from '../actions/webhooks/matching.ts'
import type {
  ActiveWebhook,
  Delivery,
  JournalEntry,
  NewDelivery,
  WebhookDeliveringStore,
  WebhookRoundToSave,
} from '../store/store.ts'
import { type DeliveryOutcome, deliveryStateAfter, webhookHealthAfter } from './attempts.ts'
import { type ChangesOfOneItem, changesVisibleToWebhook } from './item-changes.ts'
import {
  deliveryWithPermittedData,
  type MessageContext,
  newDeliveryAboutItem,
  type RepresentItem,
} from './messages.ts'

/** Entries of the journal that are read together. */
export const MAX_ENTRIES_READ = 50
const MAX_DUE = 20
/** The maximum of simultaneous attempts of one webhook. */
const TOGETHER = 4
/** With this many waiting deliveries, new ones of a failing webhook are tried only every `HOLD` seconds; and the maximum that may wait. */
const MANY_WAITING = 20
const MAX_WAITING = 1000
const HOLD = 300

export interface RoundTools {
  readonly delivering: WebhookDeliveringStore
  /** Seconds since 1970 UTC. */
  readonly now: () => number
  readonly source: MessageContext
  readonly represented: RepresentItem
  /** Returns the entries after a revision; they are read once for all webhooks. */
  readonly entriesAfter: (
    revision: number,
  ) => Promise<{ readonly entries: readonly JournalEntry[]; readonly upTo: number }>
  /** Sends a message once; undefined where the process ends before, so that the message waits for the next one. */
  readonly send: (webhook: ActiveWebhook, message: NewDelivery) => Promise<DeliveryOutcome | undefined>
  readonly isEnding: () => boolean
  readonly settle: (round: WebhookRoundToSave) => Promise<void>
}

type Health = NonNullable<WebhookRoundToSave['health']>

/** The state of a webhook during its round. */
interface Known {
  now: Health
  /** Whether deliveries may be waiting. The next round finds those that an administrator sends again meanwhile. */
  isAnyWaiting: boolean
}

/** Runs `act` on all members, a few at a time. A member of the same `line` waits for the one before it. */
async function inLines<T>(
  all: readonly T[],
  lineOf: (one: T) => string,
  act: (one: T) => Promise<void>,
): Promise<void> {
  const lines = new Map<string, T[]>()
  for (const one of all) lines.set(lineOf(one), [...(lines.get(lineOf(one)) ?? []), one])
  const waiting = [...lines.values()]
  const run = async () => {
    for (let line = waiting.shift(); line !== undefined; line = waiting.shift())
      for (const one of line) await act(one)
  }
  await Promise.all(Array.from({ length: TOGETHER }, run))
}

const itemOf = ({ resource, item_id }: Pick<NewDelivery, 'resource' | 'item_id'>) => `${resource} ${item_id}`

const healthOf = ({ failures, exhausted, switched_off, held_utc }: ActiveWebhook): Health => ({
  failures,
  exhausted,
  switched_off,
  held_utc,
})

/** Tries due deliveries again. Returns whether there were any. */
async function retry(webhook: ActiveWebhook, health: Known, tools: RoundTools): Promise<boolean> {
  const due = await tools.delivering.due(webhook.id, tools.now(), MAX_DUE)
  if (due.length === 0) return false
  const updates: WebhookRoundToSave['updates'][number][] = []
  await inLines(due, itemOf, async (delivery: Delivery) => {
    if (health.now.switched_off !== '') return
    const outcome = await tools.send(webhook, deliveryWithPermittedData(webhook, delivery))
    if (outcome === undefined) return
    const after = deliveryStateAfter(delivery, outcome, tools.now())
    health.now = webhookHealthAfter(health.now, outcome, after.state)
    updates.push({ id: delivery.id, ...after })
  })
  await tools.settle({ webhook: webhook.id, inserts: [], updates, health: health.now })
  return true
}

/** Changes to send, and the items of which an earlier message waits. */
interface NewChanges {
  readonly happened: readonly ChangesOfOneItem[]
  readonly blocked: ReadonlySet<string>
}

/** Sends the messages of new changes. Returns their deliveries, in the order of the changes. */
async function deliver(
  webhook: ActiveWebhook,
  { happened, blocked }: NewChanges,
  health: Known,
  tools: RoundTools,
): Promise<readonly NewDelivery[]> {
  const done = new Map<string, NewDelivery>()
  await inLines(
    happened,
    ({ resource, id }) => `${resource} ${id}`,
    async (one) => {
      const message = await newDeliveryAboutItem(webhook, one, tools.source, tools.represented)
      if (message === undefined) return
      const key = itemOf(message)
      const isSwitchedOff = health.now.switched_off !== ''
      // It has to wait for an earlier message of the same item.
      if (blocked.has(key)) done.set(key, { ...message, next_utc: null })
      else if (isSwitchedOff) done.set(key, message)
      else {
        const outcome = await tools.send(webhook, message)
        if (outcome === undefined) return void done.set(key, message)
        const after = deliveryStateAfter(message, outcome, tools.now())
        health.now = webhookHealthAfter(health.now, outcome, after.state)
        done.set(key, { ...message, ...after })
      }
    },
  )
  return happened.flatMap(({ resource, id }) => done.get(`${resource} ${id}`) ?? [])
}

/** Sends the entries since the webhook's cursor. Returns whether there may be more. */
async function advance(
  webhook: ActiveWebhook,
  health: Known,
  tools: RoundTools,
): Promise<number | undefined> {
  const { entries, upTo } = await tools.entriesAfter(webhook.seen_revision)
  if (upTo <= webhook.seen_revision) return undefined
  const groups = await groupIdsOfFilter(webhook, tools.source.context())
  const happened = changesVisibleToWebhook(webhook, entries, groups)
  if (happened.length === 0) {
    await tools.settle({ webhook: webhook.id, seen: upTo, inserts: [], updates: [] })
    return upTo
  }
  const { items, count } = health.isAnyWaiting
    ? await tools.delivering.waitingItems(webhook.id)
    : { items: new Set<string>(), count: 0 }
  if (count >= MAX_WAITING) return undefined
  const before = health.now
  const inserts = await deliver(webhook, { happened, blocked: items }, health, tools)
  const waiting = count + inserts.filter(({ state }) => state === 'waiting').length
  health.isAnyWaiting = waiting > 0
  const isMany = waiting >= MANY_WAITING
  if (isMany && health.now.failures > 0) health.now = { ...health.now, held_utc: tools.now() + HOLD }
  const changed = health.now === before ? {} : { health: health.now }
  await tools.settle({ webhook: webhook.id, seen: upTo, inserts, updates: [], ...changed })
  return upTo
}

/**
 * Delivers everything that is due to a webhook. `waiting` is the number of its waiting deliveries, `due` of those
 * of these that are due. Throws if the lease is lost, or if the database does not respond.
 */
export async function deliverDueToWebhook(
  webhook: ActiveWebhook,
  { waiting, due }: { readonly waiting: number; readonly due: number },
  tools: RoundTools,
): Promise<void> {
  const health: Known = { now: healthOf(webhook), isAnyWaiting: waiting > 0 }
  const isOver = () => health.now.switched_off !== '' || tools.isEnding()
  if (due > 0) while (await retry(webhook, health, tools)) if (isOver()) return
  for (let at: number | undefined = webhook.seen_revision; at !== undefined; ) {
    if (isOver() || health.now.held_utc > tools.now()) return
    at = await advance({ ...webhook, seen_revision: at }, health, tools)
  }
}

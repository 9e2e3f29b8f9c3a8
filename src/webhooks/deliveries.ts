/** The deliveries of one process: the rounds that run, and how one begins. */
import { setMaxListeners } from 'node:events'
import { epochOfInstant } from '../domain/time/moment.ts'
import type {
  ActiveWebhook,
  Delivery,
  JournalEntry,
  NewDelivery,
  Store,
  WebhookDeliveringStore,
  WebhookRoundToSave,
} from '../store/store.ts'
import {
  attemptDelivery,
  type DeliveryOutcome,
  deliveryStateAfter,
  hasDelivered,
  type SendPost,
  webhookHealthAfter,
} from './attempts.ts'
import { makeGatheredSaver } from './gathering.ts'
import { type ChangesOfOneItem, changesVisibleToWebhook } from './item-changes.ts'
import { newFastAndFailingLanes } from './lanes.ts'
import { type DeliveryLease, deliveryLease } from './lease.ts'
import { groupIdsOfFilter } from './matching.ts'
import {
  deliveryWithPermittedData,
  itemRepresenter,
  type MessageContext,
  newDeliveryAboutItem,
  type RepresentItem,
} from './messages.ts'

// A round of one webhook: first the deliveries that are due again, then the entries of the journal since its cursor.

/** Entries of the journal that are read together. */
const MAX_ENTRIES_READ = 50
const MAX_DUE = 20
/** The maximum of simultaneous attempts of one webhook. */
const TOGETHER = 4
/** With this many waiting deliveries, new ones of a failing webhook are tried only every `HOLD` seconds; and the maximum that may wait. */
const MANY_WAITING = 20
const MAX_WAITING = 1000
const HOLD = 300

interface RoundTools {
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
async function deliverDueToWebhook(
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

/*
 * Makes attempts give way to writes. While this process writes, attempts begin in a twentieth of the time: in short spans with pauses
 * between them, so that most writes run without attempts. Without writes the pauses are short, and deliveries catch up.
 */

/** Milliseconds of a span in which attempts begin, and of the shortest pause after it. */
const SPAN = 10
const SHORT_REST = 5
/** Milliseconds from one span to the next while this process writes. */
const CYCLE = 200

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Returns a function that waits until an attempt may begin. `writes` returns the number of writes of this process so far. */
export function makeAttemptPacerBesideWrites(writes: () => number): () => Promise<void> {
  let [since, before] = [Number.NEGATIVE_INFINITY, 0]
  let rest: Promise<void> | undefined
  const elapsed = () => performance.now() - since
  const begin = () => {
    ;[since, before] = [performance.now(), writes()]
  }
  const resting = async () => {
    await wait(SHORT_REST)
    if (writes() > before) await wait(CYCLE - elapsed())
    begin()
    rest = undefined
  }
  return async () => {
    if (elapsed() >= CYCLE) begin()
    while (elapsed() >= SPAN) {
      rest ??= resting()
      await rest
    }
  }
}

/** The attempts of this process since it started. */
interface AttemptCounts {
  delivered: number
  failed: number
  /** The total duration of the attempts, in seconds. */
  seconds: number
}

export interface DelivererOptions {
  readonly store: Store
  readonly source: MessageContext
  readonly post: SendPost
}

/** The deliveries of one process. */
export interface DeliveryProcessState extends DelivererOptions {
  readonly lease: DeliveryLease
  /** Whether the process ends: attempts that have not begun are left to the next one. */
  isEnding: boolean
  /** Aborted when a stop has waited long enough. */
  readonly stopped: AbortController
  readonly counted: AttemptCounts
  /** The running rounds, by webhook. */
  readonly rounds: Map<number, Promise<void>>
  /** Seconds since 1970 UTC. */
  readonly now: () => number
  /** The change counter of the last look, and the monotonic milliseconds at which it was. */
  looked: { readonly counter: number | undefined; readonly at: number }
}

export type OnFault = (error: unknown) => void

/** Returns the deliveries of a process that has not begun any. */
export function newDeliveryProcessState(options: DelivererOptions): DeliveryProcessState {
  const stopped = new AbortController()
  // Each attempt listens to it; the lanes bound how many run.
  setMaxListeners(0, stopped.signal)
  return {
    ...options,
    lease: deliveryLease(options.store.webhooks.delivering),
    isEnding: false,
    stopped,
    counted: { delivered: 0, failed: 0, seconds: 0 },
    rounds: new Map(),
    now: () => epochOfInstant(options.source.context().moment.now),
    looked: { counter: undefined, at: Number.NEGATIVE_INFINITY },
  }
}

/** Returns the function that sends a message once, in its lane and at the pace that writes leave; undefined where the process ends before. */
function sender(deliveries: DeliveryProcessState): RoundTools['send'] {
  const { store, lease, stopped, counted, now, post } = deliveries
  const lane = newFastAndFailingLanes()
  const turn = makeAttemptPacerBesideWrites(() => store.measures().writers.done)
  return (webhook, message) =>
    lane.run(webhook.failures > 0, async () => {
      if (deliveries.isEnding) return undefined
      await turn()
      if (!(await lease.hold())) throw new Error('another process delivers now')
      if (deliveries.isEnding) return undefined
      const { signal } = stopped
      const outcome = await attemptDelivery(webhook, message, { now: now(), post, signal }).catch((error) => {
        if (!signal.aborted) throw error
      })
      if (outcome === undefined) return undefined
      counted[hasDelivered(outcome) ? 'delivered' : 'failed'] += 1
      counted.seconds += outcome.milliseconds / 1000
      return outcome
    })
}

/** Returns the function that reads entries of the journal, each page once. */
function entriesOnce({ store }: DeliveryProcessState): RoundTools['entriesAfter'] {
  const known = new Map<number, ReturnType<RoundTools['entriesAfter']>>()
  return (revision) => {
    const found = known.get(revision) ?? store.webhooks.delivering.entries(revision, MAX_ENTRIES_READ)
    known.set(revision, found)
    return found
  }
}

/** Returns the function that begins a round for each webhook that has none. */
export function roundStarter(deliveries: DeliveryProcessState): (failed: OnFault) => Promise<void> {
  const { store, source, lease, rounds, now } = deliveries
  const { delivering } = store.webhooks
  const send = sender(deliveries)
  const settle = makeGatheredSaver<WebhookRoundToSave>((saved) =>
    delivering.settle(saved, lease.holder, now()),
  )
  const end = (id: number) => {
    rounds.delete(id)
    // What came while the round ended is looked for at once.
    deliveries.looked = { ...deliveries.looked, counter: undefined }
  }
  return async (failed) => {
    if (deliveries.isEnding) return
    const represented = itemRepresenter(source)
    const entriesAfter = entriesOnce(deliveries)
    const isEnding = () => deliveries.isEnding
    const tools = { delivering, now, source, represented, entriesAfter, send, settle, isEnding }
    // What is read here of a webhook whose round ends meanwhile is older than what that round has saved.
    const busy = new Set(rounds.keys())
    const [active, waiting, revision] = await Promise.all([
      delivering.active(now()),
      delivering.waiting(now()),
      store.revision(),
    ])
    for (const webhook of active) {
      const hasMore = webhook.seen_revision < revision && webhook.held_utc <= now()
      const own = waiting.get(webhook.id) ?? { waiting: 0, due: 0 }
      if (busy.has(webhook.id) || !(hasMore || own.due > 0)) continue
      const round = deliverDueToWebhook(webhook, own, tools)
        .catch(failed)
        .finally(() => end(webhook.id))
      rounds.set(webhook.id, round)
    }
  }
}

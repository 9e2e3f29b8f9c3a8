/** The deliveries of one process: the rounds that run, and how one begins. */

import { createHmac, randomBytes } from 'node:crypto'
import { epochOfInstant } from '../domain/time/moment.ts'
import type {
  ActiveWebhook,
  Delivery,
  JournalEntry,
  NewDelivery,
  Store,
  WebhookRoundToSave,
} from '../store/store.ts'
import { followerOf, makeGatheredSaver, newFastAndFailingLanes } from './delivering.ts'
import {
  type ChangesOfOneItem,
  changesVisibleToWebhook,
  deliveryWithPermittedData,
  groupIdsOfFilter,
  itemRepresenter,
  type MessageContext,
  newDeliveryAboutItem,
  type RepresentItem,
} from './messages.ts'

// Signatures of messages, by the Standard Webhooks specification.

const PREFIX = 'whsec_'
const BYTES = 32

/** Returns a new secret: `whsec_` and 256 random bits in base64. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString('base64')

function signatureBy(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

/** Returns the headers of a message: its id, the time in seconds since 1970 UTC, and a signature for each secret. */
export function signedWebhookHeaders(
  secrets: readonly string[],
  id: string,
  timestamp: number,
  body: string,
): Readonly<Record<string, string>> {
  const content = `${id}.${timestamp}.${body}`
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => signatureBy(secret, content)).join(' '),
  }
}

// One attempt to deliver a message, and the consequences of its outcome.

/** Seconds from a failed attempt to the next one. After the last attempt the delivery has failed. */
export const DELIVERY_WAITS = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** The number of consecutive failed deliveries after which a webhook is switched off. */
const MAX_EXHAUSTED = 10
const GONE = 410

/** Sends a body to a URL. Throws an Error whose message may be shown to administrators if there is no response. */
export type SendPost = (
  url: string,
  body: string,
  headers: Readonly<Record<string, string>>,
  signal?: AbortSignal,
) => Promise<{ readonly status: number }>

/** The outcome of an attempt. `status` is null if there was no response. */
interface DeliveryOutcome {
  readonly status: number | null
  readonly milliseconds: number
  readonly result: string
}

/** Whether an attempt delivered its message. */
const hasDelivered = ({ status }: DeliveryOutcome) => status !== null && status >= 200 && status < 300
const isGone = ({ status }: DeliveryOutcome) => status === GONE

/** How an attempt is sent, and when. */
interface Sending {
  /** Seconds since 1970 UTC. */
  readonly now: number
  readonly post: SendPost
  readonly signal?: AbortSignal
}

/** Sends a message once, and returns the outcome. Throws only if `signal` is aborted. */
export async function attemptDelivery(
  { url, secrets }: Pick<ActiveWebhook, 'url' | 'secrets'>,
  { message_id, body }: Pick<NewDelivery, 'message_id' | 'body'>,
  { now, post, signal }: Sending,
): Promise<DeliveryOutcome> {
  const start = performance.now()
  const outcomeOf = (status: number | null, result: string): DeliveryOutcome => ({
    status,
    result: result.slice(0, 300),
    milliseconds: Math.round(performance.now() - start),
  })
  try {
    const { status } = await post(url, body, signedWebhookHeaders(secrets, message_id, now, body), signal)
    return outcomeOf(status, `it returned ${status}`)
  } catch (error) {
    if (signal?.aborted === true) throw error
    return outcomeOf(null, error instanceof Error ? error.message : String(error))
  }
}

/** Returns the state of a delivery after an outcome. `now` is in seconds since 1970 UTC. */
export function deliveryStateAfter(
  { attempts: before }: Pick<Delivery, 'attempts'>,
  outcome: DeliveryOutcome,
  now: number,
): Omit<WebhookRoundToSave['updates'][number], 'id'> {
  const attempts = before + 1
  const wait = DELIVERY_WAITS[attempts - 1]
  const isWaiting = !hasDelivered(outcome) && !isGone(outcome) && wait !== undefined
  return {
    ...outcome,
    attempts,
    tried_utc: now,
    state: hasDelivered(outcome) ? 'delivered' : isWaiting ? 'waiting' : 'failed',
    next_utc: isWaiting ? now + wait : null,
  }
}

type Health = NonNullable<WebhookRoundToSave['health']>

/** Returns the health of a webhook after an outcome: the same object if nothing changes. */
function webhookHealthAfter(health: Health, outcome: DeliveryOutcome, state: Delivery['state']): Health {
  const isWell = health.failures === 0 && health.exhausted === 0 && health.held_utc === 0
  if (hasDelivered(outcome)) return isWell ? health : { ...health, failures: 0, exhausted: 0, held_utc: 0 }
  const exhausted = health.exhausted + (state === 'failed' ? 1 : 0)
  const switched_off = isGone(outcome) ? 'gone' : exhausted >= MAX_EXHAUSTED ? 'exhausted' : ''
  return {
    ...health,
    failures: health.failures + 1,
    exhausted,
    switched_off: health.switched_off || switched_off,
  }
}

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
  readonly delivering: Store['webhooks']['delivering']
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
export interface AttemptCounts {
  readonly delivered: number
  readonly failed: number
  /** The total duration of the attempts, in seconds. */
  readonly seconds: number
}

interface DelivererOptions {
  readonly store: Store
  readonly source: MessageContext
  readonly post: SendPost
}

/** Rounds of each webhook in one call of `deliver`. */
const MAX_PASSES = 20
/** Milliseconds for which a stop waits for attempts: as long as one may take. */
const STOP_TIMEOUT = 15_000

/**
 * Returns the deliverer of one process. Each webhook has its own rounds, so that a slow receiver delays no other; the results of several
 * rounds are saved in one transaction.
 */
export function webhookDelivererOf({ store, source, post }: DelivererOptions) {
  const { delivering } = store.webhooks
  const counted = { delivered: 0, failed: 0, seconds: 0 }
  /** The running rounds, by webhook. */
  const rounds = new Map<number, Promise<void>>()
  /** Whether the process ends: attempts that have not begun are left to the next one. */
  let isEnding = false
  const now = () => epochOfInstant(source.context().moment.now)
  const publishDue = () => {
    const { moment, actor } = source.context()
    return store.settle({ moment, actor })
  }
  const follower = followerOf(store, delivering, async (failed) => {
    await publishDue()
    await begin(failed)
  })
  const { signal } = follower
  const lane = newFastAndFailingLanes()
  const turn = makeAttemptPacerBesideWrites(() => store.measures().writers.done)
  const settle = makeGatheredSaver<WebhookRoundToSave>((saved) =>
    delivering.settle(saved, follower.holder, now()),
  )
  const send: RoundTools['send'] = (webhook, message) =>
    lane.run(webhook.failures > 0, async () => {
      if (isEnding) return undefined
      await turn()
      if (!(await follower.hold())) throw new Error('another process delivers now')
      if (isEnding) return undefined
      const outcome = await attemptDelivery(webhook, message, { now: now(), post, signal }).catch((error) => {
        if (!signal.aborted) throw error
      })
      if (outcome === undefined) return undefined
      counted[hasDelivered(outcome) ? 'delivered' : 'failed'] += 1
      counted.seconds += outcome.milliseconds / 1000
      return outcome
    })
  /** Begins a round for each webhook that has none, and that has something to get. */
  async function begin(failed: (error: unknown) => void): Promise<void> {
    if (isEnding) return
    const pages = new Map<number, ReturnType<RoundTools['entriesAfter']>>()
    const entriesAfter: RoundTools['entriesAfter'] = (revision) => {
      const page = pages.get(revision) ?? delivering.entries(revision, MAX_ENTRIES_READ)
      pages.set(revision, page)
      return page
    }
    const represented = itemRepresenter(source)
    const tools = {
      delivering,
      now,
      source,
      represented,
      entriesAfter,
      send,
      settle,
      isEnding: () => isEnding,
    }
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
        .finally(() => {
          rounds.delete(webhook.id)
          // What came while the round ended is looked for at once.
          follower.again()
        })
      rounds.set(webhook.id, round)
    }
  }
  return {
    counts: (): AttemptCounts => counted,
    /** Delivers everything that is due, if this process has the lease or can take it. */
    deliver() {
      isEnding = false
      return follower.now(async () => {
        const errors: unknown[] = []
        await publishDue()
        for (let at = 0; at < MAX_PASSES; at++) {
          await begin((error) => errors.push(error))
          if (rounds.size === 0) break
          await Promise.all(rounds.values())
          if (errors.length > 0) throw errors[0]
        }
      })
    },
    /** Delivers continuously until `stop`. */
    start: follower.start,
    stop() {
      isEnding = true
      return follower.stop(STOP_TIMEOUT, () => Promise.all(rounds.values()))
    },
  }
}

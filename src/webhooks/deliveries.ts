/** The deliveries of one process: the rounds that run, and how one begins. */
import { setMaxListeners } from 'node:events'
import { epochOfInstant } from '../domain/time/moment.ts'
import type { Store, WebhookRoundToSave } from '../store/store.ts'
import { attemptDelivery, hasDelivered, type SendPost } from './attempts.ts'
import { makeGatheredSaver } from './gathering.ts'
import { newFastAndFailingLanes } from './lanes.ts'
import { type DeliveryLease, deliveryLease } from './lease.ts'
import { itemRepresenter, type MessageContext } from './messages.ts'
import { makeAttemptPacerBesideWrites } from './pacing.ts'
import { deliverDueToWebhook, MAX_ENTRIES_READ, type RoundTools } from './rounds.ts'

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

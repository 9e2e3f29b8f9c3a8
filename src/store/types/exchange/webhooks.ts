/** Types of webhooks and their deliveries for other folders. Times are seconds since 1970 UTC. */

import type { UncheckedArgsByName } from '../../../contract/kinds/webhook.ts'
import type { ChangeAction } from '../../../contract/operations/integrations/changes.ts'
import type { WebhookMessageType } from '../../../contract/operations/integrations/webhooks.ts'
import type { WebhookDeliveryTable } from '../../tables.ts'
import type { WriteStamp } from '../write-stamp.ts'

export interface NewWebhook {
  readonly url: string
  readonly types: readonly WebhookMessageType[]
  /** Args of the list of the types' resources. */
  readonly filter: UncheckedArgsByName
  /** Whether it is sent everything as an administrator sees it, and not what the public sees. */
  readonly isPrivate: boolean
  readonly active: boolean
}

export interface Webhook extends NewWebhook {
  readonly id: number
  readonly created_utc: number
  /** Consecutive failed attempts. */
  readonly failures: number
  /** Messages given up since the last success. */
  readonly exhausted: number
  /** Why the service switched it off: `gone` or `exhausted`; "" where it did not. */
  readonly switched_off: string
  readonly switched_off_utc: number | null
}

/** A webhook with what the deliverer needs. */
export interface ActiveWebhook extends Webhook {
  /** The secrets that sign, newest first. */
  readonly secrets: readonly string[]
  readonly seen_revision: number
  readonly held_utc: number
}

export type Delivery = WebhookDeliveryTable
export type NewDelivery = Omit<Delivery, 'id'>

/** The action on an item; `received` is for submissions, whose resource is `submission`. */
export type WebhookAction = ChangeAction | 'received'

/** The action of one write on one item: for those who may read everything, and for the public. */
export interface JournalEntry {
  readonly revision: number
  readonly resource: string
  readonly item_id: number
  readonly change: WebhookAction | ''
  readonly public_change: WebhookAction | ''
  /** The groups of an event or a series before and after the write; null for none. */
  readonly group_before: number | null
  readonly group_after: number | null
  /** The id of the history that the revision belongs to; null for one from before histories had ids. */
  readonly history: string | null
}

/** The outcome of a webhook's round: what to save of it. Every change up to `seen` is delivered or among the deliveries. */
export interface WebhookRoundToSave {
  readonly webhook: number
  readonly seen?: number
  readonly inserts: readonly NewDelivery[]
  readonly updates: readonly Pick<
    Delivery,
    'id' | 'state' | 'attempts' | 'next_utc' | 'tried_utc' | 'status' | 'milliseconds' | 'result'
  >[]
  /** The new counters, where there were attempts. */
  readonly health?: Pick<Webhook, 'failures' | 'exhausted' | 'switched_off'> & { readonly held_utc: number }
}

/** How webhooks keep up, for monitoring. */
export interface WebhooksHealth {
  /** How many are active and in step, are active and failed at the last attempt, or were switched off by the service. */
  readonly inStep: number
  readonly failing: number
  readonly switchedOff: number
  /** The deliveries of active webhooks that wait, and when the oldest of them was due first (null for none). */
  readonly waiting: number
  readonly waitingSince: number | null
  /** Revisions that the active webhook furthest behind has not seen. */
  readonly behind: number
}

export interface WebhookStore {
  /** Adds a webhook, which gets changes from now on. Returns its id. */
  add(webhook: NewWebhook, secret: string, writer: WriteStamp): Promise<number>
  /** All webhooks, by id. */
  all(): Promise<readonly Webhook[]>
  /** Changes a webhook. One that is switched on again gets changes from now on, and keeps its waiting deliveries. */
  change(id: number, changes: Partial<NewWebhook>, writer: WriteStamp): Promise<void>
  /** Sets a new secret; the old one signs as well until `oldUntil`. */
  rotate(id: number, secret: string, oldUntil: number, writer: WriteStamp): Promise<void>
  remove(id: number, writer: WriteStamp): Promise<void>
  /** The secrets of a webhook that sign now, newest first. */
  secretsOf(id: number, now: number): Promise<readonly string[]>
  /** One page of deliveries, newest first. */
  deliveries(
    id: number,
    page: number,
    perPage: number,
  ): Promise<{ readonly deliveries: readonly Delivery[]; readonly total: number }>
  standing(): Promise<WebhooksHealth>
  /** How many deliveries of a webhook wait. */
  waiting(id: number): Promise<number>
  /** Makes a delivery due now, with all its attempts. Returns it; undefined if there is none. */
  redeliver(id: number, delivery: number, now: number): Promise<Delivery | undefined>
  /** Saves a delivery that was attempted outside the journal. Returns it. */
  record(delivery: NewDelivery): Promise<Delivery>
  readonly delivering: WebhookDeliveringStore
}

/** The part of the store for the process that delivers. */
export interface WebhookDeliveringStore {
  /** Takes or renews the lease for so many seconds. Returns whether `holder` has it. */
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
  active(now: number): Promise<readonly ActiveWebhook[]>
  /** How many deliveries wait for each webhook that has some, and how many of them are due. */
  waiting(now: number): Promise<ReadonlyMap<number, { readonly waiting: number; readonly due: number }>>
  /** The deliveries of a webhook that are due, oldest first. */
  due(webhook: number, now: number, limit: number): Promise<readonly Delivery[]>
  /** The items with waiting deliveries, as `resource id`, and how many deliveries wait. */
  waitingItems(webhook: number): Promise<{ readonly items: ReadonlySet<string>; readonly count: number }>
  /** The journal's and the submissions' entries after a revision, by whole revisions, and the revision up to which that is complete. */
  entries(
    after: number,
    limit: number,
  ): Promise<{ readonly entries: readonly JournalEntry[]; readonly upTo: number }>
  /** Saves rounds in one transaction. Throws if `holder` no longer has the lease. */
  settle(rounds: readonly WebhookRoundToSave[], holder: string, now: number): Promise<void>
}

/** Who follows the log, and what we follow: types. */
import type { UncheckedArgsByName } from '../../contract/kinds/of-one-room.ts'
import type { ChangeAction, WebhookMessageType } from '../../contract/operations/other-programs.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { CalendarSubscriptionTable } from '../tables/accounts.ts'
import type { WebhookDeliveryTable, WebhookTable } from '../tables.ts'
import type { Viewer } from './queries.ts'

// Changes as other programs follow them (contract §13).

/** The newest change of an item, as a viewer sees it. */
export interface ItemChangeForViewer {
  readonly revision: number
  readonly resource: ResourceName
  readonly id: number
  readonly action: ChangeAction
}

/** Who reads changes, and of which part of the calendar. */
export interface ChangesViewer {
  readonly viewer: Viewer
  /** The groups whose events and series are followed, 0 for those without one; undefined for everything. */
  readonly groups?: readonly number[] | undefined
}

export interface ChangePage {
  /** Ascending by revision. All changes of one revision are on the same page, which may make it longer than asked for. */
  readonly changes: readonly ItemChangeForViewer[]
  /** The revision to go on from. */
  readonly next: number
  readonly hasMore: boolean
}

// Webhooks and their deliveries. Times are seconds since 1970 UTC.

export interface NewWebhook {
  readonly url: string
  readonly types: readonly WebhookMessageType[]
  /** Args of the list of the types' resources. */
  readonly filter: UncheckedArgsByName
  /** Whether it is sent everything as an administrator sees it, and not what the public sees. */
  readonly isPrivate: boolean
  readonly active: boolean
}

export interface Webhook
  extends NewWebhook,
    Readonly<
      Pick<
        WebhookTable,
        'id' | 'created_utc' | 'failures' | 'exhausted' | 'switched_off' | 'switched_off_utc'
      >
    > {}

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

// Purges of caches in front of the service.

/** The writes since the last purge. */
export interface WaitingPurge {
  readonly items: readonly { readonly resource: ResourceName; readonly item_id: number }[]
  /** Whether every answer may be another one: the settings or the configuration changed, or nobody knows what did. */
  readonly isOfAll: boolean
  readonly upTo: number
  /** A digest of the settings and the configuration. */
  readonly state: string
}

// Calendar subscriptions.

export interface NewCalendarSubscription {
  /** Without a login. */
  readonly address: string
  /** "" for that of the calendar, once it is read. */
  readonly name?: string
  /** `name:password` for HTTP Basic, a secret; none or "" where the calendar needs none. */
  readonly login?: string
  readonly every_seconds: number
  /** The names of the categories that all imported events get. */
  readonly categories: readonly string[]
  /** The id of the group of new events; null for none. */
  readonly group_id?: number | null
  /** Whether events that the feed no longer contains are moved to the trash. */
  readonly prunes: boolean
}

/** The columns of what a run brought. */
type RunColumn = 'read_utc' | 'next_utc' | 'etag' | 'last_modified' | 'failures' | 'result' | 'reason'

/** The result of a run, and what the next run needs. Times are seconds since 1970 UTC. */
export interface SubscriptionRunResult extends Readonly<Pick<CalendarSubscriptionTable, RunColumn>> {
  readonly tried_utc: number
  readonly values: Readonly<Record<string, unknown>>
  /** As the calendar calls itself. */
  readonly calendar?: string
  /** The first lines that were refused. */
  readonly refusals: readonly RefusedCalendarLine[]
}

/** A line of a calendar that was refused, and why. */
export interface RefusedCalendarLine {
  readonly line: number
  readonly title: string
  readonly start_date: string
  readonly reason: string
  readonly faults: readonly {
    readonly field: string
    readonly reason: string
    readonly values: Readonly<Record<string, unknown>>
  }[]
}

/** A subscription without its login. */
export interface CalendarSubscription
  extends Omit<NewCalendarSubscription, 'login' | 'group_id' | 'name'>,
    Omit<SubscriptionRunResult, 'tried_utc' | 'calendar'> {
  readonly id: number
  readonly name: string
  readonly group_id: number | null
  readonly has_login: boolean
  readonly created_utc: number
  readonly tried_utc: number | null
}

/** A subscription that one process has to itself, to read its calendar. */
export interface ReservedSubscription extends CalendarSubscription {
  readonly login: string
}

/** How a change went: another subscription has the address, or the calendar is being read just now. */
export type SubscriptionChangeResult = 'done' | 'unchanged' | 'taken' | 'busy'

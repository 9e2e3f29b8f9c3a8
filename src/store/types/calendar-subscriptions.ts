/** Types of calendar subscriptions for other folders. */
import type { Moment } from '../../domain/time/moment.ts'
import type { WriteStamp } from './write-stamp.ts'

export interface NewCalendarSubscription {
  /** Without a login. */
  readonly address: string
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

/** The result of a run, and what the next run needs. Times are seconds since 1970 UTC. */
export interface SubscriptionRunResult {
  readonly tried_utc: number
  /** When the feed was last read completely; null if never. */
  readonly read_utc: number | null
  readonly next_utc: number
  readonly etag: string
  readonly last_modified: string
  /** Consecutive failures. */
  readonly failures: number
  /** A message for users. */
  readonly result: string
  /** The reason of the result, for programs; "" for one from before there were reasons. */
  readonly reason: string
  readonly values: Readonly<Record<string, unknown>>
}

/** A subscription without its login. */
export interface CalendarSubscription
  extends Omit<NewCalendarSubscription, 'login' | 'group_id'>,
    Omit<SubscriptionRunResult, 'tried_utc'> {
  readonly id: number
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
export type SubscriptionChangeResult = 'done' | 'taken' | 'busy'

export interface CalendarSubscriptionStore {
  /** Adds a subscription, due at once. Returns its id; undefined if the address is already subscribed to. */
  add(subscription: NewCalendarSubscription, writer: WriteStamp): Promise<number | undefined>
  /** All subscriptions, by id. */
  all(): Promise<readonly CalendarSubscription[]>
  /**
   * Changes a subscription; nothing if there is none of that id. With a new interval, the next run is that long after
   * the last one; after a failure it stays as planned. Any other change makes it due now, to be read as a whole. With a new
   * address, what was imported from the old one counts as imported from the new one.
   */
  change(
    id: number,
    changes: Partial<NewCalendarSubscription>,
    writer: WriteStamp,
  ): Promise<SubscriptionChangeResult>
  /** Removes a subscription; its events stay. Returns whether it existed. */
  remove(id: number, writer: WriteStamp): Promise<boolean>
  /**
   * Takes one that is due, or that of `id` whether due or not, and reserves it for `seconds` or until it is
   * settled.
   */
  take(moment: Moment, seconds: number, id?: number): Promise<ReservedSubscription | undefined>
  /** Forgets what the source last said of its version, so that it is next read as a whole. */
  forgetValidators(id: number): Promise<void>
  settle(id: number, settled: SubscriptionRunResult): Promise<void>
}

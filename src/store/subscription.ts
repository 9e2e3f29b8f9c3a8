/** Calendar subscriptions as other rooms see them: types only. */
import type { Moment } from '../domain/moment.ts'
import type { Writer } from './store.ts'

export interface NewSubscription {
  readonly address: string
  readonly every_seconds: number
  /** The names of the categories that all imported events get. */
  readonly categories: readonly string[]
  /** Whether events that the feed no longer contains are moved to the trash. */
  readonly prunes: boolean
}

/** The result of a run, and what the next run needs. Times are seconds since 1970 UTC. */
export interface Settled {
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
}

export interface Subscription extends NewSubscription, Omit<Settled, 'tried_utc'> {
  readonly id: number
  readonly created_utc: number
  readonly tried_utc: number | null
}

export interface Subscriptions {
  /** Adds a subscription, due at once. Returns its id; undefined where the address is already subscribed to. */
  add(subscription: NewSubscription, writer: Writer): Promise<number | undefined>
  /** All subscriptions, by id. */
  all(): Promise<readonly Subscription[]>
  /** Changes the interval. The next run is that long after the last one; after a failure it stays as planned. */
  change(id: number, every_seconds: number, writer: Writer): Promise<void>
  /** Removes a subscription; its events stay. Returns whether it existed. */
  remove(id: number, writer: Writer): Promise<boolean>
  /**
   * Takes one that is due, or that of `id` whether due or not, and reserves it for `seconds` or until it is
   * settled.
   */
  take(moment: Moment, seconds: number, id?: number): Promise<Subscription | undefined>
  settle(id: number, settled: Settled): Promise<void>
}

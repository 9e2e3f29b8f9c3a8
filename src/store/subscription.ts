/** Outside feeds that are kept in step, as others may know of them. Types only. */
import type { Moment } from '../domain/moment.ts'
import type { Writer } from './store.ts'

export interface NewSubscription {
  readonly address: string
  readonly every_seconds: number
  /** The names of categories that all events from there get. */
  readonly categories: readonly string[]
  /** Whether events that the feed no longer has go to the trash. */
  readonly prunes: boolean
}

/** How it went, and what is to be known when it is asked for again. Times in seconds since 1970 UTC. */
export interface Settled {
  readonly tried_utc: number
  /** When it was last read as a whole; null while it never was. */
  readonly read_utc: number | null
  readonly next_utc: number
  readonly etag: string
  readonly last_modified: string
  /** In a row. */
  readonly failures: number
  /** In words. */
  readonly result: string
}

export interface Subscription extends NewSubscription, Omit<Settled, 'tried_utc'> {
  readonly id: number
  readonly created_utc: number
  readonly tried_utc: number | null
}

export interface Subscriptions {
  /** The id of the new one, which is due at once; undefined where the address is subscribed to already. */
  add(subscription: NewSubscription, writer: Writer): Promise<number | undefined>
  /** All by id. */
  all(): Promise<readonly Subscription[]>
  /** Has it read so often from now on, and next so long after the last time; one that fails, when that was planned. */
  change(id: number, every_seconds: number, writer: Writer): Promise<void>
  /** Whether there was one of that id. Its events stay. */
  remove(id: number, writer: Writer): Promise<boolean>
  /** One that is due, or that of `id`, due or not; for so many seconds nobody else gets it, unless it is settled before. */
  take(moment: Moment, seconds: number, id?: number): Promise<Subscription | undefined>
  settle(id: number, settled: Settled): Promise<void>
}

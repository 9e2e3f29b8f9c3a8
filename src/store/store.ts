/** The interface of the store: types only. */
import type {
  ItemName,
  LinkedName,
  PublishedName,
  ResourceName,
  TermName,
} from '../contract/resources/index.ts'
import type { Moment } from '../domain/time/moment.ts'
import type { Measures } from './database/measures.ts'
import type { EventRecord, MediaRecord } from './tables.ts'
import type { MailQueue, SecondFactors, SecretLinks } from './types/accounts.ts'
import type { AuditPage, AuditQuery, AuditRow } from './types/audit.ts'
import type { CalendarSubscriptions } from './types/calendar-subscriptions.ts'
import type { Changes } from './types/changes.ts'
import type { EventItem, Item, RecordOf, ValuesOf } from './types/items.ts'
import type { Address, EventQuery, QueryOf, Viewer } from './types/queries.ts'
import type { SeriesReading, SeriesWriting } from './types/series.ts'
import type { Submissions, SubmissionWriting } from './types/submissions.ts'
import type { Accounts, FeedLinks, Sessions } from './types/users.ts'
import type { MemoryView, ReadView } from './types/views.ts'
import type { Webhooks } from './types/webhooks.ts'

export type * from './database/measures.ts'
export type {
  CategoryRecord,
  EventRecord,
  MediaRecord,
  OrganizerRecord,
  StoredSize,
  TagRecord,
  VenueRecord,
} from './tables.ts'
export type * from './types/accounts.ts'
export type * from './types/audit.ts'
export type * from './types/calendar-subscriptions.ts'
export type * from './types/changes.ts'
export type * from './types/items.ts'
export type * from './types/queries.ts'
export type * from './types/series.ts'
export type * from './types/submissions.ts'
export type * from './types/users.ts'
export type * from './types/views.ts'
export type * from './types/webhooks.ts'

export interface Page<N extends ResourceName> {
  readonly items: readonly Item<N>[]
  readonly total: number
}

/** The ids that an event links to, by kind, in order. */
export interface Links {
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly category: readonly number[]
  readonly tag: readonly number[]
}
export type LinkName = keyof Links

/** The settings of the site that were set, by name. */
export type StoredSettings = Readonly<Record<string, string | undefined>>
/** Settings to set, or to forget (undefined). */
export type SettingChanges = Readonly<Record<string, string | undefined>>

/** The response stored under an idempotency key, and a digest of the request. */
export interface IdempotencyRecord {
  readonly request: string
  readonly answer: string
}

export interface Reading extends SeriesReading {
  /** Finds a record by id or slug, independent of the viewer. A slug never finds an item in the trash. */
  find<N extends ResourceName>(name: N, address: Address, moment: Moment): Promise<RecordOf<N> | undefined>
  /** Adds what the representations of the records show to this viewer. */
  items<N extends ResourceName>(
    name: N,
    records: readonly RecordOf<N>[],
    viewer: Viewer,
  ): Promise<readonly Item<N>[]>
  /** Every record of a resource by id, in batches, for exports. */
  all<N extends ResourceName>(name: N): AsyncIterable<RecordOf<N>>
  /** Every image by id, in batches, for exports. */
  allMedia(): AsyncIterable<MediaRecord>
  linksOf(eventId: number): Promise<Links>
  /** The events that link to an item. */
  linkedTo(name: LinkName, id: number): Promise<readonly number[]>
  /** Returns those of `ids` that this viewer sees: public or readable, and not in the trash. */
  visible(name: PublishedName, ids: readonly number[], viewer: Viewer): Promise<ReadonlySet<number>>
  /** Returns those of `ids` that are terms of that taxonomy. */
  terms(name: TermName, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Finds a term by id or text, and returns its id. */
  term(
    name: TermName,
    reference: { readonly id: number } | { readonly text: string },
  ): Promise<number | undefined>
  /** A term of the same name, ignoring case, under the same parent. */
  sameTerm(name: TermName, text: string, parent: number | null): Promise<number | undefined>
  descendants(categories: readonly number[]): Promise<readonly number[]>
  /** The direct children of a category or event. */
  children(name: 'category' | 'event', id: number): Promise<readonly number[]>
  /** Whether `id` is `ancestor` or one of its descendants. */
  isBelow(name: 'category' | 'event', id: number, ancestor: number): Promise<boolean>
  media(id: number): Promise<MediaRecord | undefined>
  /** The image that was fetched from an address. */
  mediaFrom(address: string): Promise<MediaRecord | undefined>
  /** The media item with a file of that name, as its original or as one of its sizes. */
  mediaOfFile(file: string): Promise<MediaRecord | undefined>
  /** The items of a resource that show an image. */
  showing(name: PublishedName, image: number): Promise<readonly number[]>
  /** Whether a media item has this file as its original. */
  isKept(file: string): Promise<boolean>
  hasUser(id: number): Promise<boolean>
  /** Whether there are users. The service is in local mode until there is one. */
  hasUsers(): Promise<boolean>
  /** Public items with the same folded name, lowest id first. */
  alike<N extends LinkedName>(name: N, nameKey: string, moment: Moment): Promise<readonly RecordOf<N>[]>
  /** The event with that iCalendar UID; undefined where there is none. */
  eventWithUid(uid: string): Promise<EventRecord | undefined>
  /** The ids of the events with that iCalendar UID, ascending. */
  eventsWithUid(uid: string): Promise<readonly number[]>
  /** The item that a source was imported as. */
  imported(key: string): Promise<{ readonly resource: string; readonly item_id: number } | undefined>
  /** The keys of all sources that the item was imported from. */
  importKeysOf(resource: string, id: number): Promise<readonly string[]>
  idempotencyRecord(key: string, moment: Moment): Promise<IdempotencyRecord | undefined>
  settings(): Promise<StoredSettings>
  /** The categories with a colour of their own, by id. */
  categoryColors(): Promise<readonly { readonly id: number; readonly color: string }[]>
  revision(): Promise<number>
  /** The time of the next scheduled publication after now, in seconds since 1970 UTC. */
  nextPublication(moment: Moment): Promise<number | undefined>
  /** Whether the calendar has no items. */
  isEmpty(): Promise<boolean>
}

/** One consistent view of all stored data. */
export interface Snapshot extends Reading, Pick<ReadView, 'findEvents' | 'events'> {
  list<N extends ResourceName>(name: N, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>>
  /** The events of one page, which may be long, in batches of `size`. */
  eventBatches(query: EventQuery, viewer: Viewer, size: number): AsyncIterable<readonly EventItem[]>
}

export interface Writing extends Reading, SeriesWriting {
  readonly submissions: SubmissionWriting
  /** The first of `slug`, `slug-2` … that is free within the resource. */
  freeSlug(name: ItemName | 'series', slug: string, except?: number): Promise<string>
  insert<N extends ResourceName>(name: N, values: ValuesOf<N>): Promise<number>
  update<N extends ResourceName>(name: N, id: number, values: Partial<ValuesOf<N>>): Promise<void>
  /** Deletes an item and its links; categories below move up. Changed items are modified at `now` (seconds since 1970). */
  remove(name: ResourceName, id: number, now: number): Promise<void>
  setLinks(name: LinkName, eventId: number, targets: readonly number[]): Promise<void>
  /** Updates the counts of terms for one event's change from `before` to `after`. */
  recount(before: EventTerms, after: EventTerms): Promise<void>
  saveIdempotencyRecord(key: string, kept: IdempotencyRecord, moment: Moment): Promise<void>
  saveSettings(changes: SettingChanges): Promise<void>
  rememberImport(key: string, resource: string, id: number): Promise<void>
  /** Deletes the import recorded under a key, if there is one. */
  forgetImport(key: string): Promise<void>
  /** Inserts the row of an image whose files already exist. An explicit id is only given when importing. */
  insertMedia(media: Omit<MediaRecord, 'id'> & { readonly id?: number }): Promise<number>
  /** Makes new ids follow those inserted explicitly. */
  reserveIds(): Promise<void>
  /** Runs `act`. If it fails, its writes are rolled back, but not the rest of the transaction. */
  attempt<T>(act: () => Promise<T>): Promise<T>
}

/** The terms of an event, and whether the event counts. */
export interface EventTerms {
  readonly counts: boolean
  readonly category: readonly number[]
  readonly tag: readonly number[]
}

/** Who writes, and when. The audit records it with every write. */
export interface Writer {
  readonly moment: Moment
  /** In local mode, id 0 and an empty login; for commands, id 0 and a login that no user can have. */
  readonly actor: Pick<AuditRow, 'login'> & Partial<Pick<AuditRow, 'via'>> & { readonly id: number }
}

export interface Store extends Reading {
  measures(): Measures
  /** Damage to the database file that this process detected; undefined for none. After it, nothing is written. */
  damage(): Error | undefined
  readonly accounts: Accounts
  /**
   * A change counter, read synchronously: it differs after every write by any process; undefined where only a query
   * can tell.
   */
  changeCounter(): number | undefined
  readonly sessions: Sessions
  readonly subscriptions: CalendarSubscriptions
  readonly feedLinks: FeedLinks
  readonly secretLinks: SecretLinks
  readonly secondFactors: SecondFactors
  readonly mail: MailQueue
  readonly submissions: Submissions
  readonly changes: Changes
  readonly webhooks: Webhooks
  /** Writes that scheduled items are published whose date has come; nothing where there are none. */
  settle(writer: Writer): Promise<void>
  /** Runs one transaction: all or nothing, and one increment of the revision. The inner store shadows the outer. */
  write<T>(writer: Writer, act: (store: Writing) => Promise<T>): Promise<WriteResult<T>>
  /**
   * Runs one transaction like `write`, with a store whose reads and writes all belong to it. With `keeps` false it is
   * rolled back in the end, and nothing is stored. Slow work must be done before it.
   */
  together<T>(writer: Writer, keeps: boolean, act: (store: Store) => Promise<T>): Promise<WriteResult<T>>
  /** The audit rows since a time (seconds since 1970 UTC), oldest first. */
  audit(since: number): AsyncIterable<AuditRow>
  /** One page of the matching audit rows, newest first. */
  auditPage(query: AuditQuery): Promise<AuditPage>
  /** Every recorded import whose key begins with `prefix`. */
  importsUnder(prefix: string): Promise<readonly { readonly key: string; readonly item_id: number }[]>
  /** Reads from one consistent view of all stored data. `act` may be called again on a newer one. */
  snapshot<T>(act: (store: Snapshot) => Promise<T>): Promise<T>
  /**
   * Runs `act` on a read view no older than the revision `atLeast`: first on memory and, where that is not enough,
   * again on a snapshot.
   */
  readView<T>(act: (store: ReadView) => Promise<T>, atLeast: number): Promise<T>
  /** A view of memory, available synchronously; undefined where memory may not be up to date. */
  memoryView(): MemoryView | undefined
  close(): Promise<void>
}

export interface WriteResult<T> {
  readonly result: T
  readonly revision: number
}

/** The seam between what is done and where it is kept: types only. */
import type {
  ItemName,
  LinkedName,
  PublishedName,
  ResourceName,
  TermName,
} from '../contract/resources/index.ts'
import type { Moment } from '../domain/moment.ts'
import type { AuditPage, AuditQuery, AuditRow } from './audit-row.ts'
import type { EventItem, Item, RecordOf, ValuesOf } from './items-shown.ts'
import type { Glance, Look } from './looks.ts'
import type { Measures } from './measures.ts'
import type { Accounts, FeedLinks, Sessions } from './people.ts'
import type { Address, Asker, EventQuery, QueryOf } from './queries.ts'
import type { Subscriptions } from './subscription.ts'
import type { EventRecord, MediaRecord } from './tables.ts'

export type * from './audit-row.ts'
export type * from './items-shown.ts'
export type * from './looks.ts'
export type * from './measures.ts'
export type * from './people.ts'
export type * from './queries.ts'
export type * from './subscription.ts'
export type {
  CategoryRecord,
  EventRecord,
  MediaRecord,
  OrganizerRecord,
  TagRecord,
  VenueRecord,
} from './tables.ts'

export interface Page<N extends ResourceName> {
  readonly items: readonly Item<N>[]
  readonly total: number
}

/** What an event links to, by kind, in order. */
export interface Links {
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly category: readonly number[]
  readonly tag: readonly number[]
}
export type LinkName = keyof Links

/** What was answered under an idempotency key, and a digest of the request. */
export interface KeptAnswer {
  readonly request: string
  readonly answer: string
}

export interface Reading {
  /** The record at an address, whoever asks. An address by slug never finds what is in the trash. */
  find<N extends ResourceName>(name: N, address: Address, moment: Moment): Promise<RecordOf<N> | undefined>
  /** Records with what their representations show to this reader. */
  items<N extends ResourceName>(
    name: N,
    records: readonly RecordOf<N>[],
    asker: Asker,
  ): Promise<readonly Item<N>[]>
  /** Every record of a resource by id, in batches: for exports. */
  all<N extends ResourceName>(name: N): AsyncIterable<RecordOf<N>>
  /** Every image by id, in batches: for exports. */
  allMedia(): AsyncIterable<MediaRecord>
  linksOf(eventId: number): Promise<Links>
  /** The events that link to an item. */
  linkedTo(name: LinkName, id: number): Promise<readonly number[]>
  /** Those of `ids` that this reader sees: published, or readable, and not in the trash. */
  visible(name: PublishedName, ids: readonly number[], asker: Asker): Promise<ReadonlySet<number>>
  /** Those of `ids` that are terms of that name. */
  terms(name: TermName, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** The term with that id. */
  term(
    name: TermName,
    reference: { readonly id: number } | { readonly text: string },
  ): Promise<number | undefined>
  /** A term of the same name, without case, under the same parent. */
  sameTerm(name: TermName, text: string, parent: number | null): Promise<number | undefined>
  descendants(categories: readonly number[]): Promise<readonly number[]>
  /** The direct children of a category or event. */
  children(name: 'category' | 'event', id: number): Promise<readonly number[]>
  /** Whether `id` is `ancestor` or lies below it. */
  isBelow(name: 'category' | 'event', id: number, ancestor: number): Promise<boolean>
  media(id: number): Promise<MediaRecord | undefined>
  /** The image that was fetched from an address. */
  mediaFrom(address: string): Promise<MediaRecord | undefined>
  /** The media item that has a file of that name, as its original or as one of its sizes. */
  mediaOfFile(file: string): Promise<MediaRecord | undefined>
  /** The items of a resource that show an image. */
  showing(name: PublishedName, image: number): Promise<readonly number[]>
  /** Whether a media item is kept in that file. */
  isKept(file: string): Promise<boolean>
  hasUser(id: number): Promise<boolean>
  /** Local mode lasts while there is none. */
  hasUsers(): Promise<boolean>
  /** Published items that look alike: lowest id first. */
  alike<N extends LinkedName>(name: N, nameKey: string, moment: Moment): Promise<readonly RecordOf<N>[]>
  /** The event that calendars know by that name; undefined where there is none. */
  eventWithUid(uid: string): Promise<EventRecord | undefined>
  /** The item that a source was imported as. */
  imported(key: string): Promise<{ readonly resource: string; readonly item_id: number } | undefined>
  /** The keys of every source that an item was imported from. */
  importKeysOf(resource: string, id: number): Promise<readonly string[]>
  keptAnswer(key: string, moment: Moment): Promise<KeptAnswer | undefined>
  revision(): Promise<number>
  /** When, after now, something scheduled comes out next: seconds since 1970 UTC. */
  nextPublication(moment: Moment): Promise<number | undefined>
  /** Whether anything is kept at all. */
  isEmpty(): Promise<boolean>
}

/** One consistent view of everything kept. */
export interface Snapshot extends Reading {
  list<N extends ResourceName>(name: N, query: QueryOf<N>, asker: Asker): Promise<Page<N>>
  /** The events of one page, which may be long, so many at a time. */
  eventBatches(query: EventQuery, asker: Asker, size: number): AsyncIterable<readonly EventItem[]>
}

export interface Writing extends Reading {
  /** The first of `slug`, `slug-2` … that is free within the resource. */
  freeSlug(name: ItemName, slug: string, except?: number): Promise<string>
  insert<N extends ResourceName>(name: N, values: ValuesOf<N>): Promise<number>
  update<N extends ResourceName>(name: N, id: number, values: Partial<ValuesOf<N>>): Promise<void>
  /** Deletes for good, with exactly its own links; children of a category move up. What changes with it is modified at `now`, in seconds since 1970. */
  remove(name: ResourceName, id: number, now: number): Promise<void>
  setLinks(name: LinkName, eventId: number, targets: readonly number[]): Promise<void>
  /** Brings the counts of terms in step with one event's change from `before` to `after`. */
  recount(before: Borne, after: Borne): Promise<void>
  keepAnswer(key: string, kept: KeptAnswer, moment: Moment): Promise<void>
  rememberImport(key: string, resource: string, id: number): Promise<void>
  /** Takes back what `rememberImport` kept under a key; nothing where there is none. */
  forgetImport(key: string): Promise<void>
  /** Keeps the row of an image whose files are here already; an explicit id only when importing. */
  insertMedia(media: Omit<MediaRecord, 'id'> & { readonly id?: number }): Promise<number>
  /** After rows with explicit ids were inserted: later ids come after them. */
  reserveIds(): Promise<void>
  /** Runs `act`; where it fails, what it wrote is undone, and nothing else of this transaction. */
  attempt<T>(act: () => Promise<T>): Promise<T>
}

/** Which terms an event bears, and whether it counts. */
export interface Borne {
  readonly counts: boolean
  readonly category: readonly number[]
  readonly tag: readonly number[]
}

/** Who writes, and when: what the audit says of every write. */
export interface Writer {
  readonly moment: Moment
  /** In local mode id 0 and no login; for commands id 0 and a login that no user can have. */
  readonly actor: { readonly id: number; readonly login: string }
}

export interface Store extends Reading {
  measures(): Measures
  /** Damage to the database's file that this process came upon, after which nothing is written; undefined while there is none. */
  damage(): Error | undefined
  readonly accounts: Accounts
  /**
   * A number that is another one whenever anything was written, by whomever, and is known without waiting; undefined
   * where only the database knows.
   */
  stamp(): number | undefined
  readonly sessions: Sessions
  readonly subscriptions: Subscriptions
  readonly feedLinks: FeedLinks
  /** One transaction: all or nothing, and one step of the revision. The inner store shadows the outer. */
  write<T>(writer: Writer, act: (store: Writing) => Promise<T>): Promise<Written<T>>
  /** What was written since then (seconds since 1970 UTC), oldest first. */
  audit(since: number): AsyncIterable<AuditRow>
  /** What was written of what is asked for, the newest first, page by page. */
  auditPage(query: AuditQuery): Promise<AuditPage>
  /** Every import that is remembered by a key that begins so. */
  importsUnder(prefix: string): Promise<readonly { readonly key: string; readonly item_id: number }[]>
  /** Reads from one consistent view of everything kept; `act` may be called again, on a newer one. */
  snapshot<T>(act: (store: Snapshot) => Promise<T>): Promise<T>
  /**
   * Looks at what lists of events are made of, no older than the revision `atLeast`: in memory first, and where `act` asks
   * for what is not there, it is called again on a snapshot.
   */
  look<T>(act: (store: Look) => Promise<T>, atLeast: number): Promise<T>
  /** What is known without waiting; undefined where something may have been written that nobody has looked at. */
  glance(): Glance | undefined
  close(): Promise<void>
}

export interface Written<T> {
  readonly result: T
  readonly revision: number
}

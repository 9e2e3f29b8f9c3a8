/** The seam between what is done and where it is kept: types only. */

import type {
  ItemName,
  LinkedName,
  PublishedName,
  ResourceName,
  TermName,
} from '../contract/resources/index.ts'
import type { StatusFilter } from '../contract/resources/shared.ts'
import type { Moment } from '../domain/moment.ts'
import type { SearchWords } from '../domain/search-words.ts'
import type { Window } from '../domain/window.ts'
import type {
  AuditRow,
  CategoryRecord,
  EventRecord,
  MediaRecord,
  OrganizerRecord,
  TagRecord,
  VenueRecord,
} from './tables.ts'

export type {
  AuditRow,
  CategoryRecord,
  EventRecord,
  MediaRecord,
  OrganizerRecord,
  TagRecord,
  VenueRecord,
} from './tables.ts'

interface Records {
  event: EventRecord
  venue: VenueRecord
  organizer: OrganizerRecord
  category: CategoryRecord
  tag: TagRecord
  media: MediaRecord
}

export type RecordOf<N extends ResourceName> = Records[N]
/** What is written: a record without its id; an explicit id only when importing. */
export type ValuesOf<N extends ResourceName> = Omit<Records[N], 'id'> & { readonly id?: number }

/** What a reader may see (contract §5), in the store's terms. */
export interface Sight {
  readonly user: number | undefined
  /** Unpublished items that may be read. */
  readonly reads: 'none' | 'own' | 'all'
  /** Items that may be edited: their protection and their hiding do not apply. */
  readonly edits: 'none' | 'own unpublished' | 'own' | 'all'
}

/** Who asks, and when. */
export interface Asker {
  readonly sight: Sight
  readonly moment: Moment
}

/** A record with what its representation shows besides. */
export interface PublishedItem<R> {
  readonly record: R
  readonly image: MediaRecord | undefined
}
export interface EventItem extends PublishedItem<EventRecord> {
  readonly venues: readonly PublishedItem<VenueRecord>[]
  readonly organizers: readonly PublishedItem<OrganizerRecord>[]
  readonly categories: readonly TermItem<CategoryRecord>[]
  readonly tags: readonly TermItem<TagRecord>[]
  /** The reader may not edit it: what its password protects is blanked unless the password is known. */
  readonly isProtected: boolean
}
export interface TermItem<R> {
  readonly record: R
}
export interface MediaItem {
  readonly record: MediaRecord
}
interface Items {
  event: EventItem
  venue: PublishedItem<VenueRecord>
  organizer: PublishedItem<OrganizerRecord>
  category: TermItem<CategoryRecord>
  tag: TermItem<TagRecord>
  media: MediaItem
}
export type Item<N extends ResourceName> = Items[N]

export type Address = { readonly id: number } | { readonly slug: string }

interface Paged {
  readonly page: number
  readonly per_page: number
  readonly order: 'asc' | 'desc'
  readonly include?: readonly number[]
  readonly exclude?: readonly number[]
}
/** A circle on the globe; kilometres. */
export interface Circle {
  readonly lat: number
  readonly lng: number
  readonly distance: number
}
export interface EventQuery extends Paged {
  readonly search?: SearchWords
  readonly orderby: 'start_date' | 'end_date' | 'date' | 'modified' | 'title' | 'id' | 'distance'
  readonly status: readonly StatusFilter[]
  readonly window: Window
  /** Ids, categories with their descendants. */
  readonly categories?: readonly number[]
  readonly tags?: readonly number[]
  readonly venue?: readonly number[]
  readonly organizer?: readonly number[]
  readonly featured?: boolean
  readonly ticketed?: boolean
  readonly geoloc?: boolean
  readonly circle?: Circle
  readonly post_parent?: number
  readonly hidden: boolean
}
export interface LinkedQuery extends Paged {
  readonly search?: SearchWords
  readonly orderby: 'date' | 'name' | 'modified' | 'id'
  readonly status: readonly StatusFilter[]
  readonly event?: number
  readonly has_events?: boolean
  readonly only_with_upcoming: boolean
}
export interface TermQuery extends Paged {
  /** Folded. */
  readonly search?: string
  readonly orderby:
    | 'name'
    | 'id'
    | 'slug'
    | 'count'
    | 'description'
    | 'parent'
    | 'include'
    | 'include_slugs'
    | 'term_group'
  readonly hide_empty: boolean
  readonly event?: number
  readonly slug?: string
  readonly parent?: number
}
export interface MediaQuery extends Omit<Paged, 'order'> {
  readonly search?: SearchWords
}
interface Queries {
  event: EventQuery
  venue: LinkedQuery
  organizer: LinkedQuery
  category: TermQuery
  tag: TermQuery
  media: MediaQuery
}
export type QueryOf<N extends ResourceName> = Queries[N]

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
  /** Those of `ids` that this reader sees: published, or readable, and not in the trash. */
  visible(name: PublishedName, ids: readonly number[], asker: Asker): Promise<ReadonlySet<number>>
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
  /** Deletes for good, with exactly its own links; children of a category move up. */
  remove(name: ResourceName, id: number): Promise<void>
  setLinks(name: LinkName, eventId: number, targets: readonly number[]): Promise<void>
  /** Brings the counts of terms in step with one event's change from `before` to `after`. */
  recount(before: Borne, after: Borne): Promise<void>
  keepAnswer(key: string, kept: KeptAnswer, moment: Moment): Promise<void>
  rememberImport(key: string, resource: string, id: number): Promise<void>
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

/** A user as far as others may know. */
export interface Account {
  readonly id: number
  readonly login: string
  readonly role: string
}

/** Whose token it is that a request came with. */
export interface SignedIn extends Account {
  readonly token: number
}

export interface KeptToken {
  readonly id: number
  readonly login: string
  readonly name: string
  readonly created_utc: number
  readonly expires_utc: number | null
  readonly last_used_utc: number | null
}

export interface Accounts {
  /** The new user's id, or undefined where the login is taken. The password is hashed already; null for tokens alone. */
  addUser(login: string, role: string, moment: Moment, password?: string | null): Promise<number | undefined>
  users(): Promise<readonly (Account & { readonly created_utc: number })[]>
  /** Whether there is such a user. */
  setRole(login: string, role: string, moment: Moment): Promise<boolean>
  removeUser(login: string, moment: Moment): Promise<boolean>
  /** Keeps a password, hashed already, or none, and ends the user's sessions. Whether there is such a user. */
  setPassword(login: string, password: string | null, moment: Moment): Promise<boolean>
  /** The token, which is shown this once, or undefined where there is no such user. `expires` in seconds since 1970 UTC. */
  createToken(
    login: string,
    name: string,
    expires: number | null,
    moment: Moment,
  ): Promise<string | undefined>
  tokens(login: string | undefined): Promise<readonly KeptToken[]>
  revokeToken(id: number, moment: Moment): Promise<boolean>
  /** Whose token it is, if it holds; with a login, if it is that user's. */
  accountOf(token: string, login: string | undefined, moment: Moment): Promise<SignedIn | undefined>
}

/** A session of the web; `expires_utc` in seconds since 1970 UTC. */
export interface Session extends Account {
  /** What the cookie carries; kept hashed alone. */
  readonly secret: string
  readonly expires_utc: number
}

export interface Sessions {
  /** The hash of the user's password; undefined where there is no such user, or no password. */
  passwordOf(login: string): Promise<string | undefined>
  /** A new session of the user with that password hash, or undefined where it has changed. Sweeps those that expired. */
  begin(login: string, passwordHash: string, moment: Moment): Promise<Session | undefined>
  /** The session of a secret, if it holds; whether this use prolongs it. */
  held(secret: string, moment: Moment): Promise<(Session & { readonly isProlonged: boolean }) | undefined>
  end(secret: string): Promise<void>
}

/** What the database was asked since it was opened, and its connections by what they do. */
export interface Measures {
  readonly queries: number
  readonly failures: number
  readonly seconds: number
  readonly connections: Readonly<Record<string, number>>
}

export interface Store extends Reading {
  measures(): Measures
  readonly accounts: Accounts
  /**
   * A number that is another one whenever anything was written, by whomever, and is known without waiting; undefined
   * where only the database knows.
   */
  stamp(): number | undefined
  readonly sessions: Sessions
  /** One transaction: all or nothing, and one step of the revision. The inner store shadows the outer. */
  write<T>(writer: Writer, act: (store: Writing) => Promise<T>): Promise<Written<T>>
  /** What was written since then (seconds since 1970 UTC), oldest first. */
  audit(since: number): AsyncIterable<AuditRow>
  /** Every import that is remembered by a key that begins so. */
  importsUnder(prefix: string): Promise<readonly { readonly key: string; readonly item_id: number }[]>
  /** Reads from one consistent view of everything kept; `act` may be called again, on a newer one. */
  snapshot<T>(act: (store: Snapshot) => Promise<T>): Promise<T>
  close(): Promise<void>
}

export interface Written<T> {
  readonly result: T
  readonly revision: number
}

/** Reading what is stored: types only. */
import type {
  ItemName,
  PublishableName,
  ResourceName,
  TermName,
  VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { EventRecord, MediaRecord } from '../tables.ts'
import type {
  DutyReading,
  EventItem,
  Item,
  LinkIds,
  LinkName,
  ListedEventItem,
  OccurrenceRecord,
  PageLink,
  RecordOf,
  SeriesReading,
} from './items.ts'
import type { AuditPage, AuditQuery, MergedRecord } from './log.ts'
import type { EventQuery, ItemAddress, QueryOf, Viewer } from './queries.ts'

/** The settings of the site that were set, by name. */
export type StoredSettings = Readonly<Record<string, string | undefined>>
/** The response stored under an idempotency key, and a digest of the request. */
export interface IdempotencyRecord {
  readonly request: string
  readonly answer: string
}

/** The item that a source was imported as. */
export interface ImportedItem {
  readonly resource: string
  readonly item_id: number
}

/** Reads items of every resource. */
export interface ItemReadingOfAllResources {
  /** Finds a record by id or slug, independent of the viewer. A slug never finds an item in the trash. */
  find<N extends ResourceName>(
    name: N,
    address: ItemAddress,
    moment: Moment,
  ): Promise<RecordOf<N> | undefined>
  /** Adds what the representations of the records show to this viewer. */
  items<N extends ResourceName>(
    name: N,
    records: readonly RecordOf<N>[],
    viewer: Viewer,
  ): Promise<readonly Item<N>[]>
  /** Every record of a resource by id, in batches, for exports. */
  all<N extends ResourceName>(name: N): AsyncIterable<RecordOf<N>>
  /** Returns those of `ids` that this viewer sees: public or readable, and not in the trash. */
  visible(name: PublishableName, ids: readonly number[], viewer: Viewer): Promise<ReadonlySet<number>>
  /** The direct children of a category or event. */
  children(name: 'category' | 'event', id: number): Promise<readonly number[]>
  /** Whether `id` is `ancestor` or one of its descendants. */
  isBelow(name: 'category' | 'event', id: number, ancestor: number): Promise<boolean>
  /** The time of the next scheduled publication after now, in seconds since 1970 UTC. */
  nextPublication(moment: Moment): Promise<number | undefined>
  /** Those of a kind that are of a group, ascending. */
  ofGroup(name: 'event' | 'series', group: number): Promise<readonly number[]>
  /** Whether the calendar has no items. */
  isEmpty(): Promise<boolean>
  revision(): Promise<number>
}

/** Reads the links of events. */
export interface LinkReading {
  linksOf(eventId: number): Promise<LinkIds>
  /** The events that link to an item. */
  linkedTo(name: LinkName, id: number): Promise<readonly number[]>
}

/** Finds categories and tags. */
export interface TermReading {
  /** Returns those of `ids` that are terms of that taxonomy. */
  terms(name: TermName, ids: readonly number[]): Promise<ReadonlySet<number>>
  /** Finds a term by id, by text, which may be an id too, or by name alone, and returns its id. */
  term(
    name: TermName,
    reference: { readonly id: number } | { readonly text: string } | { readonly name: string },
  ): Promise<number | undefined>
  /** A term of the same name, ignoring case, under the same parent. */
  sameTerm(name: TermName, text: string, parent: number | null): Promise<number | undefined>
  descendants(categories: readonly number[]): Promise<readonly number[]>
  /** The ids of the categories and of the groups, with their chosen colours, "" for none, by id. */
  itemColors(): Promise<
    Readonly<Record<'categories' | 'groups', readonly { readonly id: number; readonly color: string }[]>>
  >
}

/** Finds venues and organizers by their names, and items that were merged into others. */
export interface NamesakeReading {
  /** Public items with the same folded name, lowest id first. */
  alike<N extends VenueOrOrganizerName>(
    name: N,
    nameKey: string,
    moment: Moment,
  ): Promise<readonly RecordOf<N>[]>
  /** Drafts of an author with the same folded name, lowest id first. */
  draftsAlike<N extends VenueOrOrganizerName>(
    name: N,
    nameKey: string,
    author: number,
  ): Promise<readonly RecordOf<N>[]>
  /** Returns those of `slugs` that items of a resource have or had, and whether one has it now. Items in the trash block none. */
  takenSlugs(name: ItemName, slugs: readonly string[]): Promise<ReadonlyMap<string, boolean>>
  /** The id of the item that a merged one became part of; undefined if none was merged, or that one is gone. */
  mergedInto(
    name: ResourceName,
    wanted: ItemAddress | { readonly text: string } | { readonly name: string },
  ): Promise<number | undefined>
  /** The id of the item outside of the trash that had a slug, or of the one that this was merged into; undefined for none. */
  itemOfFormerSlug(name: ResourceName, slug: string): Promise<number | undefined>
  /** The former slugs of all items of a resource, by id, for exports. */
  formerSlugs(name: ResourceName): Promise<ReadonlyMap<number, readonly string[]>>
  /** The venues or organizers with this folded name that were merged into others. */
  mergedAlike<N extends VenueOrOrganizerName>(name: N, nameKey: string): Promise<readonly MergedRecord<N>[]>
}

/** Finds media, and the items that show them. */
export interface MediaReading {
  media(id: number): Promise<MediaRecord | undefined>
  /** Every image by id, in batches, for exports. */
  allMedia(): AsyncIterable<MediaRecord>
  /** The image that was fetched from an address. */
  mediaFrom(address: string): Promise<MediaRecord | undefined>
  /** The media item with a file of that name: its original, one of its sizes, or one of its pictures for pages. */
  mediaOfFile(file: string): Promise<MediaRecord | undefined>
  /** The ids of the media items whose title has one of these slugs, newest first; at most `limit`. */
  mediaOfSlugs(slugs: readonly string[], limit: number): Promise<readonly number[]>
  /** The items of a resource that show an image. */
  showing(name: PublishableName | 'group', image: number): Promise<readonly number[]>
  /** The oldest media item after an id whose pictures for pages are not made yet. */
  nextWithoutPictures(after: number): Promise<MediaRecord | undefined>
  /** How many media items have no pictures for pages yet. */
  countWithoutPictures(): Promise<number>
  /** How many media items there are, and the bytes of their originals. */
  imageTotals(): Promise<{ readonly count: number; readonly bytes: number }>
  /** The bytes that the database takes. */
  databaseBytes(): Promise<number>
  /** Whether a media item has this file as its original. */
  isKept(file: string): Promise<boolean>
}

/** Finds items by where they come from. */
export interface ImportReading {
  /** The event with that iCalendar UID; undefined if there is none. */
  eventWithUid(uid: string): Promise<EventRecord | undefined>
  /** The ids of the events with that iCalendar UID, ascending. */
  eventsWithUid(uid: string): Promise<readonly number[]>
  /** The item that a source was imported as. */
  imported(key: string): Promise<ImportedItem | undefined>
  /** The items that at most some hundred sources were imported as, by key. */
  importedAs(keys: readonly string[]): Promise<ReadonlyMap<string, ImportedItem>>
  /** Every recorded import whose key begins with `prefix`. */
  importsUnder(prefix: string): Promise<readonly { readonly key: string; readonly item_id: number }[]>
  /** The keys of all sources that the item was imported from. */
  importKeysOf(resource: string, id: number): Promise<readonly string[]>
}

/** The kinds of item that have an author. */
export type AuthoredResourceName = 'event' | 'series' | 'venue' | 'organizer' | 'media'

/** An item of an author, as its next version needs it. */
export interface ItemIdAndVersion {
  readonly id: number
  readonly version: number
}

/** Reads whether there are users, and what the site keeps. */
export interface UsersAndSettingsReading {
  hasUser(id: number): Promise<boolean>
  /** Whether there are users. The service is in local mode until there is one. */
  hasUsers(): Promise<boolean>
  /** The items of a kind that a user is author of, in any status. */
  authored(name: AuthoredResourceName, author: number): Promise<readonly ItemIdAndVersion[]>
  idempotencyRecord(key: string, moment: Moment): Promise<IdempotencyRecord | undefined>
  /** The own pages that are public or will be, in the order of the footer. */
  pageLinks(): Promise<readonly PageLink[]>
  /** The number of own pages outside of the trash. */
  pagesOutsideTrash(): Promise<number>
  settings(): Promise<StoredSettings>
}

/** Everything that is read by SQL alone: of the store, of a snapshot, or of a transaction. */
export interface Reading
  extends ItemReadingOfAllResources,
    LinkReading,
    TermReading,
    NamesakeReading,
    MediaReading,
    ImportReading,
    UsersAndSettingsReading,
    DutyReading,
    SeriesReading {}

// Read views for lists of events.

/** Resolves the ids, slugs and names in a request. */
export type ReferenceResolver = Pick<
  Reading,
  | 'find'
  | 'visible'
  | 'term'
  | 'mergedInto'
  | 'itemOfFormerSlug'
  | 'descendants'
  | 'eventsWithUid'
  | 'eventsByAssignee'
>

/** The events of a page, in order, and the total. */
export interface FoundEventIds {
  readonly ids: readonly number[]
  readonly total: number
}

/** What memory knows of the journal, at a revision. */
export interface MemoryView {
  readonly revision: number
  /**
   * Whether the item is unchanged in this view since an earlier revision. An event also counts as changed where one
   * of its venues or organizers was written, but not where one of its terms was.
   */
  isAsOf(resource: ResourceName, id: number, revision: number): boolean
  /** Whether all items of the resource are unchanged in this view since an earlier revision. */
  areAsOf(resource: ResourceName, revision: number): boolean
  /** Whether the terms of the resource have the names in this view that they had at an earlier revision. */
  namesAsOf(resource: TermName, revision: number): boolean
}

/** The kinds of items that events are linked to. */
export type EventLinkKind = VenueOrOrganizerName | TermName

/** The kinds of linked items that lists of events on pages show. */
export type LinkKindShownInLists = 'venue' | 'category'

/** One consistent view of everything that lists of events need. */
export interface ReadView extends ReferenceResolver, MemoryView {
  findEvents(query: EventQuery, viewer: Viewer): Promise<FoundEventIds>
  /** The events with these ids, in their order, with the linked items of these kinds; by default with all. */
  events(
    ids: readonly number[],
    viewer: Viewer,
    links?: readonly EventLinkKind[],
  ): Promise<readonly EventItem[]>
  /** The same events as lists on pages show them, with the linked items of these kinds: far fewer columns are read. */
  listedEvents(
    ids: readonly number[],
    viewer: Viewer,
    links: readonly LinkKindShownInLists[],
  ): Promise<readonly ListedEventItem[]>
  nextPublication(moment: Moment): Promise<number | undefined>
  /** All occurrences of a series, in the order of the rule, those in the trash included. */
  occurrences(series: number): Promise<readonly OccurrenceRecord[]>
}

export interface Page<N extends ResourceName> {
  readonly items: readonly Item<N>[]
  readonly total: number
}

/** One consistent view of all stored data. */
export interface Snapshot extends Reading, Pick<ReadView, 'findEvents' | 'events'> {
  list<N extends ResourceName>(name: N, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>>
  /** One page of the matching audit rows, newest first. */
  auditPage(query: AuditQuery): Promise<AuditPage>
}

/** Records with everything that their representations show. */

import type { GroupRole } from '../../contract/operations/account-names.ts'
import type { PatternField } from '../../contract/resources/event.ts'
import { eventFieldsByPart } from '../../contract/resources/fields/event-fields.ts'
import type { ResourceName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { namesOf } from '../../contract/table-of.ts'
import type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  MediaRecord,
  OccurrenceColumns,
  OrganizerRecord,
  PageRecord,
  SeriesTable,
  TagRecord,
  VenueRecord,
} from '../tables.ts'
import type {
  EventQuery,
  GroupQuery,
  MediaQuery,
  PageQuery,
  SeriesQuery,
  TermQuery,
  VenueOrOrganizerQuery,
} from './queries.ts'

// Records by resource, and the values to write.

/** The ids that an event links to, by kind, in order. */
export interface LinkIds {
  readonly venue: readonly number[]
  readonly organizer: readonly number[]
  readonly category: readonly number[]
  readonly tag: readonly number[]
}
export type LinkName = keyof LinkIds

/** The columns of an event that are its own in a series too. */
type OwnColumn =
  | keyof OccurrenceColumns
  | 'id'
  | 'version'
  | 'modified_utc'
  | 'origins'
  | 'uid'
  | 'slug'
  | 'start_date'
  | 'end_date'
  | 'start_utc'
  | 'end_utc'
  | 'previous_start_date'
  | 'password_hash'
  | 'was_public'
  | 'pruned_status'

/** The columns that occurrences share and that the row of the series has itself. */
type HeadColumn =
  | 'author'
  | 'status'
  | 'date_utc'
  | 'date_set'
  | 'title'
  | 'title_key'
  | 'timezone'
  | 'all_day'
  | 'group_id'
  | 'in_main'

/** The columns that occurrences share, as they are stored with events. */
export type OccurrenceSharedColumns = Omit<EventRecord, OwnColumn>

/** The values that occurrences share besides those in the row of the series. */
export interface SharedOccurrenceValues {
  readonly columns: Omit<OccurrenceSharedColumns, HeadColumn>
  readonly links: LinkIds
}

/** A series with its JSON decoded. Recurrence lines are those of RFC 5545 §3.8.5. */
export interface SeriesRecord
  extends Omit<SeriesTable, 'origins' | 'recurrence' | 'recurrence_before' | 'unspread' | 'pattern'> {
  readonly origins: readonly string[]
  readonly recurrence: readonly string[]
  /** The lines before the series was moved to the trash; empty unless that ended the rule. */
  readonly recurrence_before: readonly string[]
  /** The fields whose changes occurrences after `spread_to` do not have yet. */
  readonly unspread: readonly PatternField[]
  readonly pattern: SharedOccurrenceValues
}

/** The types of each resource: what is stored of an item, what its representation shows, and how lists are asked for. */
interface Resources {
  event: { record: EventRecord; item: EventItem; query: EventQuery }
  series: { record: SeriesRecord; item: SeriesSummary; query: SeriesQuery }
  venue: { record: VenueRecord; item: RecordAndItsImage<VenueRecord>; query: VenueOrOrganizerQuery }
  organizer: {
    record: OrganizerRecord
    item: RecordAndItsImage<OrganizerRecord>
    query: VenueOrOrganizerQuery
  }
  category: { record: CategoryRecord; item: TermItem<CategoryRecord>; query: TermQuery }
  tag: { record: TagRecord; item: TermItem<TagRecord>; query: TermQuery }
  group: { record: GroupRecord; item: GroupWithEventCount; query: GroupQuery }
  media: { record: MediaRecord; item: MediaItem; query: MediaQuery }
  page: { record: PageRecord; item: PageItem; query: PageQuery }
}

export type RecordOf<N extends ResourceName> = Resources[N]['record']
export type Item<N extends ResourceName> = Resources[N]['item']
export type QueryOf<N extends ResourceName> = Resources[N]['query']
/** An event without the columns of occurrences is a single one. */
type EventValues = Omit<EventRecord, 'id' | keyof OccurrenceColumns> & Partial<OccurrenceColumns>
type Values = { [N in ResourceName]: N extends 'event' ? EventValues : Omit<RecordOf<N>, 'id'> }
/** The values to write: a record without its id. An explicit id is only given when importing. */
export type ValuesOf<N extends ResourceName> = Values[N] & { readonly id?: number }

type Links = { readonly [N in ResourceName]: N extends 'event' ? Partial<LinkIds> : unknown }
/** The links of an item, which are written as its columns are: events have some. */
export type LinksOf<N extends ResourceName> = Links[N]

/** A record with the related data of its representation. */
export interface RecordAndItsImage<R> {
  readonly record: R
  readonly image: MediaRecord | undefined
}
/** An event, or those columns of it that were read, with what it links to. Kinds of linked items that were not requested are empty. */
export interface EventWithLinkedItems<R> extends RecordAndItsImage<R> {
  readonly venues: readonly RecordAndItsImage<VenueRecord>[]
  readonly organizers: readonly RecordAndItsImage<OrganizerRecord>[]
  readonly categories: readonly TermItem<CategoryRecord>[]
  readonly tags: readonly TermItem<TagRecord>[]
  /**
   * Whether the event has a password that the viewer neither sent nor may bypass. Its protected fields are then
   * blanked.
   */
  readonly isProtected: boolean
}
export interface EventItem extends EventWithLinkedItems<EventRecord> {
  /** The parent event, if the viewer may see it. */
  readonly parent: { readonly slug: string } | undefined
  /** The series of an occurrence. */
  readonly series: SeriesHeadWithWithheldDates | undefined
  readonly group: GroupRecord | undefined
  /** What only those see who may edit the event; undefined for others. */
  readonly internal?: InternalPart | undefined
}
/** The columns of events that lists on pages show: no texts but their titles, and what decides who may read them. */
export const listedColumns = [
  ...(['id', 'slug', 'title', 'language', 'translations', 'image', 'series'] as const),
  ...(['author', 'status', 'date_utc', 'password_hash', 'group_id'] as const),
  ...(['all_day', 'start_date', 'end_date', 'start_utc', 'end_utc', 'timezone', 'cost', 'tickets'] as const),
  ...namesOf(eventFieldsByPart.outcome),
  ...namesOf(eventFieldsByPart.flag),
]

/** The columns of an event that lists on pages show. */
export type ListedEventRecord = Pick<EventRecord, (typeof listedColumns)[number]>
/** An event as lists on pages show it. A whole one is one, too. */
export type ListedEventItem = Pick<
  EventWithLinkedItems<ListedEventRecord>,
  'record' | 'image' | 'venues' | 'categories' | 'isProtected'
>
export interface TermItem<R> {
  readonly record: R
}
export interface MediaItem {
  readonly record: MediaRecord
}
/** A group, with the number of its upcoming events in lists. */
export interface GroupWithEventCount extends RecordAndItsImage<GroupRecord> {
  readonly count: number
}
export interface PageItem {
  readonly record: PageRecord
}
/** What other pages have to know of an own page to lead to it. */
export type PageLink = Pick<
  PageRecord,
  'id' | 'status' | 'date_utc' | 'slug' | 'title' | 'in_footer' | 'language' | 'translations'
>

// Series and their occurrences (contract §10).

/** The series of an occurrence, as the occurrence shows it. */
export type SeriesHead = Pick<
  SeriesRecord,
  | 'id'
  | 'slug'
  | 'title'
  | 'status'
  | 'uid'
  | 'recurrence'
  | 'timezone'
  | 'all_day'
  | 'start_date'
  | 'end_date'
>

/** The series of an occurrence. */
export interface SeriesHeadWithWithheldDates extends SeriesHead {
  /** The `recurrence_id` of occurrences that are not public, at most a hundred. Lists of events leave it empty. */
  readonly withheld: readonly string[]
}

/** A series with what its representation shows besides. */
export interface SeriesSummary {
  readonly record: SeriesRecord
  /** Whether the viewer may not edit it, and sees only the titles of its translations. */
  readonly showsTitlesOnly: boolean
  /** The number of occurrences that are not in the trash. */
  readonly count: number
  /** The start of the next public occurrence, a timestamp in that event's zone; null if there is none. */
  readonly next: string | null
  readonly group: GroupRecord | undefined
  /** What only those see who may edit the series; undefined for others. */
  readonly internal?: InternalPart | undefined
}

/** An occurrence without its texts. */
export type OccurrenceRecord = Pick<
  EventRecord,
  | keyof OccurrenceColumns
  | 'id'
  | 'version'
  | 'status'
  | 'author'
  | 'date_utc'
  | 'slug'
  | 'all_day'
  | 'timezone'
  | 'start_date'
  | 'end_date'
  | 'start_utc'
  | 'end_utc'
  | 'previous_start_date'
  | 'password_hash'
  | 'group_id'
>

/** The place of an occurrence before and after the rule of its series has moved. */
export interface OccurrencePlaceChange {
  readonly id: number
  readonly from: string
  readonly to: string
}

// Whom events wait for, and their notes (contract §23).

/** A user whom an event waits for. */
export interface Assignee {
  readonly id: number
  readonly login: string
  /** The name that others see. */
  readonly display_name: string
}

/** What of an event or a series only those see who may edit it. */
export interface InternalPart {
  readonly note: string
  /** The user whom it waits for; null for nobody. */
  readonly assignee: Assignee | null
}

/** A user who is not suspended. */
export interface ActiveUser extends Assignee {
  readonly role: string
  readonly groups: ReadonlyMap<number, GroupRole>
}

/** The events that wait for some: those to include, or, where all others do, to exclude. */
export type EventIdsByAssignee =
  | { readonly include: readonly number[] }
  | { readonly exclude: readonly number[] }

// What is read besides items.

/** The settings of the site that were set, by name. */
export type StoredSettings = Readonly<Record<string, string | undefined>>
/** Settings to set, or to forget (undefined). */
export type SettingChanges = StoredSettings

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

/** The kinds of item that have an author. */
export type AuthoredResourceName = 'event' | 'series' | 'venue' | 'organizer' | 'media'

/** An item of an author, as its next version needs it. */
export interface ItemIdAndVersion {
  readonly id: number
  readonly version: number
}

/** The events of a page, in order, and the total. */
export interface FoundEventIds {
  readonly ids: readonly number[]
  readonly total: number
}

/** The kinds of items that events are linked to. */
export type EventLinkKind = VenueOrOrganizerName | TermName

/** A page of a list, and the total. */
export interface Page<N extends ResourceName> {
  readonly items: readonly Item<N>[]
  readonly total: number
}

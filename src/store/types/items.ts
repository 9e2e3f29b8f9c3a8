/** Records with everything that their representations show. */

import type { GroupRole } from '../../contract/operations/account-names.ts'
import type { PatternField } from '../../contract/resources/event.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import type { MoveProgress } from '../../domain/series/occurrences.ts'
import type { Moment } from '../../domain/time/moment.ts'
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
import type { Viewer } from './queries.ts'

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

interface Records {
  event: EventRecord
  series: SeriesRecord
  venue: VenueRecord
  organizer: OrganizerRecord
  category: CategoryRecord
  tag: TagRecord
  group: GroupRecord
  media: MediaRecord
  page: PageRecord
}

export type RecordOf<N extends ResourceName> = Records[N]
/** An event without the columns of occurrences is a single one. */
type EventValues = Omit<EventRecord, 'id' | keyof OccurrenceColumns> & Partial<OccurrenceColumns>
type Values = { [N in ResourceName]: N extends 'event' ? EventValues : Omit<Records[N], 'id'> }
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
export interface EventItem extends RecordAndItsImage<EventRecord> {
  readonly venues: readonly RecordAndItsImage<VenueRecord>[]
  readonly organizers: readonly RecordAndItsImage<OrganizerRecord>[]
  readonly categories: readonly TermItem<CategoryRecord>[]
  readonly tags: readonly TermItem<TagRecord>[]
  /** The parent event, if the viewer may see it. */
  readonly parent: { readonly slug: string } | undefined
  /** The series of an occurrence. */
  readonly series: SeriesHeadWithWithheldDates | undefined
  readonly group: GroupRecord | undefined
  /**
   * Whether the event has a password that the viewer neither sent nor may bypass. Its protected fields are then
   * blanked.
   */
  readonly isProtected: boolean
  /** What only those see who may edit the event; undefined for others. */
  readonly internal?: InternalPart | undefined
}
/** The columns of an event that a list on a page shows, without its texts. */
export type ListedEventRecord = Pick<
  EventRecord,
  | (
      | 'id'
      | 'slug'
      | 'title'
      | 'author'
      | 'status'
      | 'date_utc'
      | 'password_hash'
      | 'image'
      | 'series'
      | 'group_id'
    )
  | ('all_day' | 'start_date' | 'end_date' | 'start_utc' | 'end_utc' | 'timezone')
  | ('language' | 'translations')
  | (
      | 'cost'
      | 'tickets'
      | 'event_status'
      | 'previous_start_date'
      | 'attendance_mode'
      | 'featured'
      | 'sticky'
      | 'show_map'
    )
>
/** An event as lists on pages show it. Kinds of linked items that were not requested are empty. */
export interface ListedEventItem
  extends RecordAndItsImage<ListedEventRecord>,
    Pick<EventItem, 'venues' | 'categories' | 'isProtected'> {}
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
interface Items {
  event: EventItem
  series: SeriesSummary
  venue: RecordAndItsImage<VenueRecord>
  organizer: RecordAndItsImage<OrganizerRecord>
  category: TermItem<CategoryRecord>
  tag: TermItem<TagRecord>
  group: GroupWithEventCount
  media: MediaItem
  page: PageItem
}
export type Item<N extends ResourceName> = Items[N]

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

export interface SeriesReading {
  /** All occurrences of a series, in the order of the rule, those in the trash included. Statuses are as stored. */
  occurrences(series: number): Promise<readonly OccurrenceRecord[]>
  /** The first `most` occurrences of a series with ids above `after`, in the order of ids. Statuses are as stored. */
  occurrencesAfter(series: number, after: number, most: number): Promise<readonly OccurrenceRecord[]>
  /** The next `most` occurrences that a move of their series reaches, in its order. Statuses are as stored. */
  occurrencesToMove(
    series: Pick<SeriesRecord, 'id' | keyof MoveProgress>,
    most: number,
  ): Promise<readonly OccurrenceRecord[]>
  /** The occurrences of a series at a place or later, in the order of the rule. Statuses are as stored. */
  occurrencesFrom(series: number, recurrenceId: string): Promise<readonly OccurrenceRecord[]>
  /** The records of the events with these ids, by id. Statuses are as stored. */
  eventRecords(ids: readonly number[]): Promise<ReadonlyMap<number, EventRecord>>
  /** The links of several events, by id. */
  linksOfAll(ids: readonly number[]): Promise<ReadonlyMap<number, LinkIds>>
  /** Of the targets of links, those that still exist. */
  existing(links: LinkIds): Promise<LinkIds>
  /** The events with these iCalendar UIDs that belong to no series, by id. Statuses are as stored. */
  singleEvents(uids: readonly string[]): Promise<readonly EventRecord[]>
  /** The series with that iCalendar UID. */
  seriesWithUid(uid: string): Promise<SeriesRecord | undefined>
  /** The ids of the series whose rule gives more occurrences than exist, or whose changes have not reached all of them, ascending. */
  incompleteSeries(): Promise<readonly number[]>
}

/** The place of an occurrence before and after the rule of its series has moved. */
export interface OccurrencePlaceChange {
  readonly id: number
  readonly from: string
  readonly to: string
}

/**
 * Writes many events with few statements, and keeps true what derives, as a put does. None of these adds lines to the log: see
 * `ActsWithOneAuditRow`.
 */
export interface SeriesWriting {
  /** Inserts events that have the same columns and links. Returns their ids in the order of `values`. */
  insertOccurrences(values: readonly ValuesOf<'event'>[], links: LinkIds): Promise<readonly number[]>
  /** Writes the same values and links to all of these events, as the next version of each. */
  updateEvents(ids: readonly number[], values: Partial<ValuesOf<'event'>> & Partial<LinkIds>): Promise<void>
  /** Writes other values to each event, by id, in the same columns; as the same version. */
  updateEach(rows: readonly ({ readonly id: number } & Partial<ValuesOf<'event'>>)[]): Promise<void>
  /**
   * Gives occurrences of one series other places, all at once, as the same version. The journal does not name them: it names their series,
   * and them with the change of their times that follows.
   */
  setPlaces(places: readonly OccurrencePlaceChange[]): Promise<void>
  /** Deletes events. Their children lose their parent. */
  removeEvents(ids: readonly number[]): Promise<void>
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

export interface DutyReading {
  /** The user with an id, suspended or not. */
  assignee(id: number): Promise<Assignee | undefined>
  /** All users, suspended or not; only the one with a login. */
  assignees(login?: string): Promise<readonly Assignee[]>
  /** The users who are not suspended, by login; only the one with an id or a login. */
  activeUsers(named?: { readonly id: number } | { readonly text: string }): Promise<readonly ActiveUser[]>
  /** The events that wait for one of these users, or for nobody, and that the viewer may edit. */
  eventsByAssignee(
    assignees: { readonly ids: readonly number[]; readonly none: boolean },
    viewer: Viewer,
  ): Promise<EventIdsByAssignee>
}

export interface DutyWriting {
  /** Queues an e-mail to a user that an event or a series waits for them. What was not sent yet is told in one. */
  tellAssignee(
    user: number,
    of: { readonly name: 'event' | 'series'; readonly id: number },
    moment: Moment,
  ): Promise<void>
}

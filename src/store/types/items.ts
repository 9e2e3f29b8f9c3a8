/** Records with everything that their representations show: types only. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  MediaRecord,
  OrganizerRecord,
  PageRecord,
  TagRecord,
  VenueRecord,
} from '../tables.ts'
import type { InternalPart } from './duties.ts'
import type { SeriesHeadWithWithheldDates, SeriesSummary } from './series.ts'

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

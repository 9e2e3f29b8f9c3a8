/** Records with everything that their representations show: types only. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type {
  CategoryRecord,
  EventRecord,
  MediaRecord,
  OccurrenceColumns,
  OrganizerRecord,
  TagRecord,
  VenueRecord,
} from '../tables.ts'
import type { SeriesHead, SeriesItem, SeriesRecord } from './series.ts'

interface Records {
  event: EventRecord
  series: SeriesRecord
  venue: VenueRecord
  organizer: OrganizerRecord
  category: CategoryRecord
  tag: TagRecord
  media: MediaRecord
}

export type RecordOf<N extends ResourceName> = Records[N]
/** An event without the columns of occurrences is a single one. */
type EventValues = Omit<EventRecord, 'id' | keyof OccurrenceColumns> & Partial<OccurrenceColumns>
type Values = { [N in ResourceName]: N extends 'event' ? EventValues : Omit<Records[N], 'id'> }
/** The values to write: a record without its id. An explicit id is only given when importing. */
export type ValuesOf<N extends ResourceName> = Values[N] & { readonly id?: number }

/** A record with the related data of its representation. */
export interface PublishedItem<R> {
  readonly record: R
  readonly image: MediaRecord | undefined
}
export interface EventItem extends PublishedItem<EventRecord> {
  readonly venues: readonly PublishedItem<VenueRecord>[]
  readonly organizers: readonly PublishedItem<OrganizerRecord>[]
  readonly categories: readonly TermItem<CategoryRecord>[]
  readonly tags: readonly TermItem<TagRecord>[]
  /** The parent event, if the viewer may see it. */
  readonly parent: { readonly slug: string } | undefined
  /** The series of an occurrence. */
  readonly series: SeriesHead | undefined
  /**
   * Whether the event has a password that the viewer neither sent nor may bypass. Its protected fields are then
   * blanked.
   */
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
  series: SeriesItem
  venue: PublishedItem<VenueRecord>
  organizer: PublishedItem<OrganizerRecord>
  category: TermItem<CategoryRecord>
  tag: TermItem<TagRecord>
  media: MediaItem
}
export type Item<N extends ResourceName> = Items[N]

/** Records by resource, and the values to write: types only. */
import type { ResourceName } from '../../contract/resources/index.ts'
import type { PatternField } from '../../contract/resources/occurrence.ts'
import type { OccurrenceColumns, SeriesTable } from '../tables/series.ts'
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

/** The records and links that are known to be as the transaction shows them; undefined where they have to be read. */
export interface RememberedRecords {
  /** The record as it is stored: its status is not that of now. */
  record<N extends ResourceName>(name: N, id: number): RecordOf<N> | undefined
  links(event: number): LinkIds | undefined
}

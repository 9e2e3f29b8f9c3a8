/** The tables of items, as rows: columns of JSON are text. */
import type { eventFields } from '../../contract/resources/fields/event-fields.ts'
import type {
  categoryFields,
  groupFields,
  mediaFields,
  pageFields,
  tagFields,
} from '../../contract/resources/fields/other-fields.ts'
import type { StoredFields } from '../../contract/resources/fields/row.ts'
import type { organizerFields, venueFields } from '../../contract/resources/fields/venue-fields.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { OccurrenceColumns } from './series.ts'

export type Flag = 0 | 1

/** The columns of items whose texts may be translated. */
interface ContentColumns {
  /** The language of the item's own texts, as sent; "" for that of the site. */
  language: string
  /** Language → translation, JSON. */
  translations: string
  /** The languages of published translations with a title or name, each between spaces; "" for none. */
  readable_in: string
}

interface ItemColumns extends ContentColumns {
  id: number
  /** Grows by one with each change of the item itself. */
  version: number
  modified_utc: number
  /** Global ids of the sources of an imported item, nearest first: a JSON list. */
  origins: string
}

interface Published extends ItemColumns {
  author: number
  /** As stored: a `future` item whose date has passed counts as `publish`. */
  status: Status
  date_utc: number
  /** Whether the publication date was ever sent, or set by a first publication. */
  date_set: Flag
  slug: string
  image: number | null
  search_text: string
}

export interface EventTable extends Published, OccurrenceColumns, StoredFields<typeof eventFields> {
  /** The permanent iCalendar UID (RFC 5545 §3.8.4.7). */
  uid: string
  title: string
  title_key: string
  all_day: Flag
  start_date: string
  end_date: string
  start_utc: number
  end_utc: number
  timezone: string
  /** As sent, JSON; null means no cost. */
  cost: string
  ticketed: Flag
  /** Whether every price is 0. */
  free: Flag
  password_hash: string | null
  /** For an event in the trash: whether it was public when it was moved there. Any later change resets it. */
  was_public: Flag
  post_parent: number | null
  /** The group of the event, and whether it is in the main calendar; null follows the group. */
  group_id: number | null
  in_main: Flag | null
  /** For those alone who may edit the event: a text, and the id of the user whom it waits for. */
  note: string
  assignee: number | null
  /** The status of the event before an import moved it to the trash; "" unless an import did. */
  pruned_status: Status | ''
  /** JSON lists and objects, as represented. */
  tickets: string
  custom_fields: string
  /** Where an event came from on the social web, JSON: `{ actor, url }`; null for one of ours. */
  origin: string
}

export interface VenueTable extends Published, StoredFields<typeof venueFields> {
  name: string
  name_key: string
}

export interface OrganizerTable extends Published, StoredFields<typeof organizerFields> {
  name: string
  name_key: string
}

export interface TermTable extends ItemColumns, StoredFields<typeof tagFields> {
  name: string
  name_key: string
  slug: string
  /** The number of events with this term whose stored status is `publish`. */
  count: number
  search_text: string
}

export interface CategoryTable extends TermTable, StoredFields<typeof categoryFields> {
  parent: number | null
}

export interface GroupTable extends ItemColumns, StoredFields<typeof groupFields> {
  name: string
  name_key: string
  slug: string
  image: number | null
  search_text: string
}

/** Pages of the site's own: they are nobody's, as administrators keep them together. */
export interface PageTable
  extends ItemColumns,
    Pick<Published, 'status' | 'date_utc' | 'date_set' | 'slug' | 'search_text'>,
    StoredFields<typeof pageFields> {
  title: string
  title_key: string
}

export interface MediaTable extends StoredFields<typeof mediaFields>, ContentColumns {
  id: number
  version: number
  author: number
  date_utc: number
  modified_utc: number
  title: string
  /** The name of the file in the media store. */
  file: string
  extension: string
  mime_type: string
  width: number
  height: number
  filesize: number
  /** Name → size, JSON. */
  sizes: string
  /** The widths of its pictures for pages, JSON; "" until they are made. */
  widths: string
  source_url: string
  search_text: string
  /** The slug of its title, which several may share. */
  slug: string
}

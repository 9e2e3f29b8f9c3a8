/** The tables of items, as rows: columns of JSON are text. */
import type { EventFlag } from '../../contract/resources/event-flags.ts'
import type { AttendanceMode, EventStatus } from '../../contract/resources/event-outcome.ts'
import type { Status } from '../../contract/resources/shared.ts'
import type { OccurrenceColumns } from './series.ts'

export type Flag = 0 | 1

interface ItemColumns {
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
  description: string
  image: number | null
  website: string
  search_text: string
}

export interface EventTable extends Published, OccurrenceColumns, Record<EventFlag, Flag> {
  /** The permanent iCalendar UID (RFC 5545 §3.8.4.7). */
  uid: string
  title: string
  title_key: string
  excerpt: string
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
  event_status: EventStatus
  /** The oldest start of a rescheduled event, in the event's zone; "" if there is none. */
  previous_start_date: string
  attendance_mode: AttendanceMode
  online_url: string
  password_hash: string | null
  /** For an event in the trash: whether it was public when it was moved there. Any later change resets it. */
  was_public: Flag
  post_parent: number | null
  /** The status of the event before an import moved it to the trash; "" unless an import did. */
  pruned_status: Status | ''
  /** JSON lists and objects, as represented. */
  tickets: string
  custom_fields: string
}

export interface VenueTable extends Published {
  name: string
  name_key: string
  address: string
  city: string
  country: string
  province: string
  state: string
  zip: string
  phone: string
  /** null until set: then derived from state, province and country. */
  stateprovince: string | null
  show_map: Flag
  show_map_link: Flag
  geo_lat: number | null
  geo_lng: number | null
}

export interface OrganizerTable extends Published {
  name: string
  name_key: string
  phone: string
  email: string
}

export interface TermTable extends ItemColumns {
  name: string
  name_key: string
  slug: string
  description: string
  /** The number of events with this term whose stored status is `publish`. */
  count: number
  search_text: string
}

export interface CategoryTable extends TermTable {
  parent: number | null
  /** `#rrggbb`, or "" for a colour that derives from the id. */
  color: string
}

export interface MediaTable {
  id: number
  version: number
  author: number
  date_utc: number
  modified_utc: number
  title: string
  alt_text: string
  /** The point that crops keep in view: percent from the left and from the top. */
  focus_x: number
  focus_y: number
  /** The name of the file in the media store. */
  file: string
  extension: string
  mime_type: string
  width: number
  height: number
  filesize: number
  /** Name → size, JSON. */
  sizes: string
  source_url: string
  search_text: string
  /** The slug of its title, which several may share. */
  slug: string
}

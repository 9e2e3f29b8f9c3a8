/**
 * The tables of both databases. Instants are whole seconds since 1970 UTC, wall clocks are `YYYY-MM-DD HH:MM:SS`,
 * booleans are 0 or 1. `…_key` and `search_text` are folded for comparing and searching.
 */
import type { CustomFields, Ticket } from '../contract/extras.ts'
import type { EventFlag } from '../contract/resources/event-flags.ts'
import type { AttendanceMode, EventStatus } from '../contract/resources/event-outcome.ts'
import type { Status } from '../contract/resources/shared.ts'
import type { CostSent } from '../domain/money/cost.ts'
import type {
  AuditTable,
  FeedLinkTable,
  MailTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SecretLinkTable,
  SessionTable,
  SubscriptionTable,
  TokenTable,
  UserTable,
} from './account-tables.ts'
import type { ChangeTable, WebhookDeliveryTable, WebhookTable } from './change-tables.ts'
import type { OccurrenceColumns, SeriesTable } from './series-table.ts'

export type { ChangeTable, WebhookDeliveryTable, WebhookTable } from './change-tables.ts'
export type { OccurrenceColumns, SeriesTable } from './series-table.ts'

import type { SubmissionTables } from './submission-tables.ts'

export type Flag = 0 | 1

interface Kept {
  id: number
  /** Grows by one with each change of the item itself. */
  version: number
  modified_utc: number
  /** Global ids of the sources of an imported item, nearest first: a JSON list. */
  origins: string
}

export interface Published extends Kept {
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

export interface TermTable extends Kept {
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
}

export interface LinkTable {
  event_id: number
  target_id: number
  position: number
}

export interface JournalTable {
  revision: number
  resource: string
  item_id: number
  /** What the write did to the item for those who may read everything; "" where the item itself did not change. */
  change: string
  /** The same for the public; "" also where the public sees the item neither before nor after. */
  public_change: string
}

export interface Database extends SubmissionTables {
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  categories: CategoryTable
  tags: TermTable
  media: MediaTable
  series: SeriesTable
  users: UserTable
  tokens: TokenTable
  sessions: SessionTable
  subscriptions: SubscriptionTable
  settings: { name: string; value: string }
  feed_links: FeedLinkTable
  secret_links: SecretLinkTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  mail: MailTable
  audit: AuditTable
  event_venues: LinkTable
  event_organizers: LinkTable
  event_categories: LinkTable
  event_tags: LinkTable
  /** One row: a number that grows with every write. */
  revision: { id: number; value: number }
  /** The items that each write touched, as far back as in-memory data may need. */
  journal: JournalTable
  /** The newest change of each item, as far back as changes are kept. */
  changes: ChangeTable
  /** At most one row: the newest revision whose changes are no longer complete. */
  changes_floor: { name: string; revision: number }
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  /** At most one row: the process that delivers to webhooks. */
  webhook_lease: { name: string; holder: string; until_utc: number }
  /** Recorded imports: key of the source → the item. */
  imports: { key: string; resource: string; item_id: number }
  kept_answers: { key: string; request: string; answer: string; kept_utc: number }
  migrations: { name: string; applied_utc: number }
}

/** The values that items have in columns of JSON. */
interface ItemValues {
  origins: readonly string[]
}

interface EventValues extends ItemValues {
  cost: CostSent | null
  tickets: readonly Ticket[]
  custom_fields: CustomFields
}

/** A size of an image; `file` is its name in the media store. */
export interface StoredSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly mime_type: string
  readonly filesize: number
}

interface MediaValues {
  sizes: Readonly<Record<string, StoredSize>>
}

/** Records: rows whose columns of JSON are decoded (`records/json-columns.ts`). */
export interface EventRecord extends Omit<EventTable, keyof EventValues>, EventValues {}
export interface VenueRecord extends Omit<VenueTable, keyof ItemValues>, ItemValues {}
export interface OrganizerRecord extends Omit<OrganizerTable, keyof ItemValues>, ItemValues {}
export interface CategoryRecord extends Omit<CategoryTable, keyof ItemValues>, ItemValues {}
export interface TagRecord extends Omit<TermTable, keyof ItemValues>, ItemValues {}
export interface MediaRecord extends Omit<MediaTable, keyof MediaValues>, MediaValues {}

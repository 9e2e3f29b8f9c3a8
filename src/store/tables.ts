/**
 * The tables of both databases. Instants are whole seconds since 1970 UTC, wall clocks are `YYYY-MM-DD HH:MM:SS`,
 * booleans are 0 or 1. `…_key` and `search_text` are folded for comparing and searching.
 */

import type { AuditAct, auditDirectAndMcpWays, auditVerbs } from '../contract/operations/audit.ts'
import type { Decision } from '../contract/operations/submissions.ts'
import type { eventFields } from '../contract/resources/fields/event-fields.ts'
import type { organizerFields, venueFields } from '../contract/resources/fields/item-fields.ts'
import type {
  categoryFields,
  groupFields,
  mediaFields,
  pageFields,
  tagFields,
} from '../contract/resources/fields/other-fields.ts'
import type { StoredFields } from '../contract/resources/fields/row.ts'
import type { ResourceName } from '../contract/resources/index.ts'
import type { Status } from '../contract/resources/shared.ts'
import type { CustomFields, Ticket } from '../contract/tickets-and-custom-fields.ts'
import type { Translations } from '../domain/languages.ts'
import type { CostAsSent } from '../domain/money/cost.ts'
import type {
  CalendarSubscriptionTable,
  EmailChangeTable,
  EventTemplateTable,
  GroupMemberTable,
  IdentityTable,
  MailTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SecretFeedTable,
  SecretLinkTable,
  SessionTable,
  TokenTable,
  UserTable,
} from './tables/accounts.ts'
import type { FederationTables } from './tables/federation.ts'

// The tables of items, as records: rows whose columns of JSON are decoded.

export type Flag = 0 | 1

/** The columns of items whose texts may be translated. */
interface ContentColumns {
  /** The language of the item's own texts, as sent; "" for that of the site. */
  language: string
  /** By language. */
  translations: Translations
  /** The languages of published translations with a title or name, each between spaces; "" for none. */
  readable_in: string
}

interface ItemColumns extends ContentColumns {
  id: number
  /** Grows by one with each change of the item itself. */
  version: number
  modified_utc: number
  /** Global ids of the sources of an imported item, nearest first. */
  origins: readonly string[]
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

export interface EventRecord extends Published, OccurrenceColumns, StoredFields<typeof eventFields> {
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
  /** As sent; null means no cost. */
  cost: CostAsSent | null
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
  /** As represented. */
  tickets: readonly Ticket[]
  custom_fields: CustomFields
  /** Where an event came from on the social web; null for one of ours. */
  origin: RemoteEventOrigin | null
}

export interface VenueRecord extends Published, StoredFields<typeof venueFields> {
  name: string
  name_key: string
}

export interface OrganizerRecord extends Published, StoredFields<typeof organizerFields> {
  name: string
  name_key: string
}

export interface TagRecord extends ItemColumns, StoredFields<typeof tagFields> {
  name: string
  name_key: string
  slug: string
  /** The number of events with this term whose stored status is `publish`. */
  count: number
  search_text: string
}

export interface CategoryRecord extends TagRecord, StoredFields<typeof categoryFields> {
  parent: number | null
}

export interface GroupRecord extends ItemColumns, StoredFields<typeof groupFields> {
  name: string
  name_key: string
  slug: string
  image: number | null
  search_text: string
}

/** Pages of the site's own: they are nobody's, as administrators keep them together. */
export interface PageRecord
  extends ItemColumns,
    Pick<Published, 'status' | 'date_utc' | 'date_set' | 'slug' | 'search_text'>,
    StoredFields<typeof pageFields> {
  title: string
  title_key: string
}

export interface MediaRecord extends StoredFields<typeof mediaFields>, ContentColumns {
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
  /** By name. */
  sizes: Readonly<Record<string, StoredImageSize>>
  /** The widths of its pictures for pages, ascending; none until they are made. */
  widths: readonly number[]
  source_url: string
  search_text: string
  /** The slug of its title, which several may share. */
  slug: string
}

/** Where an event came from: the actor that it is attributed to, and its page there. */
export interface RemoteEventOrigin {
  readonly actor: string
  readonly url: string
}

/** A size of an image; `file` is its name in the media store. */
export interface StoredImageSize {
  readonly file: string
  readonly width: number
  readonly height: number
  readonly mime_type: string
  readonly filesize: number
}

/** A row of a record: its columns of JSON are text. */
type RowOfRecord<R> = { [K in keyof R]: R[K] extends string | number | null ? R[K] : string }

// The tables of changes, webhooks and deliveries. Instants and booleans as in the other tables.

export interface NewestChangeOfItemTable {
  resource: string
  item_id: number
  /** The newest write that changed the item itself. */
  revision: number
  at_utc: number
  author: number
  /** Whether the item exists outside the trash. */
  is_live: 0 | 1
  /** Whether the public may find the item in lists. */
  is_public: 0 | 1
  /** The revision since which it is live; 0 for one from before its changes were recorded. */
  live_since: number
  public_since: number
  /** The newest write after or before which the public saw the item; null if it never did. */
  public_revision: number | null
  /** The group of an event or a series; null for none, and for items that have no groups. */
  group_id: number | null
  /** The revision since which it is in that group, or in none; 0 for one from before. */
  group_since: number
}

/** An event or a series that left a group, or that was in none and came into one. */
interface GroupLeavingTable {
  /** 0 for no group. */
  group_id: number
  resource: string
  item_id: number
  /** The newest write by which it left. */
  revision: number
  author: number
  /** The newest write after or before which the public saw it in this group; null if it never did. */
  public_revision: number | null
}

export interface WebhookTable {
  id: number
  url: string
  /** A JSON list. */
  types: string
  /** Args of a list, a JSON object. */
  filter_args: string
  is_private: 0 | 1
  active: 0 | 1
  /** `whsec_…`: signatures need the secret itself. */
  secret: string
  /** The secret before the last rotation, which signs until `old_until_utc` as well; "" for none. */
  old_secret: string
  old_until_utc: number
  created_utc: number
  /** Every change up to this revision is delivered, or is among the waiting deliveries. */
  seen_revision: number
  /** Consecutive failed attempts. */
  failures: number
  /** Messages given up since the last success. */
  exhausted: number
  /** Until when no new messages are sent, because too many are waiting. */
  held_utc: number
  /** Why the service switched it off: `gone`, `exhausted` or "". */
  switched_off: string
  switched_off_utc: number | null
}

export interface WebhookDeliveryTable {
  id: number
  webhook_id: number
  /** The `webhook-id` of every attempt. */
  message_id: string
  type: string
  resource: string
  item_id: number
  revision: number
  /** The JSON that is sent. */
  body: string
  state: 'waiting' | 'delivered' | 'failed'
  attempts: number
  /** When it is tried next; null behind an earlier delivery of the same item, and when it is finished. */
  next_utc: number | null
  created_utc: number
  tried_utc: number | null
  /** The status of the last response. */
  status: number | null
  milliseconds: number | null
  result: string
}

export type * from './tables/federation.ts'

interface LinkTable {
  event_id: number
  target_id: number
  position: number
}

/** An item that was merged into another one, and then deleted: addresses and names lead on to the other one. */
export interface MergeTable {
  id: number
  revision: number
  resource: string
  item_id: number
  slug: string
  name_key: string
  into_id: number
  /** The row of the item, JSON. */
  record: string
}

interface JournalTable {
  revision: number
  resource: string
  item_id: number
  /** The action of the write on the item for those who may read everything; "" where the item itself did not change. */
  change: string
  /** The same for the public; "" also where the public sees the item neither before nor after. */
  public_change: string
  /** The groups of an event or a series before and after the write; null for none. */
  group_before: number | null
  group_after: number | null
}

export interface DatabaseTables extends ProposalTables, FederationTables {
  events: RowOfRecord<EventRecord>
  venues: RowOfRecord<VenueRecord>
  organizers: RowOfRecord<OrganizerRecord>
  categories: RowOfRecord<CategoryRecord>
  tags: RowOfRecord<TagRecord>
  groups: RowOfRecord<GroupRecord>
  group_members: GroupMemberTable
  event_templates: EventTemplateTable
  media: RowOfRecord<MediaRecord>
  pages: RowOfRecord<PageRecord>
  series: SeriesTable
  users: UserTable
  tokens: TokenTable
  identities: IdentityTable
  sessions: SessionTable
  /** Digests of assertions by which people signed in, until the second since 1970 UTC at which none of them holds any more. */
  used_assertions: { name: string; until_utc: number }
  subscriptions: CalendarSubscriptionTable
  settings: { name: string; value: string }
  feed_links: SecretFeedTable
  secret_links: SecretLinkTable
  email_changes: EmailChangeTable
  second_factors: SecondFactorTable
  recovery_codes: RecoveryCodeTable
  mail: MailTable
  audit: AuditTable
  merges: MergeTable
  /** The slugs that items had, each with the item that had it last. */
  former_slugs: { resource: string; slug: string; item_id: number }
  event_venues: LinkTable
  event_organizers: LinkTable
  event_categories: LinkTable
  event_tags: LinkTable
  /** The id of the history that a revision belongs to is that of the newest row with `since` up to it; older ones have none. */
  histories: { since: number; id: string }
  /** One row: a number that grows with every write. */
  revision: { id: number; value: number; needs: number }
  /** The items that each write touched, as far back as in-memory data may need. */
  journal: JournalTable
  /** The newest change of each item, as far back as changes are kept. */
  changes: NewestChangeOfItemTable
  group_leavings: GroupLeavingTable
  /** At most one row: the newest revision whose changes are no longer complete. */
  changes_floor: { name: string; revision: number }
  webhooks: WebhookTable
  webhook_deliveries: WebhookDeliveryTable
  /** At most one row: the process that delivers to webhooks. */
  webhook_lease: { name: string; holder: string; until_utc: number }
  /** Long texts of events: those that are searched, and those that are shown (`database/long-texts.ts`). */
  long_texts: { id: number; hash: string; is_searched: Flag; text: string }
  /** The texts of published translations, by their item, language and field: those of `long_texts`. */
  translated_texts: { item_table: string; item_id: number; language: string; field: string; text_id: number }
  /** Recorded imports: key of the source → the item. */
  imports: { key: string; resource: string; item_id: number }
  kept_answers: { key: string; request: string; answer: string; kept_utc: number }
  migrations: { name: string; applied_utc: number; version?: string; for_older?: number }
}

export const itemTables = {
  event: 'events',
  series: 'series',
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  group: 'groups',
  media: 'media',
  page: 'pages',
} as const satisfies Record<ResourceName, keyof DatabaseTables>

/** The table of the links of events to each kind of item. */
export const linkTables = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
} as const satisfies { readonly [N in ResourceName]?: keyof DatabaseTables }

// The table of series, and the columns of events that make an event an occurrence of one (contract §10).

type SeriesFlag = 0 | 1

export interface SeriesTable {
  id: number
  /** Grows by one with each change of the series itself. */
  version: number
  modified_utc: number
  /** As of other items: a JSON list of global ids. */
  origins: string
  author: number
  /** The status of the pattern, as stored: see `Published`. */
  status: Status
  date_utc: number
  date_set: SeriesFlag
  slug: string
  title: string
  title_key: string
  /** The iCalendar UID of the whole series: that of its first event. */
  uid: string
  /** RFC 5545 §3.8.5: a JSON list of lines. */
  recurrence: string
  timezone: string
  all_day: SeriesFlag
  /** The first occurrence as the rule puts it, on the wall clock of `timezone`. */
  start_date: string
  end_date: string
  /** The wall clock time up to which all occurrences exist. */
  made_until: string
  /** Whether the rule gives no occurrences after `made_until`, or makes none any more: the series is in the trash. */
  is_complete: SeriesFlag
  /** The version at which the whole series was moved to the trash; 0 for never. Its occurrences bear the same number. */
  trash_act: number
  /** The lines before the rule was ended by that act; "" where it was not. */
  recurrence_before: string
  /** The series that this one was split from, and the one that was split from it. */
  continues: number | null
  continued_by: number | null
  /** The names of fields of the pattern whose changes have not reached all occurrences yet: a JSON list; "" for none. */
  unspread: string
  /** The id of the last occurrence that these changes have reached, in the order of ids. */
  spread_to: number
  /** The seconds by which a move shifts the places of occurrences that it has not reached yet; 0 if it has reached all. */
  moved_by: number
  /** The former place that this move has reached last (`domain/series/occurrences.ts`). */
  moved_to: string
  /** The values that the occurrences share: a JSON object of columns of events, and of the ids that they link to. */
  pattern: string
  /** As of events. */
  group_id: number | null
  in_main: SeriesFlag | null
}

export interface OccurrenceColumns {
  /** The series of an occurrence; null for a single event. */
  series: number | null
  /** The wall clock time, in the time zone of the series, at which the rule puts this occurrence; "" for a single event. */
  recurrence_id: string
  /** The names of the fields that later changes of the pattern leave alone: a JSON list. */
  own_fields: string
  /** The `trash_act` of its series that moved this occurrence to the trash; 0 if none did. */
  trash_act: number
}

// The table of the log. Instants are as in the other tables.

export interface AuditTable {
  id: number
  at_utc: number
  /** 0 in local mode and for commands. */
  user_id: number
  login: string
  verb: (typeof auditVerbs)[number]
  /** A resource, `media`, `user`, `token`, `feed` or `subscription`. */
  resource: string
  item_id: number
  /** The item's title at that time. */
  title: string
  slug: string
  /** For an update: the changed fields by their API names, a JSON list. */
  fields: string
  /** How many events an act on a series touched; otherwise 1. */
  touched: number
  /** How the write came; empty for the interface itself. */
  via: (typeof auditDirectAndMcpWays)[number]
  /** The revision of the write; 0 if it was not recorded. */
  revision: number
  /** Of the changed fields, the values before and after, as args: JSON, field → pair. */
  changes: string
  /** The act on an account, a group or the site; empty for changes of items, and where only the title says it. */
  act: AuditAct | ''
  /** The values of the act, as JSON. */
  act_values: string
  /** The version of the item after the change, where `put` wrote it, or of the series after the act; 0 where it is not known. */
  version: number
  /** 1 where another line tells of the change, such as that of a merge: no history lists it. */
  is_part: 0 | 1
}

// The tables of proposals. Instants and booleans as in the other tables.

/**
 * A proposal is kept as a draft, or sent to review; then a reviewer asks about it, approves it or rejects it. Who sent it may withdraw it
 * until then.
 */
export type ProposalState = 'draft' | 'sent' | 'asked' | 'approved' | 'rejected' | 'withdrawn'

/**
 * What somebody proposes of an event: one row of the public that submitted it, and one of its users, with the last decision. It is deleted
 * with the event, but for that of the public, whose address goes on telling what became of it.
 */
export interface ProposalTable {
  id: number
  event_id: number
  /** The user who kept it last, or whose event was decided; 0 in local mode, or once that user is erased; null for the public. */
  user_id: number | null
  state: ProposalState
  /** A random number that each keeping of a draft changes: it says which one somebody saw. */
  version: number
  /** The versions of the event and its series that a draft changes; 0 without a series. */
  event_version: number
  series_version: number
  modified_utc: number
  /** When it was sent to review; 0 for never. */
  sent_utc: number
  /** The last decision; "" before the first one. */
  decision: Decision | ''
  /** The reviewer; 0 in local mode. */
  decided_by: number
  decided_utc: number | null
  /** The revision that received it from the public: programs that follow submissions keep it as their cursor. */
  revision: number | null
  /** How many submissions it counts as: one with a proof of work, five without; none for a user. */
  weight: number
  /** How often the public corrected it. */
  corrections: number
  /** The bytes that the texts of the public take, about, in all occurrences of the event. */
  size: number
  /** Of the image that waits with it: it is no media item yet, because those are public. 0 for none. */
  image_size: number
  language: string
  /** Of the public; "" for users, and once it is erased. */
  name: string
  /** Of the public; "" if none was given, for users, and once it is erased. */
  email: string
  /** The last message of a reviewer. */
  message: string
  /** The names of terms that do not exist, a JSON list. */
  dropped: string
  /** The venues and organizers that it created, a JSON list of `[resource, id]`. */
  made: string
  /** The args as they came, a JSON object; "" where there is nothing but a decision on the event. */
  changes: string
  /** The event before and after the change, as JSON; "" for the public. */
  views: string
  /** A random mark, which another image changes. */
  image_mark: string
  /** The media type. */
  image_type: string
  /** Base64, so that back-ups contain it as text. */
  image: string
}

/** A secret that opens something, or that was used and opens nothing any more: a proof of work. */
interface SecretTable {
  id: number
  /** SHA-256 of the secret, base64url. */
  hash: string
  /** The proposal of the public that it shows. */
  proposal_id: number | null
  /** The event of which it shows a preview. */
  event_id: number | null
  /** Null for as long as its proposal names who sent it. */
  expires_utc: number | null
}

/** The submissions of one address within an hour. */
interface SenderTable {
  id: number
  /** SHA-256 of the address, base64url. */
  sender: string
  weight: number
  at_utc: number
}

interface ProposalTables {
  proposals: ProposalTable
  secrets: SecretTable
  senders: SenderTable
  /** Random keys that all processes share. */
  service_keys: { name: string; value: string }
}

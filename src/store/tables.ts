/**
 * The tables of both databases. Instants are whole seconds since 1970 UTC, wall clocks are `YYYY-MM-DD HH:MM:SS`,
 * booleans are 0 or 1. `…_key` and `search_text` are folded for comparing and searching.
 */
import type {
  CalendarSubscriptionTable,
  EmailChangeTable,
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
import type { AuditTable } from './tables/audit.ts'
import type { FederationTables } from './tables/federation.ts'
import type { EventTemplateTable, GroupMemberTable } from './tables/groups.ts'
import type {
  CategoryTable,
  EventTable,
  Flag,
  GroupTable,
  MediaTable,
  OrganizerTable,
  PageTable,
  TermTable,
  VenueTable,
} from './tables/items.ts'
import type { ProposalTables } from './tables/proposals.ts'
import type { SeriesTable } from './tables/series.ts'

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
export type * from './tables/following.ts'
export type * from './tables/items.ts'
export type * from './tables/records.ts'
export type * from './tables/sent.ts'

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
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  categories: CategoryTable
  tags: TermTable
  groups: GroupTable
  group_members: GroupMemberTable
  event_templates: EventTemplateTable
  media: MediaTable
  pages: PageTable
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

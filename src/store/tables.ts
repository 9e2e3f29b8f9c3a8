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
import type {
  GroupLeavingTable,
  NewestChangeOfItemTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './tables/changes.ts'
import type { FederationTables } from './tables/federation.ts'
import type { EventTemplateTable, GroupMemberTable } from './tables/groups.ts'
import type {
  CategoryTable,
  EventTable,
  Flag,
  GroupTable,
  MediaTable,
  OrganizerTable,
  TermTable,
  VenueTable,
} from './tables/items.ts'
import type { SeriesTable } from './tables/series.ts'
import type { SubmissionTables } from './tables/submissions.ts'

export type {
  GroupLeavingTable,
  NewestChangeOfItemTable,
  WebhookDeliveryTable,
  WebhookTable,
} from './tables/changes.ts'
export type * from './tables/federation.ts'
export type * from './tables/following.ts'
export type * from './tables/items.ts'
export type * from './tables/records.ts'
export type * from './tables/sent.ts'
export type { OccurrenceColumns, SeriesTable } from './tables/series.ts'

interface LinkTable {
  event_id: number
  target_id: number
  position: number
}

/** An item that was merged into another one, which then was deleted, and what it takes to part them again. */
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
  /** JSON lists: the events with their positions, the series and children by id, and the keys of imports. */
  events: string
  series: string
  children: string
  imports: string
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

export interface DatabaseTables extends SubmissionTables, FederationTables {
  events: EventTable
  venues: VenueTable
  organizers: OrganizerTable
  categories: CategoryTable
  tags: TermTable
  groups: GroupTable
  group_members: GroupMemberTable
  event_templates: EventTemplateTable
  media: MediaTable
  series: SeriesTable
  users: UserTable
  tokens: TokenTable
  identities: IdentityTable
  sessions: SessionTable
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

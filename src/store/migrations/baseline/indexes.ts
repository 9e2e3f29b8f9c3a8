/** The indexes of the baseline. */
import { type Db, rawSql } from '../../database/sql.ts'
import { createIndex } from '../migration.ts'

type Index = readonly [table: string, columns: string, name?: string]

const indexes: readonly Index[] = [
  ['events', 'title_key title id'],
  ['events', 'uid'],
  // The almanac reads all that it holds of events from this one.
  [
    'events',
    'start_utc id end_utc date_utc modified_utc author status event_status attendance_mode post_parent hide_from_listings password_hash featured ticketed free sticky group_id in_main language readable_in',
    'events_almanac',
  ],
  ['series', 'uid'],
  ['venues', 'date_utc id'],
  ['venues', 'name_key name id'],
  ['venues', 'image'],
  ['organizers', 'date_utc id'],
  ['organizers', 'name_key name id'],
  ['organizers', 'image'],
  ['categories', 'name_key name id'],
  ['categories', 'parent'],
  ['tags', 'name_key name id'],
  ['media', 'source_url'],
  ['media', 'file'],
  ['media', 'date_utc'],
  ['media', 'slug'],
  ['event_venues', 'target_id event_id', 'event_venues_target'],
  ['event_organizers', 'target_id event_id', 'event_organizers_target'],
  ['event_categories', 'target_id event_id', 'event_categories_target'],
  ['event_tags', 'target_id event_id', 'event_tags_target'],
  ['imports', 'item_id resource', 'imports_item'],
  ['audit', 'at_utc id', 'audit_at_utc'],
  ['audit', 'resource item_id id', 'audit_item'],
  ['audit', 'revision', 'audit_revision'],
  ['merges', 'resource item_id', 'merges_item'],
  ['merges', 'resource slug', 'merges_slug'],
  ['merges', 'resource name_key', 'merges_name'],
  ['changes', 'revision'],
  ['changes', 'public_revision'],
  ['changes', 'author revision'],
  ['tokens', 'user_id'],
  ['sessions', 'user_id'],
  ['sessions', 'expires_utc'],
  ['feed_links', 'user_id'],
  ['secret_links', 'user_id'],
  ['email_changes', 'user_id'],
  ['recovery_codes', 'user_id'],
  ['mail', 'next_utc'],
  ['subscriptions', 'next_utc'],
  ['kept_answers', 'kept_utc'],
  ['submissions', 'state id'],
  ['submissions', 'revision'],
  ['submission_secrets', 'submission_id'],
  ['submission_senders', 'sender at_utc'],
  ['webhook_deliveries', 'webhook_id state resource item_id', 'webhook_deliveries_items'],
  ['translated_texts', 'text_id'],
  ['identities', 'user_id'],
  ['preview_links', 'event_id'],
  ['event_templates', 'group_id'],
  ['series_undo', 'at_utc'],
  ['groups', 'name_key name id'],
  ['group_members', 'user_id'],
  ['group_leavings', 'revision'],
  ['federation_followers', 'follower'],
  ['federation_followers', 'host'],
  ['federation_followers', 'delivered_to'],
  ['federation_followers', 'actor_id state delivered_to'],
  ['federation_peers', 'key_id'],
  ['federation_deliveries', 'inbox line id'],
  ['federation_deliveries', 'activity_id'],
  ['federation_deliveries', 'host'],
  ['federation_deliveries', 'next_utc id'],
  ['federation_outcomes', 'tried_utc'],
  ['federation_tellings', 'actor_id state'],
  ['federation_reactions', 'actor'],
  ['federation_seen', 'at_utc'],
  ['federation_incoming', 'event_id'],
  ['federation_incoming', 'following_id'],
  ['federation_incoming', 'next_utc'],
  ['federation_incoming', 'image_utc'],
]

const uniqueIndexes: readonly Index[] = [
  ['users', 'login', 'users_login'],
  ['categories', 'slug', 'categories_slug'],
  ['tags', 'slug', 'tags_slug'],
  ['groups', 'slug'],
  ['identities', 'issuer subject', 'identities_subject'],
  ['federation_actors', 'kind item_id'],
  ['federation_followers', 'actor_id follower'],
]

/** Indexes of a few rows. A comparison with a value uses an index of the other values than null too. */
const partial: readonly string[] = [
  'index events_image on events (image) where image is not null',
  'index events_post_parent on events (post_parent) where post_parent is not null',
  'index events_protected on events (id) where password_hash is not null',
  'unique index events_occurrence on events (series, recurrence_id) where series is not null',
  'index series_incomplete on series (id) where is_complete = 0',
  `index media_without_pictures on media (id) where widths = ''`,
  'index groups_of_image on groups (image) where image is not null',
  ...['long_description', 'long_excerpt', 'long_search'].map(
    (column) => `index events_${column} on events (${column}) where ${column} is not null`,
  ),
  ...['events', 'series'].map(
    (table) => `index ${table}_of_group on ${table} (group_id) where group_id is not null`,
  ),
  ...['groups', 'organizers'].map((table) => `index ${table}_federated on ${table} (id) where federated = 1`),
  // A calendar without groups keeps these empty.
  ...['revision', 'public_revision'].map(
    (column) =>
      `index changes_of_group_${column} on changes (group_id, ${column}) where group_id is not null`,
  ),
  `index webhook_deliveries_due on webhook_deliveries (next_utc) where state = 'waiting'`,
  // No query looks for an item in the trash by its slug. Every write looks up the scheduled items that are due.
  ...['events', 'series', 'venues', 'organizers'].flatMap((table) => [
    `unique index ${table}_slug on ${table} (slug) where status <> 'trash'`,
    `index ${table}_scheduled on ${table} (date_utc) where status = 'future'`,
  ]),
  ...['venues', 'organizers'].map(
    (table) => `index ${table}_unlisted on ${table} (status, date_utc) where status <> 'publish'`,
  ),
]

/** Creates the indexes of all tables. */
export async function createIndexes(db: Db): Promise<void> {
  for (const [table, columns, name] of indexes)
    await createIndex(db, { table, columns: columns.split(' '), name })
  for (const [table, columns, name] of uniqueIndexes)
    await createIndex(db, { table, columns: columns.split(' '), name, isUnique: true })
  for (const index of partial) await rawSql(`create ${index}`).execute(db)
}

/** The tables of the first release, which every calendar begins with. */
import { type Db, quotedName, rawSql, sql } from '../database/sql.ts'
import {
  columnTypesOfColumnGroups,
  createLongTextTriggers,
  dialectTypesOf,
  makeAccountTables,
  makeCalendarTables,
  makeExchangeTables,
  makeFederationTables,
  makeWriteLogTables,
} from './baseline/tables.ts'
import { createIndex, createTable, type Migration } from './migration.ts'

// The indexes of the baseline.

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
async function createIndexes(db: Db): Promise<void> {
  for (const [table, columns, name] of indexes)
    await createIndex(db, { table, columns: columns.split(' '), name })
  for (const [table, columns, name] of uniqueIndexes)
    await createIndex(db, { table, columns: columns.split(' '), name, isUnique: true })
  for (const index of partial) await rawSql(`create ${index}`).execute(db)
}

// The indexes that find the texts and the titles of events, of trigrams of the database's own kind.

const isIndexed = (id: string) => `${id} <= (select indexed_id from text_index)`

/** A space stands before each title, as before each of its other words: the start of a word is searched with it. */
const padded = (row: string) => `' ' || ${row}.title_key`
const removal = `insert into events_titles (events_titles, rowid, title) values ('delete', old.id, ${padded('old')});`
const addition = `insert into events_titles (rowid, title) values (new.id, ${padded('new')});`

/**
 * The index of texts takes new events many at a time: `text_index` holds the id up to which it has all events. What it has follows the events
 * at once. That of titles takes the same events at the same time. An event with an explicit id may be older than its newest one.
 */
const onSqlite: readonly string[] = [
  `create virtual table events_text using fts5
    (search_text, content = 'events', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  'create table text_index (name text primary key, indexed_id bigint not null)',
  `insert into text_index (name, indexed_id) values ('events', 0)`,
  `create trigger events_text_insert after insert on events when ${isIndexed('new.id')} begin
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
  `create trigger events_text_delete after delete on events when ${isIndexed('old.id')} begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text); end`,
  `create trigger events_text_update after update of search_text on events
    when old.search_text <> new.search_text and ${isIndexed('old.id')} begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
  `create view padded_titles as select id, ${padded('events')} as title from events`,
  `create virtual table events_titles using fts5
    (title, content = 'padded_titles', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  `create trigger events_titles_next after update of indexed_id on text_index begin
    insert into events_titles (rowid, title)
      select id, title from padded_titles where id > old.indexed_id and id <= new.indexed_id; end`,
  `create trigger events_titles_insert after insert on events when ${isIndexed('new.id')} begin ${addition} end`,
  `create trigger events_titles_delete after delete on events when ${isIndexed('old.id')} begin ${removal} end`,
  `create trigger events_titles_update after update of title_key on events
    when old.title_key <> new.title_key and ${isIndexed('old.id')} begin ${removal} ${addition} end`,
]

const onPostgres: readonly string[] = [
  'create extension if not exists pg_trgm',
  'create index events_trigrams on events using gin (search_text gin_trgm_ops)',
  'create index events_titles_trigrams on events using gin (title_key gin_trgm_ops)',
  'create index long_texts_trigrams on long_texts using gin (text gin_trgm_ops) where is_searched = 1',
]

async function createSqliteTextIndexes(db: Db): Promise<void> {
  for (const statement of onSqlite) await rawSql(statement).execute(db)
}

/** Creates the indexes of PostgreSQL where its extension pg_trgm is there and may be created. Without it, searches read the texts. */
async function createPostgresTextIndexes(db: Db): Promise<void> {
  await sql`savepoint before_text_index`.execute(db)
  try {
    for (const statement of onPostgres) await rawSql(statement).execute(db)
  } catch {
    // The extension is missing, or only a superuser may create it. The documentation says how to add the indexes later.
    await sql`rollback to savepoint before_text_index`.execute(db)
  }
  await sql`release savepoint before_text_index`.execute(db)
}

/** Makes PostgreSQL notify listeners of every write, also of manual SQL. The first user ends local mode. */
async function notifyOfWrites(db: Db): Promise<void> {
  await sql`create function fasti_notice() returns trigger language plpgsql
    as 'begin perform pg_notify(''fasti'', ''''); return null; end'`.execute(db)
  for (const table of ['revision', 'users'])
    await sql`create trigger ${quotedName(`${table}_notice`)} after insert or update or delete on ${quotedName(table)}
      for each statement execute function fasti_notice()`.execute(db)
}

export const baseline: Migration = {
  name: '068-baseline',
  async up(db, dialect) {
    const types = dialectTypesOf(dialect)
    const tables = [
      makeCalendarTables,
      makeWriteLogTables,
      makeAccountTables,
      makeExchangeTables,
      makeFederationTables,
    ].flatMap((of) => of(types))
    for (const table of tables)
      await createTable(db, { ...table, columns: columnTypesOfColumnGroups(table.columns) })
    await createIndexes(db)
    await sql`insert into revision (id, value) values (1, 0)`.execute(db)
    if (dialect === 'sqlite') {
      await createSqliteTextIndexes(db)
      return createLongTextTriggers(db)
    }
    await createLongTextTriggers(db)
    await createPostgresTextIndexes(db)
    await notifyOfWrites(db)
  },
}

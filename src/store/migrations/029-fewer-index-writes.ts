/**
 * Each new item writes fewer pages. Slugs have one index, of the items outside the trash: no query looks for others by slug.
 * Indexes of columns that are mostly null hold only the other values. On SQLite, the text index takes new events many at a time:
 * `text_index` holds the id up to which the index has all events.
 */
import { raw, sql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

const isIndexed = (id: string) => `${id} <= (select indexed_id from text_index)`

/** What the text index has follows the events at once. An event with an explicit id may be older than its newest one. */
const triggers = [
  `create trigger events_text_insert after insert on events when ${isIndexed('new.id')} begin
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
  `create trigger events_text_delete after delete on events when ${isIndexed('old.id')} begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text); end`,
  `create trigger events_text_update after update of search_text on events
    when old.search_text <> new.search_text and ${isIndexed('old.id')} begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
]

/** These columns of events are null in most rows. A comparison with a value uses a partial index too. */
const rare = ['image', 'post_parent']

export const fewerIndexWrites: Migration = {
  name: '029-fewer-index-writes',
  async up(db, dialect) {
    for (const table of ['events', 'series', 'venues', 'organizers'])
      await raw(`drop index ${table}_slug_any`).execute(db)
    // Every write checks whether a scheduled series is due.
    await sql`create index series_scheduled on series (date_utc) where status = 'future'`.execute(db)
    for (const column of rare) {
      await raw(`drop index events_${column}`).execute(db)
      await raw(`create index events_${column} on events (${column}) where ${column} is not null`).execute(db)
    }
    if (dialect !== 'sqlite') return
    await sql`create table text_index (name text primary key, indexed_id bigint not null)`.execute(db)
    await sql`insert into text_index (name, indexed_id) select 'events', coalesce(max(id), 0) from events`.execute(
      db,
    )
    for (const name of ['insert', 'delete', 'update'])
      await raw(`drop trigger events_text_${name}`).execute(db)
    for (const trigger of triggers) await raw(trigger).execute(db)
  },
}

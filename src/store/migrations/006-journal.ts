/**
 * The journal of the items that each write touched; one index of the columns that lists compare, from which they
 * are read into memory; and, on SQLite, an index of all substrings of the searched texts.
 */
import { named, raw, sql } from '../database/sql.ts'
import { createIndex, createTable, type Migration, primaryKey } from './migration.ts'

const listed = [
  'start_utc',
  'id',
  'end_utc',
  'date_utc',
  'modified_utc',
  'author',
  'status',
  'hide_from_listings',
  'featured',
  'ticketed',
  'post_parent',
  'password_hash',
] as const

// Used by lists of events when the database compared these columns.
const unused = [
  'events_listing',
  'events_end_utc',
  'events_date_utc',
  'events_modified_utc',
  'events_author',
  'events_unlisted',
]

/** Keeps the text index in sync with the events: it stores no text itself. */
const triggers = [
  `create trigger events_text_insert after insert on events begin
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
  `create trigger events_text_delete after delete on events begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text); end`,
  `create trigger events_text_update after update of search_text on events when old.search_text <> new.search_text begin
    insert into events_text (events_text, rowid, search_text) values ('delete', old.id, old.search_text);
    insert into events_text (rowid, search_text) values (new.id, new.search_text); end`,
]

export const journal: Migration = {
  name: '006-journal',
  async up(db, dialect) {
    const columns = {
      revision: 'bigint not null',
      resource: 'text not null',
      item_id: 'bigint not null',
    }
    await createTable(db, 'journal', columns, [
      primaryKey('journal_key', ['revision', 'resource', 'item_id']),
    ])
    // A process that reads the journal from here on sees all of it.
    for (const index of unused) await sql`drop index ${named(index)}`.execute(db)
    await createIndex(db, 'events', listed, 'events_almanac')
    await sql`create index events_protected on events (id) where password_hash is not null`.execute(db)
    if (dialect !== 'sqlite') return
    await sql`create virtual table events_text using fts5
      (search_text, content = 'events', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`.execute(
      db,
    )
    for (const trigger of triggers) await raw(trigger).execute(db)
    await sql`insert into events_text (events_text) values ('rebuild')`.execute(db)
  },
}

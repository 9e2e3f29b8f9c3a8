/** The indexes that find the texts and the titles of events, of trigrams of the database's own kind. */
import { type Db, rawSql, sql } from '../../database/sql.ts'

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

/** Creates the indexes of SQLite. */
export async function createSqliteTextIndexes(db: Db): Promise<void> {
  for (const statement of onSqlite) await rawSql(statement).execute(db)
}

/** Creates the indexes of PostgreSQL where its extension pg_trgm is there and may be created. Without it, searches read the texts. */
export async function createPostgresTextIndexes(db: Db): Promise<void> {
  await sql`savepoint before_text_index`.execute(db)
  try {
    for (const statement of onPostgres) await rawSql(statement).execute(db)
  } catch {
    // The extension is missing, or only a superuser may create it. The documentation says how to add the indexes later.
    await sql`rollback to savepoint before_text_index`.execute(db)
  }
  await sql`release savepoint before_text_index`.execute(db)
}

/** The index that finds the texts of events, of trigrams of the database's own kind. */
import { type Db, rawSql, sql } from '../../database/sql.ts'

const isIndexed = (id: string) => `${id} <= (select indexed_id from text_index)`

/**
 * The index takes new events many at a time: `text_index` holds the id up to which it has all events. What it has follows the events
 * at once. An event with an explicit id may be older than its newest one.
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
]

/** Creates the index of SQLite. */
export async function createSqliteTextIndex(db: Db): Promise<void> {
  for (const statement of onSqlite) await rawSql(statement).execute(db)
}

/** Creates the index of PostgreSQL where its extension pg_trgm is there and may be created. Without it, searches read the texts. */
export async function createPostgresTextIndex(db: Db): Promise<void> {
  await sql`savepoint before_text_index`.execute(db)
  try {
    await sql`create extension if not exists pg_trgm`.execute(db)
    await sql`create index events_trigrams on events using gin (search_text gin_trgm_ops)`.execute(db)
  } catch {
    // The extension is missing, or only a superuser may create it. The documentation says how to add the index later.
    await sql`rollback to savepoint before_text_index`.execute(db)
  }
  await sql`release savepoint before_text_index`.execute(db)
}

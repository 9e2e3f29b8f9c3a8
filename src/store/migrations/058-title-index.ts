/** The index that finds the titles of events, of trigrams like that of their texts: a search by relevance looks for each word there, too. */
import { rawSql } from '../database/sql.ts'
import type { Migration } from './migration.ts'

const isIndexed = (id: string) => `${id} <= (select indexed_id from text_index)`

/** A space stands before each title, as before each of its other words: the start of a word is searched with it. */
const padded = (row: string) => `' ' || ${row}.title_key`

const removal = `insert into events_titles (events_titles, rowid, title) values ('delete', old.id, ${padded('old')});`
const addition = `insert into events_titles (rowid, title) values (new.id, ${padded('new')});`
const additionUpTo = (first: string, last: string) =>
  `insert into events_titles (rowid, title) select id, title from padded_titles where id > ${first} and id <= ${last};`

/** It takes the events that the index of texts takes, at the same time: also those that an older program adds to that one. */
const onSqlite: readonly string[] = [
  `create view padded_titles as select id, ${padded('events')} as title from events`,
  `create virtual table events_titles using fts5
    (title, content = 'padded_titles', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  additionUpTo('0', '(select indexed_id from text_index)'),
  `create trigger events_titles_next after update of indexed_id on text_index begin
    ${additionUpTo('old.indexed_id', 'new.indexed_id')} end`,
  `create trigger events_titles_insert after insert on events when ${isIndexed('new.id')} begin ${addition} end`,
  `create trigger events_titles_delete after delete on events when ${isIndexed('old.id')} begin ${removal} end`,
  `create trigger events_titles_update after update of title_key on events
    when old.title_key <> new.title_key and ${isIndexed('old.id')} begin ${removal} ${addition} end`,
]

/** Where the events have the index of their texts, and its operators are within reach. Without it, searches read the titles. */
const onPostgres = `do $$ begin if to_regclass('events_trigrams') is not null then
  create index events_titles_trigrams on events using gin (title_key gin_trgm_ops); end if;
  exception when others then null; end $$`

export const titleSearchIndex: Migration = {
  name: '058-title-index',
  forOlder: true,
  async up(db, dialect) {
    for (const statement of dialect === 'sqlite' ? onSqlite : [onPostgres])
      await rawSql(statement).execute(db)
  },
}

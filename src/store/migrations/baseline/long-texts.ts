/** Long texts, each stored once (`database/long-texts.ts`), and what keeps them as long as an event or a translation has them. */
import { type Db, rawSql } from '../../database/sql.ts'
import { primaryKeyConstraint } from '../migration.ts'
import {
  type BaselineTable,
  bigintColumnSql,
  type DialectTypes,
  hashColumn,
  smallintColumnSql,
} from './columns.ts'

const longTextsTable = ({ id, exact }: DialectTypes): BaselineTable => ({
  name: 'long_texts',
  columns: [
    [id, 'id'],
    [hashColumn, 'hash'],
    [smallintColumnSql, 'is_searched'],
    [exact, 'text'],
  ],
})

/** The texts of translations, which are searched in the language asked: each is one of the long texts. */
const translatedTextsTable = ({ exact }: DialectTypes): BaselineTable => ({
  name: 'translated_texts',
  columns: [
    [exact, 'item_table'],
    [bigintColumnSql, 'item_id'],
    [exact, 'language field'],
    ['bigint not null references "long_texts" ("id")', 'text_id'],
  ],
  constraints: [
    primaryKeyConstraint('translated_texts_pkey', ['item_table', 'item_id', 'language', 'field', 'text_id']),
  ],
  isTree: true,
})

/** Returns the tables of long texts and of the translations that have them. */
export const makeLongTextTables = (types: DialectTypes): readonly BaselineTable[] => [
  longTextsTable(types),
  translatedTextsTable(types),
]

/** The tables of what has translations. */
const translatedTables = ['events', 'venues', 'organizers', 'categories', 'tags', 'groups', 'media']

/** The columns of events that refer to long texts. */
const referringColumns = ['long_description', 'long_excerpt', 'long_search']
const listed = (row: string) => referringColumns.map((column) => `${row}.${column}`)
const hasAny = listed('old')
  .map((column) => `${column} is not null`)
  .join(' or ')

const isUnused = [
  ...referringColumns.map((column) => `not exists (select 1 from events where ${column} = long_texts.id)`),
  'not exists (select 1 from translated_texts where text_id = long_texts.id)',
].join(' and ')
/** Deletes those of these texts that nothing has any more. */
const cleaningOf = (ids: readonly string[]) =>
  `delete from long_texts where id in (${ids.join(', ')}) and ${isUnused};`
const ofEvents = cleaningOf(listed('old'))
const ofTranslations = cleaningOf(['old.text_id'])
/** Removes the texts of an item that is deleted. */
const removing = (table: string) =>
  `delete from translated_texts where item_table = '${table}' and item_id = old.id;`

const onSqlite: readonly string[] = [
  `create trigger events_long_texts_delete after delete on events when ${hasAny} begin ${ofEvents} end`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events
    when ${referringColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin ${ofEvents} end`,
  `create trigger translated_texts_delete after delete on translated_texts begin ${ofTranslations} end`,
  ...translatedTables.map(
    (table) =>
      `create trigger ${table}_translated_delete after delete on ${table} when old.translations <> '{}'
        begin ${removing(table)} end`,
  ),
  'create view searched_texts as select id, text from long_texts where is_searched = 1',
  `create virtual table long_texts_index using fts5
    (text, content = 'searched_texts', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  `create trigger long_texts_insert after insert on long_texts when new.is_searched = 1 begin
    insert into long_texts_index (rowid, text) values (new.id, new.text); end`,
  `create trigger long_texts_delete after delete on long_texts when old.is_searched = 1 begin
    insert into long_texts_index (long_texts_index, rowid, text) values ('delete', old.id, old.text); end`,
]

const functionOf = (name: string, act: string) =>
  `create function ${name}() returns trigger language plpgsql as 'begin ${act.replaceAll("'", "''")} return null; end'`

const onPostgres: readonly string[] = [
  functionOf('fasti_long_texts', ofEvents),
  functionOf('fasti_translated_texts', ofTranslations),
  `create trigger events_long_texts_delete after delete on events for each row when (${hasAny})
    execute function fasti_long_texts()`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events for each row
    when ((${listed('old').join(', ')}) is distinct from (${listed('new').join(', ')})) execute function fasti_long_texts()`,
  `create trigger translated_texts_delete after delete on translated_texts for each row
    execute function fasti_translated_texts()`,
  ...translatedTables.flatMap((table) => [
    functionOf(`fasti_translated_${table}`, removing(table)),
    `create trigger ${table}_translated_delete after delete on ${table} for each row when (old.translations <> '{}')
      execute function fasti_translated_${table}()`,
  ]),
]

/** Creates the triggers and, on SQLite, the index of long texts. */
export async function createLongTextTriggers(db: Db): Promise<void> {
  for (const statement of db.dialect === 'sqlite' ? onSqlite : onPostgres) await rawSql(statement).execute(db)
}

/** Long texts of events are stored once, however many events have them (`database/long-texts.ts`). */
import { LONGEST_OWN_TEXT, storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, queryRows, updateRow } from '../database/rows.ts'
import { joinedSql, quotedName, rawSql, sql } from '../database/sql.ts'
import { addColumn, createTable, idType, type Migration, textType } from './migration.ts'

/** The columns of events that refer to long texts. */
const referringColumns = ['long_description', 'long_excerpt', 'long_search']

async function createTables(db: Db): Promise<void> {
  await createTable(db, {
    name: 'long_texts',
    columns: {
      id: idType(db.dialect),
      hash: 'varchar(100) not null unique',
      is_searched: 'smallint not null',
      text: `${textType(db.dialect)} not null`,
    },
  })
  for (const column of referringColumns) {
    await addColumn(db, 'events', column, 'bigint references "long_texts" ("id")')
    await rawSql(`create index events_${column} on events (${column}) where ${column} is not null`).execute(
      db,
    )
  }
}

const listed = (row: string) => referringColumns.map((column) => `${row}.${column}`)
const hasAny = listed('old')
  .map((column) => `${column} is not null`)
  .join(' or ')

/** Deletes those of the texts of an event's old row that no event has any more. */
const cleaning = `delete from long_texts where id in (${listed('old').join(', ')}) and ${referringColumns
  .map((column) => `not exists (select 1 from events where ${column} = long_texts.id)`)
  .join(' and ')};`

const onSqlite: readonly string[] = [
  `create trigger events_long_texts_delete after delete on events when ${hasAny} begin ${cleaning} end`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events
    when ${referringColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin ${cleaning} end`,
  'create view searched_texts as select id, text from long_texts where is_searched = 1',
  `create virtual table long_texts_index using fts5
    (text, content = 'searched_texts', content_rowid = 'id', tokenize = 'trigram case_sensitive 1', columnsize = 0)`,
  `create trigger long_texts_insert after insert on long_texts when new.is_searched = 1 begin
    insert into long_texts_index (rowid, text) values (new.id, new.text); end`,
  `create trigger long_texts_delete after delete on long_texts when old.is_searched = 1 begin
    insert into long_texts_index (long_texts_index, rowid, text) values ('delete', old.id, old.text); end`,
]

const onPostgres: readonly string[] = [
  `create function fasti_long_texts() returns trigger language plpgsql as 'begin ${cleaning} return null; end'`,
  `create trigger events_long_texts_delete after delete on events for each row when (${hasAny})
    execute function fasti_long_texts()`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events for each row
    when ((${listed('old').join(', ')}) is distinct from (${listed('new').join(', ')})) execute function fasti_long_texts()`,
]

/** The index of PostgreSQL, where the events have theirs and its operators are within reach. Without it, searches read the texts. */
const trigrams = `do $$ begin if to_regclass('events_trigrams') is not null then
  create index long_texts_trigrams on long_texts using gin (text gin_trgm_ops) where is_searched = 1; end if;
  exception when others then null; end $$`

const AT_ONCE = 50

interface TextsOfEvent {
  readonly id: number
  readonly description: string
  readonly excerpt: string
  readonly search_text: string
}

/** Stores the long texts of the events that exist. */
async function shareTexts(db: Db): Promise<void> {
  const isLong = joinedSql(
    ['description', 'excerpt', 'search_text'].map(
      (column) => sql`length(${quotedName(column)}) > ${LONGEST_OWN_TEXT}`,
    ),
    ' or ',
  )
  for (let after = 0; ; ) {
    const some = await queryRows(
      db,
      sql<TextsOfEvent>`select id, description, excerpt, search_text from events
        where id > ${after} and (${isLong}) order by id limit ${AT_ONCE}`,
    )
    const values = some.map(({ description, excerpt, search_text }) => ({
      description,
      excerpt,
      search_text,
    }))
    const shared = await storeLongTextsOfRows(db, values, 'changes')
    for (const [at, { id }] of some.entries()) await updateRow(db, 'events', id, shared[at] ?? {})
    const last = some.at(-1)
    if (last === undefined) return
    after = last.id
  }
}

export const longTexts: Migration = {
  name: '037-long-texts',
  async up(db, dialect) {
    await createTables(db)
    for (const statement of dialect === 'sqlite' ? onSqlite : [...onPostgres, trigrams])
      await rawSql(statement).execute(db)
    await shareTexts(db)
  },
}

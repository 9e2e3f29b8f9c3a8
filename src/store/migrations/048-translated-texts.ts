/** The texts of translations, which are searched in the language asked (contract §15). Before, they stood in the text of their item. */

import { type TranslatedSearchText, translatedSearchTexts } from '../../domain/content/translated-texts.ts'
import type { Translations } from '../../domain/content/translations.ts'
import type { DialectName } from '../database/connection.ts'
import { storeLongTextsOfRows } from '../database/long-texts.ts'
import { type Db, queryRows, updateRow } from '../database/rows.ts'
import { quotedName, rawSql, sql } from '../database/sql.ts'
import { setTranslatedTexts } from '../database/translated-texts.ts'
import { createIndex, createTable, type Migration, primaryKeyConstraint, textType } from './migration.ts'

const tables = ['events', 'venues', 'organizers', 'categories', 'tags', 'groups', 'media'] as const

const referringColumns = ['long_description', 'long_excerpt', 'long_search']
const listed = (row: string) => referringColumns.map((column) => `${row}.${column}`)
const hasAny = listed('old')
  .map((column) => `${column} is not null`)
  .join(' or ')

const isUnused = [
  ...referringColumns.map((column) => `not exists (select 1 from events where ${column} = long_texts.id)`),
  'not exists (select 1 from translated_texts where text_id = long_texts.id)',
].join(' and ')
const cleaningOf = (ids: readonly string[]) =>
  `delete from long_texts where id in (${ids.join(', ')}) and ${isUnused};`
const ofEvents = cleaningOf(listed('old'))
const ofTranslations = cleaningOf(['old.text_id'])
/** Removes the texts of an item that is deleted. */
const removing = (table: string) =>
  `delete from translated_texts where item_table = '${table}' and item_id = old.id;`

/** Now a text may be that of a translation, too. */
const onSqlite: readonly string[] = [
  'drop trigger events_long_texts_delete',
  'drop trigger events_long_texts_update',
  `create trigger events_long_texts_delete after delete on events when ${hasAny} begin ${ofEvents} end`,
  `create trigger events_long_texts_update after update of ${referringColumns.join(', ')} on events
    when ${referringColumns.map((column) => `old.${column} is not new.${column}`).join(' or ')} begin ${ofEvents} end`,
  `create trigger translated_texts_delete after delete on translated_texts begin ${ofTranslations} end`,
  ...tables.map(
    (table) =>
      `create trigger ${table}_translated_delete after delete on ${table} when old.translations <> '{}'
        begin ${removing(table)} end`,
  ),
]

const functionOf = (name: string, act: string) =>
  `create or replace function ${name}() returns trigger language plpgsql as 'begin ${act.replaceAll("'", "''")} return null; end'`

const onPostgres: readonly string[] = [
  functionOf('fasti_long_texts', ofEvents),
  functionOf('fasti_translated_texts', ofTranslations),
  `create trigger translated_texts_delete after delete on translated_texts for each row
    execute function fasti_translated_texts()`,
  ...tables.flatMap((table) => [
    functionOf(`fasti_translated_${table}`, removing(table)),
    `create trigger ${table}_translated_delete after delete on ${table} for each row when (old.translations <> '{}')
      execute function fasti_translated_${table}()`,
  ]),
]

interface TranslatedRow {
  readonly id: number
  readonly translations: string
  readonly search_text: string
}

/** The text without those of the translations, with which it ended. */
function ownSearchText(text: string, translated: readonly TranslatedSearchText[]): string {
  const end = translated.map((one) => `\n${one.text}`).join('')
  return end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text
}

/** Moves the texts of the translations that exist. */
async function moveTexts(db: Db, table: (typeof tables)[number]): Promise<void> {
  const text = rawSql(
    table === 'events'
      ? `case when long_search is null then search_text
          else search_text || (select text from long_texts where id = events.long_search) end`
      : 'search_text',
  )
  const found = await queryRows(
    db,
    sql<TranslatedRow>`select id, translations, ${text} as search_text from ${quotedName(table)}
      where translations <> '{}' order by id`,
  )
  for (const { id, translations, search_text } of found) {
    const all: Translations = JSON.parse(translations)
    const texts = translatedSearchTexts(all)
    const row = { search_text: ownSearchText(search_text, texts) }
    const [shared = row] = table === 'events' ? await storeLongTextsOfRows(db, [row], 'changes') : []
    await updateRow(db, table, id, shared)
    await setTranslatedTexts(db, table, [id], texts)
  }
}

async function createTables(db: Db, dialect: DialectName): Promise<void> {
  const text = `${textType(dialect)} not null`
  await createTable(db, {
    name: 'translated_texts',
    columns: {
      item_table: text,
      item_id: 'bigint not null',
      language: text,
      field: text,
      text_id: 'bigint not null references "long_texts" ("id")',
    },
    constraints: [
      primaryKeyConstraint('translated_texts_pkey', [
        'item_table',
        'item_id',
        'language',
        'field',
        'text_id',
      ]),
    ],
    isTree: true,
  })
  await createIndex(db, { table: 'translated_texts', columns: ['text_id'] })
}

export const translatedTexts: Migration = {
  name: '048-translated-texts',
  async up(db, dialect) {
    await createTables(db, dialect)
    for (const statement of dialect === 'sqlite' ? onSqlite : onPostgres) await rawSql(statement).execute(db)
    for (const table of tables) await moveTexts(db, table)
  },
}

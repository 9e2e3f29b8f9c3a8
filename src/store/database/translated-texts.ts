/** Writes which texts the translations of items have, of those that are searched (`translated_texts`). Each text is stored once. */
import { setImmediate as breath } from 'node:timers/promises'
import { storeSearchedTextsReturningIds } from './long-texts.ts'
import type { Db } from './rows.ts'
import { joinedSql, quotedName, type Sql, sql } from './sql.ts'

/** The tables of items whose translations are searched: those of a series are found by its occurrences. */
export const translatedTables = [
  'events',
  'venues',
  'organizers',
  'categories',
  'tags',
  'groups',
  'media',
  'pages',
] as const
export type TranslatedTable = (typeof translatedTables)[number]

/** A folded text of a translation. */
interface SearchedText {
  readonly language: string
  readonly field: string
  readonly text: string
}

const amongIds = (ids: readonly number[]): Sql => sql`item_id in (${joinedSql(ids)})`

async function add(db: Db, table: TranslatedTable, ids: readonly number[], wanted: Sql): Promise<void> {
  await sql`with wanted(language, field, text_id) as (${wanted})
    insert into translated_texts (item_table, item_id, language, field, text_id)
    select ${table}, item.id, wanted.language, wanted.field, wanted.text_id from ${quotedName(table)} as item
    cross join wanted where item.id in (${joinedSql(ids)}) on conflict do nothing`.execute(db)
}

async function removeOthers(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  wanted: Sql,
): Promise<void> {
  await sql`with wanted(language, field, text_id) as (${wanted})
    delete from translated_texts where item_table = ${table} and ${amongIds(ids)} and not exists (select 1 from wanted
      where wanted.language = translated_texts.language and wanted.field = translated_texts.field
      and wanted.text_id = translated_texts.text_id)`.execute(db)
}

/** Sets the texts of few items, as rows of language, field and text. */
async function setTextsOfFew(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  rows: readonly Sql[],
): Promise<void> {
  if (rows.length === 0) {
    await sql`delete from translated_texts where item_table = ${table} and ${amongIds(ids)}`.execute(db)
    return
  }
  const wanted = sql`values ${joinedSql(rows)}`
  // A text that moves to another field is never without a reference: the database deletes those that are.
  await add(db, table, ids, wanted)
  await removeOthers(db, table, ids, wanted)
}

/** The most items of one statement. */
const AT_ONCE = 50

/** Gives items these texts of their translations, in the place of those that they had. Other tasks run between two slices. */
export async function setSearchedTranslationsOfItems(
  db: Db,
  table: TranslatedTable,
  ids: readonly number[],
  texts: readonly SearchedText[],
): Promise<void> {
  const stored = await storeSearchedTextsReturningIds(
    db,
    texts.map(({ text }) => text),
  )
  const rows = texts.map(
    ({ language, field }, at) =>
      sql`(cast(${language} as text), cast(${field} as text), cast(${stored[at] ?? 0} as bigint))`,
  )
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (at > 0) await breath()
    await setTextsOfFew(db, table, ids.slice(at, at + AT_ONCE), rows)
  }
}

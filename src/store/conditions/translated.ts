/** The texts of translations that are shown in the language asked, as SQL: the rule of `shownTextReader` in `domain/content/translations.ts`. */
import type { ContentChoice } from '../../domain/content/languages.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { TranslatedTable } from '../database/translated-texts.ts'
import { areOwnTextsInLanguageSql } from './readable.ts'
import { allOfSql, anyOfSql, type Condition, qualifiedColumn } from './visibility.ts'

/** Returns the condition that the translation `shown` of an item of the table is shown. The item's row is within reach. */
function isShownTranslation(table: TranslatedTable, { languages, asked }: ContentChoice): Condition {
  const [site] = languages
  const isNot = (tag: string): Condition =>
    sql`not ${areOwnTextsInLanguageSql(qualifiedColumn(table, 'language'), tag, languages)}`
  const isInSite = allOfSql([sql`shown.language = ${site}`, isNot(site)])
  if (asked === site) return isInSite
  // One look-up of each text: of "not exists" PostgreSQL makes a table of all texts in the language asked.
  const isOnlyThere: Condition = sql`(select 1 from translated_texts as asked where asked.item_table = shown.item_table
    and asked.item_id = shown.item_id and asked.language = ${asked} and asked.field = shown.field limit 1) is null`
  return allOfSql([
    isNot(asked),
    anyOfSql([sql`shown.language = ${asked}`, allOfSql([isInSite, isOnlyThere])]),
  ])
}

/** Which texts of translations: all of an item, or those of its title or name, or the others. */
export type WhichTranslationTexts =
  | 'all'
  | {
      readonly title: string
      readonly is: boolean
      /** Whether a space stands before the text: words are searched with one. */
      readonly isPadded?: boolean
    }

const isOfPart = (part: WhichTranslationTexts): readonly Condition[] =>
  part === 'all' ? [] : [part.is ? sql`shown.field = ${part.title}` : sql`shown.field <> ${part.title}`]

/** Returns the condition that a translation of an item of the table is shown and has a text that satisfies `has`. */
export function hasShownTranslationTextSql(
  table: TranslatedTable,
  choice: ContentChoice,
  has: (text: Sql<string>) => Condition,
  part: WhichTranslationTexts = 'all',
): Condition {
  const text =
    part !== 'all' && part.isPadded ? sql<string>`(' ' || long_texts.text)` : sql<string>`long_texts.text`
  return sql`exists (select 1 from translated_texts as shown join long_texts on long_texts.id = shown.text_id
    where shown.item_table = ${table} and shown.item_id = ${qualifiedColumn(table, 'id')}
    and ${allOfSql([...isOfPart(part), isShownTranslation(table, choice)])} and ${has(text)})`
}

/** Returns a query for the items of a table with a shown translation whose text is among `texts`, a query for ids of texts. */
export const shownTranslationItemsQuery = (table: 'events', choice: ContentChoice, texts: Sql): Sql =>
  sql`select events.id from translated_texts as shown join events on events.id = shown.item_id
    where shown.item_table = ${table} and shown.text_id in (${texts}) and ${isShownTranslation(table, choice)}`

/** Returns a query for the folded texts of translations that are shown, of items of a table; `where` may name the item's columns too. */
export const shownTranslationTextsQuery = (
  table: TranslatedTable,
  choice: ContentChoice,
  where: Condition,
): Sql<{ readonly text: string }> =>
  sql`select long_texts.text as text from translated_texts as shown join long_texts on long_texts.id = shown.text_id
    join ${quotedName(table)} on ${qualifiedColumn(table, 'id')} = shown.item_id
    where shown.item_table = ${table} and ${isShownTranslation(table, choice)} and ${where}`

/** Search words as SQL (contract §3.3). */
import type { ContentChoice } from '../../domain/languages.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'
import { containsTextSql, type DialectName } from '../database/dialects.ts'
import type { TranslatedTable } from '../database/long-texts.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import {
  allOfSql,
  anyOfSql,
  areOwnTextsInLanguageSql,
  type Condition,
  qualifiedColumn,
} from './visibility.ts'

// The texts of translations that are shown in the language asked, as SQL: the rule of `shownTextReader` in `domain/languages.ts`.

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
type WhichTranslationTexts =
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
function hasShownTranslationTextSql(
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

/** Where words are searched: in a folded text of items of a table, and in what `shown` shows of its translations. */
export interface SearchedTextSqlOfTable {
  readonly table: TranslatedTable
  readonly text: Sql<string>
  readonly shown: ContentChoice | undefined
  /** The part of the translations that belongs to the text. */
  readonly part?: WhichTranslationTexts
}

/** Returns the text in which the items of a list are searched. */
export const makeItemTextToSearch = (
  table: TranslatedTable,
  shown: ContentChoice | undefined,
): SearchedTextSqlOfTable => ({
  table,
  text: qualifiedColumn(table, 'search_text'),
  shown,
})

export function searchedTextContainsSql(
  dialect: DialectName,
  { table, text, shown, part }: SearchedTextSqlOfTable,
  needle: string,
): Condition {
  const has = (of: Sql<string>): Condition => sql`${containsTextSql(dialect, of, needle)}`
  return anyOfSql([
    has(text),
    ...(shown === undefined ? [] : [hasShownTranslationTextSql(table, shown, has, part)]),
  ])
}

/** The place has every included word and no excluded one. */
export function hasWordsSql(
  dialect: DialectName,
  place: SearchedTextSqlOfTable,
  words: SearchWords,
): Condition {
  return allOfSql([
    ...words.include.map((word) => searchedTextContainsSql(dialect, place, word)),
    ...words.exclude.map((word) => sql<boolean>`not ${searchedTextContainsSql(dialect, place, word)}`),
  ])
}

/** The place has of each list one part. */
export const hasFormOfEachWordSql = (
  dialect: DialectName,
  place: SearchedTextSqlOfTable,
  forms: readonly (readonly string[])[],
): Condition =>
  allOfSql(forms.map((parts) => anyOfSql(parts.map((part) => searchedTextContainsSql(dialect, place, part)))))

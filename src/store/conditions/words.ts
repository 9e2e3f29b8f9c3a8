/** Search words as SQL (contract §3.3). */
import type { ContentChoice } from '../../domain/content/languages.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'
import { containsTextSql, type DialectName } from '../database/dialects.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { TranslatedTable } from '../database/translated-texts.ts'
import { hasShownTranslationTextSql, type WhichTranslationTexts } from './translated.ts'
import { allOfSql, anyOfSql, type Condition, qualifiedColumn } from './visibility.ts'

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

/** Returns the condition that the searched text contains a part. */
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

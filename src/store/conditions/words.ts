/** Search words as SQL (contract §3.3). */
import type { ContentChoice } from '../../domain/content/languages.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'
import { containsTextSql, type DialectName } from '../database/dialects.ts'
import { type Sql, sql } from '../database/sql.ts'
import type { TranslatedTable } from '../database/translated-texts.ts'
import { hasShownTranslation, type TranslatedPart } from './translated.ts'
import { allOf, anyOf, type Condition, qualifiedColumn } from './visibility.ts'

/** Where words are searched: in a folded text of items of a table, and in what `shown` shows of its translations. */
export interface SearchedPlace {
  readonly table: TranslatedTable
  readonly text: Sql<string>
  readonly shown: ContentChoice | undefined
  /** The part of the translations that belongs to the text. */
  readonly part?: TranslatedPart
}

/** Returns the place where the items of a list are searched. */
export const itemTextsOf = (table: TranslatedTable, shown: ContentChoice | undefined): SearchedPlace => ({
  table,
  text: qualifiedColumn(table, 'search_text'),
  shown,
})

/** The place has a text that contains a part. */
export function containsInPlace(
  dialect: DialectName,
  { table, text, shown, part }: SearchedPlace,
  needle: string,
): Condition {
  const has = (of: Sql<string>): Condition => sql`${containsTextSql(dialect, of, needle)}`
  return anyOf([has(text), ...(shown === undefined ? [] : [hasShownTranslation(table, shown, has, part)])])
}

/** The place has every included word and no excluded one. */
export function hasWordsSql(dialect: DialectName, place: SearchedPlace, words: SearchWords): Condition {
  return allOf([
    ...words.include.map((word) => containsInPlace(dialect, place, word)),
    ...words.exclude.map((word) => sql<boolean>`not ${containsInPlace(dialect, place, word)}`),
  ])
}

/** The place has of each list one part. */
export const hasFormsSql = (
  dialect: DialectName,
  place: SearchedPlace,
  forms: readonly (readonly string[])[],
): Condition => allOf(forms.map((parts) => anyOf(parts.map((part) => containsInPlace(dialect, place, part)))))

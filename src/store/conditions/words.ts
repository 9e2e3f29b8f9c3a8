/** Search words as SQL (contract §3.3). */
import type { SearchWords } from '../../domain/text/search-words.ts'
import { containsTextSql, type DialectName } from '../database/dialects.ts'
import { type Sql, sql } from '../database/sql.ts'
import { allOf, anyOf, type Condition } from './visibility.ts'

/** The folded text contains every included word and no excluded one. */
export function hasWordsSql(dialect: DialectName, text: Sql<string>, words: SearchWords): Condition {
  return allOf([
    ...words.include.map((word) => sql<boolean>`${containsTextSql(dialect, text, word)}`),
    ...words.exclude.map((word) => sql<boolean>`not ${containsTextSql(dialect, text, word)}`),
  ])
}

/** The folded text contains of each list one part. */
export const hasFormsSql = (
  dialect: DialectName,
  text: Sql<string>,
  forms: readonly (readonly string[])[],
): Condition =>
  allOf(
    forms.map((parts) => anyOf(parts.map((part) => sql<boolean>`${containsTextSql(dialect, text, part)}`))),
  )

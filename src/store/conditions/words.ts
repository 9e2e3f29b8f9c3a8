/** Search words as SQL (contract §3.3). */
import type { SearchWords } from '../../domain/text/search-words.ts'
import { containsTextSql, type DialectName } from '../database/dialects.ts'
import { type Sql, sql } from '../database/sql.ts'
import { allOf, type Condition } from './visibility.ts'

/** The folded text contains every included word and no excluded one. */
export function hasWordsSql(dialect: DialectName, text: Sql<string>, words: SearchWords): Condition {
  return allOf([
    ...words.include.map((word) => sql<boolean>`${containsTextSql(dialect, text, word)}`),
    ...words.exclude.map((word) => sql<boolean>`not ${containsTextSql(dialect, text, word)}`),
  ])
}

/** Search words as SQL (contract §3.3). */
import { type RawBuilder, sql } from 'kysely'
import type { SearchWords } from '../../domain/search-words.ts'
import { contains, type DialectName } from '../dialects.ts'
import { all, type Condition } from './visibility.ts'

/** Every included word occurs in the folded text, and no excluded one does. */
export function hasWords(dialect: DialectName, text: RawBuilder<string>, words: SearchWords): Condition {
  return all([
    ...words.include.map((word) => sql<boolean>`${contains(dialect, text, word)}`),
    ...words.exclude.map((word) => sql<boolean>`not ${contains(dialect, text, word)}`),
  ])
}

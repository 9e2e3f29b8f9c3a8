/** The filter by languages in which items can be read, as SQL: the rule of `domain/content/readable.ts`. */
import type { ReadableFilter } from '../../domain/content/readable.ts'
import { sql } from '../database/sql.ts'
import { allOf, anyOf, type Condition, isAmongSql, qualifiedColumn } from './visibility.ts'

/** Returns the condition that items of a table can be read in one language of each group; true without a filter. */
export function isReadableInSql(table: string, filter: ReadableFilter | undefined): Condition {
  const { languages = [], groups = [] } = filter ?? {}
  const own = qualifiedColumn(table, 'language')
  const isIn = (tag: string): Condition =>
    anyOf([
      sql`${own} = ${tag}`,
      ...(tag === languages[0] ? [sql<boolean>`not ${isAmongSql(own, languages)}`] : []),
      sql`${qualifiedColumn(table, 'readable_in')} like ${`% ${tag} %`}`,
    ])
  return allOf(groups.map((group) => anyOf(group.map(isIn))))
}

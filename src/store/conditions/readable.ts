/** The filter by languages in which items can be read, as SQL: the rule of `domain/content/readable.ts`. */
import type { ContentLanguages } from '../../domain/content/languages.ts'
import type { ReadableFilter } from '../../domain/content/readable.ts'
import { sql } from '../database/sql.ts'
import { allOf, anyOf, type Condition, isAmongSql, qualifiedColumn } from './visibility.ts'

/** Returns the condition that the own texts of items of a table are in a language: the rule of `ownLanguage`. */
export function isOwnLanguageSql(table: string, tag: string, languages: ContentLanguages): Condition {
  const own = qualifiedColumn(table, 'language')
  return anyOf([
    sql`${own} = ${tag}`,
    ...(tag === languages[0] ? [sql<boolean>`not ${isAmongSql(own, languages)}`] : []),
  ])
}

/** Returns the condition that items of a table can be read in one language of each group; true without a filter. */
export function isReadableInSql(table: string, filter: ReadableFilter | undefined): Condition {
  if (filter === undefined) return allOf([])
  const isIn = (tag: string): Condition =>
    anyOf([
      isOwnLanguageSql(table, tag, filter.languages),
      sql`${qualifiedColumn(table, 'readable_in')} like ${`% ${tag} %`}`,
    ])
  return allOf(filter.groups.map((group) => anyOf(group.map(isIn))))
}

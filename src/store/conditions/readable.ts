/** The filter by languages in which items can be read, as SQL: the rule of `domain/content/readable.ts`. */
import type { ContentLanguages } from '../../domain/content/languages.ts'
import type { ReadableFilter } from '../../domain/content/readable.ts'
import { type Sql, sql } from '../database/sql.ts'
import { allOfSql, anyOfSql, type Condition, isOneOfSql, qualifiedColumn } from './visibility.ts'

/** Returns the condition that own texts are in a language, by the column of their language: the rule of `ownLanguage`. */
export function areOwnTextsInLanguageSql(own: Sql, tag: string, languages: ContentLanguages): Condition {
  return anyOfSql([
    sql`${own} = ${tag}`,
    ...(tag === languages[0] ? [sql<boolean>`not ${isOneOfSql(own, languages)}`] : []),
  ])
}

/** Returns the condition that items of a table can be read in one language of each group; true without a filter. */
export function isReadableInSql(table: string, filter: ReadableFilter | undefined): Condition {
  if (filter === undefined) return allOfSql([])
  const isIn = (tag: string): Condition =>
    anyOfSql([
      areOwnTextsInLanguageSql(qualifiedColumn(table, 'language'), tag, filter.languages),
      sql`${qualifiedColumn(table, 'readable_in')} like ${`% ${tag} %`}`,
    ])
  return allOfSql(filter.groups.map((group) => anyOfSql(group.map(isIn))))
}

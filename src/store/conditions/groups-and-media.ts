/** The filters of groups and of media as SQL (contract §2.2, §16). */
import type { DialectName } from '../database/dialects.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { GroupQuery, MediaQuery } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import { allOfSql, type Condition, isOneOfSql } from './visibility.ts'
import { hasWordsSql, makeItemTextToSearch } from './words.ts'

/** Returns the condition of a query for groups or media. */
export function groupOrMediaListConditionSql(
  dialect: DialectName,
  table: 'groups' | 'media',
  { search, include, exclude, readable, shown }: GroupQuery | MediaQuery,
): Condition {
  const id = quotedName(`${table}.id`)
  return allOfSql([
    isReadableInSql(table, readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, makeItemTextToSearch(table, shown), search)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

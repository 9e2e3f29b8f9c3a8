/** The filters of own pages as SQL (contract §23). */
import type { DialectName } from '../database/dialects.ts'
import { sql } from '../database/sql.ts'
import type { PageQuery, Viewer } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import { allOfSql, type Condition, hasStatusSql, isOneOfSql, qualifiedColumn } from './visibility.ts'
import { hasWordsSql, makeItemTextToSearch } from './words.ts'

/** Returns the condition of a query for own pages. */
export function pageListConditionSql(
  dialect: DialectName,
  { search, in_footer, status, include, exclude, readable, shown }: PageQuery,
  viewer: Viewer,
): Condition {
  const id = qualifiedColumn('pages', 'id')
  return allOfSql([
    hasStatusSql('pages', status, viewer),
    isReadableInSql('pages', readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, makeItemTextToSearch('pages', shown), search)]),
    ...(in_footer === undefined ? [] : [sql<boolean>`pages.in_footer = ${in_footer ? 1 : 0}`]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

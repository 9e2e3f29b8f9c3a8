/** The filters of groups as SQL (contract §16). */
import type { DialectName } from '../database/dialects.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { GroupQuery } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import { allOfSql, type Condition, isOneOfSql } from './visibility.ts'
import { hasWordsSql, itemTextToSearch } from './words.ts'

/** Returns the condition of a query for groups. */
export function conditionOfGroupQuery(
  dialect: DialectName,
  { search, include, exclude, readable, shown }: GroupQuery,
): Condition {
  const id = quotedName('groups.id')
  return allOfSql([
    isReadableInSql('groups', readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, itemTextToSearch('groups', shown), search)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

/** The filters of groups as SQL (contract §16). */
import type { DialectName } from '../database/dialects.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { GroupQuery } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import { allOf, type Condition, isOneOfSql } from './visibility.ts'
import { hasWordsSql, itemTextsOf } from './words.ts'

/** Returns the condition of a list of groups. */
export function groupConditions(
  dialect: DialectName,
  { search, include, exclude, readable, shown }: GroupQuery,
): Condition {
  const id = quotedName('groups.id')
  return allOf([
    isReadableInSql('groups', readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, itemTextsOf('groups', shown), search)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

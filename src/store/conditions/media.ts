/** The filters of media as SQL (contract §2.2). */
import type { DialectName } from '../database/dialects.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { MediaQuery } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import { allOfSql, type Condition, isOneOfSql } from './visibility.ts'
import { hasWordsSql, itemTextToSearch } from './words.ts'

/** Returns the condition of a query for media. */
export function conditionOfMediaQuery(
  dialect: DialectName,
  { search, include, exclude, readable, shown }: MediaQuery,
): Condition {
  const id = quotedName('media.id')
  return allOfSql([
    isReadableInSql('media', readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, itemTextToSearch('media', shown), search)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

/** The order of lists of media: newest first. */
export const newestMediaFirstSql = sql`media.date_utc desc, media.id desc`

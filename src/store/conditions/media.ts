/** The filters of media as SQL (contract §2.2). */
import type { DialectName } from '../database/dialects.ts'
import { named, sql } from '../database/sql.ts'
import type { MediaQuery } from '../store.ts'
import { all, among, type Condition } from './visibility.ts'
import { hasWords } from './words.ts'

/** Returns the condition of a list of media. */
export function mediaConditions(dialect: DialectName, { search, include, exclude }: MediaQuery): Condition {
  const id = named('media.id')
  return all([
    ...(search === undefined ? [] : [hasWords(dialect, named('media.search_text'), search)]),
    ...(include === undefined ? [] : [among(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${among(id, exclude)}`]),
  ])
}

/** Newest first. */
export const mediaOrder = sql`media.date_utc desc, media.id desc`

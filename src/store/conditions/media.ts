/** The filters of media as SQL (contract §2.2). */
import { sql } from 'kysely'
import type { DialectName } from '../dialects.ts'
import type { MediaQuery } from '../store.ts'
import { all, among, type Condition } from './visibility.ts'
import { hasWords } from './words.ts'

/** Everything that a list of media asks for. */
export function mediaConditions(dialect: DialectName, { search, include, exclude }: MediaQuery): Condition {
  const id = sql.ref('media.id')
  return all([
    ...(search === undefined ? [] : [hasWords(dialect, sql.ref('media.search_text'), search)]),
    ...(include === undefined ? [] : [among(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${among(id, exclude)}`]),
  ])
}

/** Newest first. */
export const mediaOrder = sql`media.date_utc desc, media.id desc`

/** Finds search words in the texts of events (contract §3.3). */

import type { ContentChoice } from '../../domain/languages.ts'
import type { SearchWords } from '../../domain/text/search-words.ts'
import { allOfSql, type Condition, isOneOfSql } from '../conditions/visibility.ts'
import { hasWordsSql, type SearchedTextSqlOfTable } from '../conditions/words.ts'
import type { DialectName } from '../database/dialects.ts'
import { type Db, quotedName, type Sql, sql } from '../database/sql.ts'

// Searches of the texts of events, and their results.

/** A part of an event's text: its title, its description and excerpt, or the starts of the words of its title. */
export type TextField = 'title' | 'text' | 'start'

/** Words to find in the whole text of events, or in a part of it. */
export interface TextQuery extends SearchWords {
  readonly field?: TextField
  /** In which languages texts are shown: words of these count, too. */
  readonly shown?: ContentChoice | undefined
}

/** Returns the key of a search among others. */
export const textQueryKey = ({ include, exclude, field, shown }: TextQuery): string =>
  JSON.stringify([include, exclude, field, shown?.asked, shown?.languages])

/**
 * The result of a text search, as ids, ascending: events that match by their whole text, and password-protected
 * ones that match by their title.
 */
export interface IdsMatchingByTextOrTitle {
  readonly whole: readonly number[]
  readonly titles: readonly number[]
}

/** All that a search finds of an event: a long text is stored apart. */
export const wholeSearchTextSql: Sql<string> = sql`case when events.long_search is null then events.search_text
  else events.search_text || (select text from long_texts where id = events.long_search) end`

/** The text that a query searches. The whole text begins with the title and a line break. */
function searchedText({ field }: TextQuery): Sql<string> {
  if (field === undefined) return wholeSearchTextSql
  if (field === 'text') return sql`substr(${wholeSearchTextSql}, length(events.title_key) + 2)`
  return field === 'title' ? sql`events.title_key` : sql`(' ' || events.title_key)`
}

/** The words as they stand in the searched text: after a space, at the start of a word. */
function needles({ field, include, exclude }: TextQuery): SearchWords {
  const placed = (words: readonly string[]) => (field === 'start' ? words.map((word) => ` ${word}`) : words)
  return { include: placed(include), exclude: placed(exclude) }
}

const title = 'title'

function placeOf(query: TextQuery): SearchedTextSqlOfTable {
  const { field, shown } = query
  const place = { table: 'events', text: searchedText(query), shown } as const
  if (field === undefined) return place
  return { ...place, part: { title, is: field !== 'text', isPadded: field === 'start' } }
}

/** Returns the condition that an event has the words of a query where it searches. */
export const eventTextHasWordsSql = (dialect: DialectName, query: TextQuery) =>
  hasWordsSql(dialect, placeOf(query), needles(query))

/** Where ids are selected from. */
interface IdSource {
  readonly from: Sql
  readonly id: Sql
  readonly where: Condition
}

const eventIdSource = (where: Condition): IdSource => ({
  from: sql`events`,
  id: sql`events.id`,
  where,
})

/** Returns the ids that a condition selects. The database gives them as one text, which is faster than a row each. */
export async function queryIdsMeetingCondition(
  db: Db,
  { from, id, where }: IdSource,
): Promise<readonly number[]> {
  const joined = db.dialect === 'sqlite' ? sql`json_group_array(${id})` : sql`json_agg(${id})::text`
  const { rows } = await sql<{
    ids: string | null
  }>`select ${joined} as ids from ${from} where ${where}`.execute(db)
  return JSON.parse(rows[0]?.ids ?? '[]')
}

/** Returns those of a slice of ascending ids whose text contains the words. Each text is read once. */
export async function eventIdsWithWords(
  db: Db,
  query: TextQuery,
  slice: readonly number[],
): Promise<readonly number[]> {
  const [first = 0, last = 0] = [slice[0], slice.at(-1)]
  const text = eventTextHasWordsSql(db.dialect, query)
  if (last - first >= slice.length * 2)
    return queryIdsMeetingCondition(
      db,
      eventIdSource(allOfSql([isOneOfSql(quotedName('events.id'), slice), text])),
    )
  const wanted = new Set(slice)
  const found = await queryIdsMeetingCondition(
    db,
    eventIdSource(allOfSql([sql`events.id between ${first} and ${last}`, text])),
  )
  return found.filter((id) => wanted.has(id))
}

/** Returns those of the events with a password whose title contains the words. */
export function protectedEventIdsByTitle(
  db: Db,
  words: TextQuery,
  few: readonly number[],
): Promise<readonly number[]> {
  const { include, exclude, shown } = words
  const has = eventTextHasWordsSql(db.dialect, { include, exclude, shown, field: 'title' })
  return queryIdsMeetingCondition(
    db,
    eventIdSource(
      allOfSql([sql`events.password_hash is not null`, isOneOfSql(quotedName('events.id'), few), has]),
    ),
  )
}

/** Returns those of a few events whose text contains the words, and the password-protected ones whose title does. */
export async function textMatchesAmongEvents(
  db: Db,
  query: TextQuery,
  few: readonly number[],
): Promise<IdsMatchingByTextOrTitle> {
  const text = eventTextHasWordsSql(db.dialect, query)
  return {
    whole: await queryIdsMeetingCondition(
      db,
      eventIdSource(allOfSql([isOneOfSql(quotedName('events.id'), few), text])),
    ),
    titles: await protectedEventIdsByTitle(db, query, few),
  }
}

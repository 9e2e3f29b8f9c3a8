/**
 * The indexes of the texts of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index. They find
 * the events that have words without reading all texts (contract §3.3).
 */
import type { ContentChoice } from '../../domain/content/languages.ts'
import { isIndexableWord, type SearchWords } from '../../domain/text/search-words.ts'
import { shownTranslationItemsQuery } from '../conditions/translated.ts'
import { allOfSql, type Condition } from '../conditions/visibility.ts'
import { hasWordsSql } from '../conditions/words.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import type { TextQuery } from './text-query.ts'
import { queryIdsMeetingCondition } from './texts.ts'

/** Letters and digits that pg_trgm reads in every locale: in the locale C it takes all others for spaces. */
const plainTrigram = /[a-z0-9]{3}/

/** Returns which words the index of a database covers. */
export async function indexCoversWordTest(db: Db): Promise<(word: string) => boolean> {
  if (db.dialect === 'sqlite') return isIndexableWord
  const hasIndex = await queryFirstRow(
    db,
    sql`select 1 from pg_class where oid = to_regclass('events_trigrams') and relkind = 'i'`,
  )
  return (word) => hasIndex !== undefined && plainTrigram.test(word)
}

/** Splits words by whether an index covers them. */
export function splitWordsByIndex(isKnown: (word: string) => boolean, { include, exclude }: SearchWords) {
  const isUnknown = (word: string) => !isKnown(word)
  return {
    known: { include: include.filter(isKnown), exclude: exclude.filter(isKnown) },
    unknown: { include: include.filter(isUnknown), exclude: exclude.filter(isUnknown) },
  }
}

/** Returns words as a query of FTS5. */
export const fts5QueryOfWords = (words: readonly string[], operator: string) =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(` ${operator} `)

/** Events that the text index does not have yet: few, so their texts are read. */
export const isNotIndexedSql: Condition = sql`events.id > (select indexed_id from text_index)`

/** The event refers to a long text, in which a search finds all but its title. */
const isLong: Condition = sql`events.long_search is not null`

/** The text that is stored with an event. */
const ownText = { table: 'events', text: sql<string>`events.search_text`, shown: undefined } as const

/**
 * The index of SQLite has a word in the title or in the long text of an event. The plus keeps SQLite from looking up every event whose
 * title has the word, to find that few or none of them has a long text: that took most of a search among a million events.
 */
function hasIndexedWord(word: string): Condition {
  const [query, include] = [fts5QueryOfWords([word], 'OR'), [word]]
  const inNew = allOfSql([isNotIndexedSql, hasWordsSql('sqlite', ownText, { include, exclude: [] })])
  return sql`(long_search in (select rowid from long_texts_index where long_texts_index match ${query})
    or +id in (select rowid from events_text where events_text match ${query} union all select id from events where ${inNew}))`
}

/** Events with a long text that have the words, each in the title or in that text. */
function longTextsMatching({ include, exclude }: SearchWords): Sql {
  const where = allOfSql([
    isLong,
    ...include.map(hasIndexedWord),
    ...exclude.map((word): Condition => sql`not ${hasIndexedWord(word)}`),
  ])
  return sql`select id from events where ${where}`
}

function matched(db: Db, words: SearchWords): Promise<readonly number[]> {
  const { include, exclude } = words
  const without = exclude.length === 0 ? '' : ` NOT (${fts5QueryOfWords(exclude, 'OR')})`
  const query = `(${fts5QueryOfWords(include, 'AND')})${without}`
  const inNew = allOfSql([sql`not ${isLong}`, isNotIndexedSql, hasWordsSql('sqlite', ownText, words)])
  const found = sql`(select rowid as id from events_text
      where events_text match ${query} and rowid not in (select id from events where ${isLong})
    union all select id from events where ${inNew}
    union all ${longTextsMatching(words)})`
  return queryIdsMeetingCondition(db, 'sqlite', { from: found, id: sql`id`, where: sql`1 = 1` })
}

/** The text of a column, which has an index of trigrams, contains a word: anywhere, or at its start. */
export function containsWordLikeSql(
  column: Sql,
  word: string,
  where: 'anywhere' | 'start' = 'anywhere',
): Condition {
  const pattern = `${where === 'start' ? '' : '%'}${word.replace(/[\\%_]/g, '\\$&')}%`
  return sql`${column} like ${pattern}`
}

/** Returns a query for the rows that are in each of some queries, and in none of others. */
function inEachOf(included: readonly Sql[], excluded: readonly Sql[]): Sql {
  return joinedSql([joinedSql(included, ' intersect '), ...excluded], ' except ')
}

/**
 * Events with a long text that have the words, as `longTextsMatching`. Each word is looked up in both indexes: PostgreSQL does so by itself
 * only once it has statistics, and reads all events before (`npm run trial imports`).
 */
function longTextsAlike({ include, exclude }: SearchWords): Sql {
  const having = (word: string) =>
    sql`(select id from events where long_search in
        (select id from long_texts where is_searched = 1 and ${containsWordLikeSql(sql`text`, word)})
      union select id from events where ${isLong} and ${containsWordLikeSql(sql`events.search_text`, word)})`
  return inEachOf(include.map(having), exclude.map(having))
}

function alike(db: Db, words: SearchWords): Promise<readonly number[]> {
  const own = (word: string) => containsWordLikeSql(sql`events.search_text`, word)
  const where = allOfSql([
    sql`not ${isLong}`,
    ...words.include.map(own),
    ...words.exclude.map((word): Condition => sql`not ${own(word)}`),
  ])
  const found = sql`(select id from events where ${where} union all (${longTextsAlike(words)})) as found`
  return queryIdsMeetingCondition(db, 'postgres', { from: found, id: sql`id`, where: sql`1 = 1` })
}

/** Returns queries for the events that have a word: in their own text, in their long text, and in what is shown of their translations. */
function eventsWithWord(db: Db, word: string, shown: ContentChoice): readonly Sql[] {
  const match = fts5QueryOfWords([word], 'OR')
  const long = longTextIdsContainingPartsQuery(db, [word])
  const inNew = allOfSql([isNotIndexedSql, hasWordsSql('sqlite', ownText, { include: [word], exclude: [] })])
  const own =
    db.dialect === 'sqlite'
      ? [
          sql`select rowid as id from events_text where events_text match ${match}`,
          sql`select id from events where ${inNew}`,
        ]
      : [sql`select id from events where ${containsWordLikeSql(sql`events.search_text`, word)}`]
  return [
    ...own,
    sql`select id from events where long_search in (${long})`,
    shownTranslationItemsQuery('events', shown, long),
  ]
}

/** Returns the events that have each word somewhere in their own texts and in what is shown of their translations. */
function shownWith(db: Db, { include, exclude }: SearchWords, shown: ContentChoice) {
  const having = (word: string) =>
    sql`select id from (${joinedSql(eventsWithWord(db, word, shown), ' union ')}) as one_word`
  const found = inEachOf(include.map(having), exclude.map(having))
  return queryIdsMeetingCondition(db, db.dialect, {
    from: sql`(${found}) as found`,
    id: sql`id`,
    where: sql`1 = 1`,
  })
}

/**
 * Returns the events whose text contains the included words and no excluded one, ascending. There is an included word, and the index
 * covers all words.
 */
export async function eventIdsByTextIndex(db: Db, words: TextQuery): Promise<readonly number[]> {
  const own = db.dialect === 'sqlite' ? matched : alike
  const found = await (words.shown === undefined ? own(db, words) : shownWith(db, words, words.shown))
  return [...found].sort((a, b) => a - b)
}

/** Returns a query for ids of long texts that contain all parts. The index covers all parts. */
export const longTextIdsContainingPartsQuery = ({ dialect }: Db, parts: readonly string[]): Sql =>
  dialect === 'sqlite'
    ? sql`select rowid as id from long_texts_index where long_texts_index match ${fts5QueryOfWords(parts, 'AND')}`
    : sql`select id from long_texts where is_searched = 1 and ${allOfSql(parts.map((part) => containsWordLikeSql(sql`text`, part)))}`

/** Returns a query for ids of long texts that contain all parts of one of the lists: at most `limit` of each list. */
export const longTextIdsByPartsQuery = (db: Db, lists: readonly (readonly string[])[], limit: number): Sql =>
  joinedSql(
    lists.map(
      (parts) => sql`select id from (${longTextIdsContainingPartsQuery(db, parts)} limit ${limit}) as few`,
    ),
    ' union all ',
  )

/** Returns a query for ids of events whose own or whose long texts contain all parts: at most `limit` of either. The index covers all parts. */
function idsWithParts(db: Db, parts: readonly string[], limit: number): Sql {
  const own =
    db.dialect === 'sqlite'
      ? sql`select rowid as id from events_text where events_text match ${fts5QueryOfWords(parts, 'AND')} order by rowid desc`
      : sql`select id from events where ${allOfSql(parts.map((part) => containsWordLikeSql(sql`events.search_text`, part)))}`
  return sql`select id from (${own} limit ${limit}) as few
    union all select id from (select id from events where long_search in (${longTextIdsContainingPartsQuery(db, parts)}) limit ${limit}) as few`
}

/**
 * Returns a query for ids of events whose texts contain all parts of one of the lists: at most `limit` of each list, and those that the
 * index lacks.
 */
export function eventIdsByPartsQuery(db: Db, lists: readonly (readonly string[])[], limit: number): Sql {
  const found = lists.map((parts) => idsWithParts(db, parts, limit))
  return joinedSql(
    db.dialect === 'sqlite' ? [...found, sql`select id from events where ${isNotIndexedSql}`] : found,
    ' union all ',
  )
}

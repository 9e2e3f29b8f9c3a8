/**
 * The indexes of the texts of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index. They find
 * the events that have words without reading all texts (contract §3.3).
 */
import { setImmediate as breath } from 'node:timers/promises'
import { isIndexableWord, type SearchWords } from '../../domain/text/search-words.ts'
import { allOf, type Condition } from '../conditions/visibility.ts'
import { hasWordsSql } from '../conditions/words.ts'
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import { selectIds } from './texts.ts'

/** Letters and digits that pg_trgm reads in every locale: in the locale C it takes all others for spaces. */
const plainTrigram = /[a-z0-9]{3}/

/** Returns which words the index of a database covers. */
export async function indexedWordTest(db: Db): Promise<(word: string) => boolean> {
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

const quoted = (words: readonly string[], operator: string) =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(` ${operator} `)

/** Events that the text index does not have yet: few, so their texts are read. */
const isNew: Condition = sql`events.id > (select indexed_id from text_index)`

/** The event refers to a long text, in which a search finds all but its title. */
const isLong: Condition = sql`events.long_search is not null`

/** Events with a long text that have the words, each in the title or in that text. */
function longTextsWith({ include, exclude }: SearchWords, has: (word: string) => Condition): Sql {
  const where = allOf([
    isLong,
    ...include.map(has),
    ...exclude.map((word): Condition => sql`not ${has(word)}`),
  ])
  return sql`select id from events where ${where}`
}

/** The index of SQLite has a word in the title or in the long text of an event. */
function hasIndexedWord(word: string): Condition {
  const [query, include] = [quoted([word], 'OR'), [word]]
  const inNew = allOf([isNew, hasWordsSql('sqlite', sql`events.search_text`, { include, exclude: [] })])
  return sql`(long_search in (select rowid from long_texts_index where long_texts_index match ${query})
    or id in (select rowid from events_text where events_text match ${query} union all select id from events where ${inNew}))`
}

function matched(db: Db, words: SearchWords): Promise<readonly number[]> {
  const { include, exclude } = words
  const without = exclude.length === 0 ? '' : ` NOT (${quoted(exclude, 'OR')})`
  const query = `(${quoted(include, 'AND')})${without}`
  const inNew = allOf([sql`not ${isLong}`, isNew, hasWordsSql('sqlite', sql`events.search_text`, words)])
  const found = sql`(select rowid as id from events_text
      where events_text match ${query} and rowid not in (select id from events where ${isLong})
    union all select id from events where ${inNew}
    union all ${longTextsWith(words, hasIndexedWord)})`
  return selectIds(db, 'sqlite', { from: found, id: sql`id`, where: sql`1 = 1` })
}

/** Events, and characters of their texts, that one statement adds to the index: nothing else runs until it ends. */
const INDEXED_AT_ONCE = 50
const CHARACTERS_AT_ONCE = 100_000

/** The last of the events that are indexed next; undefined if none is left. */
async function nextIndexed(db: Db): Promise<number | undefined> {
  const next = await queryRows(
    db,
    sql<{ readonly id: number; readonly characters: number }>`
      select id, sum(length(search_text)) over (order by id) as characters
      from events where ${isNew} order by id limit ${INDEXED_AT_ONCE}`,
  )
  return (next.findLast(({ characters }) => characters <= CHARACTERS_AT_ONCE) ?? next[0])?.id
}

/**
 * Adds to the index of PostgreSQL what it has only listed so far. Its own limit is megabytes, which each search reads: or rather all events,
 * as the planner expects of so long a list (`npm run imports`).
 */
const indexListed = (db: Db) =>
  queryRows(
    db,
    sql`select gin_clean_pending_list(oid) from pg_class
      where oid in (to_regclass('events_trigrams'), to_regclass('long_texts_trigrams')) and relkind = 'i'`,
  )

/** Adds the newest events to the text index. On SQLite, other tasks run between its steps. */
export async function indexTexts(db: Db): Promise<void> {
  if (db.dialect !== 'sqlite') return void (await indexListed(db))
  for (let last = await nextIndexed(db); last !== undefined; last = await nextIndexed(db)) {
    await sql`insert into events_text (rowid, search_text)
      select id, search_text from events where ${isNew} and id <= ${last}`.execute(db)
    await sql`update text_index set indexed_id = ${last}`.execute(db)
    await breath()
  }
}

/** How often new events reach the text index: with every 64th write, and with each that adds many. */
const INDEXED_EVERY = 64
const MANY = 16

/** Whether the newest events are to be indexed by the write of a revision that adds so many. */
export const isIndexDue = (revision: number, added: number): boolean =>
  added >= MANY || revision % INDEXED_EVERY === 0

const pattern = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The text of a column, which has an index of trigrams, contains a word. */
const isLike = (column: Sql, word: string): Condition => sql`${column} like ${pattern(word)}`

const hasLikeWord = (word: string): Condition =>
  sql`(long_search in (select id from long_texts where is_searched = 1 and ${isLike(sql`text`, word)})
    or ${isLike(sql`events.search_text`, word)})`

function alike(db: Db, words: SearchWords): Promise<readonly number[]> {
  const own = (word: string) => isLike(sql`events.search_text`, word)
  const where = allOf([
    sql`not ${isLong}`,
    ...words.include.map(own),
    ...words.exclude.map((word): Condition => sql`not ${own(word)}`),
  ])
  const found = sql`(select id from events where ${where} union all ${longTextsWith(words, hasLikeWord)}) as found`
  return selectIds(db, 'postgres', { from: found, id: sql`id`, where: sql`1 = 1` })
}

/**
 * Returns the events whose text contains the included words and no excluded one, ascending. There is an included word, and the index
 * covers all words.
 */
export async function eventsByTextIndex(db: Db, words: SearchWords): Promise<readonly number[]> {
  const found = await (db.dialect === 'sqlite' ? matched(db, words) : alike(db, words))
  return [...found].sort((a, b) => a - b)
}

/** Returns a query for ids of events whose own or whose long texts contain all parts: at most `limit` of either. The index covers all parts. */
function idsWithParts({ dialect }: Db, parts: readonly string[], limit: number): Sql {
  const likeAll = (column: Sql) => allOf(parts.map((part) => isLike(column, part)))
  const all = quoted(parts, 'AND')
  const [own, long] =
    dialect === 'sqlite'
      ? [
          sql`select rowid as id from events_text where events_text match ${all} order by rowid desc`,
          sql`select rowid from long_texts_index where long_texts_index match ${all}`,
        ]
      : [
          sql`select id from events where ${likeAll(sql`events.search_text`)}`,
          sql`select id from long_texts where is_searched = 1 and ${likeAll(sql`text`)}`,
        ]
  return sql`select id from (${own} limit ${limit}) as few
    union all select id from (select id from events where long_search in (${long}) limit ${limit}) as few`
}

/**
 * Returns a query for ids of events whose texts contain all parts of one of the lists: at most `limit` of each list, and those that the
 * index lacks.
 */
export function idsByParts(db: Db, lists: readonly (readonly string[])[], limit: number): Sql {
  const found = lists.map((parts) => idsWithParts(db, parts, limit))
  return joinedSql(
    db.dialect === 'sqlite' ? [...found, sql`select id from events where ${isNew}`] : found,
    ' union all ',
  )
}

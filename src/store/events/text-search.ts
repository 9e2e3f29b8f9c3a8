/**
 * Scans of texts, which take long: one short and one long one at a time, callers in turn, with a time limit, in slices that let other requests run.
 * They run outside snapshots, and each slice reads the newest state; writes from the meantime are corrected
 * afterwards.
 */
import { setImmediate as breath, setImmediate, setTimeout } from 'node:timers/promises'
import type { ContentChoice } from '../../domain/languages.ts'
import { isIndexableWord, type SearchWords } from '../../domain/text/search-words.ts'
import { fairQueue, presentTask, runAside } from '../../support/fair-queue.ts'
import { allOfSql, anyOfSql, type Condition } from '../conditions/visibility.ts'
import { hasWordsSql, shownTranslationItemsQuery } from '../conditions/words.ts'
import { SearchRefusedError } from '../database/errors.ts'
import { runBySlicesOfIds } from '../database/slices.ts'
import { type Db, type DialectName, joinedSql, type Sql, sql } from '../database/sql.ts'
import {
  eventIdsWithWords,
  eventTextHasWordsSql,
  type IdsMatchingByTextOrTitle,
  protectedEventIdsByTitle,
  queryIdsMeetingCondition,
  type TextField,
  type TextQuery,
  textQueryKey,
} from './texts.ts'

// The indexes of the texts of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index. They find
// the events that have words without reading all texts (contract §3.3).

/** Letters and digits that pg_trgm reads in every locale: in the locale C it takes all others for spaces. */
const plainTrigram = /[a-z0-9]{3}/

/** Returns which words the index of a database covers. */
export async function indexCoversWordTest(db: Db): Promise<(word: string) => boolean> {
  if (db.dialect === 'sqlite') return isIndexableWord
  const hasIndex =
    await sql`select 1 from pg_class where oid = to_regclass('events_trigrams') and relkind = 'i'`.first(db)
  return (word) => hasIndex !== undefined && plainTrigram.test(word)
}

/** Splits words by whether an index covers them. */
function splitWordsByIndex(isKnown: (word: string) => boolean, { include, exclude }: SearchWords) {
  const isUnknown = (word: string) => !isKnown(word)
  return {
    known: { include: include.filter(isKnown), exclude: exclude.filter(isKnown) },
    unknown: { include: include.filter(isUnknown), exclude: exclude.filter(isUnknown) },
  }
}

/** Returns words as a query of FTS5. */
const fts5QueryOfWords = (words: readonly string[], operator: string) =>
  words.map((word) => `"${word.replaceAll('"', '""')}"`).join(` ${operator} `)

/** Events that the text index does not have yet: few, so their texts are read. */
const isNotIndexedSql: Condition = sql`events.id > (select indexed_id from text_index)`

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
  return queryIdsMeetingCondition(db, { from: found, id: sql`id`, where: sql`1 = 1` })
}

/** The text of a column, which has an index of trigrams, contains a word: anywhere, or at its start. */
function containsWordLikeSql(column: Sql, word: string, where: 'anywhere' | 'start' = 'anywhere'): Condition {
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
  return queryIdsMeetingCondition(db, { from: found, id: sql`id`, where: sql`1 = 1` })
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
  return queryIdsMeetingCondition(db, {
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
const longTextIdsContainingPartsQuery = ({ dialect }: Db, parts: readonly string[]): Sql =>
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

// The index of the titles of events by trigrams: FTS5 on SQLite, pg_trgm on PostgreSQL where the database has its index.

/** Returns the word of a query that looks for one in a part of the texts and that the index finds in titles; undefined if titles are to be read. */
async function titleIndexWordOfQuery(
  db: Db,
  { include, exclude, field }: TextQuery,
): Promise<string | undefined> {
  const [word, another] = include
  if (field === undefined || word === undefined || another !== undefined || exclude.length > 0)
    return undefined
  const isCovered = await indexCoversWordTest(db)
  if (!isCovered(word)) return undefined
  if (db.dialect === 'sqlite') return word
  const hasIndex = sql`select 1 from pg_class where oid = to_regclass('events_titles_trigrams') and relkind = 'i'`
  return (await hasIndex.exists(db)) ? word : undefined
}

const title: Sql = sql`events.title_key`

/** Returns queries for the events whose own title has a word, anywhere or at the start of a word. */
function ownTitles({ dialect }: Db, word: string, isStart: boolean): readonly Sql[] {
  if (dialect === 'postgres') {
    const has: Condition = isStart
      ? anyOfSql([containsWordLikeSql(title, word, 'start'), containsWordLikeSql(title, ` ${word}`)])
      : containsWordLikeSql(title, word)
    return [sql`select id from events where ${has}`]
  }
  const match = fts5QueryOfWords([isStart ? ` ${word}` : word], 'AND')
  const inNew = eventTextHasWordsSql(dialect, {
    include: [word],
    exclude: [],
    field: isStart ? 'start' : 'title',
  })
  return [
    sql`select rowid as id from events_titles where events_titles match ${match}`,
    sql`select id from events where ${allOfSql([isNotIndexedSql, inNew])}`,
  ]
}

/**
 * Returns the events with a word in their title (with the field `start`, at the start of a word of it), ascending. The index covers the
 * word. With `shown`, also all events with the word anywhere in what is shown of their translations.
 */
async function eventIdsByTitleIndex(
  db: Db,
  word: string,
  { field, shown }: { readonly field?: TextField | undefined; readonly shown: TextQuery['shown'] },
): Promise<readonly number[]> {
  const translated =
    shown === undefined
      ? []
      : [shownTranslationItemsQuery('events', shown, longTextIdsContainingPartsQuery(db, [word]))]
  const found = joinedSql([...ownTitles(db, word, field === 'start'), ...translated], ' union all ')
  const ids = await queryIdsMeetingCondition(db, {
    from: sql`(${found}) as found`,
    id: sql`id`,
    where: sql`1 = 1`,
  })
  return (shown === undefined ? [...ids] : [...new Set(ids)]).sort((a, b) => a - b)
}

type Ids = readonly number[] | Float64Array

/** A scan that a response needs. */
export interface NeededScan {
  readonly words: TextQuery
  /** Returns all events, ascending. */
  allIds(): Float64Array
  /** The events with a password, ascending. */
  readonly protectedIds: Float64Array
  /** Receives the result. */
  take(texts: IdsMatchingByTextOrTitle): void
  /** Returns the result that an earlier scan for the same words left, with what was written since; undefined if it is not kept. */
  kept(): Promise<IdsMatchingByTextOrTitle | undefined>
}

/** Milliseconds that one request may search, whatever it searches for. */
export const SEARCH_LIMIT_MILLISECONDS = 10_000

/** What is left of them to requests that have searched. */
const timeLeft = new WeakMap<object, number>()

/** Runs a search of the present request with the moment after which it is to be refused, by the clock `now`. */
export async function withinSearchTime<T>(
  now: () => number,
  search: (deadline: number) => Promise<T>,
): Promise<T> {
  const request = presentTask() ?? {}
  const [since, left] = [now(), timeLeft.get(request) ?? SEARCH_LIMIT_MILLISECONDS]
  try {
    return await search(since + left)
  } finally {
    timeLeft.set(request, left - (now() - since))
  }
}

/** The number of scans of one caller that may wait; further ones are refused at once. */
export const MAX_WAITING_SCANS = 16
/** The most texts of a short scan, such as those with a common word. Short ones do not wait for long ones, which search all texts. */
const MAX_OF_SHORT = 20_000
/** The greatest number of texts that one statement reads. */
const MAX_AT_ONCE = 2000

/**
 * SQLite reads on the main thread, so a scan leaves half of the time to other requests. PostgreSQL has processes of
 * its own.
 */
export const paces = {
  sqlite: { target: 8, pause: (took: number) => setTimeout(took) },
  postgres: { target: 100, pause: () => setImmediate() },
} as const

/** Reads one state of the database that is no older than any earlier read. */
export type ReadOnNewestDatabaseState = <T>(act: (db: Db) => Promise<T>) => Promise<T>

/** The findings of the indexes for a query, ascending: events that have its words, and those whose texts are to be searched for `rest`. */
interface FromIndexes {
  readonly certain: readonly number[]
  readonly doubtful: Ids
  readonly rest: TextQuery
}

/** Returns the events that the index of texts leaves for a query. */
async function leftByTextIndex(
  read: ReadOnNewestDatabaseState,
  { include, exclude, shown }: TextQuery,
  allIds: () => Float64Array,
): Promise<Ids> {
  if (include.length > 0) return read((db) => eventIdsByTextIndex(db, { include, exclude, shown }))
  if (exclude.length === 0) return allIds()
  const off = exclude.map((word) =>
    read((db) => eventIdsByTextIndex(db, { include: [word], exclude: [], shown })),
  )
  const without = new Set((await Promise.all(off)).flat())
  return allIds().filter((id) => !without.has(id))
}

/** Returns what the index of texts finds. It knows whole texts: in a part of them, all that it leaves is searched. */
async function fromTextIndex(
  read: ReadOnNewestDatabaseState,
  words: TextQuery,
  allIds: () => Float64Array,
): Promise<FromIndexes> {
  const { known, unknown } = splitWordsByIndex(await read(indexCoversWordTest), words)
  const { field, shown } = words
  // What a part of a text lacks, the whole may have: the index can't exclude it.
  const covered = field === undefined ? { ...known, shown } : { ...known, exclude: [], shown }
  const left = await leftByTextIndex(read, covered, allIds)
  if (field !== undefined) return { certain: [], doubtful: left, rest: words }
  const rest = { ...unknown, shown }
  return rest.include.length + rest.exclude.length === 0
    ? { certain: [...left], doubtful: [], rest }
    : { certain: [], doubtful: left, rest }
}

/** Returns what the indexes find. Of translations, the index of titles does not know which text is a title. */
async function fromIndexes(
  read: ReadOnNewestDatabaseState,
  words: TextQuery,
  allIds: () => Float64Array,
): Promise<FromIndexes> {
  const { field, shown } = words
  const word = await read((db) => titleIndexWordOfQuery(db, words))
  if (word === undefined) return fromTextIndex(read, words, allIds)
  const titled = await read((db) => eventIdsByTitleIndex(db, word, { field, shown }))
  if (field !== 'text')
    return shown === undefined
      ? { certain: titled, doubtful: [], rest: words }
      : { certain: [], doubtful: titled, rest: words }
  // Where the title does not have the word, another text does.
  const isTitled = new Set(titled)
  const found = await read((db) => eventIdsByTextIndex(db, { include: [word], exclude: [], shown }))
  return {
    certain: found.filter((id) => !isTitled.has(id)),
    doubtful: found.filter((id) => isTitled.has(id)),
    rest: words,
  }
}

/** The database that is scanned, and the clock in milliseconds. */
interface Scanned {
  readonly dialect: DialectName
  readonly read: ReadOnNewestDatabaseState
  now(): number
}

/** Searches the texts that the indexes left. Throws a `SearchRefusedError` after the deadline. */
async function searchLeft(
  { dialect, read, now }: Scanned,
  { words, protectedIds }: NeededScan,
  { certain, doubtful, rest }: FromIndexes,
  deadline: number,
): Promise<IdsMatchingByTextOrTitle> {
  const allow = () => {
    if (now() > deadline) throw new SearchRefusedError()
  }
  allow()
  const pace = { ...paces[dialect], first: 500, most: MAX_AT_ONCE, now }
  const textsIn = (slice: readonly number[]) => read((db) => eventIdsWithWords(db, rest, slice))
  const titlesIn = (slice: readonly number[]) => read((db) => protectedEventIdsByTitle(db, words, slice))
  const searched = await runBySlicesOfIds(doubtful, textsIn, allow, pace)
  return {
    whole: searched.length === 0 ? certain : [...certain, ...searched].sort((a, b) => a - b),
    titles: await runBySlicesOfIds(protectedIds, titlesIn, allow, pace),
  }
}

/** Returns the scan function of one database; `now` is in milliseconds. */
export function textScanner(
  dialect: DialectName,
  read: ReadOnNewestDatabaseState,
  now = () => performance.now(),
) {
  const lane = () =>
    fairQueue({
      running: 1,
      waitingOfOne: MAX_WAITING_SCANS,
      waiting: 4 * MAX_WAITING_SCANS,
      what: 'searches',
    })
  const [short, long] = [lane(), lane()]
  const underWay = new Map<string, Promise<IdsMatchingByTextOrTitle>>()

  /** Asks the indexes in the place of the request, and searches the texts that they leave in one of two lanes. */
  async function scan(wanted: NeededScan, deadline: number): Promise<IdsMatchingByTextOrTitle> {
    const fromIndex = await fromIndexes(read, wanted.words, wanted.allIds)
    const left = fromIndex.doubtful.length + wanted.protectedIds.length
    const search = () => searchLeft({ dialect, read, now }, wanted, fromIndex, deadline)
    if (left === 0) return search()
    return runAside((caller) => (left <= MAX_OF_SHORT ? short : long)(caller, search))
  }

  /** Waits for a scan of another request for the same words, or runs one. */
  const inTime = async (wanted: NeededScan, deadline: number): Promise<IdsMatchingByTextOrTitle> => {
    const key = textQueryKey(wanted.words)
    for (let known = underWay.get(key); known !== undefined && now() <= deadline; known = underWay.get(key)) {
      const other = known
      // Its request may have had less time left, or its caller too many that wait: this one then searches itself.
      await runAside(() => other.catch(() => undefined))
      // That scan began earlier, perhaps on older texts.
      const kept = await wanted.kept()
      if (kept !== undefined) return kept
    }
    const running = scan(wanted, deadline)
    underWay.set(key, running)
    try {
      const texts = await running
      wanted.take(texts)
      return texts
    } finally {
      underWay.delete(key)
    }
  }
  /**
   * Runs a scan when it is its caller's turn; meanwhile other searches have the place of the request. Throws a `SearchRefusedError`
   * where that takes too long, 429 or 503 where too many wait.
   */
  return (wanted: NeededScan): Promise<IdsMatchingByTextOrTitle> =>
    withinSearchTime(now, (deadline) => inTime(wanted, deadline))
}

// Adds new events to the indexes of texts, many at a time.

/** Events, and characters of their texts, that one statement adds to the index: nothing else runs until it ends. */
const INDEXED_AT_ONCE = 50
const CHARACTERS_AT_ONCE = 100_000

/** The last of the events that are indexed next; undefined if none is left. */
async function nextIndexed(db: Db): Promise<number | undefined> {
  const next = await sql<{ readonly id: number; readonly characters: number }>`
      select id, sum(length(search_text)) over (order by id) as characters
      from events where ${isNotIndexedSql} order by id limit ${INDEXED_AT_ONCE}`.rows(db)
  return (next.findLast(({ characters }) => characters <= CHARACTERS_AT_ONCE) ?? next[0])?.id
}

/**
 * Adds to the index of PostgreSQL what it has only listed so far. Its own limit is megabytes, which each search reads: or rather all events,
 * as the planner expects of so long a list (`npm run trial imports`).
 */
const indexListed = (db: Db) =>
  sql`select gin_clean_pending_list(oid) from pg_class
      where oid in (to_regclass('events_trigrams'), to_regclass('events_titles_trigrams'), to_regclass('long_texts_trigrams'))
      and relkind = 'i'`.rows(db)

/** Adds the newest events to the text index and, by a trigger, to that of titles. On SQLite, other tasks run between its steps. */
export async function indexNewestEventTexts(db: Db): Promise<void> {
  if (db.dialect !== 'sqlite') return void (await indexListed(db))
  for (let last = await nextIndexed(db); last !== undefined; last = await nextIndexed(db)) {
    await sql`insert into events_text (rowid, search_text)
      select id, search_text from events where ${isNotIndexedSql} and id <= ${last}`.execute(db)
    await sql`update text_index set indexed_id = ${last}`.execute(db)
    await breath()
  }
}

/** How often new events reach the text index: with every 64th write, and with each that adds many. */
const INDEXED_EVERY = 64
const MANY = 16

/** Whether the newest events are to be indexed by the write of a revision that adds so many. */
export const isIndexingDueAfterWrite = (revision: number, added: number): boolean =>
  added >= MANY || revision % INDEXED_EVERY === 0

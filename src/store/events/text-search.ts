/**
 * Scans of texts, which take long: one short and one long one at a time, callers in turn, with a time limit, in slices that let other requests run.
 * They run outside snapshots, and each slice reads the newest state; writes from the meantime are corrected
 * afterwards.
 */
import { setImmediate, setTimeout } from 'node:timers/promises'
import { fairQueue, runAside } from '../../support/fair-queue.ts'
import { shownTranslationItemsQuery } from '../conditions/translated.ts'
import { allOfSql, anyOfSql, type Condition } from '../conditions/visibility.ts'
import { SearchRefusedError } from '../database/errors.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { runBySlicesOfIds } from '../database/slices.ts'
import type { DialectName } from '../database/sql.ts'
import { joinedSql, type Sql, sql } from '../database/sql.ts'
import {
  containsWordLikeSql,
  eventIdsByTextIndex,
  fts5QueryOfWords,
  indexCoversWordTest,
  isNotIndexedSql,
  longTextIdsContainingPartsQuery,
  splitWordsByIndex,
} from './text-index.ts'
import type { IdsMatchingByTextOrTitle } from './text-query.ts'
import { type TextField, type TextQuery, textQueryKey } from './text-query.ts'
import {
  eventIdsWithWords,
  eventTextHasWordsSql,
  protectedEventIdsByTitle,
  queryIdsMeetingCondition,
} from './texts.ts'

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
  return (await queryFirstRow(db, hasIndex)) === undefined ? undefined : word
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
  const ids = await queryIdsMeetingCondition(db, db.dialect, {
    from: sql`(${found}) as found`,
    id: sql`id`,
    where: sql`1 = 1`,
  })
  return (shown === undefined ? [...ids] : [...new Set(ids)]).sort((a, b) => a - b)
}

type Ids = readonly number[] | Float64Array

/**
 * A scan that a response needs. Thrown inside a snapshot; the scan runs outside of it, and then the snapshot is
 * taken again.
 */
export class ScanNeededError extends Error {
  readonly words: TextQuery
  /** Returns all events, ascending. */
  readonly allIds: () => Float64Array
  /** The events with a password, ascending. */
  readonly protectedIds: Float64Array
  /** Receives the result. */
  readonly take: (texts: IdsMatchingByTextOrTitle) => void
  /** Further scans for the same response. */
  others: readonly ScanNeededError[] = []

  constructor(words: TextQuery, of: Pick<ScanNeededError, 'allIds' | 'protectedIds' | 'take'>) {
    super('the texts must be searched first')
    this.words = words
    this.allIds = of.allIds
    this.protectedIds = of.protectedIds
    this.take = of.take
  }

  /** Returns this scan with others that the same response needs. */
  with(others: readonly ScanNeededError[]): this {
    this.others = others
    return this
  }
}

/** Milliseconds from the request until a scan is aborted. */
export const SCAN_LIMIT_MILLISECONDS = 10_000
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
  { words, protectedIds }: ScanNeededError,
  { certain, doubtful, rest }: FromIndexes,
  deadline: number,
): Promise<IdsMatchingByTextOrTitle> {
  const allow = () => {
    if (now() > deadline) throw new SearchRefusedError()
  }
  allow()
  const pace = { ...paces[dialect], first: 500, most: MAX_AT_ONCE, now }
  const textsIn = (slice: readonly number[]) => read((db) => eventIdsWithWords(db, dialect, rest, slice))
  const titlesIn = (slice: readonly number[]) =>
    read((db) => protectedEventIdsByTitle(db, dialect, words, slice))
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
  async function scan(wanted: ScanNeededError): Promise<IdsMatchingByTextOrTitle> {
    const deadline = now() + SCAN_LIMIT_MILLISECONDS
    const fromIndex = await fromIndexes(read, wanted.words, wanted.allIds)
    const left = fromIndex.doubtful.length + wanted.protectedIds.length
    const search = () => searchLeft({ dialect, read, now }, wanted, fromIndex, deadline)
    if (left === 0) return search()
    return runAside((caller) => (left <= MAX_OF_SHORT ? short : long)(caller, search))
  }

  /**
   * Runs a scan when it is its caller's turn; meanwhile other searches have the place of the request. Throws a `SearchRefusedError`
   * where that takes too long, 429 or 503 where too many wait.
   */
  return async (wanted: ScanNeededError): Promise<void> => {
    const key = textQueryKey(wanted.words)
    const known = underWay.get(key)
    if (known !== undefined) {
      // That scan began earlier, perhaps on older texts. The caller retries.
      await runAside(() => known)
      return
    }
    const running = scan(wanted)
    underWay.set(key, running)
    try {
      wanted.take(await running)
    } finally {
      underWay.delete(key)
    }
  }
}

/** A page of events: found in the almanac, then read from the database. */
import type { SearchFieldName } from '../../contract/resources/event.ts'
import { type SearchWords, stemOf, wordsOfTypedWord } from '../../domain/text/search-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { isRecordReadableBy } from '../conditions/shown-records.ts'
import { allOfSql, isShownToSql } from '../conditions/visibility.ts'
import { hasFormOfEachWordSql } from '../conditions/words.ts'
import { type Db, quotedName, sql } from '../database/sql.ts'
import { eventItemsOfRecords, eventsWithLinkedItems } from '../records/items.ts'
import { eventColumnsOfIdsInAnyOrder, recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import { categoryIdsWithDescendants } from '../records/terms.ts'
import type {
  EventItem,
  EventLinkKind,
  EventQuery,
  EventRecord,
  FoundEventIds,
  ListedEventItem,
  Page,
  Viewer,
} from '../types/index.ts'
import { listedColumns } from '../types/items.ts'
import type { Selection } from './almanac/almanac.ts'
import { linkOrderOfQuery, queryNeedsLinks, selectAlmanacSlots } from './almanac/find.ts'
import type { AlmanacFollower } from './almanac/follower.ts'
import {
  eventIdsOfSlots,
  type FieldSearchSources,
  fewCandidates,
  readAlikeWords,
  textFinder,
} from './field-search.ts'
import {
  type AlikeWordsByWord,
  type EventsWithSearchedWords,
  type HitsOfWord,
  keepFinding,
  keptFinding,
  type Span,
  slotScoreFunction,
  type TargetsNamedWithWord,
  textMatchesWithAllWords,
} from './found-words.ts'
import { linkedItemsReaderOf } from './linked-items.ts'
import { idPageInTitleOrder, idsByTitle, readNameRanks, slotPageInLinkNameOrder } from './name-orders.ts'
import { type PageSkipAndCount, slotComparison, slotPageInOrder } from './page-order.ts'
import type { EventSources } from './sources.ts'
import type { IdsMatchingByTextOrTitle, TextField, TextQuery } from './texts.ts'

/*
 * Searches in chosen fields (contract §3.3, ext. `search_in`) and orders by relevance. Every word must occur in one of the
 * fields: the event's own texts, and the names of its venues, organizers, categories and tags. Other forms of a word count too.
 */

/** The words of a search that count for its order: each takes two look-ups in the index of titles, and two scans of all titles where that has none. */
const MAX_RANKED = 3

/** Whether the query needs this search rather than that of all words in one text. */
const needsFieldSearch = ({ search, search_in, orderby }: EventQuery): boolean =>
  search !== undefined && (search_in !== undefined || orderby === 'relevance')

const ownFields = ['title', 'text'] as const

const termName = { title: 'name', is: true } as const

/** The items that events may be linked to by a name, and the field that it belongs to. */
const linkedFields = [
  { kind: 'venue', field: 'venue', table: 'venues', column: 'search_text', part: 'all' },
  { kind: 'organizer', field: 'organizer', table: 'organizers', column: 'search_text', part: 'all' },
  { kind: 'category', field: 'terms', table: 'categories', column: 'name_key', part: termName },
  { kind: 'tag', field: 'terms', table: 'tags', column: 'name_key', part: termName },
] as const

const none: IdsMatchingByTextOrTitle = { whole: [], titles: [] }

type Fields = ReadonlySet<string>

const searchedFieldsOf = ({ search_in }: EventQuery): readonly SearchFieldName[] => search_in ?? ownFields

const fieldsOf = (query: EventQuery): Fields => new Set(searchedFieldsOf(query))

function ownField(fields: Fields): TextField | 'whole' | undefined {
  if (fields.has('title')) return fields.has('text') ? 'whole' : 'title'
  return fields.has('text') ? 'text' : undefined
}

const textQuery = (word: string, field: TextField | 'whole', { shown }: EventQuery): TextQuery => ({
  shown,
  include: [word],
  exclude: [],
  ...(field !== 'whole' && { field }),
})

/** A word of a search: the parts of words that count as it, and the word by which titles are ordered. */
interface WantedWord {
  readonly needles: readonly string[]
  readonly ranked: string
}

/** Returns the targets whose names have a word, as far as the viewer may see them; categories with their descendants. */
async function linkedHits(
  { source, viewer }: FieldSearchSources,
  { needles }: WantedWord,
  query: EventQuery,
  span: Span,
): Promise<readonly TargetsNamedWithWord[]> {
  const fields = fieldsOf(query)
  const key = JSON.stringify([needles, [...fields].sort(), viewer.scope, query.shown])
  const known = keptFinding('linked', source.almanac(), span.since, key)
  if (known !== undefined) return known
  const found: TargetsNamedWithWord[] = []
  await source.read(async (db) => {
    for (const { kind, field, table, column, part } of linkedFields) {
      if (!fields.has(field)) continue
      const place = { table, text: quotedName(`${table}.${column}`), shown: query.shown, part }
      const has = hasFormOfEachWordSql(db.dialect, place, [needles])
      const where = field === 'terms' ? has : allOfSql([has, isShownToSql(table, viewer)])
      const ids = await sql`select id from ${quotedName(table)} where ${where}`.column<number>(db)
      found.push({ kind, ids: kind === 'category' ? await categoryIdsWithDescendants(db, ids) : ids })
    }
  })
  const size = found.reduce((sum, { ids }) => sum + ids.length, 1)
  keepFinding('linked', source.almanac(), span, [key, found], size)
  return found
}

/** Returns the texts that have any of the needles. */
function joinedMatches(all: readonly IdsMatchingByTextOrTitle[]): IdsMatchingByTextOrTitle {
  const [only, another] = all
  if (another === undefined) return only ?? none
  const union = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
  return {
    whole: union(all.flatMap(({ whole }) => whole)),
    titles: union(all.flatMap(({ titles }) => titles)),
  }
}

/** Where the words of a query were found. */
interface Hits {
  readonly hits: readonly HitsOfWord[]
  /** The few candidates that were searched; undefined if all events were. */
  readonly among: readonly number[] | undefined
}

async function hitsOf(
  sources: FieldSearchSources,
  words: readonly WantedWord[],
  query: EventQuery,
  span: Span,
): Promise<Hits> {
  const fields = fieldsOf(query)
  const own = ownField(fields)
  const ranks = query.orderby === 'relevance' && fields.has('title') ? MAX_RANKED : 0
  const ownOf = ({ needles }: WantedWord) =>
    own === undefined ? [] : needles.map((word) => textQuery(word, own, query))
  const queries = words.flatMap((word, at): readonly TextQuery[] => [
    ...ownOf(word),
    ...(at < ranks ? [textQuery(word.ranked, 'title', query), textQuery(word.ranked, 'start', query)] : []),
  ])
  const { texts, among } = await sources.find(queries)
  const found = [...texts]
  const hits: HitsOfWord[] = []
  for (const [at, word] of words.entries())
    hits.push({
      own: joinedMatches(found.splice(0, ownOf(word).length)),
      title: (at < ranks ? found.shift() : undefined) ?? none,
      start: (at < ranks ? found.shift() : undefined) ?? none,
      linked: await linkedHits(sources, word, query, span),
    })
  return { hits, among }
}

const wantedWord = (word: string, alike: AlikeWordsByWord): WantedWord => ({
  needles: [stemOf(word), ...(alike.get(word) ?? [])],
  ranked: alike.get(word)?.[0] ?? word,
})

/**
 * Returns the events with the words of a query in its fields, and how well they match if that is their order. The words in `alike` count
 * too. Of an event that a password hides from the viewer only the title counts (contract §1.10).
 */
async function searchInFields(
  sources: FieldSearchSources,
  query: EventQuery,
  alike: AlikeWordsByWord = new Map(),
): Promise<EventsWithSearchedWords> {
  const { source, viewer } = sources
  const { include = [], exclude = [] } = query.search ?? {}
  const since = epochOfInstant(viewer.moment.now)
  const isRanked = query.orderby === 'relevance'
  const { search_in, shown } = query
  const key = JSON.stringify([include, exclude, search_in, isRanked, viewer.scope, [...alike], shown])
  const known = keptFinding('results', source.almanac(), since, key)
  if (known !== undefined) return known
  const words = [
    ...include.map((word) => wantedWord(word, alike)),
    ...exclude.map((word) => ({ needles: [word], ranked: word })),
  ]
  const asOf = source.almanac().revision
  const span = { since, until: await source.nextPublication(viewer.moment), asOf }
  const { hits, among } = await hitsOf(sources, words, query, span)
  const almanac = source.almanac()
  const [wanted, unwanted] = [hits.slice(0, include.length), hits.slice(include.length)]
  const texts = textMatchesWithAllWords(almanac, wanted, unwanted, {
    isInTitles: fieldsOf(query).has('title'),
    among,
  })
  const result = isRanked ? { texts, rank: slotScoreFunction(wanted) } : { texts }
  // Of a few candidates the result is theirs alone.
  if (among === undefined) keepFinding('results', almanac, span, [key, result])
  return result
}

const noTexts: IdsMatchingByTextOrTitle = { whole: [], titles: [] }

/** What the words of a query find, and the query that it answers: other words count where nothing has these. */
interface FoundWords extends EventsWithSearchedWords {
  readonly asked: EventQuery
}

/** Returns what the words of a query find. */
async function foundWords(
  source: EventSources,
  words: SearchWords,
  query: EventQuery,
  viewer: Viewer,
): Promise<FoundWords> {
  // Series are collapsed last: another occurrence than the first may be the one with the words. Searches for any words share candidates.
  const { collapse: _, search: __, search_in: ___, ...every } = query
  const candidates = (of: EventQuery) => selectAlmanacSlots(source.almanac(), of, undefined, viewer)
  const finderAmong = (among: Selection) => textFinder(source, fewCandidates(among))
  const among = candidates(every)
  // No words, nor others that count as these, find an event where the filters leave none.
  if (among.total === 0) return { asked: query, texts: noTexts }
  const find = finderAmong(among)
  if (needsFieldSearch(query))
    return foundInFields({ source, viewer, find }, query, () =>
      finderAmong(candidates({ ...every, window: {} })),
    )
  const { texts } = await find([{ ...words, shown: query.shown }])
  return { asked: query, texts: texts[0] ?? noTexts }
}

/** Returns a search in fields for the words that its words mean; undefined where these are the same, or none. */
function withMeantWords(query: EventQuery): EventQuery | undefined {
  const { include = [], exclude = [] } = query.search ?? {}
  const meant = [...new Set(include.flatMap(wordsOfTypedWord))]
  if (meant.length === 0 || meant.join(' ') === include.join(' ')) return undefined
  return { ...query, search: { include: meant, exclude }, search_in: searchedFieldsOf(query) }
}

/**
 * Returns what a search in fields finds. Where the viewer would see nothing, whatever the dates, the words that its words mean count,
 * and where nothing has these, similar words count too. `everFinder` finds among the events of all dates.
 */
async function foundInFields(
  sources: FieldSearchSources,
  query: EventQuery,
  everFinder: () => FieldSearchSources['find'],
): Promise<FoundWords> {
  const { source, viewer } = sources
  const totalOf = (asked: EventQuery, { texts }: EventsWithSearchedWords) =>
    selectAlmanacSlots(source.almanac(), asked, texts, viewer).total
  const exact = { asked: query, ...(await searchInFields(sources, query)) }
  if (totalOf(query, exact) > 0) return exact
  const ever = { ...sources, find: everFinder() }
  if (totalOf({ ...query, window: {} }, await searchInFields(ever, query)) > 0) return exact
  const meant = withMeantWords(query)
  if (meant !== undefined) {
    const result = await searchInFields(ever, meant)
    if (totalOf({ ...meant, window: {} }, result) > 0) return { asked: meant, ...result }
  }
  const wanted = meant ?? query
  const alike = await readAlikeWords(sources, wanted)
  return alike.size === 0 ? exact : { asked: wanted, ...(await searchInFields(ever, wanted, alike)) }
}

/** Finds a page of a selection in an order that only the database knows. */
type FindIdsInOrder = (selection: Selection, page: PageSkipAndCount) => Iterable<number>

/** Returns what finds pages of a selection by titles, or by the names of linked items; undefined for other orders. */
async function idsInOrderOfDatabase(
  source: EventSources,
  query: EventQuery,
  viewer: Viewer,
  selection: () => Selection,
): Promise<FindIdsInOrder | undefined> {
  const by = linkOrderOfQuery(query)
  if (by !== undefined) {
    const ranks = await source.read((db) => readNameRanks(db, by, viewer))
    return (selected, page) =>
      eventIdsOfSlots(selected.almanac, slotPageInLinkNameOrder(selected, { by, ranks, query, viewer }, page))
  }
  if (query.orderby !== 'title') return undefined
  const inOrder = await idsByTitle(source, selection())
  return (selected, page) => idPageInTitleOrder(selected, inOrder, query, page)
}

/** Returns the ids of one page in order. What waits comes first: the almanac may become newer during any wait. */
export async function findEventIds(
  source: EventSources,
  query: EventQuery,
  viewer: Viewer,
): Promise<FoundEventIds> {
  if (queryNeedsLinks(query)) await source.link()
  const { search } = query
  const words = search && (await foundWords(source, search, query, viewer))
  const { asked = query, texts, rank } = words ?? {}
  // By an order of the database, the first of a series may be any of its occurrences.
  const { collapse: _, ...every } = asked
  const select = (which: EventQuery) => selectAlmanacSlots(source.almanac(), which, texts, viewer)
  const find = await idsInOrderOfDatabase(source, asked, viewer, () => select(every))
  const { page, per_page, orderby, order } = asked
  const selection = select(asked)
  const { almanac, total } = selection
  const skip = (page - 1) * per_page
  const count = Math.max(0, Math.min(per_page, total - skip))
  if (count === 0) return { total, ids: [] }
  if (find !== undefined) return { total, ids: [...find(select(every), { skip, count })] }
  const slots =
    orderby === 'start_date'
      ? selection.slice(skip, count, order)
      : slotPageInOrder(slotComparison(asked, almanac, viewer, rank?.(almanac)), selection, skip, count)
  return { total, ids: [...eventIdsOfSlots(almanac, slots)] }
}

/** Returns those of these records that a viewer may read, in the order of the ids. */
function readableInOrder<R extends Pick<EventRecord, 'id' | 'author' | 'status' | 'date_utc' | 'group_id'>>(
  records: readonly R[],
  ids: readonly number[],
  viewer: Viewer,
): readonly R[] {
  const byId = new Map(records.map((record) => [record.id, record]))
  return ids.flatMap((id) => byId.get(id) ?? []).filter((record) => isRecordReadableBy(record, viewer))
}

/** Reads the events with these ids that a viewer may read, in the given order, with their linked items of these kinds. */
export async function readEventsByIds(
  db: Db,
  follower: AlmanacFollower,
  ids: readonly number[],
  viewer: Viewer,
  links?: readonly EventLinkKind[],
): Promise<readonly EventItem[]> {
  if (ids.length === 0) return []
  const records = readableInOrder(await recordsOfIdsInAnyOrder(db, 'event', ids), ids, viewer)
  return eventItemsOfRecords(db, records, viewer, { links, source: await linkedItemsReaderOf(db, follower) })
}

/** The same of the columns alone that lists on pages show. */
export async function readListedEvents(
  db: Db,
  follower: AlmanacFollower,
  ids: readonly number[],
  viewer: Viewer,
  links: readonly EventLinkKind[],
): Promise<readonly ListedEventItem[]> {
  if (ids.length === 0) return []
  const read = await eventColumnsOfIdsInAnyOrder(db, listedColumns, ids)
  // These lists show no counts of terms.
  const source = { ...(await linkedItemsReaderOf(db, follower)), due: async () => () => 0 }
  return eventsWithLinkedItems(db, readableInOrder(read, ids, viewer), viewer, { links, source })
}

export async function readPageOfEventItems(
  source: EventSources,
  query: EventQuery,
  viewer: Viewer,
): Promise<Page<'event'>> {
  await source.upToDate()
  const { total, ids } = await findEventIds(source, query, viewer)
  return {
    items: await source.read((db) => readEventsByIds(db, source.follower, ids, viewer)),
    total,
  }
}

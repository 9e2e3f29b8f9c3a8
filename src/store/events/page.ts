/** A page of events: found in the almanac, then read from the database. */
import type { SearchFieldName } from '../../contract/resources/event.ts'
import { stemOf, wordsOfTypedWord } from '../../domain/text/search-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { allOfSql, isOneOfSql, isShownToSql } from '../conditions/visibility.ts'
import { hasFormOfEachWordSql } from '../conditions/words.ts'
import { AnotherViewNeeded } from '../database/errors.ts'
import { queryRows, quotedName, sql } from '../database/sql.ts'
import { eventItemsOfRecords } from '../records/items.ts'
import { queryRecords } from '../records/query-records.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import { categoryIdsWithDescendants } from '../records/terms.ts'
import type { EventItem, EventLinkKind, EventQuery, FoundEventIds, Page, Viewer } from '../store.ts'
import type { Almanac, Selection } from './almanac/almanac.ts'
import { linkOrderOfQuery, queryNeedsLinks, selectAlmanacSlots } from './almanac/find.ts'
import {
  eventIdsOfSlots,
  type FieldSearchSources,
  nextPublicationTime,
  readAlikeWords,
  textFinder,
} from './field-search.ts'
import {
  type AlikeWordsByWord,
  type EventsWithSearchedWords,
  type HitsOfWord,
  keepFinding,
  keptFinding,
  slotScoreFunction,
  type TargetsNamedWithWord,
  textMatchesWithAllWords,
} from './found-words.ts'
import { linkedItemsReaderOf } from './listed.ts'
import {
  MAX_SORTED_BY_DATABASE,
  readNameRanks,
  slotPageInLinkNameOrder,
  slotPageInTitleOrder,
  slotsInTitleOrder,
} from './name-orders.ts'
import { type SlotScoreFunction, slotComparison, slotPageInOrder } from './page-order.ts'
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

/** Returns the fields in which a query searches. */
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
  { source: { db, dialect }, here, viewer }: FieldSearchSources,
  { needles }: WantedWord,
  query: EventQuery,
  until: number,
): Promise<readonly TargetsNamedWithWord[]> {
  const fields = fieldsOf(query)
  const since = epochOfInstant(viewer.moment.now)
  const key = JSON.stringify([needles, [...fields].sort(), viewer.scope, query.shown])
  const known = keptFinding('linked', here(), since, key)
  if (known !== undefined) return known
  const found: TargetsNamedWithWord[] = []
  for (const { kind, field, table, column, part } of linkedFields) {
    if (!fields.has(field)) continue
    const place = { table, text: quotedName(`${table}.${column}`), shown: query.shown, part }
    const has = hasFormOfEachWordSql(dialect, place, [needles])
    const where = field === 'terms' ? has : allOfSql([has, isShownToSql(table, viewer)])
    const ids = (
      await queryRows(db, sql<{ id: number }>`select id from ${quotedName(table)} where ${where}`)
    ).map(({ id }) => id)
    found.push({ kind, ids: kind === 'category' ? await categoryIdsWithDescendants(db, ids) : ids })
  }
  const size = found.reduce((sum, { ids }) => sum + ids.length, 1)
  keepFinding('linked', here(), { since, until }, [key, found], size)
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
  until: number,
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
      linked: await linkedHits(sources, word, query, until),
    })
  return { hits, among }
}

const wantedWord = (word: string, alike: AlikeWordsByWord): WantedWord => ({
  needles: [stemOf(word), ...(alike.get(word) ?? [])],
  ranked: alike.get(word)?.[0] ?? word,
})

/**
 * Returns the events with the words of a query in its fields, and how well they match if that is their order. The words in `alike` count
 * too. Of an event that a password hides from the viewer only the title counts (contract §1.10). Throws `AnotherViewNeeded`.
 */
async function searchInFields(
  sources: FieldSearchSources,
  query: EventQuery,
  alike: AlikeWordsByWord = new Map(),
): Promise<EventsWithSearchedWords> {
  const { here, viewer } = sources
  const { include = [], exclude = [] } = query.search ?? {}
  const second = epochOfInstant(viewer.moment.now)
  const isRanked = query.orderby === 'relevance'
  const { search_in, shown } = query
  const key = JSON.stringify([include, exclude, search_in, isRanked, viewer.scope, [...alike], shown])
  const known = keptFinding('results', here(), second, key)
  if (known !== undefined) return known
  const words = [
    ...include.map((word) => wantedWord(word, alike)),
    ...exclude.map((word) => ({ needles: [word], ranked: word })),
  ]
  const until = await nextPublicationTime(sources)
  const { hits, among } = await hitsOf(sources, words, query, until)
  const almanac = here()
  const [wanted, unwanted] = [hits.slice(0, include.length), hits.slice(include.length)]
  const texts = textMatchesWithAllWords(almanac, wanted, unwanted, {
    isInTitles: fieldsOf(query).has('title'),
    among,
  })
  const result = isRanked ? { texts, rank: slotScoreFunction(almanac, wanted) } : { texts }
  // Of a few candidates the result is theirs alone.
  if (among === undefined) keepFinding('results', almanac, { since: second, until }, [key, result])
  return result
}

const noTexts: IdsMatchingByTextOrTitle = { whole: [], titles: [] }

/**
 * Returns `take` applied to the events that match a query at the revision of `db`. `take` runs synchronously, since
 * the almanac may change during any wait. Throws `AnotherViewNeeded`.
 */
async function selected<T>(
  source: SnapshotAndAlmanac,
  query: EventQuery,
  viewer: Viewer,
  take: (selection: Selection, rank: SlotScoreFunction | undefined) => T,
): Promise<T> {
  const { db, changeCounter, follower } = source
  const { almanac, revision } = await follower.follow(db, changeCounter, queryNeedsLinks(query))
  const here = () => {
    if (almanac.revision !== revision) throw new AnotherViewNeeded()
    return almanac
  }
  const words = query.search
  if (words === undefined) return take(selectAlmanacSlots(here(), query, undefined, viewer), undefined)
  // Series are collapsed last: another occurrence than the first may be the one with the words. Searches for any words share candidates.
  const { collapse: _, search: __, search_in: ___, ...every } = query
  const among = (candidates: EventQuery) => selectAlmanacSlots(here(), candidates, undefined, viewer)
  const candidates = among(every)
  // No words, nor others that count as these, find an event where the filters leave none.
  if (candidates.total === 0) return take(candidates, undefined)
  const find = textFinder(source, here, candidates)
  if (!needsFieldSearch(query)) {
    const { texts } = await find([{ ...words, shown: query.shown }])
    return take(selectAlmanacSlots(here(), query, texts[0] ?? noTexts, viewer), undefined)
  }
  const fields = { source, here, viewer }
  const { asked, result } = await searchedFields({ ...fields, find }, query, () => ({
    ...fields,
    find: textFinder(source, here, among({ ...every, window: {} })),
  }))
  return take(selectAlmanacSlots(here(), asked, result.texts, viewer), result.rank)
}

/** The findings of a search in fields, and the query that it answers. */
interface SearchedFields {
  readonly asked: EventQuery
  readonly result: EventsWithSearchedWords
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
 * and where nothing has these, similar words count too. `everSources` finds among the events of all dates.
 */
async function searchedFields(
  sources: FieldSearchSources,
  query: EventQuery,
  everSources: () => FieldSearchSources,
): Promise<SearchedFields> {
  const { here, viewer } = sources
  const totalOf = (asked: EventQuery, { texts }: EventsWithSearchedWords) =>
    selectAlmanacSlots(here(), asked, texts, viewer).total
  const exact = { asked: query, result: await searchInFields(sources, query) }
  if (totalOf(query, exact.result) > 0) return exact
  const ever = everSources()
  if (totalOf({ ...query, window: {} }, await searchInFields(ever, query)) > 0) return exact
  const meant = withMeantWords(query)
  if (meant !== undefined) {
    const result = await searchInFields(ever, meant)
    if (totalOf({ ...meant, window: {} }, result) > 0) return { asked: meant, result }
  }
  const wanted = meant ?? query
  const alike = await readAlikeWords(sources, wanted)
  if (alike.size === 0) return exact
  // Selections are kept by the query: this one is not that of the exact words.
  return {
    asked: { ...wanted, search_in: searchedFieldsOf(query) },
    result: await searchInFields(ever, wanted, alike),
  }
}

/** Whether only the database knows what orders the list: titles, or the names of linked items. */
const isOrderedByDatabase = (query: EventQuery): boolean =>
  query.orderby === 'title' || linkOrderOfQuery(query) !== undefined

/** Returns the events of a page. For an order that only the database knows, it returns none. */
function shown(query: EventQuery, viewer: Viewer) {
  const { page, per_page, orderby, order } = query
  return (selection: Selection, rank: SlotScoreFunction | undefined) => {
    const { almanac, total } = selection
    const skip = (page - 1) * per_page
    const count = Math.max(0, Math.min(per_page, total - skip))
    if (count === 0 || isOrderedByDatabase(query)) return { total, skip, count, ids: new Float64Array() }
    const slots =
      orderby === 'start_date'
        ? selection.slice(skip, count, order)
        : slotPageInOrder(slotComparison(query, almanac, viewer, rank), selection, skip, count)
    return { total, skip, count, ids: eventIdsOfSlots(almanac, slots) }
  }
}

/** Returns the ids of one page in order. Throws `AnotherViewNeeded`. */
export async function findEventIds(
  source: SnapshotAndAlmanac,
  query: EventQuery,
  viewer: Viewer,
): Promise<FoundEventIds> {
  const { total, skip, count, ids } = await selected(source, query, viewer, shown(query, viewer))
  if (!isOrderedByDatabase(query) || count === 0) return { total, ids: [...ids] }
  // The first of a series by title may be any of its occurrences.
  const { collapse: _, ...every } = query
  const by = linkOrderOfQuery(query)
  if (by === undefined) {
    const few = await selected(source, every, viewer, (selection) =>
      selection.total > MAX_SORTED_BY_DATABASE
        ? undefined
        : eventIdsOfSlots(selection.almanac, selection.slots()),
    )
    const inOrder = await slotsInTitleOrder(source, few)
    const page = await selected(source, every, viewer, (selection) =>
      eventIdsOfSlots(selection.almanac, slotPageInTitleOrder(selection, inOrder, query, { skip, count })),
    )
    return { total, ids: [...page] }
  }
  const names = { by, ranks: await readNameRanks(source.db, by, viewer), query, viewer }
  const named = await selected(source, every, viewer, (selection) =>
    eventIdsOfSlots(selection.almanac, slotPageInLinkNameOrder(selection, names, { skip, count })),
  )
  return { total, ids: [...named] }
}

/** Returns the ids of one page in order from the almanac alone; undefined if the almanac is not enough. */
export function findEventIdsInMemory(
  almanac: Almanac,
  query: EventQuery,
  viewer: Viewer,
): FoundEventIds | undefined {
  if (isOrderedByDatabase(query) || needsFieldSearch(query)) return undefined
  if (queryNeedsLinks(query) && !almanac.isLinked) return undefined
  const texts =
    query.search === undefined
      ? undefined
      : almanac.searches.remembered({ ...query.search, shown: query.shown })
  if (query.search !== undefined && texts === undefined) return undefined
  const { total, ids } = shown(query, viewer)(selectAlmanacSlots(almanac, query, texts, viewer), undefined)
  return { total, ids: [...ids] }
}

/** Reads the events with these ids, in the given order, with their linked items of these kinds. */
export async function readEventsByIds(
  source: SnapshotAndAlmanac,
  ids: readonly number[],
  viewer: Viewer,
  links?: readonly EventLinkKind[],
): Promise<readonly EventItem[]> {
  if (ids.length === 0) return []
  const { db } = source
  const wanted = isOneOfSql(quotedName('id'), ids)
  const all = await queryRecords(db, 'event', sql`select * from events where ${wanted}`)
  const byId = new Map(all.map((record) => [record.id, record]))
  const found = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
  return eventItemsOfRecords(db, found, viewer, { links, source: await linkedItemsReaderOf(source) })
}

/** Returns one page of events. Throws `AnotherViewNeeded`. */
export async function readPageOfEventItems(
  source: SnapshotAndAlmanac,
  query: EventQuery,
  viewer: Viewer,
): Promise<Page<'event'>> {
  const { total, ids } = await findEventIds(source, query, viewer)
  return { items: await readEventsByIds(source, ids, viewer), total }
}

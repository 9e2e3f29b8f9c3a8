/**
 * Searches in chosen fields (contract §3.3, ext. `search_in`) and orders by relevance. Every word must occur in one of the
 * fields: the event's own texts, and the names of its venues, organizers, categories and tags. Other forms of a word count too.
 */

import type { SearchFieldName } from '../../contract/resources/event-search.ts'
import { stemOf } from '../../domain/text/similar-words.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { allOfSql, isShownToSql } from '../conditions/visibility.ts'
import { hasFormOfEachWordSql } from '../conditions/words.ts'
import { queryRows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { categoryIdsWithDescendants } from '../records/terms.ts'
import type { EventQuery } from '../store.ts'
import { type FieldSearchSources, nextPublicationTime } from './alike-words.ts'
import type { IdsMatchingByTextOrTitle } from './almanac/found.ts'
import {
  type HitsOfWord,
  slotScoreFunction,
  type TargetsNamedWithWord,
  textMatchesWithAllWords,
} from './almanac/word-hits.ts'
import {
  type AlikeWordsByWord,
  cacheFieldResult,
  type EventsWithSearchedWords,
  findCachedFieldResult,
} from './field-results.ts'
import type { TextField, TextQuery } from './texts.ts'

/** The words of a search that count for its order: each takes two look-ups in the index of titles, and two scans of all titles where that has none. */
const MAX_RANKED = 3

/** Whether the query needs this search rather than that of all words in one text. */
export const needsFieldSearch = ({ search, search_in, orderby }: EventQuery): boolean =>
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
export const searchedFieldsOf = ({ search_in }: EventQuery): readonly SearchFieldName[] =>
  search_in ?? ownFields

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
  { source: { db, dialect }, viewer }: FieldSearchSources,
  { needles }: WantedWord,
  query: EventQuery,
): Promise<readonly TargetsNamedWithWord[]> {
  const fields = fieldsOf(query)
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
  /** Whether all events were searched. */
  readonly isWhole: boolean
}

async function hitsOf(
  sources: FieldSearchSources,
  words: readonly WantedWord[],
  query: EventQuery,
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
  const { texts, isWhole } = await sources.find(queries)
  const found = [...texts]
  const hits: HitsOfWord[] = []
  for (const [at, word] of words.entries())
    hits.push({
      own: joinedMatches(found.splice(0, ownOf(word).length)),
      title: (at < ranks ? found.shift() : undefined) ?? none,
      start: (at < ranks ? found.shift() : undefined) ?? none,
      linked: await linkedHits(sources, word, query),
    })
  return { hits, isWhole }
}

const wantedWord = (word: string, alike: AlikeWordsByWord): WantedWord => ({
  needles: [stemOf(word), ...(alike.get(word) ?? [])],
  ranked: alike.get(word)?.[0] ?? word,
})

/**
 * Returns the events with the words of a query in its fields, and how well they match if that is their order. The words in `alike` count
 * too. Of an event that a password hides from the viewer only the title counts (contract §1.10). Throws `almanacNewerThanSnapshotError` and a `ScanNeededError`.
 */
export async function searchInFields(
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
  const known = findCachedFieldResult(here(), second, key)
  if (known !== undefined) return known
  const words = [
    ...include.map((word) => wantedWord(word, alike)),
    ...exclude.map((word) => ({ needles: [word], ranked: word })),
  ]
  const { hits, isWhole } = await hitsOf(sources, words, query)
  const until = await nextPublicationTime(sources)
  const almanac = here()
  const [wanted, unwanted] = [hits.slice(0, include.length), hits.slice(include.length)]
  const texts = textMatchesWithAllWords(almanac, wanted, unwanted, fieldsOf(query).has('title'))
  const result = isRanked ? { texts, rank: slotScoreFunction(almanac, wanted) } : { texts }
  // Of a few candidates the result is theirs alone.
  if (isWhole) cacheFieldResult(almanac, { since: second, until }, key, result)
  return result
}

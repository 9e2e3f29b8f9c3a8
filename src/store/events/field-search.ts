/**
 * Searches in chosen fields (contract §3.3, ext. `search_in`) and orders by relevance. Every word must occur in one of the
 * fields: the event's own texts, and the names of its venues, organizers, categories and tags.
 */

import { epochOf } from '../../domain/time/moment.ts'
import { allOf, isShown } from '../conditions/visibility.ts'
import { contains } from '../database/dialects.ts'
import { rows } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { reading } from '../records/reading.ts'
import type { ListSource } from '../records/source.ts'
import { descendants } from '../records/terms.ts'
import type { EventQuery, Viewer } from '../store.ts'
import type { Almanac } from './almanac/almanac.ts'
import type { TextMatches } from './almanac/found.ts'
import { slotsOf } from './almanac/slots-of.ts'
import { type FieldResult, keepResult, knownResult } from './field-results.ts'
import type { Find } from './text-finder.ts'
import type { TextField, TextQuery } from './texts.ts'
import { type NamedTargets, rankOf, slotsWith, type WordHits, withWords } from './word-hits.ts'

/** The words of a search that count for its order: each takes two scans of all titles. */
const MAX_RANKED = 3

/** Whether the query needs this search rather than that of all words in one text. */
export const hasFields = ({ search, search_in, orderby }: EventQuery): boolean =>
  search !== undefined && (search_in !== undefined || orderby === 'relevance')

const ownFields = ['title', 'text'] as const

/** The items that events may be linked to by a name, and the field that it belongs to. */
const linkedFields = [
  { kind: 'venue', field: 'venue', table: 'venues', column: 'search_text' },
  { kind: 'organizer', field: 'organizer', table: 'organizers', column: 'search_text' },
  { kind: 'category', field: 'terms', table: 'categories', column: 'name_key' },
  { kind: 'tag', field: 'terms', table: 'tags', column: 'name_key' },
] as const

const none: TextMatches = { whole: [], titles: [] }

type Fields = ReadonlySet<string>

const fieldsOf = ({ search_in }: EventQuery): Fields => new Set(search_in ?? ownFields)

function ownField(fields: Fields): TextField | 'whole' | undefined {
  if (fields.has('title')) return fields.has('text') ? 'whole' : 'title'
  return fields.has('text') ? 'text' : undefined
}

const textQuery = (word: string, field: TextField | 'whole'): TextQuery => ({
  include: [word],
  exclude: [],
  ...(field !== 'whole' && { field }),
})

/** The targets whose names have a word, as far as the viewer may see them; categories with their descendants. */
async function linkedHits(
  { db, dialect }: ListSource,
  word: string,
  fields: Fields,
  viewer: Viewer,
): Promise<readonly NamedTargets[]> {
  const found: NamedTargets[] = []
  for (const { kind, field, table, column } of linkedFields) {
    if (!fields.has(field)) continue
    const has = sql<boolean>`${contains(dialect, quotedName(`${table}.${column}`), word)}`
    const where = field === 'terms' ? has : allOf([has, isShown(table, viewer)])
    const ids = (await rows(db, sql<{ id: number }>`select id from ${quotedName(table)} where ${where}`)).map(
      ({ id }) => id,
    )
    found.push({ kind, ids: kind === 'category' ? await descendants(db, ids) : ids })
  }
  return found
}

async function hitsOf(
  source: ListSource,
  words: readonly string[],
  query: EventQuery,
  viewer: Viewer,
  find: Find,
): Promise<{ readonly hits: readonly WordHits[]; readonly isWhole: boolean }> {
  const fields = fieldsOf(query)
  const own = ownField(fields)
  const ranks = query.orderby === 'relevance' && fields.has('title') ? MAX_RANKED : 0
  const queries = words.flatMap((word, at): readonly TextQuery[] => [
    ...(own === undefined ? [] : [textQuery(word, own)]),
    ...(at < ranks ? [textQuery(word, 'title'), textQuery(word, 'start')] : []),
  ])
  const { texts, isWhole } = await find(queries)
  const found = [...texts]
  const hits: WordHits[] = []
  for (const [at, word] of words.entries())
    hits.push({
      own: (own === undefined ? undefined : found.shift()) ?? none,
      title: (at < ranks ? found.shift() : undefined) ?? none,
      start: (at < ranks ? found.shift() : undefined) ?? none,
      linked: await linkedHits(source, word, fields, viewer),
    })
  return { hits, isWhole }
}

/**
 * Returns the events with the words of a query in its fields, and how well they match if that is their order. Of an event that a
 * password hides from the viewer only the title counts (contract §1.10). Throws `overtaken` and `SearchWanted`.
 */
export async function fieldSearch(
  source: ListSource,
  here: () => Almanac,
  query: EventQuery,
  viewer: Viewer,
  find: Find,
): Promise<FieldResult> {
  const { include = [], exclude = [] } = query.search ?? {}
  const words = [...include, ...exclude]
  const second = epochOf(viewer.moment.now)
  const key = JSON.stringify([include, exclude, query.search_in, query.orderby === 'relevance', viewer.scope])
  const known = knownResult(here(), second, key)
  if (known !== undefined) return known
  const { hits, isWhole } = await hitsOf(source, words, query, viewer, find)
  const until = (await reading(source.db).nextPublication(viewer.moment)) ?? Number.POSITIVE_INFINITY
  const almanac = here()
  const [wanted, unwanted] = [hits.slice(0, include.length), hits.slice(include.length)]
  const whole = (some: readonly WordHits[]) => some.map((one) => slotsWith(almanac, one))
  const titles = (some: readonly WordHits[]) => some.map(({ own }) => [slotsOf(almanac, own.titles)])
  const texts: TextMatches = {
    whole: withWords(almanac, whole(wanted), whole(unwanted)),
    titles: fieldsOf(query).has('title') ? withWords(almanac, titles(wanted), titles(unwanted)) : [],
  }
  const result = query.orderby === 'relevance' ? { texts, rank: rankOf(almanac, wanted) } : { texts }
  // Of a few candidates the result is theirs alone.
  if (isWhole) keepResult(almanac, { since: second, until }, key, result)
  return result
}

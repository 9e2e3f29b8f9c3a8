/**
 * Searches in chosen fields (contract §3.3, ext. `search_in`) and orders by relevance. Every word must occur in one of the
 * fields: the event's own texts, and the names of its venues, organizers, categories and tags.
 */

import { all, isShown } from '../conditions/visibility.ts'
import { contains } from '../database/dialects.ts'
import { rows } from '../database/rows.ts'
import { named, sql } from '../database/sql.ts'
import type { Source } from '../records/source.ts'
import { descendants } from '../records/terms.ts'
import type { EventQuery, Viewer } from '../store.ts'
import { type Almanac, type Kind, linkedTo, slotsOf } from './almanac/almanac.ts'
import type { Texts } from './almanac/found.ts'
import { eachSlot, type SlotLists } from './almanac/slot-lists.ts'
import type { Rank } from './page-order.ts'
import { type Find, idsOf } from './text-finder.ts'
import type { TextField, TextQuery } from './texts.ts'

/** The words of a search that count for its order: each takes two scans of all titles. */
const MAX_RANKED = 3

/** How much a match counts, by where the word is. */
const LEVELS = { text: 1, linked: 3, term: 4, title: 6, start: 10 } as const

/** Whether the query needs this search rather than that of all words in one text. */
export const hasFields = ({ search, search_in, orderby }: EventQuery): boolean =>
  search !== undefined && (search_in !== undefined || orderby === 'relevance')

const ownFields = ['title', 'text'] as const

/** What events may be linked to by a name, and the field that it belongs to. */
const linkedFields = [
  { kind: 'venue', field: 'venue', table: 'venues', column: 'search_text' },
  { kind: 'organizer', field: 'organizer', table: 'organizers', column: 'search_text' },
  { kind: 'category', field: 'terms', table: 'categories', column: 'name_key' },
  { kind: 'tag', field: 'terms', table: 'tags', column: 'name_key' },
] as const

/** The targets of one kind whose names have a word. */
interface Targets {
  readonly kind: Kind
  readonly ids: readonly number[]
}

/** Where a word was found. */
interface WordHits {
  /** In the event's own texts that are searched. */
  readonly own: Texts
  readonly linked: readonly Targets[]
  /** For the order: in titles, and at the start of a word of them. */
  readonly title: Texts
  readonly start: Texts
}

const none: Texts = { whole: [], titles: [] }

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
  { db, dialect }: Source,
  word: string,
  fields: Fields,
  viewer: Viewer,
): Promise<readonly Targets[]> {
  const found: Targets[] = []
  for (const { kind, field, table, column } of linkedFields) {
    if (!fields.has(field)) continue
    const has = sql<boolean>`${contains(dialect, named(`${table}.${column}`), word)}`
    const where = field === 'terms' ? has : all([has, isShown(table, viewer)])
    const ids = (await rows(db, sql<{ id: number }>`select id from ${named(table)} where ${where}`)).map(
      ({ id }) => id,
    )
    found.push({ kind, ids: kind === 'category' ? await descendants(db, ids) : ids })
  }
  return found
}

async function hitsOf(
  source: Source,
  words: readonly string[],
  query: EventQuery,
  viewer: Viewer,
  find: Find,
): Promise<readonly WordHits[]> {
  const fields = fieldsOf(query)
  const own = ownField(fields)
  const ranks = query.orderby === 'relevance' && fields.has('title') ? MAX_RANKED : 0
  const queries = words.flatMap((word, at): readonly TextQuery[] => [
    ...(own === undefined ? [] : [textQuery(word, own)]),
    ...(at < ranks ? [textQuery(word, 'title'), textQuery(word, 'start')] : []),
  ])
  const found = [...(await find(queries))]
  const hits: WordHits[] = []
  for (const [at, word] of words.entries())
    hits.push({
      own: (own === undefined ? undefined : found.shift()) ?? none,
      title: (at < ranks ? found.shift() : undefined) ?? none,
      start: (at < ranks ? found.shift() : undefined) ?? none,
      linked: await linkedHits(source, word, fields, viewer),
    })
  return hits
}

/** The slots that have a word anywhere. */
const slotsWith = (almanac: Almanac, { own, linked }: WordHits): SlotLists => [
  slotsOf(almanac, own.whole),
  ...linkedSlots(almanac, linked),
]

function linkedSlots(almanac: Almanac, linked: readonly Targets[]): SlotLists {
  return linked.flatMap(({ kind, ids }) =>
    ids.map((id) => {
      const { slots, length } = linkedTo(almanac, kind, id)
      return slots.subarray(0, length)
    }),
  )
}

/** Returns the ids of the slots that have every included word and no excluded one. */
function withWords(
  almanac: Almanac,
  include: readonly SlotLists[],
  exclude: readonly SlotLists[],
): readonly number[] {
  const { size } = almanac.columns
  const count = new Uint8Array(size)
  include.forEach((lists, at) => {
    eachSlot(lists, (slot) => {
      if (count[slot] === at) count[slot] = at + 1
    })
  })
  for (const lists of exclude)
    eachSlot(lists, (slot) => {
      count[slot] = 0
    })
  const found: number[] = []
  for (let slot = 0; slot < size; slot++) if (count[slot] === include.length) found.push(slot)
  // A list of numbers alone is sorted as such, in a fifth of the time.
  return Array.from(idsOf(almanac, found).sort())
}

/** Returns how well each slot matches: for each word the best of the places where it is. */
function rankOf(almanac: Almanac, include: readonly WordHits[]): Rank {
  const score = new Uint16Array(almanac.columns.size)
  for (const { title, start, linked } of include) {
    const best = new Uint8Array(almanac.columns.size).fill(LEVELS.text)
    for (const { kind, ids } of linked) {
      const level = kind === 'category' || kind === 'tag' ? LEVELS.term : LEVELS.linked
      eachSlot(linkedSlots(almanac, [{ kind, ids }]), (slot) => {
        if ((best[slot] ?? 0) < level) best[slot] = level
      })
    }
    for (const [texts, level] of [
      [title, LEVELS.title],
      [start, LEVELS.start],
    ] as const)
      eachSlot([slotsOf(almanac, texts.whole)], (slot) => {
        best[slot] = level
      })
    for (let slot = 0; slot < best.length; slot++) score[slot] = (score[slot] ?? 0) + (best[slot] ?? 0)
  }
  return (slot) => score[slot] ?? 0
}

/**
 * Returns the events with the words of a query in its fields, and how well they match if that is their order. Of an event that a
 * password hides from the viewer only the title counts (contract §1.10). Throws `overtaken` and `SearchWanted`.
 */
export async function fieldSearch(
  source: Source,
  here: () => Almanac,
  query: EventQuery,
  viewer: Viewer,
  find: Find,
): Promise<{ readonly texts: Texts; readonly rank?: Rank }> {
  const { include = [], exclude = [] } = query.search ?? {}
  const hits = await hitsOf(source, [...include, ...exclude], query, viewer, find)
  const almanac = here()
  const [wanted, unwanted] = [hits.slice(0, include.length), hits.slice(include.length)]
  const whole = (some: readonly WordHits[]) => some.map((one) => slotsWith(almanac, one))
  const titles = (some: readonly WordHits[]) => some.map(({ own }) => [slotsOf(almanac, own.titles)])
  const texts: Texts = {
    whole: withWords(almanac, whole(wanted), whole(unwanted)),
    titles: fieldsOf(query).has('title') ? withWords(almanac, titles(wanted), titles(unwanted)) : [],
  }
  return query.orderby === 'relevance' ? { texts, rank: rankOf(almanac, wanted) } : { texts }
}

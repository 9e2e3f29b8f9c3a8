/** A page of events: found in the almanac, then read from the database. */
import type { SearchWords } from '../../domain/text/search-words.ts'
import { among } from '../conditions/visibility.ts'
import { overtaken } from '../database/errors.ts'
import type { Db } from '../database/rows.ts'
import { named, sql } from '../database/sql.ts'
import { itemsOf } from '../records/items.ts'
import type { Source } from '../records/lists.ts'
import type { EventItem, EventQuery, EventRecord, FoundEvents, Page, Viewer } from '../store.ts'
import type { Almanac } from './almanac/almanac.ts'
import { PROTECTED } from './almanac/columns.ts'
import { find, type Selection } from './almanac/find.ts'
import { distances } from './almanac/places.ts'
import { SearchWanted } from './text-search.ts'
import { textsAmong } from './texts.ts'

/** Up to this many events, their texts are searched one by one. */
const FEW = 300

/**
 * Returns `take` applied to the events that match a query at the revision of `db`. `take` runs synchronously, since
 * the almanac may change during any wait. Throws `overtaken` and `SearchWanted`.
 */
async function selected<T>(
  { db, dialect, follower, stamp }: Source,
  query: EventQuery,
  viewer: Viewer,
  take: (selection: Selection) => T,
): Promise<T> {
  const { almanac, revision } = await follower.follow(db, stamp)
  const here = () => {
    if (almanac.revision !== revision) throw overtaken
    return almanac
  }
  if (query.search === undefined) return take(find(here(), query, undefined, viewer))
  const words = query.search
  // Series are collapsed last: another occurrence than the first may be the one with the words.
  const { collapse: _, ...every } = query
  const candidates = find(here(), every, undefined, viewer)
  const view = (few: readonly number[]) => textsAmong(db, dialect, words, few)
  const isFew = candidates.total <= FEW && !almanac.searches.knows(words)
  const texts = isFew
    ? await view([...idsOf(almanac, candidates.slots())])
    : await almanac.searches.found(words, view)
  if (texts === undefined) throw searchOf(here(), words)
  return take(find(here(), query, texts, viewer))
}

/** The search of all texts for the words, over the events now in the almanac. */
function searchOf(almanac: Almanac, words: SearchWords): SearchWanted {
  const { columns, byId, searches } = almanac
  const slots = byId.slots.subarray(0, byId.length)
  const secret = slots.filter((slot) => ((columns.marks[slot] ?? 0) & PROTECTED) !== 0)
  return new SearchWanted(words, {
    ids: idsOf(almanac, slots),
    protectedIds: [...idsOf(almanac, secret)],
    take: searches.begin(words),
  })
}

function idsOf({ columns }: Almanac, slots: ArrayLike<number>): Float64Array {
  const ids = new Float64Array(slots.length)
  // An iterator would take most of the time here.
  for (let at = 0; at < slots.length; at++) ids[at] = columns.id[slots[at] ?? 0] ?? 0
  return ids
}

type Key = (slot: number) => number

function keyOf(query: EventQuery, almanac: Almanac, viewer: Viewer): Key {
  const { orderby, circle } = query
  if (orderby === 'distance' && circle !== undefined) return distances(almanac, circle, viewer)
  const { id, end, date, modified } = almanac.columns
  const column =
    orderby === 'end_date' ? end : orderby === 'date' ? date : orderby === 'modified' ? modified : id
  return (slot) => column[slot] ?? 0
}

/** Returns `count` slots from the `skip`th on, ordered by a key and then by id. */
function pageBy(key: Key, { almanac, slots }: Selection, { order }: EventQuery, skip: number, count: number) {
  const { id } = almanac.columns
  const sign = order === 'asc' ? 1 : -1
  const compare = (a: number, b: number) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x === y ? (id[a] ?? 0) - (id[b] ?? 0) : x < y ? -1 : 1)
  }
  return firstOf(slots(), skip + count, compare).slice(skip)
}

/** Returns the first `count` slots in an order, without sorting all of them where there are many. */
function firstOf(slots: Int32Array, count: number, compare: (a: number, b: number) => number): Int32Array {
  if (count * 8 > slots.length) return slots.sort(compare).slice(0, count)
  const best: number[] = []
  for (const slot of slots) {
    const last = best[count - 1]
    if (last !== undefined && compare(last, slot) <= 0) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(best[middle] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, slot)
    if (best.length > count) best.pop()
  }
  return Int32Array.from(best)
}

/** Returns a membership test: a table, or a set where the ids are too large for one. */
function membership(ids: Float64Array): (id: number) => boolean {
  let largest = 0
  for (const id of ids) if (id > largest) largest = id
  if (largest > ids.length * 64 + 1_000_000) {
    const wanted = new Set(ids)
    return (id) => wanted.has(id)
  }
  const wanted = new Uint8Array(largest + 1)
  for (const id of ids) wanted[id] = 1
  return (id) => wanted[id] === 1
}

const TITLES_AT_ONCE = 1000

/** Returns a page of ids by title: the database sorts a few ids, and scans its index in order for many. */
async function pageByTitle(db: Db, ids: Float64Array, { order }: EventQuery, skip: number, count: number) {
  const by = order === 'asc' ? sql`title_key, title, id` : sql`title_key desc, title desc, id desc`
  const few = ids.length <= TITLES_AT_ONCE
  const where = few ? among(named('id'), [...ids]) : sql`1 = 1`
  const isWanted = membership(ids)
  const found: number[] = []
  let atOnce = few ? TITLES_AT_ONCE : Math.min(TITLES_AT_ONCE, 4 * (skip + count))
  for (let offset = 0; found.length < skip + count; ) {
    const { rows } = await sql<{ id: number }>`select id from events where ${where}
      order by ${by} limit ${atOnce} offset ${offset}`.execute(db)
    for (const { id } of rows) if (isWanted(id)) found.push(id)
    if (rows.length < atOnce) break
    offset += atOnce
    atOnce = Math.min(TITLES_AT_ONCE, atOnce * 4)
  }
  return found.slice(skip, skip + count)
}

/** Returns the events of a page. For the order of titles, which only the database has, it returns all events. */
function shown(query: EventQuery, viewer: Viewer) {
  const { page, per_page, orderby, order } = query
  return (selection: Selection) => {
    const { almanac, total } = selection
    const skip = (page - 1) * per_page
    const count = Math.max(0, Math.min(per_page, total - skip))
    if (count === 0) return { total, skip, count, ids: new Float64Array() }
    if (orderby === 'title') return { total, skip, count, ids: idsOf(almanac, selection.slots()) }
    const slots =
      orderby === 'start_date'
        ? selection.slice(skip, count, order)
        : pageBy(keyOf(query, almanac, viewer), selection, query, skip, count)
    return { total, skip, count, ids: idsOf(almanac, slots) }
  }
}

/** Returns the ids of one page in order. Throws `overtaken` where a newer snapshot is needed. */
export async function findEvents(source: Source, query: EventQuery, viewer: Viewer): Promise<FoundEvents> {
  const { total, skip, count, ids } = await selected(source, query, viewer, shown(query, viewer))
  const isByTitle = query.orderby === 'title' && ids.length > 0
  return { total, ids: isByTitle ? await pageByTitle(source.db, ids, query, skip, count) : [...ids] }
}

/** Returns the same from the almanac alone; undefined where the almanac is not enough. */
export function findAtOnce(almanac: Almanac, query: EventQuery, viewer: Viewer): FoundEvents | undefined {
  if (query.orderby === 'title') return undefined
  const texts = query.search === undefined ? undefined : almanac.searches.remembered(query.search)
  if (query.search !== undefined && texts === undefined) return undefined
  const { total, ids } = shown(query, viewer)(find(almanac, query, texts, viewer))
  return { total, ids: [...ids] }
}

/** Reads the events with these ids, in the given order. */
export async function eventsOf(
  db: Db,
  ids: readonly number[],
  viewer: Viewer,
): Promise<readonly EventItem[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<EventRecord>`select * from events where ${among(named('id'), ids)}`.execute(db)
  const records = new Map(rows.map((record) => [record.id, record]))
  const found = ids.map((id) => records.get(id)).filter((record) => record !== undefined)
  return itemsOf.event(db, found, viewer)
}

/** Returns one page of events. Throws `overtaken` where a newer snapshot is needed. */
export async function listEvents(source: Source, query: EventQuery, viewer: Viewer): Promise<Page<'event'>> {
  const { total, ids } = await findEvents(source, query, viewer)
  return { items: await eventsOf(source.db, ids, viewer), total }
}

/** Yields the events of one page in batches of `size`. Throws `overtaken` before the first batch. */
export async function* eventBatches(source: Source, query: EventQuery, viewer: Viewer, size: number) {
  const { ids } = await findEvents(source, query, viewer)
  for (let at = 0; at < ids.length; at += size)
    yield await eventsOf(source.db, ids.slice(at, at + size), viewer)
}

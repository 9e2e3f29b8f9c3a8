/** A page of events: found in the almanac, then read from the database. */
import { isAmong } from '../conditions/visibility.ts'
import { overtaken } from '../database/errors.ts'
import { quotedName, sql } from '../database/sql.ts'
import { eventItems } from '../records/items.ts'
import { recordsOf } from '../records/json-columns.ts'
import type { ListSource } from '../records/source.ts'
import type { EventItem, EventLink, EventQuery, FoundEvents, Page, Viewer } from '../store.ts'
import type { Almanac } from './almanac/almanac.ts'
import { find, needsLinks, type Selection } from './almanac/find.ts'
import type { TextMatches } from './almanac/found.ts'
import type { FieldResult } from './field-results.ts'
import { alikeWords, type FieldSources, fieldSearch, hasFields, searchedIn } from './field-search.ts'
import { linkedIn } from './linked-records.ts'
import { comparison, pageBy, pageByTitle, type Rank } from './page-order.ts'
import { finder, idsOf } from './text-finder.ts'

const noTexts: TextMatches = { whole: [], titles: [] }

/**
 * Returns `take` applied to the events that match a query at the revision of `db`. `take` runs synchronously, since
 * the almanac may change during any wait. Throws `overtaken` and `SearchWanted`.
 */
async function selected<T>(
  source: ListSource,
  query: EventQuery,
  viewer: Viewer,
  take: (selection: Selection, rank: Rank | undefined) => T,
): Promise<T> {
  const { db, changeCounter, follower } = source
  const { almanac, revision } = await follower.follow(db, changeCounter, needsLinks(query))
  const here = () => {
    if (almanac.revision !== revision) throw overtaken
    return almanac
  }
  const words = query.search
  if (words === undefined) return take(find(here(), query, undefined, viewer), undefined)
  // Series are collapsed last: another occurrence than the first may be the one with the words.
  const { collapse: _, ...every } = query
  const among = (candidates: EventQuery) => finder(source, here, find(here(), candidates, undefined, viewer))
  if (!hasFields(query)) {
    const { texts } = await among(every)([words])
    return take(find(here(), query, texts[0] ?? noTexts, viewer), undefined)
  }
  const fields = { source, here, viewer }
  const { asked, result } = await searchedFields({ ...fields, find: among(every) }, query, () => ({
    ...fields,
    find: among({ ...every, window: {} }),
  }))
  return take(find(here(), asked, result.texts, viewer), result.rank)
}

/** The findings of a search in fields, and the query that it answers. */
interface SearchedFields {
  readonly asked: EventQuery
  readonly result: FieldResult
}

/**
 * Returns what a search in fields finds. Where the viewer would see nothing, whatever the dates, similar words count too. `everSources`
 * finds among the events of all dates.
 */
async function searchedFields(
  sources: FieldSources,
  query: EventQuery,
  everSources: () => FieldSources,
): Promise<SearchedFields> {
  const { here, viewer } = sources
  const totalOf = (asked: EventQuery, { texts }: FieldResult) => find(here(), asked, texts, viewer).total
  const exact = { asked: query, result: await fieldSearch(sources, query) }
  if (totalOf(query, exact.result) > 0) return exact
  const ever = everSources()
  if (totalOf({ ...query, window: {} }, await fieldSearch(ever, query)) > 0) return exact
  const alike = await alikeWords(sources, query)
  if (alike.size === 0) return exact
  // Selections are kept by the query: this one is not that of the exact words.
  return { asked: { ...query, search_in: searchedIn(query) }, result: await fieldSearch(ever, query, alike) }
}

/** Returns the events of a page. For the order of titles, which only the database has, it returns all events. */
function shown(query: EventQuery, viewer: Viewer) {
  const { page, per_page, orderby, order } = query
  return (selection: Selection, rank: Rank | undefined) => {
    const { almanac, total } = selection
    const skip = (page - 1) * per_page
    const count = Math.max(0, Math.min(per_page, total - skip))
    if (count === 0) return { total, skip, count, ids: new Float64Array() }
    if (orderby === 'title') return { total, skip, count, ids: idsOf(almanac, selection.slots()) }
    const slots =
      orderby === 'start_date'
        ? selection.slice(skip, count, order)
        : pageBy(comparison(query, almanac, viewer, rank), selection, skip, count)
    return { total, skip, count, ids: idsOf(almanac, slots) }
  }
}

/** Returns the ids of one page in order. Throws `overtaken` where a newer snapshot is needed. */
export async function findEvents(
  source: ListSource,
  query: EventQuery,
  viewer: Viewer,
): Promise<FoundEvents> {
  const { total, skip, count, ids } = await selected(source, query, viewer, shown(query, viewer))
  const isByTitle = query.orderby === 'title' && ids.length > 0
  return { total, ids: isByTitle ? await pageByTitle(source.db, ids, query, { skip, count }) : [...ids] }
}

/** Returns the same from the almanac alone; undefined if the almanac is not enough. */
export function findAtOnce(almanac: Almanac, query: EventQuery, viewer: Viewer): FoundEvents | undefined {
  if (query.orderby === 'title' || hasFields(query)) return undefined
  if (needsLinks(query) && !almanac.isLinked) return undefined
  const texts = query.search === undefined ? undefined : almanac.searches.remembered(query.search)
  if (query.search !== undefined && texts === undefined) return undefined
  const { total, ids } = shown(query, viewer)(find(almanac, query, texts, viewer), undefined)
  return { total, ids: [...ids] }
}

/** Reads the events with these ids, in the given order, with their linked items of these kinds. */
export async function eventsOf(
  source: ListSource,
  ids: readonly number[],
  viewer: Viewer,
  links?: readonly EventLink[],
): Promise<readonly EventItem[]> {
  if (ids.length === 0) return []
  const { db } = source
  const all = await recordsOf(db, 'event', sql`select * from events where ${isAmong(quotedName('id'), ids)}`)
  const byId = new Map(all.map((record) => [record.id, record]))
  const found = ids.map((id) => byId.get(id)).filter((record) => record !== undefined)
  return eventItems(db, found, viewer, { links, source: await linkedIn(source) })
}

/** Returns one page of events. Throws `overtaken` where a newer snapshot is needed. */
export async function listEvents(
  source: ListSource,
  query: EventQuery,
  viewer: Viewer,
): Promise<Page<'event'>> {
  const { total, ids } = await findEvents(source, query, viewer)
  return { items: await eventsOf(source, ids, viewer), total }
}

/** Yields the events of one page in batches of `size`. Throws `overtaken` before the first batch. */
export async function* batchesOfPage(source: ListSource, query: EventQuery, viewer: Viewer, size: number) {
  const { ids } = await findEvents(source, query, viewer)
  for (let at = 0; at < ids.length; at += size) yield await eventsOf(source, ids.slice(at, at + size), viewer)
}

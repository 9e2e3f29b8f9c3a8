/** The query strings of The Events Calendar's pages: the view, the day and the filters that they name, in our words (contract §12). */

import { isDay, isMonth } from '../../domain/time/calendar-days.ts'
import { keptFilterNames } from '../../representations/html/site/choosing/filter-names.ts'

/** Their parameter, without brackets → our filter, of pages, lists and feeds; pages that were redirected have ours. */
const filters: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'tribe-bar-search': 'search',
    tribe_eventcategory: 'categories',
    tribe_events_cat: 'categories',
    tag: 'tags',
    post_tag: 'tags',
    tribe_venues: 'venue',
    tribe_organizers: 'organizer',
    ...Object.fromEntries(keptFilterNames.map((name) => [name, name])),
  }),
)

/** The filters of a query; several values of one filter are joined by commas. */
export function filtersInOldQuery(query: URLSearchParams): Readonly<Record<string, string>> {
  const found: Record<string, string> = {}
  for (const [name, value] of query) {
    const ours = filters.get(name.replace(/\[\w*\]$/, ''))
    if (ours === undefined || value === '') continue
    found[ours] = found[ours] === undefined ? value : `${found[ours]},${value}`
  }
  return found
}

/** The first of some parameters that has a value. */
const firstOf = (query: URLSearchParams, names: readonly string[]) =>
  names.map((name) => query.get(name)).find(Boolean) ?? ''

/** The day of a query, or the first day of its month; undefined without one that exists. */
export const dayInOldQuery = (query: URLSearchParams): string | undefined =>
  dayInText(firstOf(query, ['tribe-bar-date', 'eventDate', 'on', 'from']))

/** The day that a text begins with, or the first day of the month that it is; undefined without one that exists. */
export function dayInText(text: string): string | undefined {
  const day = text.slice(0, 10)
  if (isDay(day)) return day
  return isMonth(day) ? `${day}-01` : undefined
}

/** The feed that a query requests: `ical=1` and `outlook-ical=1`, `feed=rss2`; undefined for a page. */
export function feedFormatInOldQuery(query: URLSearchParams): 'ics' | 'rss' | 'atom' | undefined {
  if (['ical', 'outlook-ical'].some((name) => query.get(name) === '1')) return 'ics'
  const feed = query.get('feed')
  if (feed === null) return undefined
  return feed === 'atom' ? 'atom' : ['', 'feed', 'rss', 'rss2', 'rdf'].includes(feed) ? 'rss' : undefined
}

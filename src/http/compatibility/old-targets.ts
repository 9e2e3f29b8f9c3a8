/** The URLs of The Events Calendar's pages and feeds, and what they lead to here (contract §12). */
import { dayInOldQuery, dayInText, filtersInOldQuery } from './old-queries.ts'

/** The target of an old URL: a page below the base, and a feed below the namespace without its format. */
interface OldTarget {
  readonly page: string
  readonly feed: string
  /** The filters of the feed, and of the page if it is not that of an item. */
  readonly filters?: Readonly<Record<string, string>>
  /** Only an event's own page has no other feeds than a calendar. */
  readonly isItem?: true
  /** The slug of an event or a series, at the address of all dates of a series or not. */
  readonly item?: { readonly slug: string; readonly ofSeries: boolean }
  /** The day of an occurrence, and the slug of its event or series. */
  readonly occurrence?: readonly [slug: string, day: string]
}

/** The path of our feed of all events, below the namespace. */
export const OUR_EVENTS_FEED_PATH = 'events'
const views = 'list|upcoming|past|photo|summary|month|today|day|week|map'
const view = `(?:/(${views}))?(?:/page/\\d+)?`
/** A day or a month. */
const date = '(\\d{4}-\\d\\d(?:-\\d\\d)?)'

/** The page of a view, on a day if there is one. */
function pageOf(name: string, day: string | undefined): string {
  if (['today', 'day'].includes(name)) return day === undefined ? 'calendar/day/' : `calendar/day/${day}/`
  if (['', 'month'].includes(name)) return day === undefined ? 'calendar/' : `calendar/${day.slice(0, 7)}/`
  const page = ['week', 'map'].includes(name) ? name : 'agenda'
  const fields = {
    ...(name === 'past' && { past: '1' }),
    ...(day !== undefined && page !== 'map' && { on: day }),
  }
  return withQuery(`calendar/${page}/`, fields)
}

/** A path with more fields in its query. */
export function withQuery(path: string, fields: Readonly<Record<string, string>>): string {
  const query = new URLSearchParams(fields).toString()
  return query === '' ? path : `${path}${path.includes('?') ? '&' : '?'}${query}`
}

/** The pages and feeds of a list in a view; without one, `eventDisplay` names it. */
function listed(query: URLSearchParams, path = '', date?: string): OldTarget {
  const display = query.get('eventDisplay') ?? ''
  const name = path || (new RegExp(`^(?:${views})$`).test(display) ? display : '')
  const day = date ?? dayInOldQuery(query)
  // A day without a view is the one that a list begins on.
  const shown = name === '' && day !== undefined ? 'list' : name
  return {
    page: pageOf(shown, day),
    feed: OUR_EVENTS_FEED_PATH,
    filters: { ...filtersInOldQuery(query), ...(day !== undefined && { start_date: day }) },
  }
}

function ofItem(
  page: string,
  filter: string,
  [slug = '', date = '']: readonly string[],
  query: URLSearchParams,
): OldTarget {
  const day = dayInText(date) ?? dayInOldQuery(query)
  return {
    page: `${page}/${slug}/`,
    feed: OUR_EVENTS_FEED_PATH,
    filters: {
      ...filtersInOldQuery(query),
      ...(day !== undefined && { start_date: day }),
      [filter]: decoded(slug),
    },
    isItem: true,
  }
}

/** A segment of a path as text; unchanged if it is not valid. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

type Made = (parts: readonly string[], query: URLSearchParams) => OldTarget

/** A pattern of old URL paths, and its target. */
const table: readonly (readonly [RegExp, Made])[] = [
  [/^(?:\/index\.php)?$/, (_, query) => listed(query)],
  [new RegExp(`^/events(?:/(${views}))?(?:/page/\\d+)?$`), ([name], query) => listed(query, name)],
  [/^\/events\/(\d{4}-\d\d)$/, ([month = ''], query) => listed(query, 'month', `${month}-01`)],
  [/^\/events\/(\d{4}-\d\d-\d\d)$/, ([day = ''], query) => listed(query, 'day', day)],
  [
    new RegExp(`^/events/(${views})/${date}$`),
    ([name, day = ''], query) => listed(query, name, dayInText(day)),
  ],
  [
    new RegExp(`^/events/category/(?:[^/]+/)*?([^/]+)${view}(?:/${date})?$`),
    ([slug = '', , day = ''], query) => ofItem('category', 'categories', [slug, day], query),
  ],
  [
    new RegExp(`^/events/tag/([^/]+)${view}(?:/${date})?$`),
    ([slug = '', , day = ''], query) => ofItem('tag', 'tags', [slug, day], query),
  ],
  [
    /^\/event\/([^/]+)(?:\/(\d{4}-\d\d-\d\d))?(?:\/\d+)?$/,
    ([slug = '', day = '']) => ({
      page: `event/${slug}/`,
      feed: `events/by-slug/${slug}`,
      isItem: true,
      item: { slug: decoded(slug), ofSeries: false },
      ...(day !== '' && { occurrence: [decoded(slug), day] as const }),
    }),
  ],
  [
    /^\/event\/([^/]+)\/all$/,
    ([slug = '']) => ({
      page: `series/${slug}/`,
      feed: `events/by-slug/${slug}`,
      isItem: true,
      item: { slug: decoded(slug), ofSeries: true },
    }),
  ],
  [/^\/venue\/([^/]+)$/, (slug, query) => ofItem('venue', 'venue', slug, query)],
  [/^\/organizer\/([^/]+)$/, (slug, query) => ofItem('organizer', 'organizer', slug, query)],
  [/^\/category\/([^/]+)$/, (slug, query) => ofItem('category', 'categories', slug, query)],
  [/^\/tag\/([^/]+)$/, (slug, query) => ofItem('tag', 'tags', slug, query)],
  [
    new RegExp(`^/calendar/(?:day/|weekend/)?${date}$`),
    ([day = ''], query) => listed(query, '', dayInText(day)),
  ],
  [/^\/calendar(?:\/.*)?$/, (_, query) => listed(query)],
]

/** Returns the target of a path and its query; undefined if no page has or had that path. */
export function oldTargetOf(path: string, query: URLSearchParams): OldTarget | undefined {
  const bare = path.replace(/\/$/, '')
  for (const [pattern, made] of table) {
    const found = pattern.exec(bare)
    if (found !== null)
      return made(
        found.slice(1).map((part) => part ?? ''),
        query,
      )
  }
  return undefined
}

/** Redirects from the URLs of The Events Calendar's pages and feeds to ours (contract §12). */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { listItems } from '../actions/list.ts'
import { type Context, viewerOf } from '../api/context.ts'
import { parseListArgs } from '../contract/resources/index.ts'
import { decodedUriPart } from '../domain/text/links.ts'
import { isDay, isMonth, plusDays } from '../domain/time/timestamp.ts'
import type { OldAddressParts } from '../http/dialects.ts'
import { Problem } from '../problem.ts'
import { keptFilterNames } from '../representations/html/site/site.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'
import { isPluginAlias, PLUGIN_NAMESPACE, sitePathOfAlias } from './representations.ts'

// The query strings of The Events Calendar's pages: the view, the day and the filters that they name, in our words (contract §12).

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
function filtersInOldQuery(query: URLSearchParams): Readonly<Record<string, string>> {
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
const dayInOldQuery = (query: URLSearchParams): string | undefined =>
  dayInText(firstOf(query, ['tribe-bar-date', 'eventDate', 'on', 'from']))

/** The day that a text begins with, or the first day of the month that it is; undefined without one that exists. */
function dayInText(text: string): string | undefined {
  const day = text.slice(0, 10)
  if (isDay(day)) return day
  return isMonth(day) ? `${day}-01` : undefined
}

/** The feed that a query requests: `ical=1` and `outlook-ical=1`, `feed=rss2`; undefined for a page. */
function feedFormatInOldQuery(query: URLSearchParams): 'ics' | 'rss' | 'atom' | undefined {
  if (['ical', 'outlook-ical'].some((name) => query.get(name) === '1')) return 'ics'
  const feed = query.get('feed')
  if (feed === null) return undefined
  return feed === 'atom' ? 'atom' : ['', 'feed', 'rss', 'rss2', 'rdf'].includes(feed) ? 'rss' : undefined
}

// The URLs of The Events Calendar's pages and feeds, and what they lead to here (contract §12).

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
const OUR_EVENTS_FEED_PATH = 'events'
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
function withQuery(path: string, fields: Readonly<Record<string, string>>): string {
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
      [filter]: decodedUriPart(slug),
    },
    isItem: true,
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
      item: { slug: decodedUriPart(slug), ofSeries: false },
      ...(day !== '' && { occurrence: [decodedUriPart(slug), day] as const }),
    }),
  ],
  [
    /^\/event\/([^/]+)\/all$/,
    ([slug = '']) => ({
      page: `series/${slug}/`,
      feed: `events/by-slug/${slug}`,
      isItem: true,
      item: { slug: decodedUriPart(slug), ofSeries: true },
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
function oldTargetOf(path: string, query: URLSearchParams): OldTarget | undefined {
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

// The event that an old address of an occurrence means: the series and the day (contract §12).

/** The occurrence of a series that begins on a day in its own zone; undefined if none does, or the reader can't see it. */
async function occurrenceOn(series: number, day: string, context: Context): Promise<string | undefined> {
  const [from, to] = [plusDays(day, -1), plusDays(day, 1)]
  if (from === undefined || to === undefined) return undefined
  const args = parseListArgs('event', {
    series: [series],
    start_date: from,
    starts_before: to,
    per_page: 100,
  })
  const { items } = await listItems('event', args, context)
  return items.find(({ record }) => record.start_date.startsWith(day))?.record.slug
}

/** The item that has a slug, or had it, if the reader may see it. */
async function seen<N extends 'event' | 'series'>(name: N, slug: string, context: Context) {
  return context.store.snapshot(async (store) => {
    const former = async () => {
      const id = await store.itemOfFormerSlug(name, slug)
      return id === undefined ? undefined : store.find(name, { id }, context.moment)
    }
    const record = (await store.find(name, { slug }, context.moment)) ?? (await former())
    if (record === undefined) return undefined
    return (await store.visible(name, [record.id], viewerOf(context))).has(record.id) ? record : undefined
  })
}

/**
 * Returns the path of the page of the event with a slug, or of the occurrence on a day of the series that the event is of or that
 * has this slug. Addresses of nothing lead to the page of the event, which is not found.
 */
async function eventPathOnDay(slug: string, day: string, context: Context): Promise<string> {
  const own = `event/${encodeURIComponent(slug)}/`
  const event = await seen('event', slug, context)
  if (event !== undefined && (event.series === null || event.start_date.startsWith(day))) return own
  const series = event?.series ?? (await seen('series', slug, context))?.id
  if (series === undefined || series === null) return own
  const found = await occurrenceOn(series, day, context)
  if (found !== undefined) return `event/${encodeURIComponent(found)}/`
  return event === undefined ? `series/${encodeURIComponent(slug)}/` : own
}

/** Where the page and the calendar of an item are: below the base, and below the namespace. */
interface PageAndCalendarPaths {
  readonly page: string
  readonly calendar: string
}

/**
 * Returns the paths of the event with a slug, or of the series with it, which the plugin has at the same address; `ofSeries` prefers the
 * series, also that of the event. Of nothing, those of an event, which is not found.
 */
async function pathsOfEventOrSeries(
  slug: string,
  ofSeries: boolean,
  context: Context,
): Promise<PageAndCalendarPaths> {
  const event = await seen('event', slug, context)
  const series = await seen('series', slug, context)
  const id = ofSeries ? (series?.id ?? event?.series) : event === undefined ? series?.id : undefined
  const found = id == null ? undefined : await context.store.find('series', { id }, context.moment)
  if (found !== undefined)
    return { page: `series/${encodeURIComponent(found.slug)}/`, calendar: `events.ics?series=${found.id}` }
  const own = encodeURIComponent(event?.slug ?? slug)
  return { page: `event/${own}/`, calendar: `events/by-slug/${own}.ics` }
}

/** The path without the end that requests a feed, such as `/feed/` and `/feed/atom/`, and the query that says it instead. */
function feedPath(path: string, query: URLSearchParams): string {
  const [end, format] = /\/feed(?:\/(rss2?|rdf|atom))?\/?$/.exec(path) ?? []
  const isOfEvents = path.startsWith('/events/') || query.get('post_type') === 'tribe_events'
  if (end === undefined || !isOfEvents) return path
  query.set('feed', format ?? 'rss2')
  return path.slice(0, path.length - end.length + 1)
}

/** Whether a query at the front page is about events: the feed there was that of the site's news. */
const isAboutEvents = (path: string, query: URLSearchParams) =>
  !/^(?:\/index\.php)?\/?$/.test(path) || query.get('post_type') === 'tribe_events'

const split = (url: string) => {
  const [path = '', query = ''] = url.split(/\?(.*)/s)
  return { path, query: new URLSearchParams(query) }
}

const language = new RegExp(`^/(?:${interfaceLanguageCodes.join('|')})(?=/|$)`)

/** Whether a URL may request a feed: a quick look, since every request is looked at. */
const maySayFeed = (url: string) => url.includes('ical=') || url.includes('feed')

/** The target of an old URL that requests a feed, and its format; undefined for pages, and for places of the interface. */
function feedAt(
  path: string,
  query: URLSearchParams,
  sites: readonly string[],
  roots: OldAddressParts['roots'],
) {
  const site = sites.find((one) => path === one || path.startsWith(`${one}/`))
  if (site === undefined || roots.isOfInterface(path)) return undefined
  const page = feedPath(path.slice(site.length).replace(language, ''), query)
  const format = feedFormatInOldQuery(query)
  if (format === undefined || (format !== 'ics' && !isAboutEvents(page, query))) return undefined
  const target = oldTargetOf(page, query)
  if (target === undefined || (target.feed !== OUR_EVENTS_FEED_PATH && format !== 'ics')) return undefined
  // The page of the occurrence, which has to be found first, leads to its feed.
  if (target.occurrence !== undefined) return undefined
  return { target, format }
}

/** Adds the old URLs to an application that has an alias of the plugin. */
export function addOldAddresses(
  app: FastifyInstance,
  { roots, decorated, contextOf }: OldAddressParts,
): void {
  const alias = roots.aliases.find(isPluginAlias)
  if (alias === undefined) return
  const [base = ''] = roots.prefixes
  const sites = [...new Set([base, sitePathOfAlias(alias)])]
  const lead = (request: FastifyRequest, reply: FastifyReply, status: number, path: string) => {
    decorated(request, reply)
    return reply.header('Cache-Control', 'public, no-cache').redirect(path, status)
  }
  app.addHook('onRequest', async (request, reply) => {
    if (!maySayFeed(request.url) || !['GET', 'HEAD'].includes(request.method)) return
    const { path, query } = split(request.url)
    const asked = feedAt(path, query, sites, roots)
    if (asked === undefined) return
    const { feed, filters = {}, item } = asked.target
    const found =
      item === undefined
        ? withQuery(`${feed}.${asked.format}`, filters)
        : (await pathsOfEventOrSeries(item.slug, item.ofSeries, await contextOf(request, reply))).calendar
    return lead(request, reply, 302, `${alias.path}/${PLUGIN_NAMESPACE}/${found}`)
  })
  const handler = async (request: FastifyRequest, reply: FastifyReply) => {
    const { path, query } = split(request.url)
    const site = sites.find((one) => path.startsWith(`${one}/`)) ?? ''
    const target = oldTargetOf(path.slice(site.length), query)
    if (target === undefined) throw new Problem('rest_no_route')
    const { page, filters, isItem, occurrence, item } = target
    if (occurrence !== undefined) {
      const found = await eventPathOnDay(...occurrence, await contextOf(request, reply))
      const kept = feedFormatInOldQuery(query) === 'ics' ? '?ical=1' : ''
      // Which occurrence a day has may change.
      return lead(request, reply, page === found ? 301 : 302, `${base}/${found}${kept}`)
    }
    if (item?.ofSeries === true) {
      const { page } = await pathsOfEventOrSeries(item.slug, true, await contextOf(request, reply))
      return lead(request, reply, 301, `${base}/${page}`)
    }
    const { start_date: _, ...kept } = filters ?? {}
    return lead(request, reply, 301, `${base}/${isItem === true ? page : withQuery(page, kept)}`)
  }
  const own = ['/index.php', '/events', '/events/*', '/event/:slug/*']
  const moved = ['/event/*', '/venue/*', '/organizer/*']
  for (const site of sites)
    for (const path of site === base ? own : [...own, ...moved]) {
      const url = `${site}${path}`
      for (const method of ['GET', 'HEAD'] as const)
        if (!app.hasRoute({ method, url })) app.route({ method, url, handler })
    }
}

/** The pages of items: events, venues, organizers, categories, tags, groups and own pages, by their slugs. */

import type { ListBoundsOrderAndLinks } from '../../actions/list.ts'
import { itemWithMerged, readEventAt, readItemAt, renamedItem } from '../../actions/read.ts'
import { mayEdit, mayReadUnpublished } from '../../api/policy.ts'
import { argNamesByLinkedResource } from '../../contract/columns.ts'
import type { ResourceName } from '../../contract/resources/index.ts'
import { noTranslations } from '../../domain/languages.ts'
import { socialServerIn } from '../../domain/text/links.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import { eventPage, type RelatedEvents } from '../../representations/html/site/items/event-page.ts'
import {
  type EventsAndLanguagesOfItem,
  groupPage,
  organizerPage,
  seriesPage,
  termPage,
  venuePage,
} from '../../representations/html/site/items/item-pages.ts'
import {
  type ActorToFollow,
  accessibilityPage,
  fediverseFollowPage,
  ownPage,
} from '../../representations/html/site/items/site-pages.ts'
import { passwordPage } from '../../representations/html/site/problem-page.ts'
import { type Site, sitePath, venuesOf } from '../../representations/html/site/site.ts'
import {
  type Event,
  type ListedEvent,
  representEvent as shownEvent,
} from '../../representations/json/event.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import {
  representCategory as shownCategory,
  representGroup as shownGroup,
  representOrganizer as shownOrganizer,
  representPage as shownPage,
  representTag as shownTag,
  representVenue as shownVenue,
} from '../../representations/json/items.ts'
import {
  recurrenceInWordsForRoot,
  representSeriesSummary as shownSeries,
} from '../../representations/json/series.ts'
import { itemLanguages, shownRecordAndLanguages } from '../../representations/shown-language.ts'
import { urlOfItemPage } from '../../representations/urls.ts'
import { eventOfPreviewSecret } from '../../review/drafts.ts'
import type { EventItem, FoundEventIds, Item } from '../../store/store.ts'
import { newCountedPasswordGuess } from '../auth/credentials.ts'
import { surrogateKeysOfItem } from '../cache/response-cache.ts'
import { isNotFoundByName } from '../operations/moved.ts'
import { contentSecurityPolicyWith } from './assets.ts'
import {
  attendableStatuses,
  dayBound,
  EARLIEST_DAY,
  instantBound,
  type ListFilters,
  listDefaults,
  readEventsOfItem,
  shownEventsByIds,
} from './event-lists.ts'
import {
  eventViewFor,
  isPastList,
  noteShownItem,
  type PageRequest,
  pageNumber,
  type RenderedPage,
} from './reader.ts'

// The events around an event on its page: found one after the other, and read together.

/** Maximum child events that an event's page lists. */
const MAX_PARTS = 100
/** Maximum events at the same venue, of the same category, and of the same series after the event. */
const MAX_AROUND = 4
/** More than are shown of a venue or category: one may be of the series of the page. */
const MAX_READ = MAX_AROUND + 1
/** Seconds in which upcoming events are looked for first: lists of busy places and categories are long. */
const SOON = 31 * 86_400

type Find = (within: ListBoundsOrderAndLinks) => Promise<FoundEventIds>
type Ids = readonly number[]

/** The ids of the first `count` upcoming events by a filter, the first of each series. */
async function upcoming(
  filter: ListBoundsOrderAndLinks,
  count: number,
  find: Find,
  { context: { moment } }: PageRequest,
): Promise<Ids> {
  const now = epochOfInstant(moment.now)
  const all: ListBoundsOrderAndLinks = {
    ...filter,
    strict_dates: true,
    ends_after: instantBound(now),
    collapse: 'series',
    per_page: count,
  }
  const { ids } = await find({ ...all, starts_before: instantBound(now + SOON) })
  return ids.length < count ? (await find(all)).ids : ids
}

/** The ids of the events that may be shown at the venue of an event and in its category, without its parts and itself. */
async function alikeOf(event: Event, parts: Ids, find: Find, reader: PageRequest) {
  const [venue] = venuesOf(event)
  const [category] = event.categories
  const isOther = (id: number) => id !== event.id && !parts.includes(id)
  const most = MAX_READ + parts.length + 1
  const there = venue === undefined ? [] : await upcoming({ venue: [venue.id] }, most, find, reader)
  const atVenue = there.filter(isOther).slice(0, MAX_READ)
  if (category === undefined) return { atVenue, inCategory: [] }
  const categories = await reader.context.store.descendants([category.id])
  const found = (await upcoming({ categories }, most + MAX_READ, find, reader)).filter(isOther)
  // Those that are shown at the venue are not shown again.
  const last = found.filter((id) => !atVenue.includes(id))[MAX_READ - 1]
  return { atVenue, inCategory: last === undefined ? found : found.slice(0, found.indexOf(last) + 1) }
}

/** The ids of the dates of a series before one of its occurrences, and of those after it that are ahead; the first of these that one can go to. */
async function datesAround(
  { record }: EventItem,
  series: EventItem['series'],
  find: Find,
  { context: { moment } }: PageRequest,
) {
  if (series === undefined) return { before: [], after: [], following: [] }
  const own = { series: [series.id], strict_dates: true }
  const ahead = { ...own, starts_after: instantBound(Math.max(record.start_utc, epochOfInstant(moment.now))) }
  const later = await find({ ...ahead, per_page: MAX_AROUND })
  const following = await find({ ...ahead, event_status: attendableStatuses, per_page: 1 })
  const start = instantBound(record.start_utc)
  const earlier = await find({ ...own, starts_before: start, order: 'desc', per_page: 1 })
  return { before: earlier.ids, after: later.ids, following: following.ids }
}

/** Whether the page names the series: most readers can't open one that is not published. */
const isShown = (series: EventItem['series'], { context: { actor } }: PageRequest) =>
  series?.status === 'publish' || mayReadUnpublished(actor)

/** Returns the events around an event, as the reader sees them. */
async function relatedEventsOf(
  item: EventItem,
  event: Event,
  reader: PageRequest,
): Promise<Pick<RelatedEvents, 'parts' | 'there' | 'alike' | 'series'>> {
  const series = isShown(item.series, reader) ? item.series : undefined
  const { view, prepare } = await eventViewFor(reader)
  const find = await prepare(listDefaults)
  const ofEvent = {
    starts_after: dayBound(EARLIEST_DAY),
    post_parent: event.id,
    per_page: MAX_PARTS,
  }
  const { ids: parts } = await find(ofEvent)
  const { atVenue, inCategory } = await alikeOf(event, parts, find, reader)
  const { before, after, following } = await datesAround(item, series, find, reader)
  const ids = [...new Set([...parts, ...atVenue, ...inCategory, ...before, ...after, ...following])]
  const shown = new Map((await shownEventsByIds(reader, view, ids)).map((one) => [one.id, one]))
  const of = (some: Ids) => some.flatMap((id) => shown.get(id) ?? [])
  // The page names the dates of its own series elsewhere.
  const isOther = (one: ListedEvent) => event.series === null || one.series?.id !== event.series.id
  const there = of(atVenue).filter(isOther).slice(0, MAX_AROUND)
  const inOthers = of(inCategory)
    .filter((one) => !there.includes(one))
    .slice(0, MAX_READ)
  const around = { parts: of(parts), there, alike: inOthers.filter(isOther).slice(0, MAX_AROUND) }
  if (series === undefined) return { ...around, series: undefined }
  const text = recurrenceInWordsForRoot(series, reader.view)
  const url = urlOfItemPage(reader.view.root, 'series', series.slug)
  return {
    ...around,
    series: { text, url, previous: of(before)[0], next: of(after), following: of(following)[0] },
  }
}

const slugOf = ({ params }: PageRequest) => params.slug ?? ''
const single = ({ view }: PageRequest) => ({ ...view, isSingle: true })
/** Notes that a page is that of an event, with all that is linked to it: until its end. Returns the event. */
function noteEvent(reader: PageRequest, item: EventItem): EventItem {
  const { context, ends } = reader
  if (item.record.end_utc > epochOfInstant(context.moment.now))
    ends.next = Math.min(ends.next, item.record.end_utc)
  for (const key of surrogateKeysOfItem('event', item)) reader.shown?.keys.add(key)
  return item
}

/** Whether the reader may edit the event: signed in, or in local mode. */
function editable({ author, status, group }: Event, { context: { actor } }: PageRequest): boolean {
  return actor.role !== 'anonymous' && mayEdit(actor, { author, status, group_id: group?.id ?? null })
}

async function familyOf(item: EventItem, event: Event, reader: PageRequest): Promise<RelatedEvents> {
  const { post_parent } = event
  const text = event.description === '' ? 'excerpt' : 'description'
  const more = {
    ...(await relatedEventsOf(item, event, reader)),
    languages: itemLanguages('event', item.record, reader.view.root, text),
    isEditable: editable(event, reader),
  }
  if (post_parent === 0) return { parent: undefined, ...more }
  const parent = await readEventAt({ id: post_parent }, reader.context).catch((error: unknown) => {
    // A reader who may not see it does not learn that it exists.
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  })
  return { parent: parent && shownEvent(parent, reader.view), ...more }
}

/** An event's page; for a protected event without its password, the page with the password form. */
async function eventAt(reader: PageRequest): Promise<RenderedPage> {
  const { context, site, form, guesser } = reader
  const guess = newCountedPasswordGuess(form?.password, guesser)
  try {
    const item = noteEvent(reader, await readEventAt({ slug: slugOf(reader) }, context, guess.opens))
    const shown = shownEvent(item, single(reader))
    return eventPage(shown, await familyOf(item, shown, reader), site)
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'event-password-protected')) throw error
    return { status: error.status, text: passwordPage(slugOf(reader), form !== undefined, site) }
  } finally {
    guess.end()
  }
}

/** The page of an event that somebody shared by a secret link, with the draft of changes. An event that is public without one has its own address. */
export async function previewPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { context, site, params } = reader
  const { item, draftView } = await eventOfPreviewSecret(params.secret ?? '', context)
  const headers = {
    'Cache-Control': 'private, no-store',
    'Referrer-Policy': 'no-referrer',
    // Its address is a secret: it is in no frame.
    'Content-Security-Policy': contentSecurityPolicyWith({ tiles: site.tiles?.template }),
  }
  if (item.record.status === 'publish' && draftView === undefined) {
    const Location = sitePath(site, `event/${encodeURIComponent(item.record.slug)}`)
    return { status: 302, text: '', headers: { ...headers, Location } }
  }
  const stored = shownEvent(item, single(reader))
  // Search engines leave out what is not listed.
  const shown: Event =
    draftView === undefined ? stored : { ...stored, ...draftView, hide_from_listings: true }
  const text = eventPage(shown, await familyOf(item, shown, reader), site)
  return { status: 200, text, headers }
}

type SluggedPage = Exclude<ResourceName, 'media'>

/** Returns the series with a slug that the reader may see; undefined for none. */
const seriesSeenAt = (slug: string, context: PageRequest['context']) =>
  readItemAt('series', { slug }, context).catch((error: unknown) => {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  })

/** Returns the path of the page of the item that has or had the slug of a page, or that one with it was merged into; undefined for none. */
async function laterPageOf(name: SluggedPage, reader: PageRequest): Promise<string | undefined> {
  const { context, view } = reader
  const slug = slugOf(reader)
  const item = (await renamedItem(name, slug, context)) ?? (await itemWithMerged(name, slug, context))
  if (item !== undefined) return urlOfItemPage(view.root, name, item.slug)
  // Other calendars have a series at the address of an event.
  const series = name === 'event' && (await seriesSeenAt(slug, context))
  return series ? urlOfItemPage(view.root, 'series', series.record.slug) : undefined
}

/** Renders a page, or what is at `end` below it, or redirects where its item has another slug now. That may end, so caches revalidate the redirect. */
export const orMoved =
  (name: SluggedPage, make: (reader: PageRequest) => Promise<RenderedPage>, end = '') =>
  async (reader: PageRequest): Promise<RenderedPage> => {
    try {
      return await make(reader)
    } catch (error) {
      if (!isNotFoundByName(error)) throw error
      const page = await laterPageOf(name, reader)
      if (page === undefined) throw error
      const Location = `${page}${end}${reader.query.sent}`
      return { status: 301, text: '', headers: { Location, 'Cache-Control': 'no-cache' } }
    }
  }

/** Returns the item of a page, by its slug. Throws 401, 403, 404 or 410. */
const readShown = async <N extends Exclude<SluggedPage, 'event'>>(name: N, reader: PageRequest) =>
  noteShownItem(reader, name, await readItemAt(name, { slug: slugOf(reader) }, reader.context))

const filters = { ...argNamesByLinkedResource, group: 'group' } as const

async function aroundItem(
  name: Exclude<SluggedPage, 'event' | 'page'>,
  record: Parameters<typeof itemLanguages>[1],
  filter: ListFilters,
  reader: PageRequest,
) {
  const tense = { isPast: isPastList(reader), page: pageNumber(reader), first: reader.site.today }
  const listed = await readEventsOfItem(filter, tense, reader)
  return { listed, languages: itemLanguages(name, record, reader.view.root) }
}

/**
 * Renders the page of an item with its events, which a filter of lists finds: of a category also those in its subcategories, of a group also
 * those that are not in the main calendar.
 */
const pageWithEvents = <N extends keyof typeof filters, Shown>(
  name: N,
  shown: (item: Item<N>, view: JsonItemContext) => Shown,
  page: (item: Shown, around: EventsAndLanguagesOfItem, site: Site) => string,
) =>
  orMoved(name, async (reader) => {
    const item = await readShown(name, reader)
    const { record } = item
    const around = await aroundItem(name, record, { [filters[name]]: [{ id: record.id }] }, reader)
    return page(shown(item, single(reader)), around, reader.site)
  })

/** A series' page, with its occurrences. */
async function seriesAt(reader: PageRequest): Promise<string> {
  const item = await readShown('series', reader)
  const { id, title, pattern } = item.record
  const { language = '', translations = noTranslations } = pattern.columns
  const texts = { title, language, translations }
  const around = await aroundItem('series', texts, { series: [id] }, reader)
  return seriesPage(shownSeries(item, reader.view), around, reader.site)
}

/** An own page of the site: imprint, about, contact. */
async function ownPageAt(reader: PageRequest): Promise<string> {
  const item = await readShown('page', reader)
  const languages = itemLanguages('page', item.record, reader.view.root, 'content')
  return ownPage(shownPage(item, reader.view), languages, reader.site)
}

export const eventPageOf = orMoved('event', eventAt)

/** The functions that render the pages of items that are only read, by their routes. */
export const itemPages: Readonly<Record<string, (reader: PageRequest) => Promise<RenderedPage>>> = {
  '/series/:slug': orMoved('series', seriesAt),
  '/venue/:slug': pageWithEvents('venue', shownVenue, venuePage),
  '/organizer/:slug': pageWithEvents('organizer', shownOrganizer, organizerPage),
  '/category/:slug': pageWithEvents('category', shownCategory, termPage('category')),
  '/tag/:slug': pageWithEvents('tag', shownTag, termPage('tag')),
  '/group/:slug': pageWithEvents('group', shownGroup, groupPage),
  '/page/:slug': orMoved('page', ownPageAt),
}

/** Returns the page about accessibility. Throws 404 without an address: a statement that nobody answers for is none. */
export async function accessibilityPageOf({ site }: PageRequest): Promise<string> {
  if (site.appearance.accessibility.contact === '') throw new Problem('rest_no_route')
  return accessibilityPage(site)
}

// The page that leads followers from the social web (contract §19).

/** The longest server that is repeated. */
const MAX_TYPED = 300

type Followed = Pick<ActorToFollow, 'title' | 'name' | 'id' | 'of'>

/** The actor of a group or an organizer. Throws 404 if it has none, or is not federated. */
async function followedItem(
  kind: 'group' | 'organizer',
  slug: string,
  { context, view }: PageRequest,
): Promise<Followed> {
  const { record } = await readItemAt(kind, { slug }, context)
  const { actors } = context.store.federation
  const actor = record.federated === 1 ? await actors.ofItem(kind, record.id) : undefined
  if (actor === undefined) throw new Problem(`${kind}-not-found`)
  const { name: title } = shownRecordAndLanguages(kind, record, view.root).record
  const id = `${view.root.base}/ap/${kind}s/${actor.name}`
  return { title, name: actor.name, id, of: { [kind]: slug } }
}

async function followedIn(reader: PageRequest): Promise<Followed> {
  const [group, organizer] = [reader.query.text('group'), reader.query.text('organizer')]
  if (group) return followedItem('group', group, reader)
  if (organizer) return followedItem('organizer', organizer, reader)
  return { title: reader.site.name, name: 'calendar', id: `${reader.view.root.base}/ap/calendar`, of: {} }
}

/** The page that says how to follow the calendar, a group or an organizer from the fediverse. Throws 404 where there is nobody to follow. */
export async function fediverseFollowPageOf(reader: PageRequest): Promise<string> {
  if (reader.site.socialHost === undefined) throw new Problem('rest_no_route')
  const followed = await followedIn(reader)
  const typed = (reader.query.text('server') ?? '').slice(0, MAX_TYPED)
  return fediverseFollowPage({ ...followed, typed, server: socialServerIn(typed) }, reader.site)
}

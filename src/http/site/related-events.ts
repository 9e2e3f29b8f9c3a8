/** The events around an event on its page: found in one view, and read together. */
import type { ListBoundsOrderAndLinks } from '../../actions/list.ts'
import { mayReadUnpublished } from '../../actions/policy.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { RelatedEvents } from '../../representations/html/site/items/event-page.ts'
import { venuesOf } from '../../representations/html/site/site.ts'
import type { Event } from '../../representations/json/event.ts'
import type { ListedEvent } from '../../representations/json/listed-event.ts'
import { recurrenceInWordsForRoot } from '../../representations/json/series.ts'
import { urlOfItemPage } from '../../representations/urls.ts'
import type { EventItem, FoundEventIds, ReadView } from '../../store/store.ts'
import {
  attendableStatuses,
  dayBound,
  EARLIEST_DAY,
  instantBound,
  listDefaults,
  shownEventsByIds,
} from './lists.ts'
import { callWithEventView, type PageRequest, type PageRequestInReadView } from './reader.ts'

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

/** A read view, and how events are found in it. */
interface EventFinder {
  readonly find: Find
  readonly readView: ReadView
}

/** The ids of the first `count` upcoming events by a filter, the first of each series. */
async function upcoming(
  filter: ListBoundsOrderAndLinks,
  count: number,
  find: Find,
  { context: { moment } }: PageRequestInReadView,
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
async function alikeOf(
  event: Event,
  parts: Ids,
  { find, readView }: EventFinder,
  reader: PageRequestInReadView,
) {
  const [venue] = venuesOf(event)
  const [category] = event.categories
  const isOther = (id: number) => id !== event.id && !parts.includes(id)
  const most = MAX_READ + parts.length + 1
  const there = venue === undefined ? [] : await upcoming({ venue: [venue.id] }, most, find, reader)
  const atVenue = there.filter(isOther).slice(0, MAX_READ)
  if (category === undefined) return { atVenue, inCategory: [] }
  const categories = await readView.descendants([category.id])
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
  { context: { moment } }: PageRequestInReadView,
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
const isShown = (series: EventItem['series'], { context: { actor } }: PageRequestInReadView) =>
  series?.status === 'publish' || mayReadUnpublished(actor)

/** Returns the events around an event, as the reader sees them. */
export function relatedEventsOf(
  item: EventItem,
  event: Event,
  reader: PageRequest,
): Promise<Pick<RelatedEvents, 'parts' | 'there' | 'alike' | 'series'>> {
  const series = isShown(item.series, reader) ? item.series : undefined
  return callWithEventView(reader, async ({ prepare, readView }, viewReader) => {
    const find = await prepare(listDefaults)
    const ofEvent = {
      starts_after: dayBound(EARLIEST_DAY),
      post_parent: event.id,
      per_page: MAX_PARTS,
    }
    const { ids: parts } = await find(ofEvent)
    const { atVenue, inCategory } = await alikeOf(event, parts, { find, readView }, viewReader)
    const { before, after, following } = await datesAround(item, series, find, viewReader)
    const ids = [...new Set([...parts, ...atVenue, ...inCategory, ...before, ...after, ...following])]
    const shown = new Map((await shownEventsByIds(viewReader, readView, ids)).map((one) => [one.id, one]))
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
  })
}

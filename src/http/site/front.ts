import { listItems } from '../../actions/list.ts'
import type { Image } from '../../contract/resources/shared.ts'
import { isSoldOut } from '../../domain/tickets.ts'
import { plusDays, weekendOf } from '../../domain/time/timestamp.ts'
import { listTerms } from '../../items/terms.ts'
import { firstDayOfEvent, isOver } from '../../representations/html/site/dates.ts'
import { longRunningEventsInOrder, runsForWeeks } from '../../representations/html/site/event-lists.ts'
import { eventsInDayOrder } from '../../representations/html/site/site.ts'
import {
  type CategoryOrVenueLink,
  type FrontContent,
  frontPage,
} from '../../representations/html/site/views/front.ts'
import type { ListedEvent } from '../../representations/json/event.ts'
import {
  attendableStatuses,
  dayBound,
  eventsAheadFinder,
  readEventsOfDays,
  readFilteredEvents,
  shownEventsByIds,
} from './event-lists.ts'
import { loadChoicesForUnfilteredPage, namedLink } from './filters.ts'
import type { PageRequest } from './reader.ts'

/** The most events of the parts of the page, and of all of them until the last parts, which have what is left. */
const MAX_TODAY = 6
const MAX_TOMORROW = 4
const MAX_WEEKEND = 6
const MAX_FEATURED = 4
const MAX_RUNNING = 4
const MAX_EARLIER = 4
const ENOUGH = 16
/** The fewest and the most events of what comes later, as far as there are any. */
const MIN_COMING = 4
const MAX_COMING = 12
/** The most categories and venues, and the most venues whose events are counted. */
const MAX_CATEGORIES = 12
const MAX_VENUES = 8
const MAX_COUNTED = 48

const yesterdayOf = ({ site: { today } }: PageRequest) => plusDays(today, -1) ?? today

/** The days from today until Sunday, and tomorrow in any case. */
function daysAhead(today: string): readonly string[] {
  const [, sunday] = weekendOf(today)
  const days = [today]
  for (let day = plusDays(today, 1); day !== undefined; day = plusDays(day, 1)) {
    if (day > sunday && days.length > 1) break
    days.push(day)
  }
  return days
}

/** The most events to come of a category or venue that are read for its picture. */
const MAX_PICTURES = 4

type Named = Omit<CategoryOrVenueLink, 'count' | 'image'>

/**
 * Returns categories or venues with the number of their events to come, and with the picture of one of the next, if possible one that no
 * other has; those with most events first, as many as are asked for.
 */
async function countedAndPictured(
  all: readonly Named[],
  { name, most }: { readonly name: 'category' | 'venue'; readonly most: number },
  reader: PageRequest,
): Promise<readonly CategoryOrVenueLink[]> {
  const { view, findAhead } = await eventsAheadFinder(MAX_PICTURES, reader)
  const found: { readonly one: Named; readonly ids: readonly number[]; readonly total: number }[] = []
  for (const one of all) found.push({ one, ...(await findAhead(name, one.id)) })
  const chosen = found
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total)
    .slice(0, most)
  const ids = [...new Set(chosen.flatMap(({ ids }) => ids))]
  const shown = new Map((await shownEventsByIds(reader, view, ids)).map((one) => [one.id, one]))
  const taken = new Set<string>()
  return chosen.map(({ one, ids: own, total: count }) => {
    const images = own.map((id) => shown.get(id)?.image || undefined).filter((image) => image !== undefined)
    const image: Image | undefined = images.find(({ url }) => !taken.has(url)) ?? images[0]
    if (image !== undefined) taken.add(image.url)
    return { ...one, count, image }
  })
}

async function categoriesFor(reader: PageRequest): Promise<readonly CategoryOrVenueLink[]> {
  const args = {
    page: 1,
    per_page: MAX_CATEGORIES,
    orderby: 'count',
    order: 'desc',
    hide_empty: true,
  } as const
  const { items } = await listTerms('category', args, reader.context)
  const categories = items.map(({ record }) => namedLink('category', record, reader))
  return countedAndPictured(categories, { name: 'category', most: MAX_CATEGORIES }, reader)
}

async function venuesFor(reader: PageRequest): Promise<readonly CategoryOrVenueLink[]> {
  const args = { page: 1, per_page: MAX_COUNTED, orderby: 'name', only_with_upcoming: true } as const
  const { items } = await listItems('venue', args, reader.context)
  const venues = items.map(({ record }) => namedLink('venue', record, reader))
  return countedAndPictured(venues, { name: 'venue', most: MAX_VENUES }, reader)
}

/** The ids of the series that some events belong to. */
const seriesIn = (events: readonly ListedEvent[]) =>
  new Set(events.flatMap(({ series }) => (series === null ? [] : [series.id])))

/** The events of some days, each once, without those that began before the first of these days. */
const beginningOn = (days: readonly string[], events: readonly ListedEvent[]) =>
  days.flatMap((day) =>
    eventsInDayOrder(
      day,
      events.filter((event) => firstDayOfEvent(event) === day),
    ),
  )

/** Featured events to come, the first of each series. */
async function featuredFor(reader: PageRequest): Promise<readonly ListedEvent[]> {
  const filters = {
    featured: true,
    starts_after: dayBound(yesterdayOf(reader)),
    collapse: 'series' as const,
  }
  const { events } = await readFilteredEvents({ ...filters, per_page: 2 * MAX_FEATURED + MAX_TODAY }, reader)
  return events.filter((event) => !isOver(event, reader.site))
}

/** The next events that begin after a day and that one can go to, the first of each series. */
async function comingAfter(day: string, reader: PageRequest): Promise<readonly ListedEvent[]> {
  const filters = {
    starts_after: dayBound(day),
    event_status: attendableStatuses,
    collapse: 'series' as const,
    per_page: MAX_COMING + MAX_FEATURED,
  }
  return (await readFilteredEvents(filters, reader)).events
}

/** The least width of a picture that leads the page, and how many events may come before the one that has it. */
const WIDE = 640
const MAX_BEFORE_LEAD = 4

/** Returns the event of a part that leads the page: of what one can go to, one that stands out, or that has a wide picture, or the first. */
function leadOf(events: readonly ListedEvent[]): ListedEvent | undefined {
  const open = events
    .filter((event) => attendableStatuses.some((one) => one === event.event_status) && !isSoldOut(event))
    .slice(0, MAX_BEFORE_LEAD)
  const wide = open.filter(({ image }) => image !== false && image.width >= WIDE)
  const isFirst = ({ sticky, featured }: ListedEvent) => sticky || featured
  return wide.find(isFirst) ?? wide[0] ?? open.find(isFirst) ?? open[0]
}

/** Returns the front page: what is on from now, categories and venues; last what was on today. */
export async function frontPageOf(reader: PageRequest): Promise<string> {
  const { site } = reader
  const { today } = site
  const [saturday] = weekendOf(today)
  const tomorrow = plusDays(today, 1) ?? today
  const days = daysAhead(today)
  const found = await readEventsOfDays(days, reader)
  const ofToday = beginningOn([today], found.events)
  const begun = found.events.filter((event) => firstDayOfEvent(event) < today && !isOver(event, site))
  const left = [
    ...ofToday.filter((event) => !isOver(event, site)),
    ...begun.filter((event) => !runsForWeeks(event)),
  ]
  const earlier = ofToday.filter((event) => isOver(event, site)).slice(-MAX_EARLIER)
  // On Fridays, tomorrow stands under the weekend; once the weekend has begun, its rest is today and tomorrow.
  const isTomorrowApart = tomorrow !== saturday
  const ofTomorrow = isTomorrowApart ? beginningOn([tomorrow], found.events) : []
  const isWeekendAhead = tomorrow <= saturday
  const ofWeekend = isWeekendAhead
    ? beginningOn(
        days.filter((day) => day >= saturday),
        found.events,
      )
    : []
  const later = await comingAfter(days.at(-1) ?? today, reader)
  const soon = seriesIn([...left, ...ofTomorrow, ...ofWeekend])
  const others = later.filter(({ series }) => series === null || !soon.has(series.id))
  const fresh = others.length >= MIN_COMING ? others : later
  const lead = [left, ofTomorrow, ofWeekend, fresh, begun].map(leadOf).find((event) => event !== undefined)
  const shown = new Set(lead === undefined ? [] : [lead.id])
  const take = (events: readonly ListedEvent[], most: number) => {
    const taken = events.filter(({ id }) => !shown.has(id)).slice(0, Math.max(0, most))
    for (const { id } of taken) shown.add(id)
    return taken
  }
  const parts = {
    today: take(left, MAX_TODAY),
    tomorrow: take(ofTomorrow, MAX_TOMORROW),
    weekend: isWeekendAhead ? { saturday, events: take(ofWeekend, MAX_WEEKEND) } : undefined,
    coming: take(fresh, Math.min(MAX_COMING, Math.max(MIN_COMING, ENOUGH - shown.size))),
  }
  // Parts take what those before them left.
  const featured = take(await featuredFor(reader), MAX_FEATURED)
  const running = take(longRunningEventsInOrder(begun), MAX_RUNNING)
  const isEmpty = lead === undefined && shown.size === 0
  const front: FrontContent = {
    lead,
    ...parts,
    featured,
    running,
    earlier,
    categories: await categoriesFor(reader),
    venues: await venuesFor(reader),
    around: {
      next: isEmpty ? found.next : undefined,
      isOver: earlier.length > 0,
      none: isEmpty && earlier.length === 0 ? found.none : undefined,
    },
  }
  return frontPage(front, await loadChoicesForUnfilteredPage(reader), site)
}

/** The front page of a root. */
import { listItems } from '../../actions/list.ts'
import type { Image } from '../../contract/resources/represented.ts'
import { plusDays, weekendOf } from '../../domain/time/calendar-days.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { firstDayOfEvent, isOver } from '../../representations/html/site/dates.ts'
import { eventsInDayOrder } from '../../representations/html/site/site.ts'
import {
  type CategoryOrVenueLink,
  type FrontContent,
  frontPage,
  type PicturedCategory,
} from '../../representations/html/site/views/front.ts'
import type { ListedEvent } from '../../representations/json/listed-event.ts'
import { urlOfItemPage } from '../../representations/urls.ts'
import { readEventsOfDays } from './filters/days.ts'
import { loadChoicesForUnfilteredPage } from './filters/filters.ts'
import { shownNameAndLanguage } from './filters/shown-names.ts'
import {
  attendableStatuses,
  dayBound,
  instantBound,
  listDefaults,
  readFilteredEvents,
  shownEventsByIds,
} from './lists.ts'
import { emptyCalendarNoticeIfNoEvents } from './no-events.ts'
import { callWithEventView, type PageRequest } from './reader.ts'

/** The most events of each list. */
const MAX_TODAY = 8
const MAX_OTHERS = 6
/** The most categories and venues. */
const MAX_CATEGORIES = 16
const MAX_VENUES = 12

const yesterdayOf = ({ site: { today } }: PageRequest) => plusDays(today, -1) ?? today

/** The days from today until Sunday. */
function daysAhead(today: string): readonly string[] {
  const [, sunday] = weekendOf(today)
  const days = [today]
  for (let day = plusDays(today, 1); day !== undefined && day <= sunday; day = plusDays(day, 1))
    days.push(day)
  return days
}

/** The most events to come of a category that are read for its picture. */
const MAX_PICTURES = 4

/** The pictures of categories by id: of each that of one of its next events, if possible one that no other has. */
function picturesFor(categories: readonly CategoryOrVenueLink[], reader: PageRequest) {
  const now = epochOfInstant(reader.context.moment.now)
  const ahead = { strict_dates: true, ends_after: instantBound(now), per_page: MAX_PICTURES }
  return callWithEventView(reader, async ({ prepare, readView }, viewReader) => {
    const find = await prepare(listDefaults)
    const found = new Map<number, readonly number[]>()
    for (const { id } of categories)
      found.set(id, (await find({ ...ahead, categories: await readView.descendants([id]) })).ids)
    const ids = [...new Set([...found.values()].flat())]
    const shown = new Map((await shownEventsByIds(viewReader, readView, ids)).map((one) => [one.id, one]))
    const pictures = new Map<number, Image>()
    for (const [category, own] of found) {
      const images = own.map((id) => shown.get(id)?.image || undefined).filter((one) => one !== undefined)
      const taken = new Set([...pictures.values()].map(({ url }) => url))
      const image = images.find(({ url }) => !taken.has(url)) ?? images[0]
      if (image !== undefined) pictures.set(category, image)
    }
    return pictures
  })
}

async function categoriesFor(reader: PageRequest): Promise<readonly PicturedCategory[]> {
  const args = {
    page: 1,
    per_page: MAX_CATEGORIES,
    orderby: 'count',
    order: 'desc',
    hide_empty: true,
  } as const
  const { items } = await listItems('category', args, reader.context)
  const categories = items.map(({ record }) => ({
    id: record.id,
    ...shownNameAndLanguage('category', record, reader),
    url: urlOfItemPage(reader.view.root, 'category', record.slug),
  }))
  const pictures = await picturesFor(categories, reader)
  return categories.map((one) => ({ ...one, image: pictures.get(one.id) }))
}

async function venuesFor(reader: PageRequest): Promise<readonly CategoryOrVenueLink[]> {
  const args = { page: 1, per_page: MAX_VENUES, orderby: 'name', only_with_upcoming: true } as const
  const { items } = await listItems('venue', args, reader.context)
  return items.map(({ record }) => ({
    id: record.id,
    ...shownNameAndLanguage('venue', record, reader),
    url: urlOfItemPage(reader.view.root, 'venue', record.slug),
  }))
}

/** The events of some days, each once, without those that began before the first of these days. */
const beginningOn = (days: readonly string[], events: readonly ListedEvent[]) =>
  days.flatMap((day) =>
    eventsInDayOrder(
      day,
      events.filter((event) => firstDayOfEvent(event) === day),
    ),
  )

async function featuredFor(
  shown: readonly ListedEvent[],
  reader: PageRequest,
): Promise<readonly ListedEvent[]> {
  const filters = {
    featured: true,
    starts_after: dayBound(yesterdayOf(reader)),
    collapse: 'series' as const,
  }
  const { events } = await readFilteredEvents({ ...filters, per_page: MAX_TODAY + 2 * MAX_OTHERS }, reader)
  const isShown = new Set(shown.map(({ id }) => id))
  return events.filter((event) => !isShown.has(event.id) && !isOver(event, reader.site)).slice(0, MAX_OTHERS)
}

/** The next event that begins after today and that one can go to. */
async function nextFor(reader: PageRequest): Promise<ListedEvent | undefined> {
  const next = { starts_after: dayBound(reader.site.today), event_status: attendableStatuses, per_page: 1 }
  return (await readFilteredEvents(next, reader)).events[0]
}

/** Returns the front page: today and this weekend, featured events, categories and venues; last what was on today. */
export async function frontPageOf(reader: PageRequest): Promise<string> {
  const { site } = reader
  const [saturday] = weekendOf(site.today)
  const days = daysAhead(site.today)
  const found = await readEventsOfDays(days, reader)
  const begun = found.events.filter((event) => firstDayOfEvent(event) < site.today)
  const ofToday = [...beginningOn([site.today], found.events), ...begun]
  const today = ofToday.filter((event) => !isOver(event, site)).slice(0, MAX_TODAY)
  const earlier = ofToday.filter((event) => isOver(event, site)).slice(-MAX_OTHERS)
  const isWeekend = (day: string) => day >= saturday && day > site.today
  const weekend = beginningOn(days.filter(isWeekend), found.events).slice(0, MAX_OTHERS)
  const featured = await featuredFor([...today, ...weekend], reader)
  const isEmpty = today.length + weekend.length + featured.length === 0
  const next = isEmpty ? (found.next ?? (await nextFor(reader))) : undefined
  const front: FrontContent = {
    today,
    saturday,
    weekend,
    featured,
    earlier,
    categories: await categoriesFor(reader),
    venues: await venuesFor(reader),
    around: {
      next,
      isOver: earlier.length > 0,
      none:
        isEmpty && !next && earlier.length === 0 ? await emptyCalendarNoticeIfNoEvents(reader) : undefined,
    },
  }
  return frontPage(front, await loadChoicesForUnfilteredPage(reader), site)
}

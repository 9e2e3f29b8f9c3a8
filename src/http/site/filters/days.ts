/** The events of the days that a page shows, read once from one consistent view. */
import type { EventListsView, ListBoundsOrderAndLinks } from '../../../actions/list.ts'
import { accessScopeOf } from '../../../api/policy.ts'
import { accessScopeKey } from '../../../domain/publication/access.ts'
import { lastDayOf, plusDays } from '../../../domain/time/calendar-days.ts'
import { firstDayOfEvent, isOver } from '../../../representations/html/site/dates.ts'
import { type EventsToListByDay, eventsOnDay } from '../../../representations/html/site/lists/days.ts'
import { eventsInDayOrder } from '../../../representations/html/site/site.ts'
import type { ListedEvent } from '../../../representations/json/listed-event.ts'
import { cacheKeyOfRootContentLanguage } from '../../../representations/urls.ts'
import type { FoundEventIds, LinkKindShownInLists, ReadView } from '../../../store/store.ts'
import type { Validity } from '../../cache/validity.ts'
import { attendableStatuses, dayBound, type ListFilters, listDefaults, shownEventsByIds } from '../lists.ts'
import { currentPageValidity, makeOncePerValidityCache } from '../once.ts'
import { callWithEventView, type PageRequest, type PageRequestInReadView } from '../reader.ts'
import { windowAroundDays } from './window-around.ts'

/** The most events that are read for a page; where its days have more, each day gets an equal share. */
const MAX_EVENTS = 200
const shareOf = (days: readonly string[]) => Math.ceil(MAX_EVENTS / days.length)

/** Events that have this day on the clocks of the site zone. */
function siteWindow(day: string): ListBoundsOrderAndLinks {
  const before = plusDays(day, -1)
  if (before === undefined) return windowAroundDays(day, day)
  return { ends_after: dayBound(before), starts_before: dayBound(day) }
}

type Find = (within: ListBoundsOrderAndLinks) => Promise<FoundEventIds>

/** Events that stand out: they are read even where a page has too many. */
const MAX_FIRST = 100

/** The most events that are read only to know which days they have on their own clocks. */
const MAX_DOUBTFUL = 400

interface Found {
  readonly ids: readonly number[]
  /** The events that the days may have besides, in whatever zone; undefined where too many are to be read. */
  readonly doubtful: readonly number[] | undefined
  /** The days that may have others, with the number of their events on the clock of the site. */
  readonly cut: ReadonlyMap<string, number>
}

/** The first events of each day. */
async function findEachDay(days: readonly string[], find: Find): Promise<Found> {
  const share = shareOf(days)
  const ids = new Set<number>()
  const wide = windowAroundDays(days[0] ?? '', days.at(-1) ?? '')
  for (const first of [{ sticky: true }, { featured: true }])
    for (const id of (await find({ ...wide, ...first, per_page: MAX_FIRST })).ids) ids.add(id)
  const totals = new Map<string, number>()
  for (const day of days) {
    const ofDay = await find({ ...siteWindow(day), per_page: share })
    totals.set(day, ofDay.total)
    for (const id of ofDay.ids) ids.add(id)
  }
  const [all, cut] = [new Set<number>(), new Map<string, number>()]
  for (const day of days) {
    const possible = await find({ ...windowAroundDays(day, day), per_page: 2 * MAX_DOUBTFUL + MAX_EVENTS })
    const others = possible.ids.filter((id) => !ids.has(id))
    for (const id of others) all.add(id)
    if (others.length > 0) cut.set(day, totals.get(day) || others.length)
  }
  return { ids: [...ids], doubtful: all.size <= MAX_DOUBTFUL ? [...all] : undefined, cut }
}

/** Returns the events to show and the days that have more, where the days of all events that are in doubt are known. */
function sharedOut(
  days: readonly string[],
  ids: readonly number[],
  all: readonly ListedEvent[],
): EventsToListByDay {
  const shown = new Set(ids)
  const share = shareOf(days)
  const byDay = days.map((day) => [day, eventsOnDay({ events: all }, day)] as const)
  for (const [, own] of byDay) if (own.length <= share) for (const { id } of own) shown.add(id)
  const cut = byDay.filter(([, own]) => own.some(({ id }) => !shown.has(id)))
  return {
    events: all.filter(({ id }) => shown.has(id)),
    cut: new Map(cut.map(([day, own]) => [day, own.length])),
  }
}

/** The most pages of crowded days of which the events are kept in a validity: of a month, more than seventy lists are found. */
const MAX_CROWDED = 100

const once = makeOncePerValidityCache<Found>(MAX_CROWDED)

/** The days of a page, with their filters and links. */
interface Wanted {
  readonly days: readonly string[]
  readonly filters: ListFilters
  readonly links: readonly LinkKindShownInLists[] | undefined
  /** The validity that was current before the view was opened. */
  readonly validity: Validity
}

/** The first events of each day as `findEachDay` finds them; those found before in the same validity at the revision of the view. */
async function findCrowded(
  { days, filters, validity }: Wanted,
  find: Find,
  { revision }: Pick<ReadView, 'revision'>,
  { context: { actor, opened }, view }: PageRequestInReadView,
): Promise<Found> {
  if (validity.revision !== revision || opened !== undefined) return findEachDay(days, find)
  // Searches find the texts of the language.
  const language = cacheKeyOfRootContentLanguage(view.root)
  const key = JSON.stringify([accessScopeKey(accessScopeOf(actor)), language, filters, days[0], days.length])
  return once(validity, key, () => findEachDay(days, find))
}

/** Compares two events by their starts. */
export const compareEventStarts = (a: ListedEvent, b: ListedEvent) =>
  a.utc_start_date === b.utc_start_date ? a.id - b.id : a.utc_start_date < b.utc_start_date ? -1 : 1

/** The events of days of which each has a share. */
async function readCrowded(
  { days }: Wanted,
  { ids, doubtful, cut }: Found,
  read: (ids: readonly number[]) => Promise<readonly ListedEvent[]>,
): Promise<EventsToListByDay> {
  if (doubtful !== undefined) return sharedOut(days, ids, await read([...ids, ...doubtful]))
  return { events: await read(ids), cut }
}

/** The list of the next event to go to, where days have none; readers may have chosen other outcomes. */
const nextOf = ({ event_status = attendableStatuses }: ListFilters): ListBoundsOrderAndLinks => ({
  per_page: 1,
  event_status,
})

async function readDays(
  wanted: Wanted,
  view: EventListsView,
  reader: PageRequestInReadView,
): Promise<EventsToListByDay> {
  const { days, filters, links } = wanted
  const [first = '', last = ''] = [days[0], days.at(-1)]
  // What began last night and goes on belongs to yesterday, but a page from today on shows what is on.
  const isOfLastNight = (one: ListedEvent) => first === reader.site.today && !isOver(one, reader.site)
  const read = async (ids: readonly number[]) =>
    (await shownEventsByIds(reader, view.readView, ids, links))
      .filter((one) => firstDayOfEvent(one) <= last && (first <= lastDayOf(one) || isOfLastNight(one)))
      .sort(compareEventStarts)
  const find = await view.prepare({ ...listDefaults, ...filters })
  const all = await find({ ...windowAroundDays(first, last), per_page: MAX_EVENTS })
  const found =
    all.total > MAX_EVENTS
      ? await readCrowded(wanted, await findCrowded(wanted, find, view.readView, reader), read)
      : { events: await read(all.ids), cut: new Map<string, number>() }
  if (found.events.length > 0) return found
  const { ids } = await find({ ...nextOf(filters), starts_after: dayBound(last) })
  const [next] = await shownEventsByIds(reader, view.readView, ids, links)
  return { ...found, next }
}

/** The most events that may be of a day, and are read for its pages. */
const MAX_OF_DAY = 1000

async function readOneDay(
  day: string,
  filters: ListFilters,
  view: EventListsView,
  reader: PageRequestInReadView,
): Promise<EventsToListByDay> {
  const find = await view.prepare({ ...listDefaults, ...filters })
  const { ids, total } = await find({ ...windowAroundDays(day, day), per_page: MAX_OF_DAY })
  const read = await shownEventsByIds(reader, view.readView, ids)
  const events = eventsInDayOrder(day, eventsOnDay({ events: read.toSorted(compareEventStarts) }, day))
  const cut = new Map(
    total > MAX_OF_DAY ? [[day, (await find({ ...siteWindow(day), per_page: 1 })).total]] : [],
  )
  const isOfToday = day === reader.site.today
  if (events.some((event) => !isOfToday || !isOver(event, reader.site))) return { events, cut }
  const later = await find({ ...nextOf(filters), starts_after: dayBound(day) })
  const [next] = await shownEventsByIds(reader, view.readView, later.ids)
  return { events, cut, next }
}

/** Reads all events of a day in their order, up to the most that are read: then the day counts as cut. */
export const readEventsOfOneDay = (
  day: string,
  reader: PageRequest,
  filters: ListFilters = {},
): Promise<EventsToListByDay> =>
  callWithEventView(reader, (view, viewReader) => readOneDay(day, filters, view, viewReader))

/** Reads the events of days that follow each other, in the order of their starts, with the linked items that entries show, or of these kinds. */
export async function readEventsOfDays(
  days: readonly string[],
  reader: PageRequest,
  filters: ListFilters = {},
  links?: readonly LinkKindShownInLists[],
): Promise<EventsToListByDay> {
  const wanted = { days, filters, links, validity: await currentPageValidity(reader) }
  return callWithEventView(reader, (view, viewReader) => readDays(wanted, view, viewReader))
}

/** Reading the events that pages list: by filters, by days, now. */
import { type EventListsView, findEventPage, type ListBoundsOrderAndLinks } from '../../actions/list.ts'
import { viewerOf } from '../../api/context.ts'
import { type Actor, accessScopeOf, mayWriteSomeItems, rightsByRole } from '../../api/policy.ts'
import { argNamesByLinkedResource } from '../../contract/columns.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { accessScopeKey } from '../../domain/publication.ts'
import { surrogateKeyOfItem } from '../../domain/surrogate-keys.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfUtc, lastDayOf, plusDays } from '../../domain/time/timestamp.ts'
import { firstAndLastSecondOfDay } from '../../domain/time/zones.ts'
import { firstDayOfEvent, isOver } from '../../representations/html/site/dates.ts'
import {
  type CalendarWithoutAnyEvents,
  type EventListPage,
  type EventsToListByDay,
  eventsOnDay,
} from '../../representations/html/site/event-lists.ts'
import { eventsInDayOrder } from '../../representations/html/site/site.ts'
import type { ListedEvent } from '../../representations/json/event.ts'
import { cacheKeyOfRootContentLanguage } from '../../representations/urls.ts'
import type { EventLinkKind, FoundEventIds, LinkName, ReadView } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import type { Validity } from '../cache/response-cache.ts'
import { currentPageValidity, eventViewFor, makeOncePerValidityCache, type PageRequest } from './reader.ts'

const PER_PAGE = 30

/** A bound before all events: the first day that is complete in every zone. */
export const EARLIEST_DAY = '1000-01-02'

export type ListFilters = Partial<ListArgs<'event'>>

/** The args of a list of events that are always given. */
export const listDefaults = {
  page: 1,
  per_page: PER_PAGE,
  strict_dates: false,
  geoloc_distance: 25,
  orderby: 'start_date',
  order: 'asc',
} as const

/** The outcomes of events that one can go to: what is offered instead of nothing has one of these. */
export const attendableStatuses = ['scheduled', 'rescheduled', 'moved_online'] as const

/** A day, as a bound of a window. */
export const dayBound = (day: string) => ({ form: 'wall', wall: `${day} 00:00:00` }) as const

/** A moment in seconds since 1970 UTC, as a bound of a strict window. */
export const instantBound = (epoch: number) => ({ form: 'instant', epoch }) as const

/** The linked items that entries of events show. */
const entriesShow: readonly EventLinkKind[] = ['venue', 'category']

/** Notes that a page shows an event: until its end, and with what caches in front of the service have to know. */
function noteListedEvent({ context, ends, shown }: PageRequest, event: ListedEvent): void {
  const end = epochOfUtc(event.utc_end_date)
  if (end > epochOfInstant(context.moment.now)) ends.next = Math.min(ends.next, end)
  if (shown === undefined) return
  shown.keys.add(surrogateKeyOfItem('event', event.id))
  for (const { id } of [event.venue].flat()) shown.keys.add(surrogateKeyOfItem('venue', id))
  for (const { id } of event.categories) shown.keys.add(surrogateKeyOfItem('category', id))
  if (event.series !== null) shown.keys.add(surrogateKeyOfItem('series', event.series.id))
}

/** The events with these ids, in their order, as this reader sees them, with the linked items that entries show, or of these kinds. */
export async function shownEventsByIds(
  reader: PageRequest,
  readView: ReadView,
  ids: readonly number[],
  links = entriesShow,
): Promise<readonly ListedEvent[]> {
  const { context, view, shownEvents } = reader
  const events = await shownEvents(readView, ids, viewerOf(context), { view, links })
  for (const event of events) noteListedEvent(reader, event)
  return events
}

/**
 * Returns the function that finds the number of events to come of an item, and the next of them, as many as asked for; of a category also those of
 * the categories below it.
 */
export async function eventsAheadFinder(most: number, reader: PageRequest) {
  const { store, moment } = reader.context
  const ahead = { strict_dates: true, ends_after: instantBound(epochOfInstant(moment.now)), per_page: most }
  const { view, prepare } = await eventViewFor(reader)
  const find = await prepare(listDefaults)
  const findAhead = async (name: LinkName, id: number) => {
    const ids = name === 'category' ? await store.descendants([id]) : [id]
    return find({ ...ahead, [argNamesByLinkedResource[name]]: ids })
  }
  return { view, findAhead }
}

/** A page of events by filters, as this reader sees them. */
export async function readFilteredEvents(filters: ListFilters, reader: PageRequest) {
  const args = { ...listDefaults, ...filters }
  const { view, ids, total } = await findEventPage(args, reader.context, reader.minRevision)
  return { events: await shownEventsByIds(reader, view, ids), total }
}

/** The days of a list; without a last day it is open. */
interface ListedDays {
  readonly first: string
  readonly last?: string | undefined
}

/** The last day of which the next one exists. */
const LATEST_DAY = '9999-12-30'

/** The bounds of lists that part what is over from what goes on and what begins. */
function windowsOf({ first, last = LATEST_DAY }: ListedDays, { site, context: { moment } }: PageRequest) {
  const now = epochOfInstant(moment.now)
  const start = firstAndLastSecondOfDay(first < EARLIEST_DAY ? EARLIEST_DAY : first, site.zone).first
  const end = last < LATEST_DAY ? firstAndLastSecondOfDay(last, site.zone).last + 1 : undefined
  const until = end === undefined ? {} : { starts_before: instantBound(end) }
  const isFromNow = first === site.today
  // A list from an earlier day also has what is over.
  const ahead = { strict_dates: true, ends_after: instantBound(isFromNow ? now : start - 1) } as const
  return {
    /** What begins on these days. */
    coming: { ...ahead, starts_after: instantBound(start - 1), ...until },
    /** What began before them and goes on. */
    begun: { ...ahead, starts_before: instantBound(start) },
    /** Both. */
    all: { ...ahead, ...until },
    over: { strict_dates: true, ends_before: instantBound(isFromNow ? now + 1 : start) } as const,
    /** What has ended since the first day began. */
    since: {
      strict_dates: true,
      ends_after: instantBound(start - 1),
      ends_before: instantBound(now + 1),
    } as const,
  }
}

/** Returns the bounds of what is on or begins on some days; from today on, of what is not over. */
export const windowOnDays = (days: ListedDays, reader: PageRequest) => windowsOf(days, reader).all

/** Returns the bounds of what is over. */
export const windowUntilNow = (reader: PageRequest) => windowsOf({ first: reader.site.today }, reader).over

/** The most long-running events, and the most of today that are over, that are read for a list. */
const MAX_RUNNING = 60
const MAX_EARLIER = 30

/** Which page of which list; one of past events has those before its first day, or before now if that is today. */
interface Tense extends ListedDays {
  readonly isPast: boolean
  readonly page: number
}

/** The events that began before a day and had not ended then, or have not ended by now if it is today: those that go on. */
async function readEventsOngoingOnDay(filters: ListFilters, first: string, reader: PageRequest) {
  const window = { ...windowsOf({ first }, reader).begun, orderby: 'end_date' as const }
  const { events, total } = await readFilteredEvents({ ...filters, ...window, per_page: MAX_RUNNING }, reader)
  // The window is one of instants: what has no part of another day on its own clock is over, unless it goes on now.
  const going = events.filter((one) => lastDayOf(one) >= first || first === reader.site.today)
  return { events: going, total: total - (events.length - going.length) }
}

/** The events of today that are over, latest first, and those that nobody said the end of, which may go on. */
export async function readEarlierEventsOfToday(filters: ListFilters, reader: PageRequest) {
  const { site } = reader
  const window = {
    ...windowsOf({ first: site.today }, reader).since,
    order: 'desc',
    per_page: MAX_EARLIER,
  } as const
  const { events, total } = await readFilteredEvents({ ...filters, ...window }, reader)
  const isOfToday = (event: ListedEvent) => lastDayOf(event) >= site.today
  const over = events.filter((event) => isOfToday(event) && isOver(event, site))
  const goesOn = events.filter((event) => isOfToday(event) && !isOver(event, site))
  return {
    earlier: { events: over.reverse(), total: total - (events.length - over.length) },
    goesOn: goesOn.reverse(),
  }
}

/** Returns a list with the events before its others that nobody said the end of. */
export function withEventsThatGoOn(list: EventListPage, goesOn: readonly ListedEvent[]): EventListPage {
  return { ...list, events: [...goesOn, ...list.events], total: list.total + goesOn.length }
}

/** One page of the events that begin on a day or later, with those that go on and, last, those of today that are over; or of past events, latest first. */
export async function readUpcomingOrPastEvents(
  filters: ListFilters,
  { isPast, page, first, last }: Tense,
  reader: PageRequest,
): Promise<EventListPage> {
  const { coming, over } = windowsOf({ first, last }, reader)
  const window = isPast ? { ...over, order: 'desc' as const } : coming
  const { events, total } = await readFilteredEvents({ ...filters, ...window, page }, reader)
  const list = { events, total, page, pages: Math.ceil(total / PER_PAGE), isPast }
  if (first === reader.site.today) await noteNextEnd(reader)
  if (isPast || page > 1) return list
  const running = await readEventsOngoingOnDay(filters, first, reader)
  if (first !== reader.site.today) return { ...list, running }
  const { earlier, goesOn } = await readEarlierEventsOfToday(filters, reader)
  return { ...withEventsThatGoOn(list, goesOn), running, earlier }
}

/** The most past events that a page shows below others, and without others. */
const MAX_PAST = { below: 3, alone: 10 } as const

/** One page of the events of an item as `readUpcomingOrPastEvents` returns it; the first page of upcoming ones also with the latest past ones. */
export async function readEventsOfItem(
  filters: ListFilters,
  tense: Tense,
  reader: PageRequest,
): Promise<EventListPage> {
  const listed = await readUpcomingOrPastEvents(filters, tense, reader)
  if (tense.isPast || tense.page > 1) return listed
  const most = listed.total + (listed.running?.total ?? 0) > 0 ? MAX_PAST.below : MAX_PAST.alone
  const before = { ...windowUntilNow(reader), order: 'desc' as const, per_page: most + MAX_EARLIER }
  const { events } = await readFilteredEvents({ ...filters, ...before }, reader)
  const past = events.filter((event) => lastDayOf(event) < reader.site.today)
  return { ...listed, past: past.slice(0, most) }
}

/** The next end as it was read in a validity, and when. */
const nextEnds = memoizedByObject((_: Validity) => ({ since: 0, until: 0 }))

/** Notes when the next event of lists is over: one that a page does not show may be counted, or move others to another page. */
export async function noteNextEnd(reader: PageRequest): Promise<number> {
  const { context, ends, site } = reader
  const kept = nextEnds(await currentPageValidity(reader))
  const now = epochOfInstant(context.moment.now)
  if (now < kept.since || kept.until <= now) {
    const next = { ...windowOnDays({ first: site.today }, reader), orderby: 'end_date', per_page: 1 } as const
    const [event] = (await readFilteredEvents(next, reader)).events
    kept.since = now
    kept.until = event === undefined ? Number.POSITIVE_INFINITY : epochOfUtc(event.utc_end_date)
  }
  ends.next = Math.min(ends.next, kept.until)
  return kept.until
}

/** One page of a list by filters that include a window. */
export async function readEventListPage(filters: ListFilters, reader: PageRequest): Promise<EventListPage> {
  const { events, total } = await readFilteredEvents(filters, reader)
  return { events, total, page: filters.page ?? 1, pages: Math.ceil(total / PER_PAGE), isPast: false }
}

// Whether a calendar has no events at all, and where the reader adds the first.

/** Administrators begin with the setup page, which also imports files and adds the demo. */
function deskFor(actor: Actor): string | undefined {
  if (!mayWriteSomeItems(actor, 'event')) return undefined
  return rightsByRole[actor.role].administers ? 'desk/start' : 'desk/events/new'
}

/** Returns what a reader is told who sees no events on any date: the page of the desk; undefined if they see events. */
export async function emptyCalendarNoticeIfNoEvents(
  reader: PageRequest,
): Promise<CalendarWithoutAnyEvents | undefined> {
  const { total } = await readFilteredEvents({ starts_after: dayBound(EARLIEST_DAY), per_page: 1 }, reader)
  return total > 0 ? undefined : { desk: deskFor(reader.context.actor) }
}

// The window of the days that a page shows.

const DAY = 86_400
/** Seconds by which clocks differ from UTC at most, ahead and behind (contract §2.4). */
const AHEAD = 14 * 3600
const BEHIND = 12 * 3600

/** Moments that every clock shows within the years of the calendar, 1000 to 9999: none of its events is before or after. */
const EARLIEST = epochOfUtc('1000-01-01 00:00:00') + BEHIND
const LATEST = epochOfUtc('9999-12-31 23:59:59') - AHEAD

/**
 * Returns the window of events that may have any of these days on the clocks of their own zones. The window of lists is one of instants, so it is
 * as wide as clocks differ. At an end of the calendar it is open.
 */
export function windowAroundDays(first: string, last: string): ListBoundsOrderAndLinks {
  const since = epochOfUtc(`${first} 00:00:00`) - AHEAD
  const until = epochOfUtc(`${last} 00:00:00`) + DAY + BEHIND
  return {
    ...(since > EARLIEST && { ends_after: instantBound(since - 1) }),
    ...(until < LATEST && { starts_before: instantBound(until) }),
    strict_dates: true,
  }
}

// The events of the days that a page shows, each read once.

/** The most events that are read for a page; where its days have more, each day gets an equal share. */
const MAX_EVENTS_OF_DAYS = 200
const shareOf = (days: readonly string[]) => Math.ceil(MAX_EVENTS_OF_DAYS / days.length)

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
    const possible = await find({
      ...windowAroundDays(day, day),
      per_page: 2 * MAX_DOUBTFUL + MAX_EVENTS_OF_DAYS,
    })
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
  readonly links: readonly EventLinkKind[] | undefined
  /** The validity that was current before there was a view. */
  readonly validity: Validity
}

/** The first events of each day as `findEachDay` finds them; those found before in the same validity at the revision of the view. */
async function findCrowded(
  { days, filters, validity }: Wanted,
  find: Find,
  { revision }: Pick<ReadView, 'revision'>,
  { context: { actor, opened }, view }: PageRequest,
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
  reader: PageRequest,
): Promise<EventsToListByDay> {
  const { days, filters, links } = wanted
  const [first = '', last = ''] = [days[0], days.at(-1)]
  // What began last night and goes on belongs to yesterday, but a page from today on shows what is on.
  const isOfLastNight = (one: ListedEvent) => first === reader.site.today && !isOver(one, reader.site)
  const read = async (ids: readonly number[]) =>
    (await shownEventsByIds(reader, view.view, ids, links))
      .filter((one) => firstDayOfEvent(one) <= last && (first <= lastDayOf(one) || isOfLastNight(one)))
      .sort(compareEventStarts)
  const find = await view.prepare({ ...listDefaults, ...filters })
  const all = await find({ ...windowAroundDays(first, last), per_page: MAX_EVENTS_OF_DAYS })
  const found =
    all.total > MAX_EVENTS_OF_DAYS
      ? await readCrowded(wanted, await findCrowded(wanted, find, view.view, reader), read)
      : { events: await read(all.ids), cut: new Map<string, number>() }
  if (found.events.length > 0) return found
  const { ids } = await find({ ...nextOf(filters), starts_after: dayBound(last) })
  const [next] = await shownEventsByIds(reader, view.view, ids, links)
  return { ...found, next }
}

/** The most events that may be of a day, and are read for its pages. */
const MAX_OF_DAY = 1000

async function readOneDay(
  day: string,
  filters: ListFilters,
  view: EventListsView,
  reader: PageRequest,
): Promise<EventsToListByDay> {
  const find = await view.prepare({ ...listDefaults, ...filters })
  const { ids, total } = await find({ ...windowAroundDays(day, day), per_page: MAX_OF_DAY })
  const read = await shownEventsByIds(reader, view.view, ids)
  const events = eventsInDayOrder(day, eventsOnDay({ events: read.toSorted(compareEventStarts) }, day))
  const cut = new Map(
    total > MAX_OF_DAY ? [[day, (await find({ ...siteWindow(day), per_page: 1 })).total]] : [],
  )
  const isOfToday = day === reader.site.today
  if (events.some((event) => !isOfToday || !isOver(event, reader.site))) return { events, cut }
  const later = await find({ ...nextOf(filters), starts_after: dayBound(day) })
  const [next] = await shownEventsByIds(reader, view.view, later.ids)
  return { events, cut, next }
}

/** Returns days with what a reader is told who sees no events on any date, if these have none and none comes. */
const withNoticeIfEmpty = async (days: EventsToListByDay, reader: PageRequest): Promise<EventsToListByDay> =>
  days.events.length > 0 || days.next ? days : { ...days, none: await emptyCalendarNoticeIfNoEvents(reader) }

/** Reads all events of a day in their order, up to the most that are read: then the day counts as cut. */
export async function readEventsOfOneDay(
  day: string,
  reader: PageRequest,
  filters: ListFilters = {},
): Promise<EventsToListByDay> {
  return withNoticeIfEmpty(await readOneDay(day, filters, await eventViewFor(reader), reader), reader)
}

/** Reads the events of days that follow each other, in the order of their starts, with the linked items that entries show, or of these kinds. */
export async function readEventsOfDays(
  days: readonly string[],
  reader: PageRequest,
  filters: ListFilters = {},
  links?: readonly EventLinkKind[],
): Promise<EventsToListByDay> {
  const wanted = { days, filters, links, validity: await currentPageValidity(reader) }
  return withNoticeIfEmpty(await readDays(wanted, await eventViewFor(reader), reader), reader)
}

/** The lists on pages: read by the same actions as in the JSON API, with the reader's rights. */

import { runOnEventPage } from '../../actions/list.ts'
import { viewerOf } from '../../api/context.ts'
import type { ListArgs } from '../../contract/resources/index.ts'
import { lastDayOf } from '../../domain/time/calendar-days.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { firstAndLastSecondOfDay } from '../../domain/time/zones.ts'
import { isOver } from '../../representations/html/site/dates.ts'
import type { EventListPage } from '../../representations/html/site/lists/timeline.ts'
import type { ListedEvent } from '../../representations/json/listed-event.ts'
import type { LinkKindShownInLists, ReadView } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import type { Validity } from '../cache/validity.ts'
import { currentPageValidity } from './once.ts'
import type { PageRequest, PageRequestInReadView } from './reader.ts'

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
const entriesShow: readonly LinkKindShownInLists[] = ['venue', 'category']

/** The events with these ids, in their order, as this reader sees them, with the linked items that entries show, or of these kinds. */
export const shownEventsByIds = (
  { context, view, shownEvents }: PageRequestInReadView,
  readView: ReadView,
  ids: readonly number[],
  links = entriesShow,
) => shownEvents.take(readView, ids, viewerOf(context), { view, links })

/** A page of events by filters, as this reader sees them. */
export function readFilteredEvents(filters: ListFilters, reader: PageRequest) {
  const args = { ...listDefaults, ...filters }
  return runOnEventPage(args, reader.context, reader.minRevision, async (readView, { ids, total }) => ({
    events: await shownEventsByIds(reader, readView, ids),
    total,
  }))
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

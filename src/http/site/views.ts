import { viewerOf } from '../../api/context.ts'
import { favouriteIds, MAX_FAVOURITES } from '../../domain/favourites.ts'
import {
  isDay,
  isMonth,
  lastDayOf,
  plusDays,
  sevenDaysOfNamedWeek,
  weekendOf,
  weekNameOf,
  weeksOfMonth,
} from '../../domain/time/timestamp.ts'
import { Problem } from '../../problem.ts'
import { firstDayOfEvent } from '../../representations/html/site/dates.ts'
import type { EventsToListByDay } from '../../representations/html/site/event-lists.ts'
import { favouritesPage, reminderMinutesAndWordKeys } from '../../representations/html/site/favourites.ts'
import { type ChosenFilters, EVENING_PART } from '../../representations/html/site/filters.ts'
import type { Site } from '../../representations/html/site/site.ts'
import {
  agendaPage,
  dayPage,
  dayPageCount,
  weekendPage,
  withEventsOfDayPartOnly,
} from '../../representations/html/site/views/days.ts'
import { monthPage } from '../../representations/html/site/views/month.ts'
import {
  type Programme,
  programmePage,
  programmeRtf,
} from '../../representations/html/site/views/programme.ts'
import { weekPage } from '../../representations/html/site/views/week.ts'
import {
  calendarHead,
  calendarPieceOfEvent,
  calendarTail,
  veventWithReminder,
  zoneGatherer,
} from '../../representations/icalendar/calendar.ts'
import type { EventLinkKind } from '../../store/store.ts'
import {
  compareEventStarts,
  emptyCalendarNoticeIfNoEvents,
  type ListFilters,
  listDefaults,
  readEventsOfDays,
  readEventsOfOneDay,
  readUpcomingOrPastEvents,
  shownEventsByIds,
  windowAroundDays,
} from './event-lists.ts'
import { findEventsMatchingSentFilters, findIgnoringInvalidFilters } from './filters.ts'
import {
  eventViewFor,
  isPastList,
  type PageRequest,
  pageFieldsWithKnownValues,
  pageNumber,
  pageOfFilters,
  type RenderedPage,
} from './reader.ts'

const noDays: EventsToListByDay = { events: [], cut: new Map() }

/** The day that a reader chose from the calendar of the page; undefined if none, or none that exists. */
function dayIn({ query }: PageRequest): string | undefined {
  const day = query.text('on')
  return day !== undefined && isDay(day) ? day : undefined
}

/** A page of days: with status 400 if the filters are not valid. */
async function pageOfDays(
  reader: PageRequest,
  days: readonly string[],
  show: (days: EventsToListByDay, chosen: ChosenFilters) => string,
  links?: readonly EventLinkKind[],
): Promise<RenderedPage> {
  const { chosen, found, isValid } = await findIgnoringInvalidFilters(reader, (filters) =>
    readEventsOfDays(days, reader, filters, links),
  )
  return pageOfFilters(isValid, show(found ?? noDays, chosen))
}

/** The linked items that lines of the month view show: their colours; linked data names the venue, too. */
const linesShow = ({ discovery }: Site): readonly EventLinkKind[] =>
  discovery === undefined ? ['category'] : ['venue', 'category']

/** The page of a month, by default the current one. Throws 404 for an invalid month. */
export async function renderMonthPage(reader: PageRequest): Promise<RenderedPage> {
  const { site, params } = reader
  const request = params.month ?? (dayIn(reader) ?? site.today).slice(0, 7)
  if (!isMonth(request)) throw new Problem('rest_no_route')
  const days = weeksOfMonth(request, site.firstDay).flat().filter(isDay)
  const more = pageFieldsWithKnownValues(reader, { whole: ['1'] })
  return pageOfDays(
    reader,
    days,
    (found, chosen) => monthPage({ month: request, days: found, more }, chosen, site),
    linesShow(site),
  )
}

const hours = { as: ['hours'] } as const

/** The page of a week, by default the current one. Throws 404 for an invalid week. */
export async function weekPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { site, params } = reader
  const request = params.week ?? weekNameOf(dayIn(reader) ?? site.today, site.firstDay)
  const days = sevenDaysOfNamedWeek(request, site.firstDay)
  if (days === undefined || !days.every(isDay)) throw new Problem('rest_no_route')
  const more = pageFieldsWithKnownValues(reader, { ...hours, whole: ['1'] })
  return pageOfDays(reader, days, (found, chosen) =>
    weekPage({ week: days, days: found, more }, chosen, site),
  )
}

/** The page of the weekend that a day is in, by default the current or next one. Throws 404 for an invalid day. */
export async function weekendPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { site, params } = reader
  const request = params.day ?? dayIn(reader) ?? site.today
  if (!isDay(request)) throw new Problem('rest_no_route')
  const days = weekendOf(request)
  if (!days.every(isDay)) throw new Problem('rest_no_route')
  return pageOfDays(reader, days, (found, chosen) => weekendPage(days, found, chosen, site))
}

/** The page of a day, by default today. Throws 404 for an invalid day, and past its last page. */
export async function dayPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { site, params } = reader
  const request = params.day ?? dayIn(reader) ?? site.today
  if (!isDay(request)) throw new Problem('rest_no_route')
  const more = pageFieldsWithKnownValues(reader, { ...hours, part: [EVENING_PART] })
  const page = pageNumber(reader)
  const { chosen, found, isValid } = await findIgnoringInvalidFilters(reader, async (filters) => {
    const read = withEventsOfDayPartOnly(await readEventsOfOneDay(request, reader, filters), request, more)
    if (page > dayPageCount(read, more)) throw new Problem('event-archive-page-not-found')
    return read
  })
  return pageOfFilters(isValid, dayPage({ day: request, days: found ?? noDays, more, page }, chosen, site))
}

/** The agenda of upcoming or of past events, from a day. Throws 404 past the last page. */
export async function agendaPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { site } = reader
  const from = dayIn(reader) ?? site.today
  const use = { isPast: isPastList(reader), page: pageNumber(reader), first: from }
  const { chosen, found, isValid } = await findIgnoringInvalidFilters(reader, async (filters) => {
    const read = await readUpcomingOrPastEvents(filters, use, reader)
    return read.total > 0 ? read : { ...read, none: await emptyCalendarNoticeIfNoEvents(reader) }
  })
  const none = { events: [], total: 0, page: 1, pages: 0, isPast: use.isPast }
  const more = {
    ...pageFieldsWithKnownValues(reader, { as: ['cards'] }),
    ...(from !== site.today && { on: from }),
  }
  return pageOfFilters(isValid, agendaPage({ listed: found ?? none, from, more }, chosen, site))
}

// The programme: all events of some days as text, for a noticeboard or the page of a newspaper.

/** The days of a programme that names no last day, and the most of any. */
const USUAL_DAYS = 7
const MAX_DAYS = 92
/** The most events of a programme. */
const MAX_EVENTS = 1000

interface DaySpan {
  readonly first: string
  readonly last: string
}

/** Returns the days of a programme: by default a week from today, and never more than a programme has. */
function spanOf({ from, to }: { readonly from?: string; readonly to?: string }, today: string): DaySpan {
  const first = from ?? today
  const usual = plusDays(first, USUAL_DAYS - 1) ?? first
  const most = plusDays(first, MAX_DAYS - 1) ?? first
  const wanted = to === undefined || to < first ? usual : to
  return { first, last: wanted < most ? wanted : most }
}

async function readProgramme(
  { first, last }: DaySpan,
  filters: ListFilters,
  reader: PageRequest,
): Promise<Programme> {
  const { view, prepare } = await eventViewFor(reader)
  const find = await prepare({ ...listDefaults, ...filters })
  const { ids, total } = await find({ ...windowAroundDays(first, last), per_page: MAX_EVENTS })
  const events = await shownEventsByIds(reader, view, ids)
  const within = events.filter((one) => firstDayOfEvent(one) <= last && first <= lastDayOf(one))
  return {
    first,
    last,
    events: [...within].sort(compareEventStarts),
    left: Math.max(0, total - ids.length),
  }
}

const foundProgramme = (reader: PageRequest) =>
  findEventsMatchingSentFilters(reader, (filters, { sent }) =>
    readProgramme(spanOf(sent, reader.site.today), filters, reader),
  )

/** The page of a programme, from the day `from` to the day `to`: with status 400 if a filter is not valid. */
export async function programmeOfDaysPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { chosen, found } = await foundProgramme(reader)
  return pageOfFilters(found !== undefined, programmePage(found, MAX_DAYS, chosen, reader.site))
}

/** Returns the page of a programme as text with paragraph styles: with status 400 and the reason if a filter is not valid. */
export async function programmeRtfOf(reader: PageRequest): Promise<RenderedPage> {
  const { chosen, found } = await foundProgramme(reader)
  if (found === undefined) return pageOfFilters(false, programmePage(found, MAX_DAYS, chosen, reader.site))
  return { type: 'application/rtf', text: programmeRtf(found, reader.site) }
}

// Favourites: the events that a browser keeps, as a page and as a calendar with reminders. The service keeps none of them.

/** Finds the favourites that this reader sees. Those that no list shows are counted. */
async function findFavourites(reader: PageRequest) {
  const ids = favouriteIds(reader.query.texts('ids').join(','))
  const { view, find } = await eventViewFor(reader)
  const list = { ...listDefaults, include: ids, per_page: MAX_FAVOURITES }
  return { ids, view, found: ids.length === 0 ? [] : (await find(list)).ids }
}

/** The page of the favourites whose ids are in the address. */
export async function favouritesPageOf(reader: PageRequest): Promise<RenderedPage> {
  const { ids, view, found } = await findFavourites(reader)
  return favouritesPage({ ids, events: await shownEventsByIds(reader, view, found) }, reader.site)
}

/** The calendar of the favourites, each with a reminder if the address asks for one. */
export async function favouritesCalendarOf(reader: PageRequest): Promise<RenderedPage> {
  const { site, context, query } = reader
  const minutes = reminderMinutesAndWordKeys.find(
    ({ minutes }) => String(minutes) === query.text('reminder'),
  )?.minutes
  const { view, found } = await findFavourites(reader)
  const items = await view.events(found, viewerOf(context))
  const { add, zones } = zoneGatherer()
  const entries = items.map((item) => {
    const entry = calendarPieceOfEvent(item, site.root)
    add(entry.zones)
    return minutes === undefined ? entry.text : veventWithReminder(entry.text, item.record.title, minutes)
  })
  const title = `${site.word('site.favourites')} · ${site.name}`
  const head = calendarHead({ root: site.root, zone: site.zone, title, address: '' }, zones)
  return { type: 'text/calendar; charset=utf-8', text: [head, ...entries, calendarTail].join('') }
}

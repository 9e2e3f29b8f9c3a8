/** The views of the calendar: month, week, weekend, day, agenda. */
import {
  isDay,
  isMonth,
  sevenDaysOfNamedWeek,
  weekendOf,
  weekNameOf,
  weeksOfMonth,
} from '../../../domain/time/calendar-days.ts'
import { Problem } from '../../../problem.ts'
import type { ChosenFilters } from '../../../representations/html/site/choosing/chosen.ts'
import { EVENING_PART } from '../../../representations/html/site/choosing/when.ts'
import type { EventsToListByDay } from '../../../representations/html/site/lists/days.ts'
import type { Site } from '../../../representations/html/site/site.ts'
import { agendaPage } from '../../../representations/html/site/views/agenda.ts'
import {
  dayPage,
  dayPageCount,
  withEventsOfDayPartOnly,
} from '../../../representations/html/site/views/day.ts'
import { monthPage } from '../../../representations/html/site/views/month.ts'
import { weekPage } from '../../../representations/html/site/views/week.ts'
import { weekendPage } from '../../../representations/html/site/views/weekend.ts'
import type { LinkKindShownInLists } from '../../../store/store.ts'
import { readEventsOfDays, readEventsOfOneDay } from '../filters/days.ts'
import { findIgnoringInvalidFilters } from '../filters/filters.ts'
import { readUpcomingOrPastEvents } from '../lists.ts'
import { emptyCalendarNoticeIfNoEvents } from '../no-events.ts'
import {
  isPastList,
  type PageRequest,
  pageFieldsWithKnownValues,
  pageNumber,
  type RenderedPage,
} from '../reader.ts'

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
  links?: readonly LinkKindShownInLists[],
): Promise<RenderedPage> {
  const { chosen, found, isValid } = await findIgnoringInvalidFilters(reader, async (filters) => {
    const read = await readEventsOfDays(days, reader, filters, links)
    return read.events.length > 0 || read.next
      ? read
      : { ...read, none: await emptyCalendarNoticeIfNoEvents(reader) }
  })
  const text = show(found ?? noDays, chosen)
  return isValid ? text : { status: 400, text }
}

/** The linked items that lines of the month view show: their colours; linked data names the venue, too. */
const linesShow = ({ discovery }: Site): readonly LinkKindShownInLists[] =>
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
    return read.events.length > 0 || read.next
      ? read
      : { ...read, none: await emptyCalendarNoticeIfNoEvents(reader) }
  })
  const text = dayPage({ day: request, days: found ?? noDays, more, page }, chosen, site)
  return isValid ? text : { status: 400, text }
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
  const text = agendaPage({ listed: found ?? none, from, more }, chosen, site)
  return isValid ? text : { status: 400, text }
}

import { plusDays } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import { entriesMarkup } from '../entries.ts'
import {
  dayAnchor,
  dayHeading,
  dayPagePath,
  type EventListPage,
  type EventsToListByDay,
  emptyMessage,
  eventsOnDay,
  eventsSpanningWholePeriod,
  longRunningApart,
  longRunningMarkup,
  pagerMarkup,
  renderLinkToRestOfCutDay,
  timelineMarkup,
} from '../event-lists.ts'
import { type ChosenFilters, EVENING_PART, viewPath } from '../filters.ts'
import type { Site } from '../site.ts'
import { hourGridMarkup, listOrHoursLinks } from './hours.ts'
import {
  headingWithPeriodSteps,
  isUnlistedView,
  type KeptViewFields,
  legendMarkup,
  siteWithKeptFilters,
  viewPage,
} from './view.ts'

// The day view: a list, or a grid of hours.

/** The events of a day on one page of a list, and in one grid of hours. */
const LISTED = 100
const IN_HOURS = 400
const sizeOf = ({ as }: KeptViewFields) => (as === 'hours' ? IN_HOURS : LISTED)

export const dayPageCount = ({ events }: EventsToListByDay, more: KeptViewFields): number =>
  Math.max(1, Math.ceil(events.length / sizeOf(more)))

function listOf(day: string, days: EventsToListByDay, site: Site): Markup {
  const { events } = days
  const isNothingLeft = events.every((event) => day === site.today && isOverToday(event, site))
  const list = html`${isNothingLeft && emptyMessage(site, { ...days, isOver: events.length > 0 })}${entriesMarkup(day, events, site, 2)}`
  return html`<div class="one-day${day === site.today && ' today'}">${list}</div>`
}

/** The number of the events of a day that has several pages, and the link to those beyond all of them. */
function dayCount(
  day: string,
  { events, cut }: EventsToListByDay,
  more: KeptViewFields,
  site: Site,
): Markup | false {
  const { word } = site
  const search = viewPath(site, 'calendar/search', { from: day, to: day })
  if (cut.has(day))
    return html`<p class="notice">${word('site.cut', { count: events.length })} <a href="${search}">${word('site.search')}</a></p>`
  return (
    events.length > sizeOf(more) &&
    html`<p class="count">${word('site.day.count', { count: events.length })}</p>`
  )
}

/** The hour at which evenings begin. */
const EVENING_HOUR = '17'

/** Whether an event begins in the evening of a day. */
export const isOfEvening = (event: ListedEvent, day: string) =>
  firstDayOfEvent(event) === day && !event.all_day && event.start_date.slice(11, 13) >= EVENING_HOUR

/** Returns the events of the part of a day that its page shows. */
export const withEventsOfDayPartOnly = (
  days: EventsToListByDay,
  day: string,
  { part }: KeptViewFields,
): EventsToListByDay =>
  part === EVENING_PART ? { ...days, events: days.events.filter((event) => isOfEvening(event, day)) } : days

/** A day with its events, the fields in the address of its page, and the number of the page. */
interface DayView {
  readonly day: string
  /** All events of the day, in their order. */
  readonly days: EventsToListByDay
  readonly more: KeptViewFields
  readonly page: number
}

/** Returns a date of which no line break takes the day, the month and the year apart: `21. November 2026`, `November 21, 2026`. */
const withUnbrokenDate = (text: string) =>
  text
    .replace(/(\d\.?) (\p{L}+) (\d)/u, '$1\u00a0$2\u00a0$3')
    .replace(/(\p{L}) (\d{1,2}), (\d{4})/u, '$1\u00a0$2,\u00a0$3')

function dayHead({ day, more }: DayView, site: Site): Markup {
  const { word, dates } = site
  return headingWithPeriodSteps(site, {
    title: html`<time datetime="${day}">${withUnbrokenDate(dates.full(day))}</time>${more.part === EVENING_PART && html` <small>${word('site.evening')}</small>`}`,
    words: { before: word('site.day.before'), after: word('site.day.after') },
    at(steps) {
      const other = plusDays(day, steps)
      return other && dayPagePath(other)
    },
    more,
  })
}

export function dayPage(given: DayView, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { day, more, page: number } = given
  // What runs for weeks comes last: a day is full of what is on once.
  const { days, running } = longRunningApart(given.days, site, day)
  const page = dayPagePath(day)
  const size = sizeOf(more)
  const shown = { ...days, events: days.events.slice((number - 1) * size, number * size) }
  const at = (to: number) => viewPath(site, page, { ...more, ...(to > 1 && { page: String(to) }) })
  const pager = pagerMarkup({ page: number, pages: dayPageCount(days, more) }, at, site)
  const events = more.as === 'hours' ? hourGridMarkup([day], shown, day, site) : listOf(day, shown, site)
  const band = longRunningMarkup({ events: running, total: running.length }, '', site)
  const content = html`${dayCount(day, days, more, site)}${events}${pager}${band}${legendMarkup(given.days.events, site, more)}`
  return viewPage(
    {
      heading: dayHead(given, site),
      content,
      page,
      target: 'calendar/day',
      day,
      more,
      shapes: listOrHoursLinks(page, more, site),
      events: days.events,
      shown: shown.events,
      none: days.none,
    },
    {
      title: site.dates.full(day),
      view: 'day',
      day,
      todayId: day === site.today ? 'results' : undefined,
      isUnlisted: true,
      isEmpty: given.days.events.length === 0,
    },
    chosen,
    site,
  )
}

// A weekend: Saturday and Sunday as a list.

const pageOf = (saturday: string) => `calendar/weekend/${saturday}`

/** The events of both days, with those that span them all below. */
function contentOf(
  [saturday, sunday]: readonly [string, string],
  days: EventsToListByDay,
  site: Site,
): Markup {
  const running = eventsSpanningWholePeriod(days, saturday, sunday)
  const each = [saturday, sunday].map((day) => {
    const events = eventsOnDay(days, day).filter((event) => !running.includes(event))
    const list =
      events.length === 0
        ? html`<p class="none">${site.word('site.nothing')}</p>`
        : entriesMarkup(day, events, site)
    return html`<section class="date${day === site.today && ' today'}">${dayHeading(day, site, 2)}<div>${list}${renderLinkToRestOfCutDay(day, days, site)}</div></section>`
  })
  return html`${days.events.length === 0 && emptyMessage(site, days)}<div class="timeline">${each}</div>${longRunningMarkup({ events: running, total: running.length }, viewPath(site, 'calendar/search'), site)}${legendMarkup(days.events, site)}`
}

export function weekendPage(
  [saturday, sunday]: readonly [string, string],
  days: EventsToListByDay,
  chosen: ChosenFilters,
  plain: Site,
): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { word } = site
  const isThis = saturday <= site.today && site.today <= sunday
  const span = site.dates.days(saturday, sunday)
  const title = isThis ? `${word('site.weekend')}: ${span}` : span
  const heading = headingWithPeriodSteps(site, {
    title: html`${title}`,
    words: { before: word('site.weekend.before'), after: word('site.weekend.after') },
    at(steps) {
      const other = plusDays(saturday, 7 * steps)
      return other && pageOf(other)
    },
  })
  const { events, none } = days
  return viewPage(
    {
      heading,
      content: contentOf([saturday, sunday], days, site),
      page: pageOf(saturday),
      target: 'calendar/day',
      day: saturday,
      events,
      none,
    },
    { title, day: saturday, isUnlisted: true, isEmpty: events.length === 0 },
    chosen,
    site,
  )
}

// The agenda: upcoming or past events by day.

/** An agenda, and the day that it begins on. */
interface Agenda {
  readonly listed: EventListPage
  readonly from: string
  readonly more: KeptViewFields
}

export function agendaPage({ listed, from, more }: Agenda, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const page = 'calendar/agenda'
  const { events, running, none, isPast } = listed
  const title = site.word(isPast ? 'site.past' : 'site.agenda')
  const legend = legendMarkup([...events, ...(running?.events ?? [])], site, more)
  const hasToday = more.as !== 'cards' && events.some((event) => firstDayOfEvent(event) === site.today)
  return viewPage(
    {
      heading: html`<div class="view-head"><h1>${title}</h1></div>`,
      content: html`${timelineMarkup(listed, page, site, more)}${legend}`,
      page,
      target: page,
      day: from,
      more,
      events,
      none,
    },
    {
      title,
      view: 'agenda',
      todayId: hasToday ? dayAnchor(site.today) : undefined,
      isUnlisted: listed.page > 1 || isPast || isUnlistedView(chosen, more),
    },
    chosen,
    site,
  )
}

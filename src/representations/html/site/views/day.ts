/** The day view: a list, or a grid of hours. */
import { plusDays } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { type ChosenFilters, viewPath } from '../choosing/chosen.ts'
import { EVENING_PART } from '../choosing/when.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import { sitePage } from '../layout.ts'
import { dayPagePath, type EventsToListByDay, emptyMessage } from '../lists/days.ts'
import { entriesMarkup } from '../lists/entry.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { longRunningApart, longRunningMarkup } from '../lists/long-running.ts'
import { pagerMarkup } from '../lists/timeline.ts'
import type { Site } from '../site.ts'
import { hourGridMarkup, listOrHoursLinks } from './hours.ts'
import { legendMarkup } from './legend.ts'
import { headingWithPeriodSteps } from './steps.ts'
import { feedSourceOfView, type KeptViewFields, siteWithKeptFilters, viewMain } from './view.ts'

/** The events of a day on one page of a list, and in one grid of hours. */
const LISTED = 100
const IN_HOURS = 400
const sizeOf = ({ as }: KeptViewFields) => (as === 'hours' ? IN_HOURS : LISTED)

/** Returns the number of the pages of a day. */
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

/** The heading of a day. */
function dayHead({ day, more }: DayView, site: Site): Markup {
  const { word, dates } = site
  const at = (count: number) => {
    const other = plusDays(day, count)
    return other && dayPagePath(other)
  }
  return headingWithPeriodSteps(site, {
    title: html`<time datetime="${day}">${withUnbrokenDate(dates.full(day))}</time>${more.part === EVENING_PART && html` <small>${word('site.evening')}</small>`}`,
    before: at(-1),
    after: at(1),
    words: { before: word('site.day.before'), after: word('site.day.after') },
    more,
  })
}

/** Returns a page of a day. */
export function dayPage(given: DayView, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const { day, more, page: number } = given
  // What runs for weeks comes last: a day is full of what is on once.
  const { days, running } = longRunningApart(given.days, day, site)
  const view = { ...given, days }
  const page = dayPagePath(day)
  const size = sizeOf(more)
  const shown = { ...days, events: days.events.slice((number - 1) * size, number * size) }
  const at = (to: number) => viewPath(site, page, { ...more, ...(to > 1 && { page: String(to) }) })
  const pager = pagerMarkup({ page: number, pages: dayPageCount(days, more) }, at, site)
  const events = more.as === 'hours' ? hourGridMarkup([day], shown, day, site) : listOf(day, shown, site)
  const band = longRunningMarkup({ events: running, total: running.length }, '', site)
  const content = html`${dayCount(day, days, more, site)}${events}${pager}${band}${legendMarkup(given.days.events, site, more)}`
  const shapes = listOrHoursLinks(page, more, site)
  const use = {
    head: dayHead(view, site),
    page,
    target: 'calendar/day',
    day,
    more,
    shapes,
    events: days.events,
    none: days.none,
  }
  return sitePage(
    site,
    {
      title: site.dates.full(day),
      page,
      view: 'day',
      todayId: day === site.today ? 'results' : undefined,
      day,
      isUnlisted: true,
      isEmpty: given.days.events.length === 0,
      hasNothing: days.none !== undefined,
      hasResults: days.events.length > 0,
      feed: feedSourceOfView(chosen, site),
      fields: more,
      ...listLinkedData(shown.events, site),
    },
    viewMain(use, chosen, site, content),
  )
}

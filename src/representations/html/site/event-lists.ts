/** Lists of events by day, with band, pager and linked data. */

import { lastDayOf, plusDays } from '../../../domain/time/timestamp.ts'
import { labelledTitle } from '../../event-text.ts'
import type { ListedEvent } from '../../json/event.ts'
import { emptyValuesOfUnlistedFields, eventLd, type SchemaOrgThing } from '../../json/linked-data.ts'
import { shareImageUrl } from '../../urls.ts'
import { html, type Markup } from '../markup.ts'
import { firstDayOfEvent, isOver } from './dates.ts'
import { cardsByDayMarkup, entriesMarkup, ongoingEventLine } from './entries.ts'
import { tabs, viewPath } from './filters.ts'
import { submitPath } from './layout.ts'
import { icon } from './pictures.ts'
import { eventClasses, type Site, sitePath } from './site.ts'

// The message of a calendar without any events.

/** A calendar in which the reader sees no events on any date. */
export interface CalendarWithoutAnyEvents {
  /** The page of the desk where this reader adds events; undefined if they may not. */
  readonly desk: string | undefined
}

/** Returns the link to where this reader adds events: the desk, or the form for the public; false without either. */
function invitation({ desk }: CalendarWithoutAnyEvents, site: Site): Markup | false {
  const { word, submits } = site
  if (desk !== undefined)
    return html` <a href="${sitePath(site, desk).replace(/\/$/, '')}" rel="nofollow">${word('site.nothing.add')}</a>`
  return submits && html` <a href="${submitPath(site)}">${word('site.submit.title')}</a>`
}

/** The ways in which whoever sets the calendar up goes on besides the first event; only administrators have them. */
function waysToBegin({ desk }: CalendarWithoutAnyEvents, site: Site): Markup | false {
  if (desk === undefined) return false
  const { word } = site
  const link = (to: string, label: string) =>
    html`<a class="button" href="${sitePath(site, to).replace(/\/$/, '')}" rel="nofollow">${label}</a>`
  return (
    desk === 'desk/start' &&
    html`<p>${word('site.nothing.setup')}</p><p class="buttons">${link('desk/start', word('site.nothing.demo'))}${link('desk/import', word('site.nothing.import'))}</p>`
  )
}

/** Returns the message, with what the calendar will be, and an invitation to those who may add events. */
export function emptyCalendarInvitationMarkup(none: CalendarWithoutAnyEvents, site: Site): Markup {
  return html`<div class="empty-calendar">${icon('calendar-days', site)}<p class="nothing">${site.word('site.nothing.yet')}${invitation(none, site)}</p><p>${site.word('site.nothing.visitors')}</p>${waysToBegin(none, site)}</div>`
}

// The events of the days of a page.

export interface EventsToListByDay {
  readonly events: readonly ListedEvent[]
  /** The number of events of each day that has more than listed here. */
  readonly cut: ReadonlyMap<string, number>
  /** The first event after these days, if they have none. */
  readonly next?: ListedEvent | undefined
  /** Whether the days had events that are over. */
  readonly isOver?: boolean
  /** Set if the reader sees no events on any date. */
  readonly none?: CalendarWithoutAnyEvents | undefined
}

/** Returns the events that take place on a day. */
export const eventsOnDay = ({ events }: Pick<EventsToListByDay, 'events'>, day: string) =>
  events.filter((event) => firstDayOfEvent(event) <= day && day <= lastDayOf(event))

/** Returns the label of a day: short for the screen, full for screen readers. */
export function dayLabelMarkup(day: string, { dates }: Site): Markup {
  return html`<time datetime="${day}"><span class="numeral" aria-hidden="true">${dates.numeral(day)}</span><span class="weekday" aria-hidden="true">${dates.shortWeekday(
    day,
  )}</span><span class="unseen">${dates.full(day)}</span></time>`
}

/** Returns the events that began before the first day and continue after the last. */
export const eventsSpanningWholePeriod = ({ events }: EventsToListByDay, first: string, last: string) =>
  events.filter((event) => firstDayOfEvent(event) < first && last < lastDayOf(event))

/** Returns the id of the events of a day on a page. */
export const dayAnchor = (day: string) => `d-${day}`

/** Returns the path of a day's page below the root. */
export const dayPagePath = (day: string) => `calendar/day/${day}`

/** Returns the link to the page of a day that has more events than listed here; nothing for other days. */
export function renderLinkToRestOfCutDay(
  day: string,
  { cut }: EventsToListByDay,
  site: Site,
  more = '',
): Markup | false {
  const count = cut.get(day)
  if (count === undefined) return false
  const { word, dates } = site
  return html`<p class="more${more}"><a href="${viewPath(site, dayPagePath(day))}">${word('site.more.all')}<span class="unseen">, ${dates.full(day)}</span> (${count})</a></p>`
}

/** Returns the message for an empty view, with a link to the next event. */
export function emptyMessage(
  site: Site,
  { next, none, isOver = false }: Pick<EventsToListByDay, 'next' | 'none' | 'isOver'>,
): Markup {
  if (none !== undefined) return emptyCalendarInvitationMarkup(none, site)
  const { word, dates } = site
  const day = next && firstDayOfEvent(next)
  return html`<p class="nothing">${word(isOver ? 'site.nothing.rest' : 'site.nothing')}${
    day !== undefined &&
    next !== undefined &&
    html` <a href="${viewPath(site, dayPagePath(day))}">${word('site.nothing.next', { day: dates.full(day), title: labelledTitle(next.title, next.event_status, word) })}</a>`
  }</p>`
}

// Exhibitions and other events that run for weeks, in a band apart from the days: they would bury what is on once.

/** The number of lines that are visible at first. The others open in place. */
const MAX_LINES = 3

/** The days from which an event runs for weeks. */
const WEEKS = 8

/** Returns whether an event runs for weeks. */
export const runsForWeeks = (event: ListedEvent): boolean =>
  lastDayOf(event) >= (plusDays(firstDayOfEvent(event), WEEKS - 1) ?? '9')

/** Returns the events of some days without those that run for weeks and began before `first`, by default all, and these, as far as they are not over. */
export function longRunningApart<D extends EventsToListByDay>(
  days: D,
  clock: Parameters<typeof isOver>[1],
  first = '9999-12-31',
): { readonly days: D; readonly running: readonly ListedEvent[] } {
  const isApart = (event: ListedEvent) => runsForWeeks(event) && firstDayOfEvent(event) < first
  const running = days.events.filter(isApart)
  if (running.length === 0) return { days, running }
  return {
    days: { ...days, events: days.events.filter((event) => !isApart(event)) },
    running: running.filter((event) => !isOver(event, clock)),
  }
}

/** Long-running events, and their total number. */
interface LongRunningEvents {
  readonly events: readonly ListedEvent[]
  readonly total: number
}

/** Returns long-running events in their order: sticky and featured ones first, then those that end first. */
export function longRunningEventsInOrder(events: readonly ListedEvent[]): readonly ListedEvent[] {
  const rank = ({ sticky, featured }: ListedEvent) => (sticky ? 0 : featured ? 1 : 2)
  const end = ({ utc_end_date }: ListedEvent) => utc_end_date
  return [...events].sort((a, b) => rank(a) - rank(b) || (end(a) < end(b) ? -1 : Number(end(a) > end(b))))
}

/** Returns the band, or nothing if no event continues. `more` links to the events that were not read. */
export function longRunningMarkup(
  { events, total }: LongRunningEvents,
  more: string,
  site: Site,
): Markup | false {
  if (events.length === 0) return false
  const { word } = site
  const lines = longRunningEventsInOrder(events).map(
    (event) => html`<li class="${eventClasses(event, 'line', 'bar')}">${ongoingEventLine(event, site)}</li>`,
  )
  const [shown, hidden] = [lines.slice(0, MAX_LINES), lines.slice(MAX_LINES)]
  const unread = total - events.length
  return html`<section class="band" aria-labelledby="band"><h2 id="band" class="label">${word('calendar.long-running')}</h2><ol class="lines">${shown}</ol>${
    hidden.length > 0 &&
    html`<details class="more"><summary>${word('site.more', { count: hidden.length })}</summary><ol class="lines">${hidden}</ol></details>`
  }${unread > 0 && html`<p class="more"><a href="${more}">${word('site.more', { count: unread })}</a></p>`}</section>`
}

// schema.org linked data of the events of a list: what lists on pages show of them.

/** The fields of an event that lists do not show, as empty values. */
const unlisted = {
  tickets: [],
  cost_details: { currency_code: '', values: [] },
} as const

/** The most events of a page that its linked data has: a month may show two hundred. */
const MAX_LINKED = 50

/** Returns the first events of a list as schema.org Events. */
const listedLd = (events: readonly ListedEvent[]): readonly SchemaOrgThing[] =>
  events.slice(0, MAX_LINKED).map((event) =>
    eventLd(
      {
        ...event,
        ...emptyValuesOfUnlistedFields,
        ...unlisted,
        previous_start_date: event.previous_start_date,
      },
      {
        venues: [event.venue].flat(),
        organizers: [],
        parentUrl: undefined,
        series: undefined,
        currency: undefined,
        apart: [],
        drawn: event.password_protected ? undefined : shareImageUrl(event.url),
      },
    ),
  )

/**
 * Returns the linked data of a page that lists events, for the head of the page, behind that of the item whose page it is. Only
 * programs for The Events Calendar look for it, so without an alias of theirs a list has none.
 */
export function listLinkedData(
  events: readonly ListedEvent[],
  { discovery }: Site,
  own?: SchemaOrgThing,
): { readonly jsonLd?: SchemaOrgThing | readonly SchemaOrgThing[] } {
  if (discovery === undefined) return own === undefined ? {} : { jsonLd: own }
  const all = [...(own === undefined ? [] : [own]), ...listedLd(events)]
  return all.length === 0 ? {} : { jsonLd: all }
}

// Paginated events by day: for the agenda, searches, and pages of venues, organizers and terms.

export interface EventListPage {
  readonly events: readonly ListedEvent[]
  readonly total: number
  readonly page: number
  readonly pages: number
  /** Whether the list shows past events, latest first. */
  readonly isPast: boolean
  /** Events that began earlier and continue. */
  readonly running?: LongRunningEvents
  /** Events of today that are over. */
  readonly earlier?: LongRunningEvents
  /** Set if the reader sees no events on any date. */
  readonly none?: CalendarWithoutAnyEvents | undefined
  /** The latest past events, which the page of an item shows below the others. */
  readonly past?: readonly ListedEvent[]
}

function byDay(
  events: readonly ListedEvent[],
  isPast: boolean,
): readonly (readonly [string, readonly ListedEvent[]])[] {
  const days = new Map<string, ListedEvent[]>()
  for (const event of events) {
    const day = firstDayOfEvent(event)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  const order = isPast ? -1 : 1
  return [...days].sort(([a], [b]) => (a < b ? -order : order))
}

/** Returns the heading of a day: a link to its page. */
export function dayHeading(day: string, site: Site, level: 2 | 3): Markup {
  const { dates } = site
  const name = html`<a href="${viewPath(site, dayPagePath(day))}"${day === site.today && html` aria-current="date"`}><time datetime="${day}"><span class="numeral">${dates.numeral(day)}</span> <span class="weekday">${dates.weekday(day)}</span> <span class="of-month">${dates.month(day)}</span></time></a>`
  return level === 2 ? html`<h2>${name}</h2>` : html`<h3>${name}</h3>`
}

export function timelineByDay({ events, isPast }: EventListPage, site: Site, level: 2 | 3 = 2): Markup {
  const each = byDay(events, isPast).map(
    ([day, own]) =>
      html`<section class="date${day === site.today && ' today'}"${day === site.today && level === 2 && html` id="${dayAnchor(day)}"`}>${dayHeading(day, site, level)}${entriesMarkup(day, own, site, level === 2 ? 3 : 4)}</section>`,
  )
  return html`<div class="timeline">${each}</div>`
}

/** Returns the links to the other pages of a list. */
export function pagerMarkup(
  { page, pages }: Pick<EventListPage, 'page' | 'pages'>,
  at: (page: number) => string,
  site: Site,
): Markup | false {
  if (pages < 2) return false
  const { word } = site
  return html`<nav class="pager" aria-label="${word('site.pages')}"><ul class="buttons">${
    page > 1 && html`<li><a class="button" rel="prev" href="${at(page - 1)}">${word('previous')}</a></li>`
  }<li><span>${word('site.page', { page, pages })}</span></li>${
    page < pages &&
    html`<li><a class="button" rel="next" href="${at(page + 1)}">${word('site.page.after')}</a></li>`
  }</ul></nav>`
}

/** Returns the links that switch between a list and cards. */
export function listOrCardsLinks(
  page: string,
  { as, ...more }: Readonly<Record<string, string>>,
  site: Site,
): Markup {
  return tabs([
    [site.word('site.as.list'), viewPath(site, page, more), as === undefined],
    [site.word('site.as.cards'), viewPath(site, page, { ...more, as: 'cards' }), as === 'cards'],
  ])
}

/** Returns the message of a list without events. */
const emptyList = ({ none }: EventListPage, site: Site): Markup =>
  none ? emptyCalendarInvitationMarkup(none, site) : html`<p class="nothing">${site.word('site.nothing')}</p>`

/** Returns the events of today that are over, for the end of a list; the page of today has those that were not read. */
export function earlierTodayMarkup({ earlier }: Pick<EventListPage, 'earlier'>, site: Site): Markup | false {
  if (earlier === undefined || earlier.events.length === 0) return false
  const { word, today } = site
  const unread = earlier.total - earlier.events.length
  return html`<section class="earlier-today">${entriesMarkup(today, earlier.events, site)}${
    unread > 0 &&
    html`<p class="more"><a href="${viewPath(site, dayPagePath(today))}">${word('site.more', { count: unread })}</a></p>`
  }</section>`
}

/** Returns the latest past events of an item, with the link to all of them. */
function latestPast({ past = [] }: EventListPage, page: string, site: Site): Markup | false {
  if (past.length === 0) return false
  const { word } = site
  const listed = { events: past, total: past.length, page: 1, pages: 1, isPast: true }
  return html`<section class="events"><h2>${word('site.past')}</h2>${timelineByDay(listed, site, 3)}<p class="more"><a href="${viewPath(site, page, { past: '1' })}">${word('site.past.all')}</a></p></section>`
}

/** Returns the upcoming or past events with the switch and the pager. */
export function timelineMarkup(
  listed: EventListPage,
  page: string,
  site: Site,
  more: Readonly<Record<string, string>> = {},
): Markup {
  const at = (number: number) =>
    viewPath(site, page, {
      ...more,
      ...(listed.isPast && { past: '1' }),
      ...(number > 1 && { page: String(number) }),
    })
  const show = more.as === 'cards' ? cardsByDayMarkup : timelineByDay
  const list =
    listed.events.length === 0
      ? emptyList(listed, site)
      : html`${show(listed, site)}${pagerMarkup(listed, at, site)}`
  const running = listed.running && longRunningMarkup(listed.running, viewPath(site, 'calendar/search'), site)
  const tenses = tabs([
    [site.word('site.upcoming'), viewPath(site, page), !listed.isPast],
    [site.word('site.past'), viewPath(site, page, { past: '1' }), listed.isPast],
  ])
  return html`<div class="list-head">${tenses}${listOrCardsLinks(page, more, site)}</div>${running}${list}${earlierTodayMarkup(listed, site)}${latestPast(listed, page, site)}`
}

/** Paginated events by day: for the agenda, searches, and pages of venues, organizers and terms. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { firstDayOfEvent } from '../dates.ts'
import { type Site, sitePath } from '../site.ts'
import { cardsByDayMarkup } from './cards.ts'
import { dayAnchor, dayPagePath } from './days.ts'
import { entriesMarkup } from './entry.ts'
import { type LongRunningEvents, longRunningMarkup } from './long-running.ts'
import { type CalendarWithoutAnyEvents, emptyCalendarInvitationMarkup } from './no-events.ts'

/** A page of a list of events. */
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

/** Returns the days with their events. */
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
  const { word } = site
  const kept = site.kept
  const tab = (label: string, query: Readonly<Record<string, string>>, isThis: boolean) =>
    html`<li><a class="button" href="${sitePath(site, page, new URLSearchParams({ ...kept, ...more, ...query }).toString())}"${isThis && html` aria-current="true"`}>${label}</a></li>`
  return html`<ul class="buttons tenses">${tab(word('site.as.list'), {}, as === undefined)}${tab(word('site.as.cards'), { as: 'cards' }, as === 'cards')}</ul>`
}

/** Returns the links that switch between upcoming and past events. */
function tenses(isPast: boolean, page: string, site: Site): Markup {
  const { word } = site
  const tab = (label: string, query: Readonly<Record<string, string>>, isThis: boolean) =>
    html`<li><a class="button" href="${viewPath(site, page, query)}"${isThis && html` aria-current="true"`}>${label}</a></li>`
  return html`<ul class="buttons tenses">${tab(word('site.upcoming'), {}, !isPast)}${tab(word('site.past'), { past: '1' }, isPast)}</ul>`
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
  return html`<div class="list-head">${tenses(listed.isPast, page, site)}${listOrCardsLinks(page, more, site)}</div>${running}${list}${earlierTodayMarkup(listed, site)}${latestPast(listed, page, site)}`
}

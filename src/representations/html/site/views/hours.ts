/** Days as a grid of hours. */
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { isOverToday } from '../dates.ts'
import { textAttributes } from '../languages/text-language.ts'
import {
  dayLabelMarkup,
  dayPagePath,
  type EventsToListByDay,
  eventsOnDay,
  renderLinkToRestOfCutDay,
} from '../lists/days.ts'
import { differingZoneMarkup, eventStatusMark, monthViewEventLine } from '../lists/entry.ts'
import { eventClasses, eventsInDayOrder, pathOfUrl, type Site } from '../site.ts'
import { type DayHoursLayout, dayHoursLayout, type EventSlot, shownHalfHourRange } from './hours-layout.ts'
import type { KeptViewFields } from './view.ts'

/** The common values of all columns: the first half hour, and the first day that phones show. */
interface HoursUse {
  readonly first: number
  readonly begins: string
  /** Whether there is room for the end beside the start where events share a column. */
  readonly isWide: boolean
}

function slot({ event, at, length, lane, of }: EventSlot, { first, isWide }: HoursUse, site: Site): Markup {
  const { title, url, start_date } = event
  const { dates } = site
  const whole = dates.hours(event)
  const time = whole !== undefined && of > 1 && !isWide ? dates.clock(start_date) : whole
  const place = of > 1 && `of-${of} lane-${lane}`
  const isEarlier = isOverToday(event, site) && 'ended'
  const classes = eventClasses(event, 'slot', isEarlier, `at-${at - first}`, `for-${length}`, place)
  return html`<li class="${classes}"><a href="${pathOfUrl(url)}"><span class="time">${time ?? ''}${differingZoneMarkup(event, site)}</span> ${eventStatusMark(event, site)}<span class="name"${textAttributes(event.language, site)}>${title}</span></a></li>`
}

/** The most lines above the grid. The others open in place, so that they do not push the grid out of sight. */
const MAX_ABOVE = 4

/** The events that have no place in the grid. */
function aboveGrid({ day, above, crowded }: DayHoursLayout, site: Site): Markup {
  const line = (event: ListedEvent) =>
    html`<li class="${eventClasses(event, 'line', 'bar')}">${monthViewEventLine(event, site)}</li>`
  const all = eventsInDayOrder(day, above)
  const rest = [...all.slice(MAX_ABOVE), ...eventsInDayOrder(day, crowded)]
  const lines = all.slice(0, MAX_ABOVE).map(line)
  return html`${lines.length > 0 && html`<ol class="lines">${lines}</ol>`}${
    rest.length > 0 &&
    html`<details class="more"><summary>${site.word('site.more', { count: rest.length })}<span class="unseen">, ${site.dates.full(day)}</span></summary><ol class="lines">${rest.map(line)}</ol></details>`
  }`
}

function dayColumn(layout: DayHoursLayout, use: HoursUse, days: EventsToListByDay, site: Site): Markup {
  const { day, slots } = layout
  const isToday = day === site.today
  const classes = ['day', isToday && 'today', day < use.begins && 'gone'].filter(Boolean).join(' ')
  const cut = renderLinkToRestOfCutDay(day, days, site)
  return html`<li class="${classes}"><h2><a href="${viewPath(site, dayPagePath(day))}"${isToday && html` aria-current="date"`}>${dayLabelMarkup(day, site)}</a></h2><div class="above">${aboveGrid(layout, site)}${cut}</div><ol class="slots"${isToday && html` data-today="${day}" data-zone="${site.zone}" data-first="${use.first}"`}>${slots.map((one) => slot(one, use, site))}</ol></li>`
}

/**
 * Returns the days side by side, with the hours at the edge. It scrolls sideways if it is wider than the screen. Phones
 * show the days from `begins` on.
 */
export function hourGridMarkup(
  days: readonly string[],
  all: EventsToListByDay,
  begins: string,
  site: Site,
): Markup {
  const each = days.map((day) => dayHoursLayout(day, eventsOnDay(all, day)))
  const [first, end] = shownHalfHourRange(each)
  const use = { first, begins, isWide: days.length === 1 }
  const left = days.filter((day) => day >= begins).length
  const clock = Array.from({ length: (end - first) / 2 }, (_, at) => {
    const hour = String(first / 2 + at).padStart(2, '0')
    return html`<li class="at-${at * 2} for-2">${site.dates.clock(`${site.today} ${hour}:00:00`)}</li>`
  })
  return html`<div class="hours of-${days.length}-days left-${left}" role="region" aria-label="${site.word('site.as.hours')}" tabindex="0"><ol class="clock" aria-hidden="true">${clock}</ol><ol class="columns">${each.map((one) => dayColumn(one, use, all, site))}</ol></div>`
}

/** Returns the links that switch between a list and a grid of hours. */
export function listOrHoursLinks(page: string, { as, ...others }: KeptViewFields, site: Site): Markup {
  const { word } = site
  const isHours = as === 'hours'
  const tab = (label: string, more: Readonly<Record<string, string>>, isThis: boolean) =>
    html`<li><a class="button" href="${viewPath(site, page, { ...others, ...more })}"${isThis && html` aria-current="true"`}>${label}</a></li>`
  return html`<ul class="buttons tenses">${tab(word('site.as.list'), {}, !isHours)}${tab(word('site.as.hours'), { as: 'hours' }, isHours)}</ul>`
}

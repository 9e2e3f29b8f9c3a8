import { plusDays } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import { differingZoneMarkup, eventStatusMark, monthViewEventLine } from '../entries.ts'
import {
  dayLabelMarkup,
  dayPagePath,
  type EventsToListByDay,
  eventsOnDay,
  renderLinkToRestOfCutDay,
} from '../event-lists.ts'
import { tabs, viewPath } from '../filters.ts'
import { textAttributes } from '../languages.ts'
import { eventClasses, eventsInDayOrder, pathOfUrl, type Site } from '../site.ts'
import type { KeptViewFields } from './view.ts'

// The layout of a day as a grid of half hours. Events at the same time stand side by side.

/** The half hours in a day, and the first and last of those that are always shown: 8:00 to 20:00. */
const SLOTS = 48
const EARLIEST = 16
const LATEST = 40
/** The maximum of events side by side: narrower ones could not be read. The others open above the grid. */
export const MAX_SIDE_BY_SIDE = 3
/** The minimum of half hours that an event covers, so that its title is readable. */
const MIN_SLOTS = 2

/** An event in the grid: its first half hour, how many it covers, and its place among those beside it. */
interface EventSlot {
  readonly event: ListedEvent
  readonly at: number
  readonly length: number
  readonly lane: number
  readonly of: number
}

interface DayHoursLayout {
  readonly day: string
  /** All-day events and events of several days. */
  readonly above: readonly ListedEvent[]
  /** Events that find no place beside others at the same time. */
  readonly crowded: readonly ListedEvent[]
  readonly slots: readonly EventSlot[]
}

const halfHour = (wall: string, round: (value: number) => number) =>
  round((Number(wall.slice(11, 13)) * 60 + Number(wall.slice(14, 16))) / 30)

/** Whether an event is shown in the grid: it has a time of day, and ends before the same time of the next day. */
function isTimed({ all_day, start_date, end_date }: ListedEvent): boolean {
  const next = plusDays(start_date.slice(0, 10), 1)
  return !all_day && next !== undefined && end_date < `${next}${start_date.slice(10)}`
}

/** The half hours that an event covers on a day: first and end, the end excluded. */
function rangeOn(day: string, event: ListedEvent): readonly [number, number] {
  const from = firstDayOfEvent(event) < day ? 0 : halfHour(event.start_date, Math.floor)
  const to = event.end_date.slice(0, 10) > day ? SLOTS : halfHour(event.end_date, Math.ceil)
  const start = Math.min(from, SLOTS - MIN_SLOTS)
  return [start, Math.max(to, start + MIN_SLOTS)]
}

interface Timed {
  readonly event: ListedEvent
  readonly from: number
  readonly to: number
  lane: number
}

/** Places events that overlap, directly or by others, in lanes of one width. Featured ones are placed first. */
function clusterSlots(cluster: readonly Timed[], crowded: ListedEvent[]): readonly EventSlot[] {
  const rank = ({ event }: Timed) => (event.sticky || event.featured ? 0 : 1)
  const held: Timed[] = []
  for (const one of [...cluster].sort((a, b) => rank(a) - rank(b) || a.from - b.from)) {
    const taken = new Set(
      held.filter(({ from, to }) => one.from < to && from < one.to).map(({ lane }) => lane),
    )
    let lane = 0
    while (taken.has(lane)) lane += 1
    if (lane >= MAX_SIDE_BY_SIDE) crowded.push(one.event)
    else held.push(Object.assign(one, { lane }))
  }
  const of = Math.max(1, ...held.map(({ lane }) => lane + 1))
  return held
    .sort((a, b) => a.from - b.from || a.lane - b.lane)
    .map(({ event, from, to, lane }) => ({ event, at: from, length: to - from, lane, of }))
}

export function dayHoursLayout(day: string, events: readonly ListedEvent[]): DayHoursLayout {
  const above = events.filter((event) => !isTimed(event))
  const timed = events
    .filter(isTimed)
    .map((event): Timed => {
      const [from, to] = rangeOn(day, event)
      return { event, from, to, lane: 0 }
    })
    .sort((a, b) => a.from - b.from)
  const clusters: Timed[][] = []
  let end = -1
  for (const one of timed) {
    if (one.from >= end) clusters.push([])
    clusters.at(-1)?.push(one)
    end = Math.max(end, one.to)
  }
  const crowded: ListedEvent[] = []
  const slots = clusters.flatMap((cluster) => clusterSlots(cluster, crowded))
  return { day, above, crowded, slots }
}

/** Returns the half hours that the days show: from the first event, or eight, to the last, or twenty. */
export function shownHalfHourRange(days: readonly DayHoursLayout[]): readonly [first: number, end: number] {
  const all = days.flatMap(({ slots }) => slots)
  const first = Math.min(EARLIEST, ...all.map(({ at }) => at))
  const end = Math.max(LATEST, ...all.map(({ at, length }) => at + length))
  return [first - (first % 2), end + (end % 2)]
}

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
  const isHours = as === 'hours'
  return tabs([
    [site.word('site.as.list'), viewPath(site, page, others), !isHours],
    [site.word('site.as.hours'), viewPath(site, page, { ...others, as: 'hours' }), isHours],
  ])
}

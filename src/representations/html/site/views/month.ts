/** The month view: a grid of weeks; on phones a list of the days with events, from today. */
import { addMonthsToMonth, isDay, lastDayOf, weeksOfMonth } from '../../../../domain/time/timestamp.ts'
import type { ListedEvent } from '../../../json/event.ts'
import { html, type Markup } from '../../markup.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import { monthViewEventLine } from '../entries.ts'
import {
  dayAnchor,
  dayLabelMarkup,
  dayPagePath,
  type EventsToListByDay,
  emptyMessage,
  longRunningApart,
  longRunningMarkup,
  renderLinkToRestOfCutDay,
} from '../event-lists.ts'
import { type ChosenFilters, viewPath } from '../filters.ts'
import { colorClassesOfCategory, eventClasses, type Site } from '../site.ts'
import {
  continuingEventsMarkup,
  headingWithPeriodSteps,
  isUnlistedView,
  type KeptViewFields,
  legendMarkup,
  siteWithKeptFilters,
  viewPage,
  wholePeriodLink,
} from './view.ts'

// The layout of a week in the month view. Events of several days are placed in lanes across the days.

/** Events that a day shows at once. Featured and sticky ones are always shown. */
const MAX_ROWS = 6
/** Lanes in a week, and how many of them count as events of a day. */
const MAX_LANES = 8
const COUNTED_LANES = 4

/** An event, placed in the cell of its first day in this week. */
interface PlacedEvent {
  readonly event: ListedEvent
  /** The number of days that it covers in this week, including the cell's day. */
  readonly span: number
  /** The number of empty lanes above it. */
  readonly skip: number
  /** Whether it started before this week, and whether it continues after it. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

interface MonthDayCell {
  readonly day: string
  readonly placed: readonly PlacedEvent[]
  /** The number of lanes below the placed events that others pass through. */
  readonly free: number
  /** The events of the day that open in place. */
  readonly rest: readonly ListedEvent[]
  /** The events of other cells that pass through the day. */
  readonly passing: readonly ListedEvent[]
}

/** An event with its first and its last day. */
interface DaySpan {
  readonly event: ListedEvent
  readonly first: string
  readonly last: string
  /** Whether it was on today and is over: it comes last. */
  readonly isEarlier: boolean
}

/** A span within a week, by the columns that it covers. */
interface Bar extends DaySpan {
  readonly from: number
  readonly to: number
}

const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns the spans of events. They are computed once for all weeks of a month. */
const daySpansOf = (events: readonly ListedEvent[], site: Site): readonly DaySpan[] =>
  events.map((event) => ({
    event,
    first: firstDayOfEvent(event),
    last: lastDayOf(event),
    isEarlier: isOverToday(event, site),
  }))

/** Returns the bars of a week. */
function barsOf(days: readonly string[], spans: readonly DaySpan[]): readonly Bar[] {
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  return spans
    .filter(({ first, last }) => first <= end && begin <= last)
    .map((span) => ({
      ...span,
      from: span.first <= begin ? 0 : days.indexOf(span.first),
      to: end <= span.last ? days.length - 1 : days.indexOf(span.last),
    }))
}

const isLong = ({ first, last }: DaySpan) => first !== last
const isFirst = ({ event }: Bar) => event.sticky || event.featured
const rankOf = ({ event: { sticky, featured } }: Bar) => (sticky ? 0 : featured ? 1 : 2)

const byStart = (a: Bar, b: Bar) =>
  Number(a.isEarlier) - Number(b.isEarlier) ||
  Number(b.event.sticky) - Number(a.event.sticky) ||
  Number(b.event.all_day) - Number(a.event.all_day) ||
  compared(a.event.start_date, b.event.start_date)

/** The lanes of bars by the ids of their events, in the week before. */
type LanesBefore = ReadonlyMap<number, number>

/** Returns the lane of each bar: if it is free, the same as in the week before. Bars that don't fit have no lane. */
function lanesOf(bars: readonly Bar[], before: LanesBefore): ReadonlyMap<Bar, number> {
  const isKnown = ({ event }: Bar) => before.has(event.id)
  const order = [...bars].sort(
    (a, b) =>
      Number(isKnown(b)) - Number(isKnown(a)) ||
      rankOf(a) - rankOf(b) ||
      a.from - b.from ||
      compared(a.event.start_date, b.event.start_date),
  )
  const ends: Bar[][] = Array.from({ length: MAX_LANES }, () => [])
  const lanes = new Map<Bar, number>()
  for (const bar of order) {
    const isFree = (held: readonly Bar[]) => held.every(({ from, to }) => bar.to < from || to < bar.from)
    const known = before.get(bar.event.id)
    const lane = known !== undefined && isFree(ends[known] ?? []) ? known : ends.findIndex(isFree)
    if (lane < 0) continue
    ends[lane]?.push(bar)
    lanes.set(bar, lane)
  }
  return lanes
}

/** Returns the events of one day that are shown at once, in the order of the day; featured and sticky ones are among them. */
function shownOf(singles: readonly Bar[], room: number): readonly Bar[] {
  const chosen = [...singles].sort(
    (a, b) => Number(a.isEarlier) - Number(b.isEarlier) || rankOf(a) - rankOf(b) || byStart(a, b),
  )
  // One line is better than the words for one more.
  const count = singles.length === room + 1 ? room + 1 : room
  const shown = new Set(chosen.filter((bar, at) => at < count || isFirst(bar)))
  return singles.filter((bar) => shown.has(bar))
}

/** Returns the cells of some weeks, one after another, with their placed events. */
export function weekLayouts(
  weeks: readonly (readonly string[])[],
  spans: readonly DaySpan[],
): readonly MonthDayCell[] {
  let before: LanesBefore = new Map()
  return weeks.flatMap((days) => {
    const bars = barsOf(days, spans)
    const lanes = lanesOf(bars.filter(isLong), before)
    before = new Map([...lanes].map(([{ event }, lane]) => [event.id, lane]))
    return weekLayout(days, bars, lanes)
  })
}

function weekLayout(
  days: readonly string[],
  bars: readonly Bar[],
  lanes: ReadonlyMap<Bar, number>,
): readonly MonthDayCell[] {
  const long = bars.filter(isLong)
  // Featured and sticky events that fit no lane are shown among the events of their first day.
  const crowded = long.filter((bar) => !lanes.has(bar))
  const inCells = [...bars.filter((bar) => !isLong(bar)), ...crowded.filter(isFirst)]
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const placed = (bar: Bar, skip: number, span = bar.to - bar.from + 1): PlacedEvent => ({
    event: bar.event,
    span,
    skip,
    isBegun: bar.first < begin,
    goesOn: bar.last > end,
  })
  return days.map((day, at) => {
    const covers = ({ from, to }: Bar) => from <= at && at <= to
    const here = [...lanes].filter(([bar]) => covers(bar)).sort((a, b) => a[1] - b[1])
    const held = here.length === 0 ? 0 : Math.max(...here.map(([, lane]) => lane)) + 1
    const starting = here.filter(([bar]) => bar.from === at)
    const inLanes = starting.map(([bar, lane], index) =>
      placed(bar, lane - (starting[index - 1]?.[1] ?? -1) - 1),
    )
    const below = held - 1 - (starting.at(-1)?.[1] ?? -1)
    const singles = inCells.filter((bar) => bar.from === at).sort(byStart)
    const shown = shownOf(singles, MAX_ROWS - Math.min(held, COUNTED_LANES))
    const missed = crowded.filter((bar) => !isFirst(bar) && covers(bar))
    return {
      day,
      placed: [...inLanes, ...shown.map((bar, index) => placed(bar, index === 0 ? below : 0, 1))],
      free: shown.length === 0 ? below : 0,
      passing: here.filter(([bar]) => bar.from < at).map(([bar]) => bar.event),
      rest: [...missed, ...singles.filter((bar) => !shown.includes(bar))].map(({ event }) => event),
    }
  })
}

// The small month of telephones: a day is a number with the colours of its events, and leads to them.

/** The most colours of a day. */
const MAX_DOTS = 4

/** The month that is shown, and the first day whose events stand below the small month. */
interface SmallMonthUse {
  readonly month: string
  readonly begins: string
}

/** Returns all events of a day that the page has. */
const eventsInMonthDayCell = ({ placed, rest, passing }: MonthDayCell): readonly ListedEvent[] => [
  ...passing,
  ...placed.map(({ event }) => event),
  ...rest,
]

/** Returns the colours of a day, each once; events without a category share one. */
function dots(events: readonly ListedEvent[]): Markup {
  const hues = new Set(
    events.map(({ categories: [first] }) => (first === undefined ? '' : colorClassesOfCategory(first.id))),
  )
  return html`${[...hues].slice(0, MAX_DOTS).map((hue) => html`<i class="${hue}"></i>`)}`
}

function dayCell(
  cell: MonthDayCell,
  { month, begins }: SmallMonthUse,
  days: EventsToListByDay,
  site: Site,
): Markup {
  const { day } = cell
  if (!isDay(day)) return html`<li></li>`
  const events = eventsInMonthDayCell(cell)
  const count = days.cut.get(day) ?? events.length
  const isBelow = count > 0 && day >= begins
  const href = isBelow ? `#${dayAnchor(day)}` : viewPath(site, dayPagePath(day))
  const isGone = day < site.today
  const isOther = !day.startsWith(month)
  const said = count > 0 && `, ${site.word('site.day.count', { count })}`
  return html`<li class="${isGone && 'gone'}${isOther && ' other'}"><a href="${href}"${day === site.today && html` aria-current="date"`}><span class="unseen">${site.dates.full(day)}${said}</span><b aria-hidden="true">${site.dates.numeral(day)}</b><span class="dots">${dots(events)}</span></a></li>`
}

/** Returns the small month of these cells. */
function smallMonthMarkup(
  cells: readonly MonthDayCell[],
  use: SmallMonthUse,
  days: EventsToListByDay,
  site: Site,
): Markup {
  const names = cells
    .slice(0, 7)
    .map(({ day }) => html`<li aria-hidden="true">${site.dates.shortWeekday(day)}</li>`)
  return html`<nav class="small-month" aria-label="${site.word('calendar.month')}"><ol>${names}${cells.map((cell) => dayCell(cell, use, days, site))}</ol></nav>`
}

function item({ event, span, skip, isBegun, goesOn }: PlacedEvent, begins: string, site: Site): Markup {
  const isLong = span > 1 || isBegun || goesOn
  const classes = eventClasses(
    event,
    'line',
    `span-${span}`,
    skip > 0 && `skip-${skip}`,
    (isLong || event.all_day) && 'bar',
    isBegun && 'begun',
    goesOn && 'goes-on',
    lastDayOf(event) < begins && 'past',
    isOverToday(event, site) && 'ended',
  )
  const goes = isBegun && html`<span class="continues">${site.word('site.continues')}</span> `
  return html`<li class="${classes}">${goes}${monthViewEventLine(event, site)}</li>`
}

/** The events that open in place, and the link to the page of a day that has more than were read. */
function more(
  { day, rest, free }: MonthDayCell,
  begins: string,
  days: EventsToListByDay,
  site: Site,
): Markup {
  const below = free > 0 && ` skip-${free}`
  const lines = rest.map(
    (event) =>
      html`<li class="${eventClasses(event, 'line', lastDayOf(event) < begins && 'past', isOverToday(event, site) && 'ended')}">${monthViewEventLine(event, site)}</li>`,
  )
  const opening =
    rest.length > 0 &&
    html`<details class="more${below}"><summary>${site.word('site.more', { count: rest.length })}<span class="unseen">, ${site.dates.full(day)}</span></summary><ol class="lines">${lines}</ol></details>`
  return html`${opening}${renderLinkToRestOfCutDay(day, days, site, rest.length === 0 && below ? below : '')}`
}

/** The words for events that stand in the cells of other days and go on, for telephones. */
function passing({ day, passing: events }: MonthDayCell, site: Site): Markup | false {
  if (events.length === 0) return false
  return html`<p class="more passing"><a href="${viewPath(site, dayPagePath(day))}">${site.word('site.continuing')} (${events.length})<span class="unseen">, ${site.dates.full(day)}</span></a></p>`
}

interface MonthUse {
  readonly month: string
  /** The days of weeks that are over. */
  readonly over: readonly string[]
  /** The first day that phones show. */
  readonly begins: string
}

function cell(
  one: MonthDayCell,
  { month, begins, over }: MonthUse,
  days: EventsToListByDay,
  site: Site,
): Markup {
  const { day, placed } = one
  if (!isDay(day)) return html`<li class="day other quiet"></li>`
  const isOther = !day.startsWith(month)
  const classes = [
    'day',
    isOther && 'other',
    day === site.today && 'today',
    day < begins && 'gone',
    over.includes(day) && 'over',
    eventsInMonthDayCell(one).length === 0 && !days.cut.has(day) && 'quiet',
  ].filter(Boolean)
  const label = html`${dayLabelMarkup(day, site)}<span class="of-month" aria-hidden="true">${site.dates.shortMonth(day)}</span>`
  const name = html`<a href="${viewPath(site, dayPagePath(day))}"${day === site.today && html` aria-current="date"`}>${label}</a>`
  return html`<li class="${classes.join(' ')}" id="${dayAnchor(day)}"><h2>${name}</h2>${
    placed.length > 0 && html`<ol class="lines">${placed.map((each) => item(each, begins, site))}</ol>`
  }${passing(one, site)}${more(one, begins, days, site)}</li>`
}

function grid(use: MonthUse, days: EventsToListByDay, site: Site): Markup {
  const weeks = weeksOfMonth(use.month, site.firstDay)
  const names = (weeks[0] ?? []).map((day) => html`<li>${site.dates.shortWeekday(day)}</li>`)
  // What runs for weeks has a line in the band, not bars through all weeks.
  const { days: shown, running } = longRunningApart(days, site)
  const layout = weekLayouts(weeks, daySpansOf(shown.events, site))
  const cells = layout.map((one) => cell(one, use, shown, site))
  const band = longRunningMarkup({ events: running, total: running.length }, '', site)
  const isCut = days.events.length > 0 && use.begins > `${use.month}-01`
  return html`${days.events.length === 0 ? emptyMessage(site, days) : smallMonthMarkup(layout, use, shown, site)}${isCut && html`${wholePeriodLink({ page: 'calendar', label: site.word('site.whole.month'), isForAll: use.over.length > 0 }, site)}${continuingEventsMarkup(shown.events, site)}`}<p class="all-days"><a class="button" href="#results">${site.word('site.month.days')}</a></p>${band}<ol class="weekdays" aria-hidden="true">${names}</ol><ol class="month">${cells}</ol>${legendMarkup(days.events, site)}`
}

/** A month with its events, and the fields in the address of its page. */
interface MonthView {
  /** `YYYY-MM` */
  readonly month: string
  readonly days: EventsToListByDay
  readonly more: KeptViewFields
}

function monthHead(month: string, site: Site): Markup {
  const { word, dates, today } = site
  const isThis = today.startsWith(month)
  return headingWithPeriodSteps(site, {
    title: html`${dates.month(`${month}-01`)}`,
    words: { before: word('site.month.before'), after: word('site.month.after') },
    at(steps) {
      const other = addMonthsToMonth(month, steps)
      return other && `calendar/${other}`
    },
    ...(!isThis && { now: { page: 'calendar', label: word('site.this_month') } }),
  })
}

export function monthPage({ month, days, more }: MonthView, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const isThis = site.today.startsWith(month)
  const first = `${month}-01`
  const page = isThis ? 'calendar' : `calendar/${month}`
  const begins = isThis && more.whole !== '1' ? site.today : ''
  const day = isThis ? site.today : first
  const weeks = weeksOfMonth(month, site.firstDay)
  const over = weeks.filter((week) => (week.at(-1) ?? '') < begins).flat()
  const { events, none } = days
  const isEmpty = events.length === 0
  return viewPage(
    {
      heading: monthHead(month, site),
      content: grid({ month, begins, over }, days, site),
      page,
      target: 'calendar',
      day,
      events,
      none,
    },
    {
      title: site.dates.month(first),
      view: 'month',
      day,
      todayId: isThis ? dayAnchor(site.today) : undefined,
      isUnlisted: (isEmpty && !isThis) || isUnlistedView(chosen, more),
      isEmpty,
    },
    chosen,
    site,
  )
}

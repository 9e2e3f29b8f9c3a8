/** The month view: a grid of weeks; on phones a list of the days with events, from today. */
import { addMonthsToMonth, isDay, lastDayOf, weeksOfMonth } from '../../../../domain/time/calendar-days.ts'
import { makeMemoByKeyAndList } from '../../../../support/remembered.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup, markupInOnePiece } from '../../markup.ts'
import { type ChosenFilters, viewPath } from '../choosing/chosen.ts'
import { isOverToday } from '../dates.ts'
import { sitePage } from '../layout.ts'
import {
  dayAnchor,
  dayLabelMarkup,
  dayPagePath,
  type EventsToListByDay,
  emptyMessage,
  renderLinkToRestOfCutDay,
} from '../lists/days.ts'
import { monthViewEventLine } from '../lists/entry.ts'
import { listLinkedData } from '../lists/listed-ld.ts'
import { longRunningApart, longRunningMarkup } from '../lists/long-running.ts'
import { colorClassesOfCategory, eventClasses, type Site } from '../site.ts'
import { continuingEventsMarkup, wholePeriodLink } from './days-before-today.ts'
import { legendMarkup } from './legend.ts'
import { headingWithPeriodSteps } from './steps.ts'
import {
  feedSourceOfView,
  isUnlistedView,
  type KeptViewFields,
  siteWithKeptFilters,
  viewMain,
} from './view.ts'
import { daySpansOf, type MonthDayCell, type PlacedEvent, weekLayouts } from './week-layout.ts'

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

/** The ids of the events that are over and were on today. */
const idsOverToday = ({ events }: EventsToListByDay, site: Site): readonly number[] =>
  events.filter((event) => isOverToday(event, site)).map(({ id }) => id)

/** Grids that are kept: those of some years in some languages. */
const MAX_GRIDS = 100
const grids = makeMemoByKeyAndList<ListedEvent, Markup>(MAX_GRIDS)

/** Returns the grid of a month; the one that was made before while its events, as pages show them, are the same. */
function grid(use: MonthUse, days: EventsToListByDay, site: Site): Markup {
  if (days.events.length === 0) return gridOf(use, days, site)
  const { root, locale, firstDay, today, kept } = site
  const around = [
    root.url,
    locale,
    firstDay,
    today,
    use.month,
    use.begins,
    kept,
    [...days.cut],
    idsOverToday(days, site),
  ]
  return grids(JSON.stringify(around), days.events, () => markupInOnePiece(gridOf(use, days, site)))
}

/** A day after all others. */
const LATEST = '9999-12-31'

function gridOf(use: MonthUse, days: EventsToListByDay, site: Site): Markup {
  const weeks = weeksOfMonth(use.month, site.firstDay)
  const names = (weeks[0] ?? []).map((day) => html`<li>${site.dates.shortWeekday(day)}</li>`)
  // What runs for weeks has a line in the band, not bars through all weeks.
  const { days: shown, running } = longRunningApart(days, LATEST, site)
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

/** The heading of a month. */
function monthHead(month: string, site: Site): Markup {
  const { word, dates, today } = site
  const isThis = today.startsWith(month)
  const at = (months: number) => {
    const other = addMonthsToMonth(month, months)
    return other && `calendar/${other}`
  }
  return headingWithPeriodSteps(site, {
    title: html`${dates.month(`${month}-01`)}`,
    before: at(-1),
    ...(!isThis && { now: { page: 'calendar', label: word('site.this_month') } }),
    after: at(1),
    words: { before: word('site.month.before'), after: word('site.month.after') },
  })
}

/** Returns the page of a month. */
export function monthPage({ month, days, more }: MonthView, chosen: ChosenFilters, plain: Site): string {
  const site = siteWithKeptFilters(plain, chosen)
  const isThis = site.today.startsWith(month)
  const first = `${month}-01`
  const head = monthHead(month, site)
  const page = isThis ? 'calendar' : `calendar/${month}`
  const begins = isThis && more.whole !== '1' ? site.today : ''
  const day = isThis ? site.today : first
  const weeks = weeksOfMonth(month, site.firstDay)
  const over = weeks.filter((week) => (week.at(-1) ?? '') < begins).flat()
  const content = grid({ month, begins, over }, days, site)
  const main = viewMain(
    { head, page, target: 'calendar', day, more: {}, none: days.none },
    chosen,
    site,
    content,
  )
  const isEmpty = days.events.length === 0
  return sitePage(
    site,
    {
      title: site.dates.month(first),
      page,
      view: 'month',
      todayId: isThis ? dayAnchor(site.today) : undefined,
      day,
      isEmpty,
      hasNothing: days.none !== undefined,
      hasResults: days.events.length > 0,
      feed: feedSourceOfView(chosen, site),
      isUnlisted: (isEmpty && !isThis) || isUnlistedView(chosen, more),
      ...listLinkedData(days.events, site),
    },
    main,
  )
}

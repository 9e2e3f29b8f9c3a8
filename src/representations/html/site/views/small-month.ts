/** The small month of telephones: a day is a number with the colours of its events, and leads to them. */
import { isDay } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { html, type Markup } from '../../markup.ts'
import { viewPath } from '../choosing/chosen.ts'
import { dayAnchor, dayPagePath, type EventsToListByDay } from '../lists/days.ts'
import { colorClassesOfCategory, type Site } from '../site.ts'
import type { MonthDayCell } from './week-layout.ts'

/** The most colours of a day. */
const MAX_DOTS = 4

/** The month that is shown, and the first day whose events stand below the small month. */
interface SmallMonthUse {
  readonly month: string
  readonly begins: string
}

/** Returns all events of a day that the page has. */
export const eventsInMonthDayCell = ({ placed, rest, passing }: MonthDayCell): readonly ListedEvent[] => [
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
export function smallMonthMarkup(
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

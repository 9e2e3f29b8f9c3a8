/** The grid of a month. */
import { addMonthsToMonth, lastDayOf, plusDays, weeksOfMonth } from '../../../domain/time/timestamp.ts'
import {
  bandOfEvents,
  dayElement,
  type ElementContent,
  element,
  eventLineElement,
  eventLineInCell,
  linkToPageOfCalendar,
  moreEventsText,
} from './elements.ts'
import {
  firstDay,
  isLongRunning,
  isOver,
  settingsGivenToWidget,
  sortEventsOfOneDay,
  today,
  type WidgetEvent,
  wallMilliseconds,
  widgetDateFormatters,
  words,
} from './event.ts'

// Weeks of a month: events of several days as bars in lanes.

/** Maximum events of a day in a month. */
const MOST_OF_DAY = 4
/** The maximum lanes of multi-day events in a week. */
const MOST_LANES = 3

interface Span {
  readonly event: WidgetEvent
  /** The first and the last day in the week: 0 is its first day. */
  readonly from: number
  readonly to: number
}

/** A span with its lane; −1 if there is none left. */
interface Bar extends Span {
  readonly lane: number
}

/** A day of a week with its events. */
interface Cell {
  readonly day: string
  readonly at: number
  readonly bars: readonly Bar[]
  readonly lanes: number
  readonly singles: readonly WidgetEvent[]
  /** The number of events without a lane. */
  readonly missed: number
}

/** Returns the events of several days in a week, longer ones first. */
function spansIn(days: readonly string[], events: readonly WidgetEvent[]): readonly Span[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return events
    .map((event) => ({ event, starts: firstDay(event), ends: lastDayOf(event) }))
    .filter(({ starts, ends }) => starts !== ends && starts <= last && first <= ends)
    .map(({ event, starts, ends }) => ({
      event,
      from: Math.max(0, days.indexOf(starts)),
      to: ends > last ? days.length - 1 : days.indexOf(ends),
    }))
    .sort((a, b) => a.from - b.from || b.to - a.to)
}

function barsOf(spans: readonly Span[]): readonly Bar[] {
  const ends = Array.from({ length: MOST_LANES }, () => -1)
  return spans.map((span) => {
    const lane = ends.findIndex((end) => end < span.from)
    if (lane >= 0) ends[lane] = span.to
    return { ...span, lane }
  })
}

function weekLayout(days: readonly string[], events: readonly WidgetEvent[]): readonly Cell[] {
  const bars = barsOf(spansIn(days, events))
  return days.map((day, at) => {
    const here = bars.filter(({ from, to }) => from <= at && at <= to)
    const ofDay = events.filter((event) => firstDay(event) === day && lastDayOf(event) === day)
    return {
      day,
      at,
      bars: here.filter(({ lane }) => lane >= 0),
      lanes: Math.max(0, ...here.map(({ lane }) => lane + 1)),
      singles: sortEventsOfOneDay(day, ofDay),
      missed: here.filter(({ lane }) => lane < 0).length,
    }
  })
}

/** Returns the lines of a day (bars where they begin, space for continued bars, then its other events), and the number of missing ones. */
function linesAndHiddenCountOfDayCell({ at, bars, lanes, singles, missed }: Cell): {
  readonly lines: readonly HTMLElement[]
  readonly rest: number
} {
  const inLanes = Array.from({ length: lanes }, (_, lane) => {
    const bar = bars.find((one) => one.lane === lane)
    if (bar?.from === at) return eventLineElement(bar.event, 'bar', bar.to - bar.from + 1)
    return element('li', { class: 'space', 'aria-hidden': 'true' })
  })
  const shown = singles.slice(0, Math.max(0, MOST_OF_DAY - lanes))
  const lines = [...inLanes, ...shown.map(eventLineInCell)]
  return { lines, rest: missed + singles.length - shown.length }
}

/** Returns the weeks of a month; of the current one those from this week on. */
function weeksOf(month: string): ReturnType<typeof weeksOfMonth> {
  const [weeks, now] = [weeksOfMonth(month, settingsGivenToWidget.firstDay), today()]
  return now.startsWith(month) ? weeks.filter((days) => (days.at(-1) ?? '') >= now) : weeks
}

/** Returns the args of the events of a month's weeks. The window is in instants; clocks differ by a day at most. */
export function monthEventsQuery(month: string): Readonly<Record<string, string>> {
  const days = weeksOf(month).flat()
  const [start = '', end = ''] = [days[0], days.at(-1)]
  return { ends_after: plusDays(start, -2) ?? start, starts_before: plusDays(end, 1) ?? end }
}

/** The most events of a month that are loaded. */
export const MAX_EVENTS_OF_MONTH = 1000

/** Whether all events of a day are among those of a month, which are loaded by their starts. */
function isWholeDay(day: string, events: readonly WidgetEvent[]): boolean {
  const last = events.length < MAX_EVENTS_OF_MONTH ? undefined : events.at(-1)
  return last === undefined || day < firstDay(last)
}

function stepButton(name: 'before' | 'after', sign: string, act: () => void): HTMLButtonElement {
  const attributes = { class: name, type: 'button', 'aria-label': words[name] }
  const button = element('button', attributes, element('span', {}, sign))
  button.onclick = act
  return button
}

/** Returns the nodes of a month. `go` shows another one. */
export function monthNodes(
  month: string,
  events: readonly WidgetEvent[],
  go: (month: string) => void,
): readonly ElementContent[] {
  const weeks = weeksOf(month)
  const [begins = ''] = weeks.flat()
  const running = events.filter((event) => isLongRunning(event, begins))
  const others = events.filter((event) => !running.includes(event))
  const cells = weeks.flatMap((days) => weekLayout(days, others))
  const days = cells.map((cell) => {
    const { lines, rest } = linesAndHiddenCountOfDayCell(cell)
    const more = moreEventsText(rest, isWholeDay(cell.day, events))
    return dayElement(cell.day, lines, widgetDateFormatters.cell.format(wallMilliseconds(cell.day)), more)
  })
  const title = widgetDateFormatters.month.format(wallMilliseconds(`${month}-01`))
  return [
    element(
      'header',
      {},
      element('p', { class: 'title', 'aria-live': 'polite' }, title),
      stepButton('before', '←', () => go(addMonthsToMonth(month, -1) ?? month)),
      stepButton('after', '→', () => go(addMonthsToMonth(month, 1) ?? month)),
    ),
    bandOfEvents(running.filter((event) => !isOver(event))),
    element('ol', { class: 'month' }, ...days),
    events.length === 0 && element('p', {}, words.nothing),
    element('p', {}, linkToPageOfCalendar(`calendar/${month}`, settingsGivenToWidget.name)),
  ]
}

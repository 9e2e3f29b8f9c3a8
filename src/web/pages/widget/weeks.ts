/** Weeks of a month: events of several days as bars in lanes. */
import { lastDayOf } from '../../../domain/time/calendar-days.ts'
import { element } from './element.ts'
import { eventLineElement } from './entry.ts'
import { firstDay, sortEventsOfOneDay, type WidgetEvent } from './event.ts'

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

/** Returns the days of a week with their events. */
export function weekLayout(days: readonly string[], events: readonly WidgetEvent[]): readonly Cell[] {
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
export function linesAndHiddenCountOfDayCell({ at, bars, lanes, singles, missed }: Cell): {
  readonly lines: readonly HTMLElement[]
  readonly rest: number
} {
  const inLanes = Array.from({ length: lanes }, (_, lane) => {
    const bar = bars.find((one) => one.lane === lane)
    if (bar?.from === at) return eventLineElement(bar.event, 'bar', bar.to - bar.from + 1)
    return element('li', { class: 'space', 'aria-hidden': 'true' })
  })
  const shown = singles.slice(0, Math.max(0, MOST_OF_DAY - lanes))
  const lines = [...inLanes, ...shown.map((event) => eventLineElement(event))]
  return { lines, rest: missed + singles.length - shown.length }
}

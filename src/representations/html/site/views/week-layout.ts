/** The layout of a week in the month view. Events of several days are placed in lanes across the days. */

import { lastDayOf } from '../../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../../../json/listed-event.ts'
import { firstDayOfEvent, isOverToday } from '../dates.ts'
import type { Site } from '../site.ts'

/** Events that a day shows at once. Featured and sticky ones are always shown. */
const MAX_ROWS = 6
/** Lanes in a week, and how many of them count as events of a day. */
const MAX_LANES = 8
const COUNTED_LANES = 4

/** An event, placed in the cell of its first day in this week. */
export interface PlacedEvent {
  readonly event: ListedEvent
  /** The number of days that it covers in this week, including the cell's day. */
  readonly span: number
  /** The number of empty lanes above it. */
  readonly skip: number
  /** Whether it started before this week, and whether it continues after it. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

export interface MonthDayCell {
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
export const daySpansOf = (events: readonly ListedEvent[], site: Site): readonly DaySpan[] =>
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

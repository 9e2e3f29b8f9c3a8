/** The layout of a week in the month view. Multi-day and sticky events are placed in lanes across the days. */
import type { Event } from '../../json/event.ts'
import { firstDay, lastDay } from './dates.ts'

/** Maximum number of events in a day, and how many of them may be lanes. */
const MOST = 5
const MAX_LANES = 3

/** An event, placed in the cell of its first day in this week. */
export interface Placed {
  readonly event: Event
  /** The number of days that it covers in this week, including the cell's day. */
  readonly span: number
  /** The number of empty lanes above it. */
  readonly skip: number
  /** Whether it started before this week, and whether it continues after it. */
  readonly isBegun: boolean
  readonly goesOn: boolean
}

export interface Cell {
  readonly day: string
  readonly placed: readonly Placed[]
  /** The number of events of the day that don't fit. */
  readonly rest: number
}

interface Bar {
  readonly event: Event
  readonly from: number
  readonly to: number
}

const compared = (a: string, b: string) => (a < b ? -1 : Number(a > b))

/** Returns the columns that an event covers. */
function barOf(event: Event, days: readonly string[]): Bar {
  const first = firstDay(event)
  // Most events of a month lie outside of the week: their last day, which may take date arithmetic, is not computed.
  if (first > (days.at(-1) ?? '') || event.end_date < (days[0] ?? '')) return { event, from: 0, to: -1 }
  const last = lastDay(event)
  const covered = days.flatMap((day, at) => (first <= day && day <= last ? [at] : []))
  return { event, from: covered[0] ?? 0, to: covered.at(-1) ?? -1 }
}

const isLong = ({ event }: Bar) => firstDay(event) !== lastDay(event)

/** Returns the lane of each bar. Bars that don't fit have no lane. */
function lanesOf(bars: readonly Bar[]): ReadonlyMap<Bar, number> {
  const rank = (bar: Bar) => (bar.event.sticky ? 0 : 1)
  const order = [...bars].sort(
    (a, b) => rank(a) - rank(b) || a.from - b.from || compared(a.event.start_date, b.event.start_date),
  )
  const ends: Bar[][] = Array.from({ length: MAX_LANES }, () => [])
  const lanes = new Map<Bar, number>()
  for (const bar of order) {
    const lane = ends.findIndex((held) => held.every(({ from, to }) => bar.to < from || to < bar.from))
    if (lane < 0) continue
    ends[lane]?.push(bar)
    lanes.set(bar, lane)
  }
  return lanes
}

/** Returns the cells of a week with their placed events. */
export function weekLayout(days: readonly string[], events: readonly Event[]): readonly Cell[] {
  const bars = events.map((event) => barOf(event, days)).filter(({ from, to }) => from <= to)
  const inLanes = bars.filter((bar) => isLong(bar) || bar.event.sticky)
  const lanes = lanesOf(inLanes)
  const [begin = '', end = ''] = [days[0], days.at(-1)]
  const placed = (bar: Bar, skip: number): Placed => ({
    event: bar.event,
    span: bar.to - bar.from + 1,
    skip,
    isBegun: firstDay(bar.event) < begin,
    goesOn: lastDay(bar.event) > end,
  })
  return days.map((day, at) => {
    const here = [...lanes].filter(([bar]) => bar.from <= at && at <= bar.to).sort((a, b) => a[1] - b[1])
    const held = here.length === 0 ? 0 : Math.max(...here.map(([, lane]) => lane)) + 1
    const starting = here.filter(([bar]) => bar.from === at)
    const long = starting.map(([bar, lane], index) =>
      placed(bar, lane - (starting[index - 1]?.[1] ?? -1) - 1),
    )
    const below = held - 1 - (starting.at(-1)?.[1] ?? -1)
    const singles = bars
      .filter((bar) => bar.from === at && !inLanes.includes(bar))
      .sort(
        (a, b) =>
          Number(b.event.all_day) - Number(a.event.all_day) ||
          compared(a.event.start_date, b.event.start_date),
      )
    const shown = singles.slice(0, MOST - held)
    const missed = inLanes.filter((bar) => bar.from <= at && at <= bar.to && !lanes.has(bar)).length
    return {
      day,
      placed: [...long, ...shown.map((bar, index) => placed(bar, index === 0 ? below : 0))],
      rest: missed + singles.length - shown.length,
    }
  })
}

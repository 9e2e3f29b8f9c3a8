/** Events as bars across the days of a row: a week of a month, or what lies above the hours. */
import { daysBetween, daysLater, wallDay } from './days.ts'
import type { ShownEvent } from './shown.ts'

/** An event in a row of days. Columns and lanes count from 0. */
export interface EventBar {
  readonly shown: ShownEvent
  readonly column: number
  readonly span: number
  readonly lane: number
  /** Whether it began before the row, and goes on after it. */
  readonly isFromBefore: boolean
  readonly isGoingOn: boolean
}

/** The last day of an event. One that ends at midnight does not take place on the day that begins then. */
function lastDayOf({ event: { all_day }, start, end }: ShownEvent): string {
  const day = wallDay(end)
  return !all_day && end > start && end.endsWith(' 00:00:00') ? daysLater(day, -1) : day
}

/** Whether an event takes place on one of the days from `first` to `last`. */
export const overlapsDays = (shown: ShownEvent, first: string, last: string): boolean =>
  wallDay(shown.start) <= last && lastDayOf(shown) >= first

const byPlace = (one: Omit<EventBar, 'lane'>, other: Omit<EventBar, 'lane'>) =>
  one.column - other.column ||
  other.span - one.span ||
  Number(other.shown.event.all_day) - Number(one.shown.event.all_day) ||
  one.shown.start.localeCompare(other.shown.start) ||
  one.shown.event.title.localeCompare(other.shown.event.title)

/** Returns the events that overlap a row of days as bars, in lanes that no two share on a day, from the top. */
export function eventBars(events: readonly ShownEvent[], days: readonly string[]): readonly EventBar[] {
  const [first = '', last = ''] = [days[0], days.at(-1)]
  const placed = events
    .filter((shown) => overlapsDays(shown, first, last))
    .map((shown) => {
      const column = Math.max(daysBetween(first, wallDay(shown.start)), 0)
      const until = Math.min(daysBetween(first, lastDayOf(shown)), days.length - 1)
      return {
        shown,
        column,
        span: Math.max(until - column + 1, 1),
        isFromBefore: wallDay(shown.start) < first,
        isGoingOn: lastDayOf(shown) > last,
      }
    })
    .toSorted(byPlace)
  // The columns from which on each lane is free.
  const free: number[] = []
  return placed.map((bar) => {
    const found = free.findIndex((column) => column <= bar.column)
    const lane = found === -1 ? free.length : found
    free[lane] = bar.column + bar.span
    return { ...bar, lane }
  })
}

/** Returns how many bars of each column lie in a lane from `lanes` on. */
export const hiddenBarCounts = (
  bars: readonly EventBar[],
  lanes: number,
  columns: number,
): readonly number[] =>
  Array.from(
    { length: columns },
    (_, column) =>
      bars.filter((bar) => bar.lane >= lanes && bar.column <= column && column < bar.column + bar.span)
        .length,
  )

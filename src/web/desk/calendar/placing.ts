/** Where events lie: bars across days, boxes in hours. */

import { minutesBetween } from '../time/wall.ts'
import { DAY_MINUTES, daysBetween, daysLater, wallDay } from './days.ts'
import type { ShownEvent } from './moving.ts'

// Events as bars across the days of a row: a week of a month, or what lies above the hours.

/** An event in a row of days. Columns and lanes count from 0. */
export interface EventBar {
  readonly shown: ShownEvent
  readonly column: number
  readonly span: number
  readonly lane: number
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

/** The days beyond which an event is not drawn on each of them: an exhibition would take a lane of every week. */
const LONG = 28

/** Whether an event lasts so long that it is drawn on its first and its last day alone, and named beside the calendar. */
export const runsLong = (shown: ShownEvent): boolean =>
  daysBetween(wallDay(shown.start), lastDayOf(shown)) >= LONG

/** The days on which an event is drawn, as spans of a first and a last one. */
function drawnSpans(shown: ShownEvent): readonly (readonly [first: string, last: string])[] {
  const [first, last] = [wallDay(shown.start), lastDayOf(shown)]
  return runsLong(shown)
    ? [
        [first, first],
        [last, last],
      ]
    : [[first, last]]
}

export const isDrawnOn = (shown: ShownEvent, day: string): boolean =>
  drawnSpans(shown).some(([first, last]) => first <= day && day <= last)

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
    .flatMap((shown) => drawnSpans(shown).map(([begins, ends]) => ({ shown, begins, ends })))
    .filter(({ begins, ends }) => begins <= last && ends >= first)
    .map(({ shown, begins, ends }) => {
      const [from, until] = [begins < first ? first : begins, ends > last ? last : ends]
      return {
        shown,
        column: daysBetween(first, from),
        span: Math.max(daysBetween(from, until) + 1, 1),
        isFromBefore: wallDay(shown.start) < from,
        isGoingOn: lastDayOf(shown) > until,
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

/**
 * Returns the bars that are shown in `lanes` lanes, and how many of each column are not, for which one more lane tells. A bar that would be
 * the only one in its columns stands there itself.
 */
export function barsInLanes(bars: readonly EventBar[], lanes: number, columns: number) {
  const countHidden = (isHidden: (bar: EventBar) => boolean): readonly number[] =>
    Array.from(
      { length: columns },
      (_, column) =>
        bars.filter((bar) => isHidden(bar) && bar.column <= column && column < bar.column + bar.span).length,
    )
  const below = countHidden(({ lane }) => lane >= lanes)
  const isShown = ({ lane, column, span }: EventBar) =>
    lane < lanes || (lane === lanes && below.slice(column, column + span).every((count) => count === 1))
  return { shown: bars.filter(isShown), hidden: countHidden((bar) => !isShown(bar)) }
}

// Events as boxes in the hours of a day, side by side where they overlap.

/** The minutes that the box of an event covers at least. */
const SHORTEST = 30

/** An event in the hours of a day. */
interface EventBox {
  readonly shown: ShownEvent
  /** Minutes from midnight on the wall clock. */
  readonly top: number
  readonly height: number
  /** The lane from the side, of the `lanes` that those have which overlap, and how many lanes it may take. */
  readonly lane: number
  readonly width: number
  readonly lanes: number
}

export const isShownAboveHours = ({ event, start, end }: ShownEvent): boolean =>
  event.all_day || (minutesBetween(start, end) ?? 0) > DAY_MINUTES

/** Minutes that an event lasts. Where the clock goes back meanwhile, the wall clock tells too few, or less than none. */
function minutesOf({ event, start, end }: ShownEvent): number {
  const onClock = minutesBetween(start, end) ?? 0
  return onClock > 0 ? onClock : (minutesBetween(event.utc_start_date, event.utc_end_date) ?? 0)
}

/** The minutes from midnight at which an event begins on a day; less than none for one of a day before. */
export const minuteOfStart = (shown: ShownEvent, day: string) =>
  minutesBetween(`${day} 00:00:00`, shown.start) ?? 0

/** The minutes from midnight at which the box of an event begins, and those that it covers: what is left of it from the first minute shown. */
function boxTopAndHeight(
  shown: ShownEvent,
  day: string,
  first: number,
): readonly [top: number, height: number] {
  const begins = minuteOfStart(shown, day)
  const top = Math.max(begins, first)
  const left = begins + minutesOf(shown) - top
  // A box at the end of a day reaches up, so that it can be seen.
  const height = Math.min(Math.max(left, SHORTEST), DAY_MINUTES - top)
  return height < SHORTEST ? [DAY_MINUTES - SHORTEST, SHORTEST] : [top, height]
}

type Placed = Omit<EventBox, 'width' | 'lanes'>

/** Gives the boxes that overlap, directly or by others, their lanes: each as wide as no other takes the place. */
function widened(group: readonly Placed[]): readonly EventBox[] {
  const lanes = Math.max(...group.map(({ lane }) => lane)) + 1
  const meets = (one: Placed, other: Placed) =>
    one.top < other.top + other.height && other.top < one.top + one.height
  return group.map((box) => {
    const beside = group.filter((other) => other.lane > box.lane && meets(box, other))
    return { ...box, lanes, width: Math.min(lanes, ...beside.map(({ lane }) => lane)) - box.lane }
  })
}

/** Returns the boxes of a day from its `first` minute on; what is over by then has none. */
export function eventBoxes(events: readonly ShownEvent[], day: string, first: number): readonly EventBox[] {
  const own = events
    .filter(
      (shown) =>
        !isShownAboveHours(shown) &&
        overlapsDays(shown, day, day) &&
        (first === 0 || minuteOfStart(shown, day) + minutesOf(shown) > first),
    )
    .map((shown) => {
      const [top, height] = boxTopAndHeight(shown, day, first)
      return { shown, top, height }
    })
    .toSorted((one, other) => one.top - other.top || other.height - one.height)
  const groups: Placed[][] = []
  let ends: number[] = []
  for (const box of own) {
    if (ends.every((end) => end <= box.top)) {
      groups.push([])
      ends = []
    }
    const free = ends.findIndex((end) => end <= box.top)
    const lane = free === -1 ? ends.length : free
    ends[lane] = box.top + box.height
    groups.at(-1)?.push({ ...box, lane })
  }
  return groups.flatMap(widened)
}

/** What the boxes beside leave no room for: one place for all that overlap. */
interface HiddenBoxes {
  readonly top: number
  readonly height: number
  readonly events: readonly ShownEvent[]
}

/** Returns the boxes that `lanes` lanes have room for, of which those with others hidden beside them say so, and the hidden ones. */
export function boxesInLanes(boxes: readonly EventBox[], lanes: number) {
  const shown = boxes
    .filter(({ lane }) => lane < lanes)
    .map((box) => ({
      ...box,
      lanes: Math.min(box.lanes, lanes),
      width: Math.min(box.width, lanes - box.lane),
      hasMore: box.lanes > lanes,
    }))
  const hidden: HiddenBoxes[] = []
  for (const { lane, shown: event, top, height } of boxes.toSorted((one, other) => one.top - other.top)) {
    if (lane < lanes) continue
    const last = hidden.at(-1)
    if (last === undefined || last.top + last.height <= top) hidden.push({ top, height, events: [event] })
    else
      hidden[hidden.length - 1] = {
        top: last.top,
        height: Math.max(last.height, top + height - last.top),
        events: [...last.events, event],
      }
  }
  return { shown, hidden }
}

/** Days of the calendar view: the weeks of a month, and the positions of events in them. All are wall clock times, without a zone. */
import { addMonthsToMonth, plusDays, weeksOfMonth } from '../../../domain/time/calendar-days.ts'
import type { ListedEvent } from '../events/list/listed.ts'
import { minutesBetween } from '../time/wall.ts'
import { locale } from '../words/index.ts'

const DAY = 1440
/** The minutes that the box of an event covers at least. */
const SHORTEST = 30

/** The day of a wall clock time: `YYYY-MM-DD`. */
export const wallDay = (wall: string): string => wall.slice(0, 10)
/** Adds days to a day. */
export const daysLater = (day: string, count: number): string => plusDays(day, count) ?? day
/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((minutesBetween(`${from} 00:00:00`, `${to} 00:00:00`) ?? 0) / DAY)

/** The first weekday of the week in the reader’s locale: 1 Monday to 7 Sunday. */
const firstWeekday = ((): number => {
  const read = new Intl.Locale(locale)
  const info =
    'getWeekInfo' in read && typeof read.getWeekInfo === 'function' ? read.getWeekInfo() : undefined
  return info?.firstDay ?? 1
})()

export type ViewName = 'month' | 'week'

/** Returns the days that a view shows. Throws RangeError for what is no day. */
export function shownDays(view: ViewName, day: string): readonly string[] {
  const weeks = weeksOfMonth(day.slice(0, 7), firstWeekday)
  return view === 'week' ? (weeks.find((week) => week.includes(day)) ?? []) : weeks.flat()
}

/** The day of the next view, or with -1 the previous one: the first of a month, or a week away. */
export function adjacentViewDay(view: ViewName, day: string, step: 1 | -1): string {
  if (view === 'week') return daysLater(day, 7 * step)
  const month = addMonthsToMonth(day.slice(0, 7), step)
  return month === undefined ? day : `${month}-01`
}

/** Whether an event takes place on a day. One that ends at midnight does not on the day that begins then. */
export function takesPlaceOn({ start_date, end_date, all_day }: ListedEvent, day: string): boolean {
  const isOver = all_day ? wallDay(end_date) < day : end_date <= `${day} 00:00:00`
  return wallDay(start_date) === day || (wallDay(start_date) < day && !isOver)
}

/** Whether an event is shown above the hours: all-day, or longer than a day. */
export const isShownAboveHours = ({ all_day, start_date, end_date }: ListedEvent): boolean =>
  all_day || (minutesBetween(start_date, end_date) ?? 0) > DAY

/** The minutes from midnight at which the box of an event begins on a day, and those that it covers: what is left of a night before. */
export function boxMinutesOnDay(
  { start_date, end_date }: ListedEvent,
  day: string,
): readonly [start: number, length: number] {
  const midnight = `${day} 00:00:00`
  const start = Math.max(minutesBetween(midnight, start_date) ?? 0, 0)
  const end = minutesBetween(midnight, end_date) ?? 0
  return [start, Math.min(Math.max(end - start, SHORTEST), DAY - start)]
}

/** Arranges the events of a day side by side: the lane of each, and the number of lanes. */
export function eventLanes(
  events: readonly ListedEvent[],
  day: string,
): readonly (readonly [ListedEvent, number, number])[] {
  const ends: number[] = []
  const placed = events.map((event) => {
    const [start, length] = boxMinutesOnDay(event, day)
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = start + length
    return [event, lane] as const
  })
  return placed.map(([event, lane]) => [event, lane, Math.max(ends.length, 1)])
}

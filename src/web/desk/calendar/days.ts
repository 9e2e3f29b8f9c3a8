/** Days of the calendar view: the weeks of a month, and the positions of events in them. All are wall clock times, without a zone. */
import type { ListedEvent } from '../events/list/listed.ts'
import { epochOf, later, minutesBetween } from '../time/wall.ts'
import { locale } from '../words/index.ts'

const DAY = 1440
/** The minutes that the box of an event covers at least. */
const SHORTEST = 30

/** The day of a wall clock time: `YYYY-MM-DD`. */
export const dayOf = (wall: string): string => wall.slice(0, 10)
/** Adds days to a day. */
export const daysLater = (day: string, count: number): string => dayOf(later(`${day} 00:00:00`, count * DAY))
/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((minutesBetween(`${from} 00:00:00`, `${to} 00:00:00`) ?? 0) / DAY)

/** The weekday of a day, 0 for Sunday; and the first weekday of the week in the reader’s locale. */
const weekdayOf = (day: string) => (Math.floor((epochOf(day) ?? 0) / 86_400_000) + 4) % 7
const firstWeekday = ((): number => {
  const read = new Intl.Locale(locale)
  const info =
    'getWeekInfo' in read && typeof read.getWeekInfo === 'function' ? read.getWeekInfo() : undefined
  return (info?.firstDay ?? 1) % 7
})()

/** The first day of the week that contains a day. */
const weekStart = (day: string): string => daysLater(day, -((weekdayOf(day) - firstWeekday + 7) % 7))

/** Returns `count` days, beginning with a day. */
const range = (day: string, count: number) => Array.from({ length: count }, (_, at) => daysLater(day, at))

export type ViewName = 'month' | 'week'

/** The days that a view shows. */
export function daysOf(view: ViewName, day: string): readonly string[] {
  if (view === 'week') return range(weekStart(day), 7)
  const first = weekStart(`${day.slice(0, 7)}-01`)
  const weeks = Math.ceil((daysBetween(first, nextOf('month', day, 1)) || 35) / 7)
  return range(first, weeks * 7)
}

/** The day of the next view, or with -1 the previous one: the first of a month, or a week away. */
export function nextOf(view: ViewName, day: string, step: 1 | -1): string {
  if (view === 'week') return daysLater(day, 7 * step)
  const [year = 0, month = 1] = day.split('-').map(Number)
  const months = year * 12 + month - 1 + step
  return `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`
}

/** Whether an event takes place on a day. One that ends at midnight does not on the day that begins then. */
export function isOn({ start_date, end_date, all_day }: ListedEvent, day: string): boolean {
  const isOver = all_day ? dayOf(end_date) < day : end_date <= `${day} 00:00:00`
  return dayOf(start_date) === day || (dayOf(start_date) < day && !isOver)
}

/** Whether an event is shown above the hours: all-day, or longer than a day. */
export const isLong = ({ all_day, start_date, end_date }: ListedEvent): boolean =>
  all_day || (minutesBetween(start_date, end_date) ?? 0) > DAY

/** The minutes from midnight at which the box of an event begins on a day, and those that it covers: what is left of a night before. */
export function minutesOf(
  { start_date, end_date }: ListedEvent,
  day: string,
): readonly [start: number, length: number] {
  const midnight = `${day} 00:00:00`
  const start = Math.max(minutesBetween(midnight, start_date) ?? 0, 0)
  const end = minutesBetween(midnight, end_date) ?? 0
  return [start, Math.min(Math.max(end - start, SHORTEST), DAY - start)]
}

/** Arranges the events of a day side by side: the lane of each, and the number of lanes. */
export function lanesOf(
  events: readonly ListedEvent[],
  day: string,
): readonly (readonly [ListedEvent, number, number])[] {
  const ends: number[] = []
  const placed = events.map((event) => {
    const [start, length] = minutesOf(event, day)
    const free = ends.findIndex((end) => end <= start)
    const lane = free === -1 ? ends.length : free
    ends[lane] = start + length
    return [event, lane] as const
  })
  return placed.map(([event, lane]) => [event, lane, Math.max(ends.length, 1)])
}

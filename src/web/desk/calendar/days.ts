/** The days that the calendar shows. */

import { firstWeekdayOfLocale } from '../../../domain/time/locale.ts'
import { addMonthsToMonth, plusDays, weeksOfMonth } from '../../../domain/time/timestamp.ts'
import { minutesBetween } from '../time/wall.ts'
import { locale } from '../words/index.ts'

/** Minutes of a day on the wall clock. */
export const DAY_MINUTES = 1440

/** The day of a wall clock time: `YYYY-MM-DD`. */
export const wallDay = (wall: string): string => wall.slice(0, 10)
/** Adds days to a day. */
export const daysLater = (day: string, count: number): string => plusDays(day, count) ?? day
/** The number of days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((minutesBetween(`${from} 00:00:00`, `${to} 00:00:00`) ?? 0) / DAY_MINUTES)

const firstWeekday = firstWeekdayOfLocale(locale)

/** The views of the calendar. */
export const viewNames = ['month', 'week', 'day'] as const
export type ViewName = (typeof viewNames)[number]

/** Returns the days that a view shows. Throws RangeError for what is no day. */
export function shownDays(view: ViewName, day: string): readonly string[] {
  if (view === 'day') return [day]
  const weeks = weeksOfMonth(day.slice(0, 7), firstWeekday)
  return view === 'week' ? (weeks.find((week) => week.includes(day)) ?? []) : weeks.flat()
}

/** The day of the next view, or with -1 the previous one: the first of a month, a week away, or a day away. */
export function adjacentViewDay(view: ViewName, day: string, step: 1 | -1): string {
  if (view !== 'month') return daysLater(day, (view === 'week' ? 7 : 1) * step)
  const month = addMonthsToMonth(day.slice(0, 7), step)
  return month === undefined ? day : `${month}-01`
}

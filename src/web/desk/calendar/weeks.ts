import { firstWeekdayOfLocale } from '../../../domain/time/locale.ts'
import { addMonthsToMonth, plusDays, weeksOfMonth } from '../../../domain/time/timestamp.ts'
import { locale } from '../words/index.ts'

const firstWeekday = firstWeekdayOfLocale(locale)

/** Returns the weeks of the month of a day, from the first to the last in which it has a day. Throws RangeError for what is no day. */
export const weeksOfMonthAround = (day: string): readonly (readonly string[])[] =>
  weeksOfMonth(day.slice(0, 7), firstWeekday)

export const weekAround = (day: string): readonly string[] =>
  weeksOfMonthAround(day).find((week) => week.includes(day)) ?? [day]

export const viewNames = ['month', 'week', 'day'] as const
export type ViewName = (typeof viewNames)[number]

/** Returns the days that a view shows. Throws RangeError for what is no day. */
export function shownDays(view: ViewName, day: string): readonly string[] {
  if (view === 'day') return [day]
  return view === 'week' ? weekAround(day) : weeksOfMonthAround(day).flat()
}

/** The day of the next view, or with -1 the previous one: the first of a month, a week away, or a day away. */
export function adjacentViewDay(view: ViewName, day: string, step: 1 | -1): string {
  if (view !== 'month') return plusDays(day, (view === 'week' ? 7 : 1) * step) ?? day
  const month = addMonthsToMonth(day.slice(0, 7), step)
  return month === undefined ? day : `${month}-01`
}

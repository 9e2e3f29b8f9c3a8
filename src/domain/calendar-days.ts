/** Days, weeks and months of the calendar, as the texts that name them: `2026-11-21`, `2026-W47`, `2026-11`. */
import { Temporal } from 'temporal-polyfill'

const DAYS_OF_WEEK = 7

const named = (date: Temporal.PlainDate) => (date.year >= 1000 && date.year <= 9999 ? date : undefined)

function dateOf(day: string): Temporal.PlainDate | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    return undefined
  }
}

/** Whether the text names a day of the years 1000 to 9999. */
export function isDay(text: string): boolean {
  return dateOf(text) !== undefined
}

/** Whether the text names a month of those years. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** So many days later, or earlier; undefined outside the years 1000 to 9999. */
export function plusDays(day: string, days: number): string | undefined {
  const date = dateOf(day)
  return date && named(date.add({ days }))?.toString()
}

/** So many months later, or earlier; undefined outside the years 1000 to 9999. */
export function plusMonths(month: string, months: number): string | undefined {
  const date = dateOf(`${month}-01`)
  return date && named(date.add({ months }))?.toString().slice(0, 7)
}

const isoYear = (date: Temporal.PlainDate) => date.yearOfWeek ?? date.year

/** The week of a day (ISO 8601): it begins on Monday, and the year's first has its first Thursday. */
export function weekOf(day: string): string {
  const date = Temporal.PlainDate.from(day)
  return `${isoYear(date)}-W${String(date.weekOfYear ?? 1).padStart(2, '0')}`
}

/** The seven days of a week; undefined where there is no such week. */
export function daysOfWeek(week: string): readonly string[] | undefined {
  const [, year = '', number = ''] = /^([1-9]\d{3})-W(\d\d)$/.exec(week) ?? []
  // The fourth of January is in the first week, whatever day it is.
  const first = dateOf(`${year}-01-04`)?.add({ weeks: Number(number) - 1 })
  if (first === undefined || weekOf(first.toString()) !== week) return undefined
  return following(first.subtract({ days: first.dayOfWeek - 1 }), DAYS_OF_WEEK)
}

function following(first: Temporal.PlainDate, count: number): readonly string[] {
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString())
}

/** The weeks that a month touches, each with its seven days: the first and the last may have days of other months. */
export function weeksOfMonth(month: string): readonly (readonly string[])[] {
  const first = Temporal.PlainDate.from(`${month}-01`)
  const before = first.dayOfWeek - 1
  const count = Math.ceil((before + first.daysInMonth) / DAYS_OF_WEEK)
  const monday = first.subtract({ days: before })
  return Array.from({ length: count }, (_, weeks) => following(monday.add({ weeks }), DAYS_OF_WEEK))
}

/** Calendar days, weeks and months in their ISO 8601 forms: `2026-11-21`, `2026-W47`, `2026-11`. */
import { Temporal } from 'temporal-polyfill'
import { epochOfUtc, utcTimestamp } from './timestamp.ts'

const DAYS_OF_WEEK = 7
const DAY = 86_400

const named = (date: Temporal.PlainDate) => (date.year >= 1000 && date.year <= 9999 ? date : undefined)

function dateOf(day: string): Temporal.PlainDate | undefined {
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined
  try {
    return Temporal.PlainDate.from(day)
  } catch {
    return undefined
  }
}

/** Whether the text is a day (`YYYY-MM-DD`) of the years 1000 to 9999. */
export function isDay(text: string): boolean {
  return dateOf(text) !== undefined
}

/** Whether the text is a month (`YYYY-MM`) of the years 1000 to 9999. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** Adds `days`, which may be negative, to a day. Undefined outside the years 1000 to 9999. */
export function plusDays(day: string, days: number): string | undefined {
  // Pages ask this for every event: integer arithmetic takes a tenth of the time of dates as objects.
  if (!/^[1-9]\d{3}-\d\d-\d\d$/.test(day)) return undefined
  const start = epochOfUtc(`${day} 00:00:00`)
  if (!utcTimestamp(start).startsWith(day)) return undefined
  const [moved = ''] = utcTimestamp(start + days * DAY).split(' ')
  return /^[1-9]\d{3}-\d\d-\d\d$/.test(moved) ? moved : undefined
}

/** Adds `months`, which may be negative, to a month. Undefined outside the years 1000 to 9999. */
export function plusMonths(month: string, months: number): string | undefined {
  const date = dateOf(`${month}-01`)
  return date && named(date.add({ months }))?.toString().slice(0, 7)
}

const isoYear = (date: Temporal.PlainDate) => date.yearOfWeek ?? date.year

/** Days between the first day of a week (1 Monday to 7 Sunday) and its Monday. */
const beforeMonday = (firstDay: number) => (DAYS_OF_WEEK + 1 - firstDay) % DAYS_OF_WEEK

/** Returns how many days a date is after the first day of its week. */
const sinceFirst = ({ dayOfWeek }: Temporal.PlainDate, firstDay: number) =>
  (dayOfWeek - firstDay + DAYS_OF_WEEK) % DAYS_OF_WEEK

/**
 * The week of a day, named as in ISO 8601: the first week of a year contains its first Thursday. Weeks begin on Monday, or on
 * another `firstDay` (1 Monday to 7 Sunday); then they have the name of the ISO week of their Monday.
 */
export function weekOf(day: string, firstDay = 1): string {
  const given = Temporal.PlainDate.from(day)
  const date = given.add({ days: beforeMonday(firstDay) - sinceFirst(given, firstDay) })
  return `${isoYear(date)}-W${String(date.weekOfYear ?? 1).padStart(2, '0')}`
}

/** The seven days of a week as `weekOf` names it; undefined if that week does not exist. */
export function daysOfWeek(week: string, firstDay = 1): readonly string[] | undefined {
  const [, year = '', number = ''] = /^([1-9]\d{3})-W(\d\d)$/.exec(week) ?? []
  // 4 January is always in the first week.
  const first = dateOf(`${year}-01-04`)?.add({ weeks: Number(number) - 1 })
  if (first === undefined || weekOf(first.toString()) !== week) return undefined
  return following(first.subtract({ days: first.dayOfWeek - 1 + beforeMonday(firstDay) }), DAYS_OF_WEEK)
}

function following(first: Temporal.PlainDate, count: number): readonly string[] {
  return Array.from({ length: count }, (_, days) => first.add({ days }).toString())
}

/** The weeks of a month, each with seven days. The first and the last week may contain days of other months. Weeks begin on `firstDay` (1 Monday to 7 Sunday). */
export function weeksOfMonth(month: string, firstDay = 1): readonly (readonly string[])[] {
  const first = Temporal.PlainDate.from(`${month}-01`)
  const before = sinceFirst(first, firstDay)
  const count = Math.ceil((before + first.daysInMonth) / DAYS_OF_WEEK)
  const start = first.subtract({ days: before })
  return Array.from({ length: count }, (_, weeks) => following(start.add({ weeks }), DAYS_OF_WEEK))
}

/** Returns the Saturday and the Sunday of the weekend that a day is in, or that comes next. */
export function weekendOf(day: string): readonly [saturday: string, sunday: string] {
  const date = Temporal.PlainDate.from(day)
  const saturday =
    date.dayOfWeek === DAYS_OF_WEEK ? date.subtract({ days: 1 }) : date.add({ days: 6 - date.dayOfWeek })
  return [saturday.toString(), saturday.add({ days: 1 }).toString()]
}

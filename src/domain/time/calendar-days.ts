/**
 * Calendar days, weeks and months in their ISO 8601 forms: `2026-11-21`, `2026-W47`, `2026-11`. Pages compute dozens of days each,
 * so a day is counted as an integer: the days since 1970-01-01. Browsers use it too.
 */
import { dateOfDayNumber, dayNumberOfDateParts } from './timestamp.ts'

const DAYS_OF_WEEK = 7
const THURSDAY = 4

const DAY = /^[1-9]\d{3}-\d\d-\d\d$/

const part = (text: string, from: number, to: number) => Number(text.slice(from, to))

/** Days since 1970; undefined if there is no such day in the years 1000 to 9999. */
function numberOf(day: string): number | undefined {
  if (!DAY.test(day)) return undefined
  const number = dayNumberOfDateParts(part(day, 0, 4), part(day, 5, 7), part(day, 8, 10))
  // The arithmetic takes 30 February for 2 March.
  return dateOfDayNumber(number) === day ? number : undefined
}

/** Throws RangeError if there is no such day. */
function existing(day: string): number {
  const number = numberOf(day)
  if (number === undefined) throw new RangeError(`Not a day of the years 1000 to 9999: ${day}`)
  return number
}

const inRange = (day: string) => (DAY.test(day) ? day : undefined)

/** The day of the week, from 1 (Monday) to 7 (Sunday). */
const weekday = (number: number) => ((((number + 3) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1

/** Whether the text is a day (`YYYY-MM-DD`) of the years 1000 to 9999. */
export function isDay(text: string): boolean {
  return numberOf(text) !== undefined
}

/** The day of the week of a day, from 1 (Monday) to 7 (Sunday). Throws RangeError if there is no such day. */
export const isoWeekday = (day: string): number => weekday(existing(day))

/** Whether the text is a month (`YYYY-MM`) of the years 1000 to 9999. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** Adds `days`, which may be negative, to a day. Undefined outside the years 1000 to 9999. */
export function plusDays(day: string, days: number): string | undefined {
  const number = numberOf(day)
  return number === undefined ? undefined : inRange(dateOfDayNumber(number + days))
}

/** The first day of a month, `months` later. */
function monthNumber(month: string, months: number): number {
  const count = part(month, 0, 4) * 12 + part(month, 5, 7) - 1 + months
  return dayNumberOfDateParts(Math.floor(count / 12), (count % 12) + 1, 1)
}

/** Adds `months`, which may be negative, to a month. Undefined outside the years 1000 to 9999. */
export function addMonthsToMonth(month: string, months: number): string | undefined {
  return isMonth(month) ? inRange(dateOfDayNumber(monthNumber(month, months)))?.slice(0, 7) : undefined
}

/** The days of a date's week that precede it, where weeks begin on `firstDay` (1 Monday to 7 Sunday). */
const sinceFirst = (number: number, firstDay: number) =>
  (weekday(number) - firstDay + DAYS_OF_WEEK) % DAYS_OF_WEEK

/** Days between the first day of a week and its Monday. */
const beforeMonday = (firstDay: number) => (DAYS_OF_WEEK + 1 - firstDay) % DAYS_OF_WEEK

/** The first day of the ISO week 1 of a year: the Monday of the week with 4 January. */
function firstMonday(year: number): number {
  const fourth = dayNumberOfDateParts(year, 1, 4)
  return fourth - weekday(fourth) + 1
}

/**
 * The week of a day, named as in ISO 8601: the first week of a year contains its first Thursday. Weeks begin on Monday, or on
 * another `firstDay` (1 Monday to 7 Sunday); then they have the name of the ISO week of their Monday. Throws RangeError for what
 * is no day.
 */
export function weekNameOf(day: string, firstDay = 1): string {
  const number = existing(day)
  const monday = number - sinceFirst(number, firstDay) + beforeMonday(firstDay)
  const isoYear = dateOfDayNumber(monday + THURSDAY - 1).slice(0, 4)
  const week = (monday - firstMonday(Number(isoYear))) / DAYS_OF_WEEK + 1
  return `${isoYear}-W${String(week).padStart(2, '0')}`
}

/** The seven days of a week as `weekNameOf` names it; undefined if that week does not exist. */
export function sevenDaysOfNamedWeek(week: string, firstDay = 1): readonly string[] | undefined {
  const [, year = '', number = ''] = /^([1-9]\d{3})-W(\d\d)$/.exec(week) ?? []
  const monday = firstMonday(Number(year)) + (Number(number) - 1) * DAYS_OF_WEEK
  const day = inRange(dateOfDayNumber(monday))
  if (year === '' || day === undefined || weekNameOf(day) !== week) return undefined
  return following(monday - beforeMonday(firstDay), DAYS_OF_WEEK)
}

const following = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, days) => dateOfDayNumber(first + days))

/**
 * The weeks of a month, each with seven days. The first and the last week may contain days of other months. Weeks begin on
 * `firstDay` (1 Monday to 7 Sunday).
 */
export function weeksOfMonth(month: string, firstDay = 1): readonly (readonly string[])[] {
  const first = existing(`${month}-01`)
  const start = first - sinceFirst(first, firstDay)
  const count = Math.ceil((monthNumber(month, 1) - start) / DAYS_OF_WEEK)
  return Array.from({ length: count }, (_, weeks) => following(start + weeks * DAYS_OF_WEEK, DAYS_OF_WEEK))
}

/** Returns the Saturday and the Sunday of the weekend that a day is in, or that comes next. */
export function weekendOf(day: string): readonly [saturday: string, sunday: string] {
  const number = existing(day)
  const saturday = number + (weekday(number) === DAYS_OF_WEEK ? -1 : DAYS_OF_WEEK - 1 - weekday(number))
  return [dateOfDayNumber(saturday), dateOfDayNumber(saturday + 1)]
}

/** The time of day after which an event of the night before belongs to the new day, too. */
const END_OF_NIGHT = '06:00:00'

/**
 * Returns the last day of an event, for calendars that people read. An event that ends at midnight does not include the day that starts then, and one that ends in the
 * night after its first day has that day alone (contract §3.1).
 */
export function lastDayOf({
  all_day,
  start_date,
  end_date,
}: Readonly<{ all_day: boolean; start_date: string; end_date: string }>): string {
  const [day, time] = [end_date.slice(0, 10), end_date.slice(11)]
  const before = plusDays(day, -1) ?? day
  const isOfNightBefore = !all_day && time <= END_OF_NIGHT && start_date.slice(0, 10) === before
  return isOfNightBefore || (time === '00:00:00' && start_date < end_date) ? before : day
}

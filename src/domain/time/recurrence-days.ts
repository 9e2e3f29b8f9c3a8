/** The days of a recurrence rule within one year, month, week or day (RFC 5545 §3.3.10). Day numbers count from 1970-01-01. */
import type { Rule } from './recurrence-rule.ts'
import { dayNumberOfDateParts, utcTimestampOfEpoch } from './timestamp.ts'

const DAY = 86_400
const WEEK = 7

/** A date and its day number. */
export interface CivilDay {
  readonly day: number
  readonly year: number
  readonly month: number
  readonly monthDay: number
}

/** The date of a day number. */
export function civilDayOfNumber(day: number): CivilDay {
  const text = utcTimestampOfEpoch(day * DAY)
  const part = (from: number, to: number) => Number(text.slice(from, to))
  return { day, year: part(0, 4), month: part(5, 7), monthDay: part(8, 10) }
}

const modulo = (number: number, by: number) => ((number % by) + by) % by

/** The weekday of a day number; Monday is 0. */
export const weekdayOfDayNumber = (day: number) => modulo(day + 3, WEEK)

/** The first day of a month, as a day number; months above 12 belong to later years. */
export function monthStartDayNumber(year: number, month: number): number {
  const [years, rest] = [Math.floor((month - 1) / 12), modulo(month - 1, 12)]
  return dayNumberOfDateParts(year + years, rest + 1, 1)
}

/** The first day of the first week of a year, which is the first with at least four days of that year. */
function firstWeek(year: number, weekStart: number): number {
  const start = monthStartDayNumber(year, 1)
  const into = modulo(weekdayOfDayNumber(start) - weekStart, WEEK)
  return into <= 3 ? start - into : start + WEEK - into
}

const hasEither = (numbers: readonly number[], number: number, length: number) =>
  numbers.includes(number) || numbers.includes(number - length - 1)

function isInWeeks(rule: Rule, day: number, year: number): boolean {
  const { weekNumbers, weekStart } = rule
  const ofYear = [year + 1, year, year - 1].find((one) => firstWeek(one, weekStart) <= day) ?? year
  const first = firstWeek(ofYear, weekStart)
  const length = (firstWeek(ofYear + 1, weekStart) - first) / WEEK
  return hasEither(weekNumbers, Math.floor((day - first) / WEEK) + 1, length)
}

/** Whether `day` is the weekday with that ordinal within the `length` days from `first`. */
function isOrdinal(ordinal: number, day: number, first: number, length: number): boolean {
  const fromStart = Math.floor((day - first) / WEEK) + 1
  const fromEnd = -Math.floor((first + length - 1 - day) / WEEK) - 1
  return ordinal === fromStart || ordinal === fromEnd
}

function hasWeekday(rule: Rule, { day, year, month }: CivilDay): boolean {
  const weekday = weekdayOfDayNumber(day)
  const { frequency, months, weekNumbers } = rule
  const isByYear = frequency === 'YEARLY' && months.length === 0
  const countsOrdinals = (frequency === 'YEARLY' && weekNumbers.length === 0) || frequency === 'MONTHLY'
  return rule.byDay.some((one) => {
    if (one.weekday !== weekday) return false
    if (one.ordinal === 0 || !countsOrdinals) return true
    const [first, next] = isByYear
      ? [monthStartDayNumber(year, 1), monthStartDayNumber(year + 1, 1)]
      : [monthStartDayNumber(year, month), monthStartDayNumber(year, month + 1)]
    return isOrdinal(one.ordinal, day, first, next - first)
  })
}

/** Whether the day equals the start day in everything that the rule leaves open. */
function isLikeStart(rule: Rule, one: CivilDay, start: CivilDay): boolean {
  const { frequency, byDay, months, weekNumbers, yearDays, monthDays } = rule
  if (byDay.length + yearDays.length + monthDays.length > 0 || frequency === 'DAILY') return true
  if (frequency === 'WEEKLY' || weekNumbers.length > 0)
    return weekdayOfDayNumber(one.day) === weekdayOfDayNumber(start.day)
  if (one.monthDay !== start.monthDay) return false
  return frequency === 'MONTHLY' || months.length > 0 || one.month === start.month
}

/** Whether the rule matches a day, without regard to the interval. `start` is the first day of the recurrence. */
function isRuleDay(rule: Rule, one: CivilDay, start: CivilDay): boolean {
  const { months, weekNumbers, yearDays, monthDays, byDay } = rule
  const { day, year, month, monthDay } = one
  const monthLength = () => monthStartDayNumber(year, month + 1) - monthStartDayNumber(year, month)
  const yearStart = () => monthStartDayNumber(year, 1)
  return (
    (months.length === 0 || months.includes(month)) &&
    (monthDays.length === 0 || hasEither(monthDays, monthDay, monthLength())) &&
    (byDay.length === 0 || hasWeekday(rule, one)) &&
    (yearDays.length === 0 ||
      hasEither(yearDays, day - yearStart() + 1, monthStartDayNumber(year + 1, 1) - yearStart())) &&
    (weekNumbers.length === 0 || isInWeeks(rule, day, year)) &&
    isLikeStart(rule, one, start)
  )
}

/** The first and the last day of the period `index` intervals after the period of `start`. */
export function periodAt(rule: Rule, start: CivilDay, index: number) {
  const { frequency, interval, weekStart } = rule
  const steps = index * interval
  if (frequency === 'YEARLY' && rule.weekNumbers.length > 0) {
    // A year of whole weeks, whose first and last days may belong to the adjacent years.
    const year = start.year + steps
    return { first: firstWeek(year, weekStart), last: firstWeek(year + 1, weekStart) - 1 }
  }
  if (frequency === 'YEARLY') {
    const year = start.year + steps
    return { first: monthStartDayNumber(year, 1), last: monthStartDayNumber(year + 1, 1) - 1 }
  }
  if (frequency === 'MONTHLY') {
    const month = start.month + steps
    return {
      first: monthStartDayNumber(start.year, month),
      last: monthStartDayNumber(start.year, month + 1) - 1,
    }
  }
  if (frequency === 'DAILY') return { first: start.day + steps, last: start.day + steps }
  const first = start.day - modulo(weekdayOfDayNumber(start.day) - weekStart, WEEK) + steps * WEEK
  return { first, last: first + WEEK - 1 }
}

/** The days from `first` to `last` that the rule matches, ascending. */
export function ruleDayNumbersWithin(
  rule: Rule,
  start: CivilDay,
  first: number,
  last: number,
): readonly number[] {
  const days: number[] = []
  for (let day = first; day <= last; ) {
    const { year, month, monthDay } = civilDayOfNumber(day)
    const next = monthStartDayNumber(year, month + 1)
    const isOf = rule.months.length === 0 || rule.months.includes(month)
    for (let at = day; isOf && at < next && at <= last; at += 1) {
      if (isRuleDay(rule, { day: at, year, month, monthDay: monthDay + at - day }, start)) days.push(at)
    }
    day = next
  }
  return days
}

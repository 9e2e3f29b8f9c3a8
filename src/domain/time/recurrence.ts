/** The parts from which a recurrence rule is expanded: its end, the times of a day, and what BYSETPOS selects (RFC 5545 §3.3.10). */
import type { Rule } from './recurrence-rule.ts'
import { dayNumberOfDateParts, epochOfUtc, utcTimestampOfEpoch } from './timestamp.ts'
import { lastWallBegunAt } from './zones.ts'

// The days of a recurrence rule within one year, month, week or day (RFC 5545 §3.3.10). Day numbers count from 1970-01-01.

const DAY = 86_400
const WEEK = 7

/** A date and its day number. */
interface CivilDay {
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
function periodAt(rule: Rule, start: CivilDay, index: number) {
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
function ruleDayNumbersWithin(rule: Rule, start: CivilDay, first: number, last: number): readonly number[] {
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

/** Work in steps: the caller may run other work at each `yield`. The return value is the result. */
export type WorkInSteps<T> = Generator<undefined, T>

/** Maximum number of times on one day. */
const MAX_TIMES = 300

/**
 * Returns the last second of UNTIL in wall clock time, to which `toWall` converts a UNTIL in UTC; a date counts to its end.
 * Infinite without UNTIL, undefined if it is not valid.
 */
export function untilSecond({ until }: Rule, toWall: (utc: string) => string): number | undefined {
  if (until === '') return Number.POSITIVE_INFINITY
  const [, day = '', time = '235959', utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? []
  const timestamp = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  if (day === '' || utcTimestampOfEpoch(epochOfUtc(timestamp)).slice(0, 10) !== timestamp.slice(0, 10))
    return undefined
  return epochOfUtc(utc === undefined ? timestamp : toWall(timestamp))
}

/** Returns the times of a day, in seconds from its start; undefined if there are too many. `start` is the time of the first occurrence. */
export function ruleSecondsOfDay(
  { hours, minutes, seconds }: Rule,
  start: number,
): readonly number[] | undefined {
  const or = (numbers: readonly number[], otherwise: number) => (numbers.length > 0 ? numbers : [otherwise])
  const own = [or(hours, Math.floor(start / 3600)), or(minutes, Math.floor(start / 60) % 60)]
  const [ofHour = [], ofMinute = []] = own
  const ofSecond = or(seconds, start % 60)
  if (ofHour.length * ofMinute.length * ofSecond.length > MAX_TIMES) return undefined
  return ofHour.flatMap((hour) =>
    ofMinute.flatMap((minute) => ofSecond.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

/** Returns the occurrences of one period at these days and times, in seconds; BYSETPOS selects among them. */
function occurrenceSecondsOfPeriod(
  { positions }: Rule,
  days: readonly number[],
  times: readonly number[],
): readonly number[] {
  const length = days.length * times.length
  const at = (index: number) =>
    (days[Math.floor(index / times.length)] ?? 0) * DAY + (times[index % times.length] ?? 0)
  if (positions.length === 0) return Array.from({ length }, (_, index) => at(index))
  const indexes = positions.map((position) => (position > 0 ? position - 1 : length + position))
  const inside = indexes.filter((index) => index >= 0 && index < length)
  return [...new Set(inside)].sort((a, b) => a - b).map(at)
}

// The dates of a rule, one after another, in bounded time (RFC 5545 §3.3.10). Seconds count from 1970 as if the wall clock were UTC.

/** The last second of the last year that timestamps have. */
const LAST_SECOND = epochOfUtc('9999-12-31 23:59:59')
/** The Gregorian calendar repeats after 400 years: so many days, weeks, months and years. */
const CYCLE = { DAILY: 146_097, WEEKLY: 20_871, MONTHLY: 4800, YEARLY: 400 } as const
/** The number of days checked plus dates found in one step; takes about a millisecond. */
const WORK_IN_STEP = 2000

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** Days that are looked through together, from the first to the last, and the sets of days that the rule hits there. */
interface Period {
  readonly first: number
  readonly last: number
  /** BYSETPOS selects among the days of one set. */
  readonly sets: readonly (readonly number[])[]
}

/** A rule, with the days of its start and of the first date that is wanted. */
interface Followed {
  readonly rule: Rule
  readonly start: CivilDay
  readonly from: CivilDay
}

/** The number of periods after which the dates of a rule repeat. A daily rule is followed by whole months. */
function periodsInCycle({ frequency, interval }: Rule): number {
  if (frequency === 'DAILY') return (CYCLE.MONTHLY * interval) / divisor(CYCLE.DAILY, interval)
  return CYCLE[frequency] / divisor(CYCLE[frequency], interval)
}

/** The months of a daily rule, from that of `from` on: each day is a set of its own. */
function* months({ rule, start, from }: Followed): Generator<Period> {
  for (let month = from.month; ; month += 1) {
    const first = monthStartDayNumber(from.year, month)
    const last = monthStartDayNumber(from.year, month + 1) - 1
    if (first * DAY > LAST_SECOND) return
    const days = ruleDayNumbersWithin(rule, start, first, last)
    const hit = days.filter((day) => day >= start.day && (day - start.day) % rule.interval === 0)
    yield { first, last, sets: hit.map((day) => [day]) }
  }
}

/** The index of the last period that begins no later than a day. */
function indexAt({ rule, start, from }: Followed): number {
  if (from.day <= start.day) return 0
  const passed = (from.year - start.year) * 12 + from.month - start.month
  const counts = { DAILY: 0, WEEKLY: (from.day - start.day) / 7, MONTHLY: passed, YEARLY: passed / 12 }
  // One less, as weeks and years of whole weeks don't begin with the start.
  return Math.max(0, Math.floor(counts[rule.frequency] / rule.interval) - 1)
}

/** The periods of a rule from about `from` on: weeks, months or years, and the months of a daily rule. */
function* periods(followed: Followed): Generator<Period> {
  const { rule, start } = followed
  if (rule.frequency === 'DAILY') return yield* months(followed)
  for (let index = indexAt(followed); ; index += 1) {
    const { first, last } = periodAt(rule, start, index)
    // Days of the year 10000 have no timestamp; a large interval leads there at once.
    if (!(last * DAY <= LAST_SECOND)) return
    const days = ruleDayNumbersWithin(rule, start, first, last)
    yield { first, last, sets: days.length === 0 ? [] : [days] }
  }
}

/** The approximate number of days of a period that are checked. */
const daysChecked = ({ months: only }: Rule, { first, last }: Period) =>
  only.length === 0 ? 1 + last - first : Math.min(1 + last - first, only.length * 31)

/** Between which seconds the dates of a rule are wanted. */
interface Wanted {
  readonly start: number
  /** Earlier dates are left out, without being computed one by one; `start` by default. */
  readonly from?: number
  /** The last second; that of the year 9999 by default. */
  readonly last?: number
}

/**
 * The dates that a rule has from `start` on, ascending, without regard to COUNT and UNTIL, in steps: where it yields undefined,
 * the caller may run other work. `start` itself is only among them if the rule hits it. Ends when no date can follow.
 */
export function* ruleDatesAsSecondsInSteps(
  rule: Rule,
  { start, from = start, last = LAST_SECOND }: Wanted,
): Generator<number | undefined> {
  const startDay = civilDayOfNumber(Math.floor(start / DAY))
  const fromDay = from <= start ? startDay : civilDayOfNumber(Math.floor(from / DAY))
  const times = ruleSecondsOfDay(rule, start - startDay.day * DAY) ?? []
  const [end, cycle] = [Math.min(last, LAST_SECOND), periodsInCycle(rule)]
  let [empty, work] = [0, 0]
  for (const period of periods({ rule, start: startDay, from: fromDay })) {
    if (empty > cycle || period.first * DAY > end) return
    empty += 1
    work += daysChecked(rule, period)
    for (const days of period.sets) {
      for (const second of occurrenceSecondsOfPeriod(rule, days, times)) {
        if (second > end) return
        if (second < start || second < from) continue
        empty = 0
        work += 1
        yield second
      }
    }
    if (work < WORK_IN_STEP) continue
    work = 0
    yield undefined
  }
}

/** The dates that a rule has from `start` on, as `ruleDatesAsSecondsInSteps`, without interruption. */
export function* ruleSecondsFrom(rule: Rule, start: number, from = start): Generator<number> {
  for (const second of ruleDatesAsSecondsInSteps(rule, { start, from }))
    if (second !== undefined) yield second
}

/** The dates that a rule has after `start`: as `ruleSecondsFrom`, without the start. */
export function* ruleSecondsAfter(rule: Rule, start: number, from = start): Generator<number> {
  for (const second of ruleSecondsFrom(rule, start, from)) if (second > start) yield second
}

/** Returns the last second of a rule by its UNTIL in a zone; infinite without, undefined if UNTIL is not valid. */
export function untilSecondInZone(rule: Rule, zone: string): number | undefined {
  return untilSecond(rule, (utc) => lastWallBegunAt(epochOfUtc(utc), zone))
}

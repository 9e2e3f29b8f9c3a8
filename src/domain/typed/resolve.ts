/** Decides which days of the calendar are meant by days as they are written. Days are `YYYY-MM-DD`. */
import { isDay, isoWeekday, plusDays } from '../time/calendar-days.ts'
import type { WrittenDay, WrittenDays } from './days.ts'
import { twoDigits } from './typed-text.ts'

/** The first and the last day of an event. */
export interface EventDays {
  readonly from: string
  readonly to: string
}

/** The days that a line means; `alternatives` if its weekday is not that of its date, so that either may be meant. */
interface ResolvedDays extends EventDays {
  readonly alternatives: readonly EventDays[]
}

/** 29 February comes again after eight years at most. */
const YEARS = 8
const WEEK = 7

/** The day; itself, if the calendar ends there. */
const moved = (day: string, days: number) => plusDays(day, days) ?? day

const yearOf = (day: string) => Number(day.slice(0, 4))

/** The dates that have this day and month, in some years; none that don't exist, such as 30 February. */
function datesIn({ month = 0, day = 0 }: WrittenDay, years: readonly number[]): readonly string[] {
  return years.map((year) => `${year}-${twoDigits(month)}-${twoDigits(day)}`).filter(isDay)
}

const yearsFrom = (year: number): readonly number[] => Array.from({ length: YEARS + 1 }, (_, at) => year + at)

/** The days that may be meant, the next one first, of those from `origin` on. */
function candidates(written: WrittenDay, origin: string): readonly string[] {
  const { inDays, weekday, day, year, isNext = false } = written
  if (inDays !== undefined) return [moved(origin, inDays)]
  if (day !== undefined) return datesIn(written, year === undefined ? yearsFrom(yearOf(origin)) : [year])
  const ahead = ((weekday ?? 1) - isoWeekday(origin) + WEEK) % WEEK
  const first = moved(origin, ahead === 0 && isNext ? WEEK : ahead)
  return [first, moved(first, WEEK)]
}

/** The last day of a span: the next one after the first. */
function lastDay({ from, to, isSpan }: WrittenDays, first: string, origin: string): string | undefined {
  if (!isSpan) return first
  const last = to.inDays === undefined ? candidates(to, first) : candidates(to, origin)
  return last.find(
    (day) => day > first || (day === first && to.weekday === from.weekday && to.day !== undefined),
  )
}

/** The first days that may be meant. A year behind the last day is that of both, or the first day is in the year before. */
function firstDays({ from, to, isSpan }: WrittenDays, origin: string): readonly string[] {
  if (!isSpan || from.day === undefined) return candidates(from, origin)
  if (from.year !== undefined) return candidates(from, origin)
  if (to.year !== undefined) return datesIn(from, [to.year, to.year - 1])
  // One that has begun may still run.
  return datesIn(from, [yearOf(origin) - 1, ...yearsFrom(yearOf(origin))])
}

/** The day nearest to another one that has a weekday. */
function nearest(day: string, weekday: number | undefined): string {
  if (weekday === undefined) return day
  const ahead = (weekday - isoWeekday(day) + WEEK) % WEEK
  return moved(day, ahead > WEEK / 2 ? ahead - WEEK : ahead)
}

const agrees = (day: string, { weekday }: WrittenDay) => weekday === undefined || isoWeekday(day) === weekday

/**
 * Returns the days that a line means, counted from `origin`: the next ones where the line leaves that open. Undefined if there are no
 * such days.
 */
export function resolveDays(
  written: WrittenDays,
  origin: string,
  isPast: (day: string) => boolean,
): ResolvedDays | undefined {
  const { from, to } = written
  const all = firstDays(written, origin).flatMap((first) => {
    const last = lastDay(written, first, origin)
    return last === undefined ? [] : [{ from: first, to: last }]
  })
  const isFixed = from.inDays !== undefined || (from.year ?? to.year) !== undefined
  const at = isFixed ? 0 : all.findIndex((days) => !isPast(days.to))
  const days = all[at]
  if (days === undefined) return undefined
  const isAgreed = (some: EventDays) => agrees(some.from, from) && agrees(some.to, to)
  if (isAgreed(days)) return { ...days, alternatives: [] }
  const near = { from: nearest(days.from, from.weekday), to: nearest(days.to, to.weekday) }
  const nextYear = all[at + 1]
  return {
    ...days,
    alternatives: [
      ...(near.from <= near.to && (isFixed || !isPast(near.to)) ? [near] : []),
      ...(!isFixed && nextYear !== undefined && isAgreed(nextYear) ? [nextYear] : []),
    ],
  }
}

const isoDay = (year: number, { month = 0, day = 0 }: WrittenDay) =>
  `${String(year).padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`

/** The years from the last one on in which a day is looked for, and those for 29 February: 2104 is the next leap year after 2096. */
const NEAR_YEARS = 5
const LEAP_YEARS = 10

/** Why the weekday of a day is not that of its date: in its year, or in any near one. */
export type WeekdayFault = 'weekday_of_other_day' | 'weekday_of_no_year'

/** The days of a cell, and whether their year was found by counting from a day. */
export interface CellDays extends EventDays {
  readonly isYearless: boolean
}

/** The days of a span whose last day is of a year. The first one has its own, or is of the year before if it is later in the year. */
function daysWithYear({ from, to }: WrittenDays, last: number, isBackwards: boolean): EventDays {
  return { from: isoDay(from.year ?? last - (isBackwards ? 1 : 0), from), to: isoDay(last, to) }
}

/**
 * Returns the days of a cell. Without a year they are the next ones from `origin` on, counted by their end, or else the last ones on
 * their weekday.
 */
export function cellDays(written: WrittenDays, origin: string): CellDays | WeekdayFault | 'no_such_day' {
  const { from, to } = written
  const isBackwards = isoDay(0, from) > isoDay(0, to)
  const own = to.year ?? (from.year === undefined ? undefined : from.year + (isBackwards ? 1 : 0))
  const exist = (days: EventDays) => isDay(days.from) && isDay(days.to)
  const isAgreed = (days: EventDays) => agrees(days.from, from) && agrees(days.to, to)
  if (own !== undefined) {
    const days = daysWithYear(written, own, isBackwards)
    if (!exist(days)) return 'no_such_day'
    return isAgreed(days) ? { ...days, isYearless: false } : 'weekday_of_other_day'
  }
  const last = yearOf(origin) - 1
  const existing = Array.from({ length: LEAP_YEARS }, (_, at) => last + at)
    .map((year) => daysWithYear(written, year + (isBackwards ? 1 : 0), isBackwards))
    .filter(
      (days, at) =>
        exist(days) && (at < NEAR_YEARS || [days.from, days.to].some((day) => day.endsWith('-02-29'))),
    )
  if (existing.length === 0) return 'no_such_day'
  const fitting = existing.filter(isAgreed)
  const days = fitting.find((one) => one.to >= origin) ?? fitting.at(-1)
  return days === undefined ? 'weekday_of_no_year' : { ...days, isYearless: true }
}

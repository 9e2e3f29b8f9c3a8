/** Decides which days of the calendar a line means. Days are `YYYY-MM-DD`. */
import { isDay, isoWeekday, plusDays } from '../time/calendar-days.ts'
import { epochOfInstant, type Moment } from '../time/moment.ts'
import { today } from '../time/window.ts'
import { epochOfWall } from '../time/zones.ts'
import type { WrittenDays } from './days.ts'
import type { WrittenDay } from './forms.ts'
import { twoDigits } from './take.ts'

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
 * Returns the days that a line means for an event at a time (`HH:MM`), or for all day without one: the next ones where the line
 * leaves that open. Undefined if there are no such days.
 */
export function resolveDays(
  written: WrittenDays,
  time: string | undefined,
  moment: Moment,
): ResolvedDays | undefined {
  const { from, to } = written
  const origin = today(moment)
  const isPast = (day: string) =>
    time === undefined || day !== origin
      ? day < origin
      : epochOfWall(`${day} ${time}:00`, moment.zone) < epochOfInstant(moment.now)
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

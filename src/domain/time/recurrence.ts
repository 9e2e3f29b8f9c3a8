/** The parts from which a recurrence rule is expanded: its end, the times of a day, and what BYSETPOS selects (RFC 5545 §3.3.10). */
import type { Rule } from './recurrence-rule.ts'
import { epochOfUtc, utcTimestampOfEpoch } from './timestamp.ts'

/** Work in steps: the caller may run other work at each `yield`. The return value is the result. */
export type WorkInSteps<T> = Generator<undefined, T>

/** Maximum number of times on one day. */
const MAX_TIMES = 300

const DAY = 86_400

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
export function occurrenceSecondsOfPeriod(
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

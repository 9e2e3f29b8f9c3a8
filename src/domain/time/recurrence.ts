/** Expands recurrence rules in wall clock time (RFC 5545 §3.3.10). */
import { type CivilDay, civilDay, periodAt, ruleDaysWithin } from './recurrence-days.ts'
import { type Rule, ruleOf } from './recurrence-rule.ts'
import { epochOfUtc, utcTimestamp } from './timestamp.ts'

/** A recurrence rule and its start; wall clock times are timestamps `YYYY-MM-DD HH:MM:SS`. */
export interface Recurrence {
  /** The value of RRULE; an UNTIL in UTC is converted with `toWall`. */
  readonly rule: string
  readonly start: string
  /** The last second of the expansion. */
  readonly horizon: string
  /** The maximum number of results; the last ones before the horizon are kept. */
  readonly most: number
  readonly toWall: (utc: string) => string
}

/** The occurrences in order, and how many earlier ones were left out; or why the rule is not expanded. */
export type Recurred =
  | { readonly walls: readonly string[]; readonly left: number }
  | { readonly fault: string }

/** Work in steps: the caller may run other work at each `yield`. The return value is the result. */
export type Steps<T> = Generator<undefined, T>

/** Maximum number of occurrences of a rule; a daily event has as many in 27 years. */
const MAX_OCCURRENCES = 10_000
/** Maximum number of consecutive periods without an occurrence. */
const MAX_EMPTY = 5000
/** Maximum number of times on one day. */
const MAX_TIMES = 300
/** The number of days checked plus occurrences found in one step; takes about a millisecond. */
const WORK_IN_STEP = 2000

const DAY = 86_400
const TOO_OFTEN = { fault: 'it recurs too often, or never' }

/** The last second of UNTIL in wall clock time; a date counts to its end. Infinite without UNTIL, undefined if it is not valid. */
export function untilSecond({ until }: Rule, toWall: Recurrence['toWall']): number | undefined {
  if (until === '') return Number.POSITIVE_INFINITY
  const [, day = '', time = '235959', utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? []
  const timestamp = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  if (day === '' || utcTimestamp(epochOfUtc(timestamp)).slice(0, 10) !== timestamp.slice(0, 10))
    return undefined
  return epochOfUtc(utc === undefined ? timestamp : toWall(timestamp))
}

/** The times of a day, in seconds from its start; undefined if there are too many. `start` is the time of the first occurrence. */
export function timesOf({ hours, minutes, seconds }: Rule, start: number): readonly number[] | undefined {
  const or = (numbers: readonly number[], otherwise: number) => (numbers.length > 0 ? numbers : [otherwise])
  const own = [or(hours, Math.floor(start / 3600)), or(minutes, Math.floor(start / 60) % 60)]
  const [ofHour = [], ofMinute = []] = own
  const ofSecond = or(seconds, start % 60)
  if (ofHour.length * ofMinute.length * ofSecond.length > MAX_TIMES) return undefined
  return ofHour.flatMap((hour) =>
    ofMinute.flatMap((minute) => ofSecond.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

/** The occurrences of one period at these days and times, in seconds; BYSETPOS selects among them. */
export function within(
  { positions }: Rule,
  days: readonly number[],
  times: readonly number[],
): readonly number[] {
  const length = days.length * times.length
  const at = (index: number) =>
    (days[Math.floor(index / times.length)] ?? 0) * DAY + (times[index % times.length] ?? 0)
  const indexes =
    positions.length === 0
      ? Array.from({ length }, (_, index) => index)
      : positions.map((position) => (position > 0 ? position - 1 : length + position))
  const inside = indexes.filter((index) => index >= 0 && index < length)
  return [...new Set(inside)].sort((a, b) => a - b).map(at)
}

interface Expansion {
  readonly rule: Rule
  readonly start: CivilDay
  readonly startSecond: number
  readonly times: readonly number[]
  readonly last: number
}

/** The approximate number of days of a period that are checked. */
function daysChecked(
  { months }: Rule,
  { first, last }: { readonly first: number; readonly last: number },
): number {
  return months.length === 0 ? 1 + last - first : Math.min(1 + last - first, months.length * 31)
}

function* expand({ rule, start, startSecond, times, last }: Expansion): Steps<readonly number[] | undefined> {
  const found: number[] = []
  let [work, empty] = [0, 0]
  for (let index = 0; empty <= MAX_EMPTY; index += 1) {
    const period = periodAt(rule, start, index)
    if (!(period.first * DAY <= last)) return found
    const before = found.length
    for (const second of within(rule, ruleDaysWithin(rule, start, period.first, period.last), times)) {
      if (second < startSecond) continue
      if (second > last || found.length >= rule.count) return found
      if (found.length >= MAX_OCCURRENCES) return undefined
      found.push(second)
    }
    if (found.length >= rule.count) return found
    empty = found.length > before ? 0 : empty + 1
    work += daysChecked(rule, period) + found.length - before
    if (work < WORK_IN_STEP) continue
    work = 0
    yield undefined
  }
  return undefined
}

/** Expands a rule up to the horizon, in steps. */
export function* recurring({ rule: text, start, horizon, most, toWall }: Recurrence): Steps<Recurred> {
  const rule = ruleOf(text)
  if ('fault' in rule) return rule
  const until = untilSecond(rule, toWall)
  if (until === undefined) return { fault: `UNTIL=${rule.until.slice(0, 40)} is not understood` }
  const startSecond = epochOfUtc(start)
  const day = Math.floor(startSecond / DAY)
  const times = timesOf(rule, startSecond - day * DAY)
  if (times === undefined) return TOO_OFTEN
  const last = Math.min(until, epochOfUtc(horizon))
  const found = yield* expand({ rule, start: civilDay(day), startSecond, times, last })
  if (found === undefined) return TOO_OFTEN
  return { walls: found.slice(-most).map(utcTimestamp), left: Math.max(0, found.length - most) }
}

/** Runs all steps without interruption. Returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Expands a rule up to the horizon. */
export function recurrencesOf(recurrence: Recurrence): Recurred {
  return atOnce(recurring(recurrence))
}

/** When something recurs, by the clock on a wall (RFC 5545 §3.3.10). */
import { type CivilDay, civilDay, periodAt, ruleDaysWithin } from './recurrence-days.ts'
import { type Rule, ruleOf } from './recurrence-rule.ts'
import { epochOfUtc, utcTimestamp } from './timestamp.ts'

/** A rule of recurrence and where it begins; wall clocks as timestamps. */
export interface Recurrence {
  /** As in RRULE; its UNTIL is read by `toWall` where it is in UTC. */
  readonly rule: string
  readonly start: string
  /** The last second that counts. */
  readonly horizon: string
  /** How many: the last ones before the horizon. */
  readonly most: number
  readonly toWall: (utc: string) => string
}

/** The wall clocks in order, and how many earlier ones were left out; or why there are none. */
export type Recurred =
  | { readonly walls: readonly string[]; readonly left: number }
  | { readonly fault: string }

/** Work in steps: each `yield` is a chance for others to run, the result comes at the end. */
export type Steps<T> = Generator<undefined, T>

/** Beyond that a rule is not worth following: an event each day has as many in 27 years. */
const MOST_FOLLOWED = 10_000
/** Periods in a row without an occurrence. */
const MOST_EMPTY = 5000
/** Times on one day. */
const MOST_TIMES = 300
/** Days that are looked at, and occurrences found, in one step: about a millisecond. */
const WORK_IN_STEP = 2000

const DAY = 86_400
const TOO_OFTEN = { fault: 'it recurs too often, or never' }

/** The last second of UNTIL on the wall: a day counts to its end. Undefined where it is no time. */
function lastOf({ until }: Rule, toWall: Recurrence['toWall']): number | undefined {
  if (until === '') return Number.POSITIVE_INFINITY
  const [, day = '', time = '235959', utc] = /^(\d{8})(?:T(\d{6})(Z)?)?$/.exec(until) ?? []
  const timestamp = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  if (day === '' || utcTimestamp(epochOfUtc(timestamp)).slice(0, 10) !== timestamp.slice(0, 10))
    return undefined
  return epochOfUtc(utc === undefined ? timestamp : toWall(timestamp))
}

/** The times of a day, in seconds from its beginning; undefined where they are too many. */
function timesOf({ hours, minutes, seconds }: Rule, start: number): readonly number[] | undefined {
  const or = (numbers: readonly number[], otherwise: number) => (numbers.length > 0 ? numbers : [otherwise])
  const own = [or(hours, Math.floor(start / 3600)), or(minutes, Math.floor(start / 60) % 60)]
  const [ofHour = [], ofMinute = []] = own
  const ofSecond = or(seconds, start % 60)
  if (ofHour.length * ofMinute.length * ofSecond.length > MOST_TIMES) return undefined
  return ofHour.flatMap((hour) =>
    ofMinute.flatMap((minute) => ofSecond.map((second) => hour * 3600 + minute * 60 + second)),
  )
}

/** The occurrences of one period, in seconds; BYSETPOS picks among them. */
function picked({ positions }: Rule, days: readonly number[], times: readonly number[]): readonly number[] {
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

interface Followed {
  readonly rule: Rule
  readonly start: CivilDay
  readonly startSecond: number
  readonly times: readonly number[]
  readonly last: number
}

/** About how many days of a period are looked at. */
function looked(
  { months }: Rule,
  { first, last }: { readonly first: number; readonly last: number },
): number {
  return months.length === 0 ? 1 + last - first : Math.min(1 + last - first, months.length * 31)
}

function* followed({
  rule,
  start,
  startSecond,
  times,
  last,
}: Followed): Steps<readonly number[] | undefined> {
  const found: number[] = []
  let [work, empty] = [0, 0]
  for (let index = 0; empty <= MOST_EMPTY; index += 1) {
    const period = periodAt(rule, start, index)
    if (!(period.first * DAY <= last)) return found
    const before = found.length
    for (const second of picked(rule, ruleDaysWithin(rule, start, period.first, period.last), times)) {
      if (second < startSecond) continue
      if (second > last || found.length >= rule.count) return found
      if (found.length >= MOST_FOLLOWED) return undefined
      found.push(second)
    }
    if (found.length >= rule.count) return found
    empty = found.length > before ? 0 : empty + 1
    work += looked(rule, period) + found.length - before
    if (work < WORK_IN_STEP) continue
    work = 0
    yield undefined
  }
  return undefined
}

/** Follows a rule up to the horizon, in steps. */
export function* recurring({ rule: text, start, horizon, most, toWall }: Recurrence): Steps<Recurred> {
  const rule = ruleOf(text)
  if ('fault' in rule) return rule
  const until = lastOf(rule, toWall)
  if (until === undefined) return { fault: `UNTIL=${rule.until.slice(0, 40)} is not understood` }
  const startSecond = epochOfUtc(start)
  const day = Math.floor(startSecond / DAY)
  const times = timesOf(rule, startSecond - day * DAY)
  if (times === undefined) return TOO_OFTEN
  const last = Math.min(until, epochOfUtc(horizon))
  const found = yield* followed({ rule, start: civilDay(day), startSecond, times, last })
  if (found === undefined) return TOO_OFTEN
  return { walls: found.slice(-most).map(utcTimestamp), left: Math.max(0, found.length - most) }
}

/** The result of work in steps, all at once. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Follows a rule up to the horizon. */
export function recurrencesOf(recurrence: Recurrence): Recurred {
  return atOnce(recurring(recurrence))
}

/** The dates of a rule, one after another, in bounded time (RFC 5545 §3.3.10). Seconds count from 1970 as if the wall clock were UTC. */
import { occurrenceSecondsOfPeriod, ruleSecondsOfDay, untilSecond } from './recurrence.ts'
import {
  type CivilDay,
  civilDayOfNumber,
  monthStartDayNumber,
  periodAt,
  ruleDayNumbersWithin,
} from './recurrence-days.ts'
import type { Rule } from './recurrence-rule.ts'
import { epochOfUtc } from './timestamp.ts'
import { lastWallBegunAt } from './zones.ts'

const DAY = 86_400
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

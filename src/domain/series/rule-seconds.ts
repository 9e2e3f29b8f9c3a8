/** The dates of a rule, one after another, in bounded time (RFC 5545 §3.3.10). Seconds count from 1970 as if the wall clock were UTC. */
import { timesOf, untilSecond, within } from '../time/recurrence.ts'
import { type CivilDay, civilDay, monthStart, periodAt, ruleDaysWithin } from '../time/recurrence-days.ts'
import type { Rule } from '../time/recurrence-rule.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import { wallAt } from '../time/zones.ts'

const DAY = 86_400
/** The last second of the last year that timestamps have. */
const LAST_SECOND = epochOfUtc('9999-12-31 23:59:59')
/** The Gregorian calendar repeats after 400 years: so many days, weeks, months and years. */
const CYCLE = { DAILY: 146_097, WEEKLY: 20_871, MONTHLY: 4800, YEARLY: 400 } as const

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b))

/** The number of periods after which the dates of a rule repeat. */
function periodsInCycle({ frequency, interval }: Rule): number {
  return CYCLE[frequency] / divisor(CYCLE[frequency], interval)
}

/** The days of each day of the rule in a month; a daily rule is followed by whole months. */
function* dailySets(rule: Rule, start: CivilDay, from: CivilDay): Generator<readonly number[]> {
  const cycle = (CYCLE.MONTHLY * rule.interval) / divisor(CYCLE.DAILY, rule.interval)
  let empty = 0
  for (let month = from.month; empty <= cycle; month += 1) {
    const first = monthStart(from.year, month)
    if (first * DAY > LAST_SECOND) return
    const days = ruleDaysWithin(rule, start, first, monthStart(from.year, month + 1) - 1)
    const hit = days.filter((day) => day >= start.day && (day - start.day) % rule.interval === 0)
    empty = hit.length === 0 ? empty + 1 : 0
    for (const day of hit) yield [day]
  }
}

/** The index of the last period that begins no later than a day. */
function indexAt(rule: Rule, start: CivilDay, from: CivilDay): number {
  if (from.day <= start.day) return 0
  const months = (from.year - start.year) * 12 + from.month - start.month
  const passed = { DAILY: 0, WEEKLY: (from.day - start.day) / 7, MONTHLY: months, YEARLY: months / 12 }
  // One less, as weeks and years of whole weeks don't begin with the start.
  return Math.max(0, Math.floor(passed[rule.frequency] / rule.interval) - 1)
}

/** The days of each period from about `from` on; BYSETPOS selects among those of one. */
function* daySets(rule: Rule, start: CivilDay, from: CivilDay): Generator<readonly number[]> {
  if (rule.frequency === 'DAILY') return yield* dailySets(rule, start, from)
  const cycle = periodsInCycle(rule)
  let empty = 0
  for (let index = indexAt(rule, start, from); empty <= cycle; index += 1) {
    const { first, last } = periodAt(rule, start, index)
    // Days of the year 10000 have no timestamp; a large interval leads there at once.
    if (!(last * DAY <= LAST_SECOND)) return
    const days = ruleDaysWithin(rule, start, first, last)
    empty = days.length === 0 ? empty + 1 : 0
    if (days.length > 0) yield days
  }
}

/**
 * The dates that a rule has from `start` on, ascending, without regard to COUNT and UNTIL; those before `from` are left
 * out, without being computed one by one. `start` itself is only among them if the rule hits it. Ends with the year 9999,
 * or when no date can follow.
 */
export function* secondsFrom(rule: Rule, start: number, from = start): Generator<number> {
  const startDay = civilDay(Math.floor(start / DAY))
  const fromDay = from <= start ? startDay : civilDay(Math.floor(from / DAY))
  const times = timesOf(rule, start - startDay.day * DAY) ?? []
  let empty = 0
  for (const days of daySets(rule, startDay, fromDay)) {
    const before = empty
    for (const second of within(rule, days, times)) {
      if (second > LAST_SECOND) return
      if (second < start || second < from) continue
      empty = -1
      yield second
    }
    // BYSETPOS may select nothing although there are days.
    empty = empty === -1 ? 0 : before + 1
    if (empty > 2 * CYCLE.DAILY) return
  }
}

/** The dates that a rule has after `start`: as `secondsFrom`, without the start. */
export function* secondsAfter(rule: Rule, start: number, from = start): Generator<number> {
  for (const second of secondsFrom(rule, start, from)) if (second > start) yield second
}

/** The last second of a rule by its UNTIL in a zone; infinite without, undefined if UNTIL is not valid. */
export function lastSecond(rule: Rule, zone: string): number | undefined {
  return untilSecond(rule, (utc) => wallAt(epochOfUtc(utc), zone))
}

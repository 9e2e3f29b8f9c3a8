/** Faults of recurrence lines beyond their syntax. */
import { ruleSecondsOfDay } from '../time/recurrence.ts'
import { parseRule } from '../time/recurrence-rule.ts'
import { ruleSecondsAfter, untilSecondInZone } from '../time/rule-seconds.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import { occurrencesOfSeries } from './occurrence-starts.ts'
import type { Series } from './series.ts'

const DAY = 86_400

function ruleFault({ recurrence, start, zone }: Series): string | undefined {
  const rule = parseRule(recurrence.rule)
  if ('fault' in rule) return rule.fault
  const startSecond = epochOfUtc(start)
  const last = untilSecondInZone(rule, zone)
  if (last === undefined) return `UNTIL=${rule.until.slice(0, 40)} is not understood`
  if (last < startSecond) return 'UNTIL is before the start'
  if (ruleSecondsOfDay(rule, startSecond % DAY) === undefined)
    return 'BYHOUR, BYMINUTE and BYSECOND name too many times'
  const { done } = ruleSecondsAfter(rule, startSecond).next()
  return done === true && rule.count > 1 ? 'it never recurs' : undefined
}

/** Why a series can't be, with the part; undefined if it can. */
export function recurrenceFault(series: Series): string | undefined {
  const { rule, dates } = series.recurrence
  const fault = rule === '' ? undefined : ruleFault(series)
  if (fault !== undefined) return `RRULE: ${fault}`
  const [first] = dates
  const start = first?.isDay === true ? `${series.start.slice(0, 10)} 00:00:00` : series.start
  if (first !== undefined && first.wall < start) return 'RDATE: a date is before the start'
  const { done } = occurrencesOfSeries(series)[Symbol.iterator]().next()
  return done === true ? 'EXDATE: no occurrence is left' : undefined
}

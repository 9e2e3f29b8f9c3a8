/** Faults of recurrence lines beyond their syntax. */
import { addSentenceToReason, because, type RefusalReason } from '../../problem.ts'
import { ruleSecondsOfDay } from '../time/recurrence.ts'
import { parseRule } from '../time/recurrence-rule.ts'
import { ruleSecondsAfter, untilSecondInZone } from '../time/rule-seconds.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import { occurrencesOfSeries } from './occurrence-starts.ts'
import type { Series } from './series.ts'

const DAY = 86_400

function ruleFault({ recurrence, start, zone }: Series): RefusalReason | undefined {
  const rule = parseRule(recurrence.rule)
  if ('fault' in rule) return addSentenceToReason(rule.fault)
  const startSecond = epochOfUtc(start)
  const last = untilSecondInZone(rule, zone)
  if (last === undefined)
    return because('rule_not_understood', { part: 'UNTIL', text: rule.until.slice(0, 40) })
  if (last < startSecond) return because('until_before_start')
  if (ruleSecondsOfDay(rule, startSecond % DAY) === undefined) return because('too_many_times_of_day')
  const { done } = ruleSecondsAfter(rule, startSecond).next()
  return done === true && rule.count > 1 ? because('never_recurs') : undefined
}

/** Why a series can't be, with the part; undefined if it can. */
export function recurrenceFaultOfSeries(series: Series): RefusalReason | undefined {
  const { rule, dates } = series.recurrence
  const fault = rule === '' ? undefined : ruleFault(series)
  if (fault !== undefined) return because('wrong_part', { part: 'RRULE', why: fault })
  const [first] = dates
  const start = first?.isDay === true ? `${series.start.slice(0, 10)} 00:00:00` : series.start
  if (first !== undefined && first.wall < start) return because('date_before_start')
  const { done } = occurrencesOfSeries(series)[Symbol.iterator]().next()
  return done === true ? because('no_occurrence_left') : undefined
}

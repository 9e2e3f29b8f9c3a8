/** How many occurrences a series has in all. */
import type { Rule } from '../time/recurrence-rule.ts'
import { untilSecondInZone } from '../time/rule-seconds.ts'
import { epochOfUtc } from '../time/timestamp.ts'
import {
  MAX_OCCURRENCES_OF_NEW_SERIES,
  occurrencesOfSeries,
  ruleOfSeries,
  startSecondsOfRule,
} from './occurrence-starts.ts'
import type { Series } from './series.ts'

/** Maximum number of dates of a rule that are counted one by one. */
const MAX_COUNTED = 20_000

/** The number of a rule's dates, the start included; extrapolated if UNTIL is more than 20,000 dates away. */
function ruleTotal(series: Series, rule: Rule): number {
  if (rule.count > MAX_COUNTED && rule.count < Number.POSITIVE_INFINITY) return rule.count
  const start = epochOfUtc(series.start)
  let [count, last] = [0, start]
  for (const second of startSecondsOfRule(series)) {
    if (count === MAX_COUNTED) {
      const until = untilSecondInZone(rule, series.zone) ?? last
      return 1 + Math.floor(((MAX_COUNTED - 1) * (until - start)) / (last - start))
    }
    count += 1
    last = second
  }
  return count
}

/** Later dates are not settled to be counted: Temporal takes longer for the offsets of the far future. */
const FAR = '2100-01-01 00:00:00'

/**
 * The number of occurrences that the rule, RDATE and EXDATE give together; null without end. Exact for up to 1,000 before the
 * year 2100. Otherwise RDATE and EXDATE are taken as dates outside and within the rule, and UNTIL may be extrapolated.
 */
export function occurrenceCount(series: Series): number | null {
  const rule = ruleOfSeries(series)
  if (rule !== undefined && rule.count === Number.POSITIVE_INFINITY && rule.until === '') return null
  let count = 0
  let isWhole = true
  for (const { recurrenceId } of occurrencesOfSeries(series)) {
    isWhole = rule === undefined || (count < MAX_OCCURRENCES_OF_NEW_SERIES && recurrenceId < FAR)
    if (!isWhole) break
    count += 1
  }
  if (isWhole || rule === undefined) return count
  const { dates, exclusions } = series.recurrence
  return Math.max(count, ruleTotal(series, rule) + dates.length - exclusions.length)
}

/** The recurrence set of a series as other calendar programs compute it (RFC 5545 §3.8.5.3), beside its occurrences. */

import { ruleSecondsFrom, untilSecondInZone } from '../time/rule-seconds.ts'
import { basicTimestamp, epochOfUtc, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { epochOfWall } from '../time/zones.ts'
import {
  exclusionTest,
  ruleOfSeries,
  secondOfRecurrenceDate,
  startSecondsBeforeExclusions,
  wallClockOfDateSecond,
} from './occurrence-starts.ts'
import { ruleWithEnd } from './rule-parts.ts'
import type { Series } from './series.ts'

/** One date of the rule or of RDATE. */
export interface Instance {
  /** The wall clock time that the rule gives, which the zone may skip. */
  readonly wall: string
  /** The `recurrenceId` of its occurrence; "" if EXDATE takes it out, or an earlier date has the same occurrence. */
  readonly recurrenceId: string
}

/** The dates of a series up to a wall clock time, inclusive, ascending, before EXDATE. */
export function instancesUpTo(series: Series, until: string): readonly Instance[] {
  const isExcluded = exclusionTest(series)
  const walls = new Set<string>()
  for (const second of startSecondsBeforeExclusions(series)) {
    const wall = utcTimestampOfEpoch(second)
    if (wall > until) break
    walls.add(wall)
  }
  const seen = new Set<string>()
  // A date that the zone has comes before one that it moves there.
  const settled = [...walls].map((wall) => ({ wall, id: wallClockOfDateSecond(epochOfUtc(wall), series) }))
  for (const { wall, id } of settled) if (wall === id) seen.add(id)
  return settled.map(({ wall, id }) => {
    const isFirst = wall === id || !seen.has(id)
    seen.add(id)
    return { wall, recurrenceId: isFirst && !isExcluded(id) ? id : '' }
  })
}

/** The last wall clock time of RDATE and EXDATE; "" without any. */
export function lastRdateOrExdate(series: Series): string {
  const { dates, exclusions } = series.recurrence
  const walls = [...dates, ...exclusions].map((date) =>
    utcTimestampOfEpoch(secondOfRecurrenceDate(date, series)),
  )
  return walls.reduce((last, wall) => (wall > last ? wall : last), '')
}

/** Whether the rule gives the start by itself. */
export function isSeriesStartGivenByItsRule(series: Series): boolean {
  const rule = ruleOfSeries(series)
  const start = epochOfUtc(series.start)
  return rule !== undefined && ruleSecondsFrom(rule, start).next().value === start
}

/** Dates of a rule with COUNT that are followed to say its end by UNTIL. */
const MAX_FOLLOWED = 2000

function lastDate(series: Series): string | undefined {
  let [last, count] = [series.start, 0]
  for (const second of startSecondsBeforeExclusions({
    ...series,
    recurrence: { ...series.recurrence, dates: [] },
  })) {
    last = utcTimestampOfEpoch(second)
    count += 1
    if (count > MAX_FOLLOWED) return undefined
  }
  return last
}

/**
 * The rule as other programs understand it: UNTIL in UTC or as a day (RFC 5545 §3.3.10), and in place of a COUNT that
 * counts a start outside the rule. "" without a rule.
 */
export function interchangeRule(series: Series): string {
  const { recurrence, zone, allDay } = series
  const rule = ruleOfSeries(series)
  if (rule === undefined) return ''
  const isCounted = rule.count < Number.POSITIVE_INFINITY
  if (rule.until === '' && (!isCounted || isSeriesStartGivenByItsRule(series))) return recurrence.rule
  const until = isCounted
    ? lastDate(series)
    : utcTimestampOfEpoch(untilSecondInZone(rule, zone) ?? epochOfUtc(series.start))
  if (until === undefined) return recurrence.rule
  if (allDay) return ruleWithEnd(recurrence.rule, { UNTIL: basicTimestamp(until).slice(0, 8) })
  if (rule.until.endsWith('Z')) return recurrence.rule
  // Of a time that the clocks repeat, the rule has the first.
  return ruleWithEnd(recurrence.rule, {
    UNTIL: `${basicTimestamp(utcTimestampOfEpoch(epochOfWall(until, zone)))}Z`,
  })
}

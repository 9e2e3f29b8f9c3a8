/** Moving a series by a distance on the wall clock (contract §10.3, all). */
import type { Rule } from '../time/recurrence-rule.ts'
import { untilSecondInZone } from '../time/rule-seconds.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { ruleOfSeries, startSecondsOfRule } from './occurrence-starts.ts'
import { rulePartsOf, ruleWithEnd } from './rule-parts.ts'
import type { FirstOccurrenceTimes, RecurrenceDate, Series } from './series.ts'
import { untilText } from './split-series.ts'

/** The number of seconds from one timestamp to another on the wall clock. */
export function secondsBetweenWallTimes(from: string, to: string): number {
  return epochOfUtc(to) - epochOfUtc(from)
}

/** The dates moved; those of a day move by whole days, or become times of their own. */
function movedDates(
  dates: readonly RecurrenceDate[],
  seconds: number,
  from: Series,
  to: FirstOccurrenceTimes,
) {
  return dates.map(({ wall, isDay }): RecurrenceDate => {
    const own = isDay && !from.allDay ? `${wall.slice(0, 10)}${from.start.slice(10)}` : wall
    const moved = plusSeconds(own, seconds)
    return isDay || to.allDay
      ? { wall: `${moved.slice(0, 10)} 00:00:00`, isDay: true }
      : { wall: moved, isDay: false }
  })
}

/** UNTIL moved: a day stays a day, a time is written anew. */
function movedRule(series: Series, rule: Rule, seconds: number, to: FirstOccurrenceTimes): string {
  const { recurrence, zone, start } = series
  if (rule.until === '') return recurrence.rule
  const last = untilSecondInZone(rule, zone) ?? epochOfUtc(start)
  const moved = utcTimestampOfEpoch(last + seconds)
  const isDay = /^\d{8}$/.test(rule.until)
  const days = plusSeconds(`${utcTimestampOfEpoch(last).slice(0, 10)}${start.slice(10)}`, seconds)
  return ruleWithEnd(recurrence.rule, {
    UNTIL: untilText(isDay ? days : moved, { zone: to.zone, allDay: isDay || to.allDay }),
  })
}

/**
 * The series with the times `to` for its first occurrence; RDATE, EXDATE and UNTIL move by as much on the wall clock. The days
 * that the rule names stay: see `unmovableRulePartsOfSeries`.
 */
export function seriesMovedToTimes(series: Series, to: FirstOccurrenceTimes): Series {
  const seconds = secondsBetweenWallTimes(series.start, to.start)
  const { recurrence } = series
  const isSameClock = seconds === 0 && to.zone === series.zone && to.allDay === series.allDay
  // What is in UTC stays as it was written.
  if (isSameClock) return { ...to, recurrence }
  const rule = ruleOfSeries(series)
  return {
    ...to,
    recurrence: {
      rule: rule === undefined ? recurrence.rule : movedRule(series, rule, seconds, to),
      dates: movedDates(recurrence.dates, seconds, series, to),
      exclusions: movedDates(recurrence.exclusions, seconds, series, to),
    },
  }
}

/** Dates that are compared to see whether a rule moves along. */
const COMPARED = 150

function firstDates(series: Series): readonly number[] {
  const dates: number[] = []
  for (const second of startSecondsOfRule(series)) {
    dates.push(second)
    if (dates.length === COMPARED) break
  }
  return dates
}

/**
 * The parts of the rule that a move would leave: the BY… parts that name days or times, or FREQ for a day of the month that
 * not every month has. Empty if the rule gives the moved dates as it is.
 */
export function unmovableRulePartsOfSeries(series: Series, to: FirstOccurrenceTimes): readonly string[] {
  const seconds = secondsBetweenWallTimes(series.start, to.start)
  const rule = ruleOfSeries(series)
  if (seconds === 0 || rule === undefined) return []
  const moved = firstDates(seriesMovedToTimes(series, to))
  const expected = firstDates(series).map((second) => second + seconds)
  if (moved.join() === expected.join()) return []
  const names = rulePartsOf(series.recurrence.rule).map(([name]) => name)
  const named = names.filter((name) => name.startsWith('BY'))
  return named.length > 0 ? named : ['FREQ']
}

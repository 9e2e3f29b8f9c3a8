/** Cutting a series in two (contract §10.3, following): no occurrence changes its time. */

import { ruleSecondsFrom, untilSecondInZone } from '../time/recurrence.ts'
import type { Rule } from '../time/recurrence-rule.ts'
import { basicTimestamp, epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../time/timestamp.ts'
import { epochOfWall, wallAt } from '../time/zones.ts'
import {
  exclusionTest,
  type FirstOccurrenceTimes,
  makeOccurrence,
  occurrencesOfSeries,
  type RecurrenceDate,
  type RecurrenceLines,
  ruleOfSeries,
  type Series,
  secondOfRecurrenceDate,
  startSecondsBeforeExclusions,
  startSecondsOfRule,
  wallClockOfDateSecond,
} from './occurrences.ts'
import { distinctDates, rulePartsOf, ruleWithEnd } from './recurrence-lines.ts'

const DAY = 86_400

/** UNTIL for a last date on the wall clock; in UTC (RFC 5545 §3.3.10), or local where UTC does not lead back to it. */
function untilText(wall: string, { zone, allDay }: Pick<Series, 'zone' | 'allDay'>): string {
  if (allDay) return basicTimestamp(wall).slice(0, 8)
  const epoch = epochOfWall(wall, zone)
  return wallAt(epoch, zone) === wall
    ? `${basicTimestamp(utcTimestampOfEpoch(epoch))}Z`
    : basicTimestamp(wall)
}

/** The rule's dates before an occurrence, and the first one that is not. */
interface RuleParts {
  readonly kept: readonly number[]
  readonly next: number | undefined
}

function ruleParts(series: Series, recurrenceId: string): RuleParts {
  const kept: number[] = []
  // Dates move forward only, and by less than two days.
  const near = epochOfUtc(recurrenceId) - 2 * DAY
  for (const second of startSecondsOfRule(series)) {
    if (second > near && wallClockOfDateSecond(second, series) >= recurrenceId) return { kept, next: second }
    kept.push(second)
  }
  return { kept, next: undefined }
}

/** The dates of RDATE or EXDATE on one side of the cut. A day stays with the occurrences that begin on it, on both sides if need be. */
function datesOn(side: 'before' | 'after', dates: readonly RecurrenceDate[], at: string, series: Series) {
  const isExclusion = dates === series.recurrence.exclusions
  return dates.filter((date) => {
    const isAfter = wallClockOfDateSecond(secondOfRecurrenceDate(date, series), series) >= at
    const isSameDay = isExclusion && date.isDay && date.wall.slice(0, 10) === at.slice(0, 10)
    return isSameDay || isAfter === (side === 'after')
  })
}

/** The lines of the part before. A series whose start alone is left keeps a rule of one. */
function linesBefore(series: Series, at: string, { kept }: RuleParts): RecurrenceLines {
  const { recurrence } = series
  const dates = datesOn('before', recurrence.dates, at, series)
  const exclusions = datesOn('before', recurrence.exclusions, at, series)
  const last = utcTimestampOfEpoch(kept.at(-1) ?? epochOfUtc(series.start))
  const isCounted = ruleOfSeries(series)?.count !== Number.POSITIVE_INFINITY || kept.length === 1
  const end = isCounted ? { COUNT: kept.length } : { UNTIL: untilText(last, series) }
  const rule = recurrence.rule === '' ? '' : ruleWithEnd(recurrence.rule, end)
  return { rule: rule === '' && dates.length === 0 ? ONCE : rule, dates, exclusions }
}

const ONCE = 'FREQ=DAILY;COUNT=1'

/** The rule without the dates before `index`, the number of those. */
function ruleFrom(text: string, { count }: Rule, index: number): string {
  return count === Number.POSITIVE_INFINITY ? text : ruleWithEnd(text, { COUNT: count - index })
}

/**
 * Returns the lines of the part of a series that begins with an occurrence, before which the rule has so many dates: COUNT without these,
 * and the dates and exclusions from there on.
 */
export function recurrenceLinesOfSeriesFrom(series: Series, at: string, passed: number): RecurrenceLines {
  const rule = ruleOfSeries(series)
  const { dates, exclusions } = series.recurrence
  return {
    // The occurrence itself counts, whether or not the rule hits it.
    rule: rule === undefined ? '' : ruleFrom(series.recurrence.rule, rule, Math.min(passed, rule.count - 1)),
    dates: datesOn('after', dates, at, series),
    exclusions: datesOn('after', exclusions, at, series),
  }
}

/** The series with another start, which lasts as long by the wall clock. */
function startingAt(series: Series, second: number, recurrence: RecurrenceLines): Series {
  const { start, end } = makeOccurrence(utcTimestampOfEpoch(second), series)
  return { ...series, start, end, recurrence }
}

/** The dates without a rule: the first of them is the start. */
function withoutRule(series: Series, dates: readonly RecurrenceDate[], lines: RecurrenceLines): Series {
  const seconds = dates.map((date) => secondOfRecurrenceDate(date, series)).sort((a, b) => a - b)
  const [first = epochOfUtc(series.start), ...others] = seconds.map((second) =>
    epochOfUtc(wallClockOfDateSecond(second, series)),
  )
  const rest = others
    .filter((second) => second > first)
    .map((second) => ({ wall: utcTimestampOfEpoch(second), isDay: series.allDay }))
  const rule = rest.length === 0 ? ONCE : ''
  return startingAt(series, first, { rule, dates: rest, exclusions: lines.exclusions })
}

/** Occurrences that are compared before a rule with another start is trusted. */
const COMPARED = 60

function idsFrom(series: Series, from: string): readonly string[] {
  const ids: string[] = []
  for (const { recurrenceId } of occurrencesOfSeries(series, from)) {
    if (recurrenceId >= from) ids.push(recurrenceId)
    if (ids.length === COMPARED) break
  }
  return ids
}

const isSame = (ids: readonly string[], others: readonly string[]) => ids.join() === others.join()

/** The rule from one of its dates on; those between that and the cut are taken out by EXDATE. */
function anchoredAt(index: number, series: Series, lines: RecurrenceLines, dates: readonly number[]): Series {
  const rule = ruleOfSeries(series)
  const text = rule === undefined ? '' : ruleFrom(series.recurrence.rule, rule, index)
  const passed = dates.slice(index).map((second) => ({
    wall: wallClockOfDateSecond(second, series),
    isDay: series.allDay,
  }))
  const exclusions = distinctDates([...passed, ...lines.exclusions])
  return startingAt(series, dates[index] ?? 0, { rule: text, dates: lines.dates, exclusions })
}

/** How many dates of the rule are tried as the start of a part; the first start of all always fits. */
const MAX_ANCHORS = 20

function partAfter(series: Series, at: string, { kept, next }: RuleParts, lines: RecurrenceLines): Series {
  if (next === undefined) return withoutRule(series, lines.dates, lines)
  const wanted = idsFrom(series, at)
  const fits = (part: Series, second: number) =>
    wallClockOfDateSecond(second, series) === utcTimestampOfEpoch(second) && isSame(idsFrom(part, at), wanted)
  const rule = ruleOfSeries(series)
  if (rule !== undefined && wallClockOfDateSecond(next, series) === at) {
    const text = ruleFrom(series.recurrence.rule, rule, kept.length)
    const part = startingAt(series, next, { ...lines, rule: text })
    if (fits(part, next)) return part
  }
  for (let index = kept.length - 1; index > Math.max(0, kept.length - MAX_ANCHORS); index -= 1) {
    const part = anchoredAt(index, series, lines, kept)
    if (fits(part, kept[index] ?? 0)) return part
  }
  return anchoredAt(0, series, lines, kept)
}

/** The dates as times of their own, as the start of the other part may be at another time of day. */
const timed = (dates: readonly RecurrenceDate[], series: Series): readonly RecurrenceDate[] =>
  series.allDay
    ? dates
    : dates.map((date) =>
        date.isDay ? { wall: utcTimestampOfEpoch(secondOfRecurrenceDate(date, series)), isDay: false } : date,
      )

/**
 * Cuts a series before an occurrence, named by its `recurrenceId`. Together the parts have exactly the occurrences of the
 * whole; the second may start at an earlier date, which EXDATE takes out. Undefined if it is the first one: nothing is before it.
 */
export function splitSeriesBefore(series: Series, recurrenceId: string) {
  if (recurrenceId <= series.start) return undefined
  const parts = ruleParts(series, recurrenceId)
  const { dates, exclusions } = series.recurrence
  const lines: RecurrenceLines = {
    rule: '',
    dates: timed(datesOn('after', dates, recurrenceId, series), series),
    exclusions: datesOn('after', exclusions, recurrenceId, series),
  }
  return {
    before: { ...series, recurrence: linesBefore(series, recurrenceId, parts) },
    after: partAfter(series, recurrenceId, parts, lines),
  }
}

// Moving a series by a distance on the wall clock (contract §10.3, all).

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
const COMPARED_OF_MOVED = 150

function firstDates(series: Series): readonly number[] {
  const dates: number[] = []
  for (const second of startSecondsOfRule(series)) {
    dates.push(second)
    if (dates.length === COMPARED_OF_MOVED) break
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

// The recurrence set of a series as other calendar programs compute it (RFC 5545 §3.8.5.3), beside its occurrences.

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

/** A series: the times of its first occurrence and its rule, and its occurrences (RFC 5545 §3.8.5). */

import { Temporal } from 'temporal-polyfill'
import { because, type RefusalReason } from '../../problem.ts'
import { uidOfOccurrence } from '../import-source.ts'
import { epochOfInstant, type Moment } from '../time/moment.ts'
import { ruleSecondsAfter, untilSecondInZone } from '../time/recurrence.ts'
import { parseRule, type Rule } from '../time/recurrence-rule.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../time/timestamp.ts'
import {
  epochOfWall,
  firstAndLastSecondOfDay,
  secondMovedPastGap,
  wallAt,
  wallMovedPastGap,
} from '../time/zones.ts'

// The parts of a series: the times of its first occurrence and its recurrence lines (RFC 5545 §3.8.5).

/** The times of the first occurrence, as timestamps on the wall clock of the zone. */
export interface FirstOccurrenceTimes {
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly allDay: boolean
}

/** One date of RDATE or EXDATE: a timestamp on the wall clock of the series. Of a day, the time is 00:00:00. */
export interface RecurrenceDate {
  readonly wall: string
  readonly isDay: boolean
  /** The instant that was sent, in seconds since 1970 UTC, where the clocks repeat the wall clock time. */
  readonly epoch?: number
}

/** The recurrence lines of a series, parsed. */
export interface RecurrenceLines {
  /** The value of RRULE in capitals, its parts as they were ordered; "" if there is none. */
  readonly rule: string
  /** RDATE, ascending. */
  readonly dates: readonly RecurrenceDate[]
  /** EXDATE, ascending. */
  readonly exclusions: readonly RecurrenceDate[]
}

/** All that decides when a series takes place. */
export interface Series extends FirstOccurrenceTimes {
  readonly recurrence: RecurrenceLines
}

/** One occurrence: where the rule puts it, and its start and end, as timestamps on the wall clock of the series. */
export interface Occurrence {
  readonly recurrenceId: string
  readonly start: string
  readonly end: string
  /** The instant of the start, in seconds since 1970 UTC: the second one of a repeated wall clock time, if RDATE names it. */
  readonly startEpoch: number
}

/** Returns the occurrence that is like most others: the first outside of the trash without fields of its own, else the first. */
export const typicalOccurrence = <O extends { readonly own_fields: string; readonly status: string }>(
  all: readonly O[],
): O | undefined => all.find(({ own_fields, status }) => own_fields === '[]' && status !== 'trash') ?? all[0]

/** Why recurrence lines are refused. */
export interface RecurrenceFault {
  readonly fault: RefusalReason
}

// The occurrences of a series (contract §10.1), one after another, on the wall clock of its zone.

/** Maximum number of occurrences up to the horizon when a series is made (contract §10.1). */
const MAX_OCCURRENCES_OF_NEW_SERIES = 1000

const DAY = 86_400
const dayOf = (wall: string) => wall.slice(0, 10)

/** The parsed rule of a series; undefined without one, or if the stored text is damaged. */
export function ruleOfSeries({ recurrence }: Pick<Series, 'recurrence'>): Rule | undefined {
  const rule = recurrence.rule === '' ? undefined : parseRule(recurrence.rule)
  return rule === undefined || 'fault' in rule ? undefined : rule
}

/**
 * The dates of the rule ascending, the start first: seconds since 1970 as if the wall clock were UTC, before gaps are
 * skipped. Those before `from` are left out where COUNT allows.
 */
export function* startSecondsOfRule(series: Series, from = series.start): Generator<number> {
  const start = epochOfUtc(series.start)
  const rule = ruleOfSeries(series)
  yield start
  if (rule === undefined) return
  const last = untilSecondInZone(rule, series.zone) ?? start
  let left = rule.count - 1
  if (left <= 0) return
  for (const second of ruleSecondsAfter(
    rule,
    start,
    // One that a zone skips moves forward, by a day at most: it may take place at `from`.
    left < Number.POSITIVE_INFINITY ? start : epochOfUtc(from) - DAY,
  )) {
    if (second > last) return
    yield second
    left -= 1
    if (left <= 0) return
  }
}

/** As `wallClockOfDateSecond`, in seconds. */
function settledStart(second: number, { zone, allDay }: Pick<Series, 'zone' | 'allDay'>): number {
  if (!allDay) return secondMovedPastGap(second, zone)
  return epochOfUtc(wallAt(firstAndLastSecondOfDay(dayOf(utcTimestampOfEpoch(second)), zone).first, zone))
}

/** The wall clock time at which a date takes place: a time or a day that the zone skips moves forward. */
export const wallClockOfDateSecond = (second: number, series: Pick<Series, 'zone' | 'allDay'>): string =>
  utcTimestampOfEpoch(settledStart(second, series))

/** The seconds of RDATE or EXDATE; a day of a series with times means the time of its start. */
export function secondOfRecurrenceDate({ wall, isDay }: RecurrenceDate, { start, allDay }: Series): number {
  return epochOfUtc(isDay && !allDay ? `${dayOf(wall)}${start.slice(10)}` : wall)
}

/** The length of each occurrence on the wall clock: whole days minus one second for days, else seconds. */
const lengthOf = ({ start, end }: Series) => epochOfUtc(end) - epochOfUtc(start)

/** The end of the occurrence at a settled wall clock time. */
function endAt(recurrenceId: string, series: Series): string {
  const { zone, allDay } = series
  if (!allDay) return wallMovedPastGap(plusSeconds(recurrenceId, lengthOf(series)), zone)
  const days = Math.round((epochOfUtc(dayOf(series.end)) - epochOfUtc(dayOf(series.start))) / DAY)
  const last = plusSeconds(dayOf(recurrenceId), days * DAY)
  return wallAt(firstAndLastSecondOfDay(dayOf(last), zone).last, zone)
}

/**
 * The instants of the dates at a settled wall clock time, ascending: the first one of the rule and of dates on the wall clock, and those
 * that RDATE names where the clocks repeat the time.
 */
export function instantsOfDatesAt(recurrenceId: string, series: Series): readonly number[] {
  const first = epochOfWall(recurrenceId, series.zone)
  const { recurrence } = series
  const named = recurrence.dates.flatMap(({ wall, epoch }) =>
    wall === recurrenceId && epoch !== undefined ? [epoch] : [],
  )
  if (named.length === 0) return [first]
  const dates = recurrence.dates.filter(({ epoch }) => epoch === undefined)
  const second = epochOfUtc(recurrenceId)
  for (const one of startSecondsBeforeExclusions(
    { ...series, recurrence: { ...recurrence, dates } },
    recurrenceId,
  )) {
    if (one === second) named.push(first)
    if (one >= second) break
  }
  return [...new Set(named)].sort((a, b) => a - b)
}

/** Returns the instants that EXDATE names where the clocks repeat a time. */
const instantsExcluded = ({ recurrence }: Series): ReadonlySet<number> =>
  new Set(recurrence.exclusions.flatMap(({ epoch }) => epoch ?? []))

/** The instant of an occurrence: of two dates at the same wall clock time, the earlier one that EXDATE left. */
function startEpochAt(recurrenceId: string, series: Series): number {
  if (series.recurrence.dates.every(({ epoch }) => epoch === undefined))
    return epochOfWall(recurrenceId, series.zone)
  const excluded = instantsExcluded(series)
  const all = instantsOfDatesAt(recurrenceId, series)
  return all.find((epoch) => !excluded.has(epoch)) ?? all[0] ?? epochOfWall(recurrenceId, series.zone)
}

/** The occurrence at a settled wall clock time. It lasts as long as the first one by the wall clock. */
export function makeOccurrence(recurrenceId: string, series: Series): Occurrence {
  return {
    recurrenceId,
    start: recurrenceId,
    get startEpoch() {
      return startEpochAt(recurrenceId, series)
    },
    // Of most occurrences of a long series only the place is asked for (`npm run trial imports`).
    get end() {
      return endAt(recurrenceId, series)
    },
  }
}

/** The dates of the rule and of RDATE together, ascending, as `startSecondsOfRule`; a date may be there twice. */
export function* startSecondsBeforeExclusions(series: Series, from = series.start): Generator<number> {
  const dates = series.recurrence.dates
    .map((date) => secondOfRecurrenceDate(date, series))
    .sort((a, b) => a - b)
  let at = 0
  for (const second of startSecondsOfRule(series, from)) {
    for (; (dates[at] ?? Number.POSITIVE_INFINITY) <= second; at += 1) yield dates[at] ?? second
    yield second
  }
  yield* dates.slice(at)
}

/** Whether EXDATE has taken out an occurrence, by its `recurrenceId`; a day takes out all that begin on it. */
export function exclusionTest(series: Series): (recurrenceId: string) => boolean {
  const { exclusions } = series.recurrence
  const days = new Set(exclusions.filter(({ isDay }) => isDay).map(({ wall }) => dayOf(wall)))
  const moments = exclusions.filter(({ isDay, epoch }) => !isDay && epoch === undefined)
  const instants = instantsExcluded(series)
  const walls = new Set(
    moments.map((date) => wallClockOfDateSecond(secondOfRecurrenceDate(date, series), series)),
  )
  const areInstantsExcluded = (recurrenceId: string) =>
    instants.size > 0 && instantsOfDatesAt(recurrenceId, series).every((epoch) => instants.has(epoch))
  return (recurrenceId) =>
    walls.has(recurrenceId) || days.has(dayOf(recurrenceId)) || areInstantsExcluded(recurrenceId)
}

/** The settled dates of a series ascending, each once, EXDATE included, in seconds as `startSecondsOfRule`. */
function* settledDates(series: Series, from: string): Generator<number> {
  let pending: number[] = []
  let last = Number.NEGATIVE_INFINITY
  const ready = function* (before: number) {
    for (const second of pending.filter((one) => one < before).sort((a, b) => a - b)) {
      if (second > last) yield second
      last = second
    }
    pending = pending.filter((one) => one >= before)
  }
  for (const second of startSecondsBeforeExclusions(series, from)) {
    // Later dates move forward only, so that none of them comes before this one.
    if (pending.length > 0) yield* ready(second)
    const settled = settledStart(second, series)
    if (pending.length > 0 || settled > second) pending.push(settled)
    else {
      // Most dates stay, and nothing waits for its turn (`npm run trial imports`).
      if (second > last) yield second
      last = second
    }
  }
  yield* ready(Number.POSITIVE_INFINITY)
}

/** The places of the occurrences of a series in seconds, as `startSecondsOfRule`. */
function* recurrenceSeconds(series: Series, from: string): Generator<number> {
  const [isExcluded, isWhole] = [exclusionTest(series), series.recurrence.exclusions.length === 0]
  for (const second of settledDates(series, from))
    if (isWhole || !isExcluded(utcTimestampOfEpoch(second))) yield second
}

/** The wall clock times at which the rule puts the occurrences of a series: as `occurrences`, without their ends. */
export function* recurrenceIdsOfSeries(series: Series, from = series.start): Generator<string> {
  for (const second of recurrenceSeconds(series, from)) yield utcTimestampOfEpoch(second)
}

/** Returns those up to a horizon, a timestamp on the wall clock of the series, in seconds as `startSecondsOfRule`. */
export function recurrenceSecondsUpTo(series: Series, horizon: string): readonly number[] {
  const [seconds, last]: [number[], number] = [[], epochOfUtc(horizon)]
  for (const second of recurrenceSeconds(series, series.start)) {
    if (second > last) break
    seconds.push(second)
  }
  return seconds
}

/**
 * The occurrences of a series in order, without end if the rule has none: the start first, unless EXDATE takes it out. No two share a
 * `recurrenceId`. Occurrences before `from`, a timestamp, may be left out.
 */
export function* occurrencesOfSeries(series: Series, from = series.start): Generator<Occurrence> {
  for (const id of recurrenceIdsOfSeries(series, from)) yield makeOccurrence(id, series)
}

/**
 * The occurrences whose `recurrenceId` is after `after` and not after `horizon`, both timestamps on the wall clock of the
 * series; the first `most` of them.
 */
export function occurrencesBetween(
  series: Series,
  after: string,
  horizon: string,
  most = Number.POSITIVE_INFINITY,
): readonly Occurrence[] {
  const found: Occurrence[] = []
  for (const one of occurrencesOfSeries(series, after === '' ? series.start : after)) {
    if (one.recurrenceId > horizon || found.length >= most) break
    if (one.recurrenceId > after) found.push(one)
  }
  return found
}

/**
 * The occurrences up to the horizon, inclusive, a timestamp on the wall clock of the series. The first one is there even if
 * it is later. Or the fault, if there are more than `most`, by default 1,000.
 */
export function occurrencesUpTo(
  series: Series,
  horizon: string,
  most = MAX_OCCURRENCES_OF_NEW_SERIES,
): readonly Occurrence[] | RecurrenceFault {
  const found: Occurrence[] = []
  for (const one of occurrencesOfSeries(series)) {
    if (one.recurrenceId > horizon && found.length > 0) break
    if (found.length === most)
      return { fault: because('too_many_occurrences', { most, until: dayOf(horizon) }) }
    found.push(one)
  }
  return found
}

// The places of occurrences while a move of their series reaches them part by part (contract §10.4): those that it has not reached are
// where the former rule put them.

/** How far a move has come. A move to later times begins with the last place, one to earlier times with the first, so that none is taken. */
export interface MoveProgress {
  /** The seconds of wall clock time by which places are later than before; 0 if the move has reached all of them. */
  readonly moved_by: number
  /** The former place that it has reached last. */
  readonly moved_to: string
}

/** No move, or one that has reached all places. */
export const noMoveInProgress: MoveProgress = { moved_by: 0, moved_to: '' }

/** Returns a move that has not reached any place. */
export const unstartedMoveBySeconds = (seconds: number): MoveProgress => ({
  moved_by: seconds,
  // Greater than any timestamp.
  moved_to: seconds > 0 ? '~' : '',
})

/** Whether a move has not reached the occurrence at a place. */
export const isRecurrenceIdNotYetMoved = ({ moved_by, moved_to }: MoveProgress, place: string): boolean =>
  moved_by > 0 ? place < moved_to : moved_by < 0 && place > moved_to

/** Returns where a move puts the occurrence at a former place, in the terms of the moved series. */
export const recurrenceIdAfterMove = (
  { moved_by }: MoveProgress,
  place: string,
  series: Pick<FirstOccurrenceTimes, 'zone' | 'allDay'>,
): string => wallClockOfDateSecond(epochOfUtc(place) + moved_by, series)

/** Returns where the rule puts the occurrence at a stored place. */
export const recurrenceIdByRuleInMove = (
  move: MoveProgress,
  place: string,
  series: Pick<FirstOccurrenceTimes, 'zone' | 'allDay'>,
): string => (isRecurrenceIdNotYetMoved(move, place) ? recurrenceIdAfterMove(move, place, series) : place)

// How many occurrences a series has in all.

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

// The UID by which an event that left its series is found again.

/** Returns the UID of an occurrence outside of its series: the instant at which the rule puts it, and the UID of the series. */
export function standaloneOccurrenceUid(
  uid: string,
  recurrenceId: string,
  { zone, allDay }: Pick<Series, 'zone' | 'allDay'>,
) {
  const epoch = allDay ? epochOfUtc(`${recurrenceId.slice(0, 10)} 00:00:00`) : epochOfWall(recurrenceId, zone)
  return uidOfOccurrence(uid, utcTimestampOfEpoch(epoch).replace(/[-:]/g, '').replace(' ', 'T'))
}

// The horizon of series (contract §10.1): how far ahead occurrences are made.

/** A number of months or years, from 1 month to 10 years. */
export interface HorizonDuration {
  readonly months: number
}

export const TWO_YEAR_HORIZON: HorizonDuration = { months: 24 }
const MAX_MONTHS = 120

/** Reads `N months` or `N years`, from 1 month to 10 years; undefined for other texts. */
export function parseHorizonDuration(text: string): HorizonDuration | undefined {
  const [, count = '', unit = ''] = /^\s*(\d{1,3})\s*(month|year)s?\s*$/i.exec(text) ?? []
  const months = Number(count) * (unit.toLowerCase() === 'year' ? 12 : 1)
  return count !== '' && months >= 1 && months <= MAX_MONTHS ? { months } : undefined
}

/** The last second of the horizon's day, as a timestamp on the wall clock of a zone. */
export function horizonWall({ months }: HorizonDuration, { now }: Pick<Moment, 'now'>, zone: string): string {
  const today = Temporal.PlainDate.from(wallAt(epochOfInstant(now), zone).slice(0, 10))
  return `${today.add({ months })} 23:59:59`
}

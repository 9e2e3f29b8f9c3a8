/** Converts a recurring VEVENT to a stored series with exactly the same instants. */
import { instantsOfDatesAt, recurrenceIdsOfSeries } from '../../../domain/series/occurrence-starts.ts'
import { parseSentRecurrence } from '../../../domain/series/recurrence-lines.ts'
import type { FirstOccurrenceTimes, Series } from '../../../domain/series/series.ts'
import type { WorkInSteps } from '../../../domain/time/recurrence.ts'
import {
  basicTimestamp,
  epochOfUtc,
  plusSeconds,
  utcTimestampOfEpoch,
} from '../../../domain/time/timestamp.ts'
import { isWallClockAtEpochRepeated } from '../../../domain/time/zone-transitions.ts'
import { epochOfWall, storedZoneName, wallAt } from '../../../domain/time/zones.ts'
import { because, type RefusalReason } from '../../../problem.ts'
import { hasOnlyEndingRules, startsNearNow } from '../nearest.ts'
import { recurringStarts } from '../occurrences.ts'
import { type Component, propertyNamed, unescapedText } from '../text/content-lines.ts'
import {
  DAY_SECONDS,
  dateOnClockAtEpoch,
  type MomentOrDay,
  noteUnclearDate,
  type OccurrenceSpan,
  readMomentsOrDays,
  type TimesContext,
} from '../zones/event-times.ts'
import { hasSeriesEnd, isFollowableInSteps } from './imported-part.ts'
import { seriesTimesOfSpan } from './moved-part.ts'

// Series in a zone that no stored zone behaves like.

const DAY = 86_400

/** The maximum corrections of a series. */
const MAX_CORRECTED = 1500

/**
 * Returns a series whose rule recurs on the clock of another zone than its source's. Where that clock shows another time, the
 * right start replaces the one of the rule. `starts` are the starts of the source that are imported, in order, in seconds since
 * 1970 UTC. Notes what follows the other clock later. Undefined if too much would be replaced.
 */
function seriesWithStartsCorrected(
  series: Series,
  starts: readonly number[],
  times: TimesContext,
): Series | undefined {
  const [first, last] = [starts[0], starts.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const { zone, allDay, recurrence } = series
  const right = new Set(starts.map((epoch) => wallAt(epoch, zone)))
  const [from, to] = [wallAt(first - DAY, zone), wallAt(Math.max(last + DAY, times.horizon), zone)]
  const wrong: string[] = []
  for (const id of recurrenceIdsOfSeries(series, from)) {
    if (id > to) break
    if (id >= from && !right.delete(id)) wrong.push(id)
  }
  if (right.size + wrong.length > MAX_CORRECTED) return undefined
  const dates = (walls: Iterable<string>) => [...walls].map((wall) => ({ wall, isDay: allDay }))
  if (!hasSeriesEnd(series)) times.note(because('dates_right_until', { until: to.slice(0, 10) }))
  return {
    ...series,
    recurrence: {
      ...recurrence,
      dates: [...recurrence.dates, ...dates(right)].sort((a, b) => (a.wall < b.wall ? -1 : 1)),
      exclusions: [...recurrence.exclusions, ...dates(wrong)].sort((a, b) => (a.wall < b.wall ? -1 : 1)),
    },
  }
}

// Distinguishes a rule that is not understood from a date that is not understood.

/** Returns times that record whether a rule of the component was not understood. They note rules only: its dates were noted before. */
function timesContextRecordingRuleFault(times: TimesContext) {
  const ruleFault = { is: false }
  const note = (what: RefusalReason) => {
    if (what.reason === 'rule_left_out') ruleFault.is = true
    if (ruleFault.is || what.reason === 'occurrences_left_out') times.note(what)
  }
  return { ...times, note, ruleFault }
}

/** A line of RDATE or EXDATE with wall clock times of the series. */
function dateLines(name: string, whens: readonly MomentOrDay[], { zone, allDay }: FirstOccurrenceTimes) {
  const days = whens
    .filter(({ isDate }) => isDate || allDay)
    .map((one) => basicTimestamp(dateOnClockAtEpoch(one, one.epoch)))
  const moments = whens
    .filter(({ isDate }) => !isDate && !allDay)
    .map(({ epoch }) =>
      isWallClockAtEpochRepeated(epoch, zone)
        ? `${basicTimestamp(utcTimestampOfEpoch(epoch))}Z`
        : basicTimestamp(wallAt(epoch, zone)),
    )
  return [...days.map((day) => `${name};VALUE=DATE:${day}`), ...moments.map((moment) => `${name}:${moment}`)]
}

/** The rules and the dates of a component. */
interface Written {
  readonly rules: readonly string[]
  readonly added: readonly MomentOrDay[]
  readonly excluded: readonly MomentOrDay[]
}

function* writtenIn(
  component: Component,
  { clock }: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Written> {
  const rules = component.properties.filter(({ name }) => name === 'RRULE')
  return {
    rules: rules.map(({ value }) => `RRULE:${value}`),
    added: yield* readMomentsOrDays(component, 'RDATE', times, clock),
    excluded: yield* readMomentsOrDays(component, 'EXDATE', times, clock),
  }
}

/** In UTC, zones of Europe, Africa and the Middle East begin their days after this hour of the day before. */
const EVENING = 20

/**
 * The rule of an all-day series with UNTIL as a day. Outlook writes it as a midnight in UTC: of the zone of the series, or of another
 * one in which the calendar was written.
 */
const withLastDay = (rule: string, zone: string) =>
  rule.replace(
    /(UNTIL\s*=\s*)(\d{8})T(\d{6})(Z?)/i,
    (_whole, ...[name, day = '', time = '', utc]: string[]) => {
      const written = `${day.replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
      const wall = wallAt(epochOfUtc(written), zone)
      const isLocal = utc !== '' && wall.endsWith(' 00:00:00')
      const isEvening = utc !== '' && Number(time.slice(0, 2)) >= EVENING && !time.endsWith('59')
      const last = isLocal ? wall : plusSeconds(written, isEvening ? DAY_SECONDS / 2 : 0)
      return `${name}${basicTimestamp(last).slice(0, 8)}`
    },
  )

/** The lines of a component in the zone of the series; undefined if they are refused, or there is more than one rule. */
function ownLines({ rules, added, excluded }: Written, series: FirstOccurrenceTimes): Series | undefined {
  const start = basicTimestamp(series.start)
  const later = dateLines('RDATE', added, series).filter(
    (line) => !line.endsWith(`:${series.allDay ? start.slice(0, 8) : start}`),
  )
  const own = series.allDay ? rules.map((rule) => withLastDay(rule, series.zone)) : rules
  const recurrence = parseSentRecurrence([...own, ...later, ...dateLines('EXDATE', excluded, series)], series)
  return 'fault' in recurrence ? undefined : { ...series, recurrence }
}

/** The instants of the occurrences between two seconds since 1970 UTC. All-day occurrences count as midnights in UTC. */
function* instants(series: Series, from: number, to: number): Generator<number> {
  const zone = series.allDay ? 'UTC' : series.zone
  for (const id of recurrenceIdsOfSeries(series, wallAt(from, zone))) {
    const epoch = epochOfWall(series.allDay ? `${id.slice(0, 10)} 00:00:00` : id, zone)
    if (epoch > to) return
    if (epoch >= from) yield epoch
  }
}

const INSTANTS_IN_STEP = 200

/** Whether two series have the same instants, of those that are imported. */
function* areAlike(one: Series, other: Series, { since, horizon }: TimesContext): WorkInSteps<boolean> {
  const from = hasSeriesEnd(one) ? epochOfWall(one.start, one.zone) : since
  const others = instants(other, from, horizon)
  let count = 0
  for (const epoch of instants(one, from, horizon)) {
    if (others.next().value !== epoch) return false
    count += 1
    if (count % INSTANTS_IN_STEP === 0) yield undefined
  }
  return others.next().done === true
}

/** Lists starts as dates. */
function namedOneByOne(
  first: FirstOccurrenceTimes,
  starts: readonly number[],
  span: OccurrenceSpan,
): Series | undefined {
  const { zone, allDay } = first
  const walls = starts.map((epoch) => (allDay ? utcTimestampOfEpoch(epoch) : wallAt(epoch, zone)))
  const [start, ...others] = walls
  if (start === undefined) return undefined
  const length = span.end - span.start
  const at = { ...span, start: starts[0] ?? span.start, end: (starts[0] ?? span.start) + length }
  const dates = others.map((wall) => ({ wall, isDay: allDay }))
  const rule = dates.length === 0 ? 'FREQ=DAILY;COUNT=1' : ''
  return { ...seriesTimesOfSpan(at, zone), recurrence: { rule, dates, exclusions: [] } }
}

/** The maximum dates that are listed one by one. */
const MAX_NAMED = 2000

/** The times of a span on its own clock, which is that of a stored zone. */
function timesOnClock(span: OccurrenceSpan, zone: string): FirstOccurrenceTimes {
  if (span.isDate) return seriesTimesOfSpan(span, zone)
  const { clock, start, end } = span
  return { start: clock.wallAt(start), end: clock.wallAt(end), zone, allDay: false }
}

/** The series of lines on a clock that can be stored: in the zone that is shown, where that gives the same instants. */
function* kept(
  written: Written,
  { span, zone, shown }: { readonly span: OccurrenceSpan; readonly zone: string; readonly shown: string },
  times: TimesContext,
): WorkInSteps<Series | undefined> {
  const own = ownLines(written, timesOnClock(span, zone))
  if (own === undefined || shown === zone) return own
  const other = ownLines(written, seriesTimesOfSpan(span, shown))
  return other !== undefined && (yield* areAlike(own, other, times)) ? other : own
}

/** Notes that the dates of a rule without end are listed. */
function noteListed({ note, horizon }: TimesContext): void {
  note(because('dates_listed_until', { until: utcTimestampOfEpoch(horizon).slice(0, 10) }))
}

/** Notes dates at a time that the clocks repeat, and at which there is another one: an occurrence is named by the wall clock. */
function noteRepeatedTimes(series: Series, { note }: TimesContext): void {
  const named = series.recurrence.dates.filter(({ epoch }) => epoch !== undefined)
  for (const wall of new Set(named.map((date) => date.wall)))
    if (instantsOfDatesAt(wall, series).length > 1) note(because('repeated_time_kept_once', { date: wall }))
}

/** The zone in which the rule recurs, if one can be stored. Days are the same in every zone. */
function zoneOfRule(
  { isDate, zone, clock, start }: OccurrenceSpan,
  component: Component,
  times: TimesContext,
) {
  if (isDate) return zone.nameAt(start)
  return clock.during(hasOnlyEndingRules(component) ? start : Math.max(start, times.since), times.horizon)
}

/**
 * Returns the series of a component: with its own lines, if they can be stored and mean the same in a zone that can; otherwise
 * with the dates nearest to now, one by one. Undefined if the rule is not understood, or nothing is left of it.
 */
export function* storableSeriesOfComponent(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): WorkInSteps<Series | undefined> {
  const said = storedZoneName(unescapedText(propertyNamed(component, 'X-FASTI-TIMEZONE')?.value ?? ''))
  const written = yield* writtenIn(component, span, times)
  const zone = zoneOfRule(span, component, times)
  const isShownAlike = zone !== undefined && span.zone === span.clock
  const shown = said ?? (isShownAlike ? zone : span.zone.nameAt(span.start))
  const own = zone === undefined ? undefined : yield* kept(written, { span, zone, shown }, times)
  if (own !== undefined) {
    if (yield* isFollowableInSteps(own, times.horizon)) {
      noteRepeatedTimes(own, times)
      return own
    }
    const rule = written.rules.join().slice('RRULE:'.length, 100)
    noteUnclearDate(times, because('rule_left_out', { rule, why: because('recurs_too_often') }))
    return undefined
  }
  const watched = timesContextRecordingRuleFault(times)
  const starts = yield* recurringStarts(component, span, watched)
  if (watched.ruleFault.is) return undefined
  const near = startsNearNow(starts, { component, length: span.end - span.start, most: MAX_NAMED }, times)
  const listed = namedOneByOne(seriesTimesOfSpan(span, shown), near, span)
  const lines = zone === undefined ? ownLines(written, seriesTimesOfSpan(span, shown)) : undefined
  if (lines === undefined) return listed
  const isCut = near.length < Math.min(starts.length, MAX_NAMED)
  const corrected = isCut ? undefined : seriesWithStartsCorrected(lines, near, times)
  if (corrected === undefined && !hasSeriesEnd(lines)) noteListed(times)
  return corrected ?? listed
}

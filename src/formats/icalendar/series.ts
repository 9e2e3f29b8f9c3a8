/** Recurring components → series. */

import { uidOfOccurrence } from '../../domain/import-source.ts'
import {
  type FirstOccurrenceTimes,
  instantsOfDatesAt,
  makeOccurrence,
  occurrencesBetween,
  type RecurrenceLines,
  recurrenceIdsOfSeries,
  type Series,
  wallClockOfDateSecond,
} from '../../domain/series/occurrences.ts'
import { parseSentRecurrence, recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import {
  secondsBetweenWallTimes,
  seriesMovedToTimes,
  splitSeriesBefore,
  unmovableRulePartsOfSeries,
} from '../../domain/series/split-series.ts'
import type { WorkInSteps } from '../../domain/time/recurrence.ts'
import { basicTimestamp, epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { epochOfWall, isWallClockAtEpochRepeated, storedZoneName, wallAt } from '../../domain/time/zones.ts'
import { because, Problem, type RefusalReason, reasonOfProblem } from '../../problem.ts'
import {
  type EventImportEntry,
  type OccurrenceUnlikeRest,
  occurrenceEntry,
  type PrecedingSeriesReference,
  type RecurringEntry,
} from './entry.ts'
import { argsOfComponentWithoutDates, statusFromClass } from './event-args.ts'
import { hasSeriesEnd, isFollowableInSteps, MAX_IMPORTED_OCCURRENCES } from './imported-part.ts'
import {
  type ComponentInContext,
  componentSpan,
  DAY_SECONDS,
  dateOnClockAtEpoch,
  type MomentOrDay,
  noteUnclearDate,
  type OccurrenceSpan,
  type ReplacingComponent,
  readMomentOrDay,
  readMomentsOrDays,
  recurrenceIdOfStart,
  recurringStarts,
  splitComponentsOfUid,
  type TimesContext,
} from './occurrences.ts'
import {
  type Component,
  parseDuration,
  propertyNamed,
  replacesLaterOccurrences,
  unescapedText,
} from './text.ts'

// The later part of a split series, moved to other times.

/** The start and end of a span as wall clock times of a series. */
function seriesTimesOfSpan(span: OccurrenceSpan, zone: string): FirstOccurrenceTimes {
  if (!span.isDate)
    return { start: wallAt(span.start, zone), end: wallAt(span.end, zone), zone, allDay: false }
  const [first, last] = [span.start, span.end - DAY_SECONDS].map((epoch) =>
    utcTimestampOfEpoch(epoch).slice(0, 10),
  )
  return { start: `${first} 00:00:00`, end: `${last} 23:59:59`, zone, allDay: true }
}

/** The maximum occurrences that are listed as dates if the rule can't describe the moved days. */
const MAX_MOVED = 1000

/** Moves a series so that the occurrence at `at` has the times of `span`. All others move by the same wall clock time. */
function seriesMovedByOccurrence(series: Series, at: string, span: OccurrenceSpan) {
  const own = seriesTimesOfSpan(span, series.zone)
  const seconds = secondsBetweenWallTimes(at, own.start)
  const start = plusSeconds(series.start, seconds)
  const to = { ...own, start, end: plusSeconds(start, secondsBetweenWallTimes(own.start, own.end)) }
  const newId = (id: string) => wallClockOfDateSecond(epochOfUtc(id) + seconds, to)
  if (unmovableRulePartsOfSeries(series, to).length === 0)
    return { series: seriesMovedToTimes(series, to), newId }
  const all = occurrencesBetween(series, '', '9999-12-31 23:59:59', MAX_MOVED)
  const dates = all.slice(1).map(({ recurrenceId }) => ({ wall: newId(recurrenceId), isDay: own.allDay }))
  const first = newId(all[0]?.recurrenceId ?? series.start)
  const end = plusSeconds(first, secondsBetweenWallTimes(own.start, own.end))
  const rule = dates.length === 0 ? 'FREQ=DAILY;COUNT=1' : ''
  return { series: { ...to, start: first, end, recurrence: { rule, dates, exclusions: [] } }, newId }
}

// Converts a recurring VEVENT to a stored series with exactly the same instants.

// Series in a zone that no stored zone behaves like.

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
  const [from, to] = [
    wallAt(first - DAY_SECONDS, zone),
    wallAt(Math.max(last + DAY_SECONDS, times.horizon), zone),
  ]
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

/** Whether every rule of a component ends. */
const hasOnlyEndingRules = ({ properties }: Component) =>
  properties.every(({ name, value }) => name !== 'RRULE' || /(?:^|;)(?:COUNT|UNTIL)=/i.test(value))

/**
 * Returns the starts nearest to now from a sorted list, in seconds since 1970 UTC: the upcoming ones first, and the most recent
 * past ones up to the maximum. Rules without end give past occurrences of the last two years.
 */
function startsNearNow(
  all: readonly number[],
  component: Component,
  { start, end }: OccurrenceSpan,
  times: TimesContext,
): readonly number[] {
  const recent = hasOnlyEndingRules(component) ? all : all.filter((one) => one >= times.since)
  const first = recent.findIndex((one) => one + end - start >= times.now)
  const to = Math.min(recent.length, (first < 0 ? recent.length : first) + MAX_NAMED)
  if (recent.length > MAX_NAMED) times.note(because('occurrences_left_out', { most: MAX_NAMED }))
  return recent.slice(Math.max(0, to - MAX_NAMED), to)
}

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
function* storableSeriesOfComponent(
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
  const near = startsNearNow(starts, component, span, times)
  const listed = namedOneByOne(seriesTimesOfSpan(span, shown), near, span)
  const lines = zone === undefined ? ownLines(written, seriesTimesOfSpan(span, shown)) : undefined
  if (lines === undefined) return listed
  const isCut = near.length < Math.min(starts.length, MAX_NAMED)
  const corrected = isCut ? undefined : seriesWithStartsCorrected(lines, near, times)
  if (corrected === undefined && !hasSeriesEnd(lines)) noteListed(times)
  return corrected ?? listed
}

// Reads the VEVENTs of one UID with a rule or RDATE as one series with its exceptions (RFC 5545 §3.8.4.4, §3.8.5).

/** The date of a split, from Google's UID of the later part: `…_R20270330T160000@google.com`; "" for other UIDs. */
export const googleSplitDate = (uid: string): string =>
  /_R(\d{8}(?:T\d{6})?)Z?@google\.com$/.exec(uid)?.[1] ?? ''

// Where the rule of a series puts the occurrences that components replace, and how many are imported.

/** A component with the place of the occurrence that it replaces. */
type ReplacementWithRecurrenceId = readonly [recurrenceId: string, ReplacingComponent]

const PLACES_IN_STEP = 500

/** The days and instants of the occurrences up to a horizon, in steps. Components name occurrences by them; `from` is the first one named. */
function* placesOf(series: Series, from: number, horizon: number): WorkInSteps<Places> {
  const byEpoch = new Map<number, string>()
  const byDay = new Map<string, string>()
  const { zone } = series
  const last = wallAt(horizon, zone)
  for (const id of recurrenceIdsOfSeries(series, wallAt(from - 2 * DAY_SECONDS, zone))) {
    if (id > last) break
    byEpoch.set(makeOccurrence(id, series).startEpoch, id)
    byDay.set(id.slice(0, 10), byDay.get(id.slice(0, 10)) ?? id)
    if (byEpoch.size % PLACES_IN_STEP === 0) yield undefined
  }
  return { byEpoch, byDay }
}

interface Places {
  readonly byEpoch: ReadonlyMap<number, string>
  readonly byDay: ReadonlyMap<string, string>
}

/** Where the rule puts the occurrence that a component replaces; undefined if there is no such occurrence. */
function placeOf(
  { of }: ReplacingComponent,
  { allDay }: Series,
  { byEpoch, byDay }: Places,
): string | undefined {
  const day = dateOnClockAtEpoch(of, of.epoch)
  return of.isDate || allDay ? byDay.get(day) : byEpoch.get(of.epoch)
}

/** The wall clock time, in the zone of the series, of the occurrence that a component replaces. */
function wallOf({ of }: ReplacingComponent, { zone, allDay, start }: Series): string {
  if (allDay) return `${dateOnClockAtEpoch(of, of.epoch)} 00:00:00`
  return of.isDate ? `${dateOnClockAtEpoch(of, of.epoch)}${start.slice(10)}` : wallAt(of.epoch, zone)
}

/** The series with added dates: of components that replace times outside the rule, or times that EXDATE also names. */
function withDates(series: Series, walls: readonly string[]): Series {
  if (walls.length === 0) return series
  const { recurrence, allDay } = series
  const added = walls.map((wall) => ({ wall, isDay: allDay }))
  const later = added.filter(({ wall }) => wall > series.start)
  const lines: RecurrenceLines = {
    ...recurrence,
    dates: [...recurrence.dates, ...later].sort((a, b) => (a.wall < b.wall ? -1 : 1)),
    exclusions: recurrence.exclusions.filter(({ wall }) => !walls.includes(wall)),
  }
  return { ...series, recurrence: lines }
}

/** Returns how many occurrences of a series may be imported, as all of the calendar together have a limit: at least the next one. */
function* occurrenceAllowance(series: Series, { left, since, horizon }: TimesContext): WorkInSteps<number> {
  const most = Math.max(1, Math.min(MAX_IMPORTED_OCCURRENCES, left.occurrences))
  const from = hasSeriesEnd(series) ? series.start : wallAt(since, series.zone)
  const last = wallAt(horizon, series.zone)
  let count = 0
  for (const id of recurrenceIdsOfSeries(series, from)) {
    if (id > last || count === most) break
    if (id >= from) count += 1
    if (count % PLACES_IN_STEP === 0) yield undefined
  }
  left.occurrences -= count
  return most
}

/** Returns the components with the places of the occurrences that they replace. Those outside the rule are dates of the series, too. */
function* seriesAndReplacementsInSteps(
  known: Series,
  replacing: readonly ReplacingComponent[],
  times: TimesContext,
): WorkInSteps<readonly [Series, readonly ReplacementWithRecurrenceId[]]> {
  if (replacing.length === 0) return [known, []]
  const first = Math.min(...replacing.map(({ of }) => of.epoch))
  const ahead = yield* placesOf(known, first, times.horizon)
  const isMissing = (one: ReplacingComponent) =>
    one.of.epoch <= times.horizon && placeOf(one, known, ahead) === undefined
  const detached = replacing.filter(isMissing).map((one) => wallOf(one, known))
  const series = withDates(known, detached)
  const places = detached.length === 0 ? ahead : yield* placesOf(series, first, times.horizon)
  const found = replacing.flatMap((one) => {
    const id = placeOf(one, series, places)
    return id === undefined ? [] : [[id, one] as const]
  })
  return [series, found.sort(([a], [b]) => (a < b ? -1 : 1))]
}

// RDATE with VALUE=PERIOD (RFC 5545 §3.3.9): dates with a duration of their own.

/** Returns the end by the start of each period whose duration differs from the event's, in seconds since 1970 UTC. */
function endByStartOfPeriods(
  component: Component,
  span: OccurrenceSpan,
  times: TimesContext,
): ReadonlyMap<number, number> {
  const ends = new Map<number, number>()
  for (const property of component.properties) {
    if (property.name !== 'RDATE' || !property.value.includes('/')) continue
    for (const text of property.value.split(',', 1000)) {
      const [from = '', to] = text.split('/', 2)
      if (to === undefined) continue
      try {
        const start = readMomentOrDay(property, from, times, span.clock).epoch
        const length = parseDuration(to.trim())
        const end =
          length === undefined
            ? readMomentOrDay(property, to, times, span.clock).epoch
            : start + length.days * DAY_SECONDS + length.seconds
        if (end >= start && end - start !== span.end - span.start) ends.set(start, end)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        noteUnclearDate(times, reasonOfProblem(error))
      }
    }
  }
  return ends
}

/** Whether a component has a rule or added dates. */
export const recurs = ({ properties }: Component) =>
  properties.some(({ name }) => name === 'RRULE' || name === 'RDATE')

function exceptionOf(uid: string, replacing: ReplacingComponent, recurrenceId: string): OccurrenceUnlikeRest {
  const { component, times, of } = replacing
  const occurrence = {
    component,
    times,
    span: componentSpan(component, times),
    recurrence: recurrenceIdOfStart(of.epoch),
  }
  return {
    recurrenceId,
    entry: occurrenceEntry(uid, occurrence, occurrence, argsOfComponentWithoutDates(component)),
  }
}

/** Google's UID of the later part of a split series: `…_R20270330T160000@google.com`. */
function cutFrom(uid: string, { zone }: Series): PrecedingSeriesReference | undefined {
  const [, before = '', date = '', utc, host = ''] =
    /^(.+)_R(\d{8}(?:T\d{6})?)(Z)?(@google\.com)$/.exec(uid) ?? []
  if (date === '') return undefined
  const [day, time = '000000'] = date.split('T')
  const wall = `${String(day).replace(/(\d{4})(\d\d)/, '$1-$2-')} ${time.replace(/(\d\d)(\d\d)/, '$1:$2:')}`
  const recurrenceId = utc === undefined ? wall : wallAt(epochOfUtc(wall), zone)
  return { uid: `${before}${host}`, recurrenceId }
}

/** One part of the components of a UID: a series, its main component, and its exceptions. */
interface Part {
  readonly uid: string
  readonly master: ComponentInContext
  readonly span: OccurrenceSpan
  readonly series: Series
  readonly status: string
  readonly replacing: readonly ReplacementWithRecurrenceId[]
  readonly most: number
  readonly continues: PrecedingSeriesReference | undefined
  readonly continuedBy?: string
}

/** Splits a part at the first component that replaces all later occurrences. */
function* cutParts(part: Part): WorkInSteps<readonly Part[]> {
  const [at, range] = part.replacing.find(([, { component }]) => replacesLaterOccurrences(component)) ?? []
  const cut = at === undefined ? undefined : splitSeriesBefore(part.series, at)
  if (at === undefined || range === undefined || cut === undefined) return [part]
  yield undefined
  const span = componentSpan(range.component, range.times)
  const moved = seriesMovedByOccurrence(cut.after, at, span)
  const uid = uidOfOccurrence(part.uid, recurrenceIdOfStart(range.of.epoch))
  const later = part.replacing
    .filter(([id, one]) => id >= at && one !== range)
    .map(([id, one]) => [moved.newId(id), one] as const)
  const rest: Part = {
    uid,
    span,
    series: moved.series,
    status: statusFromClass(range.component) || part.status,
    replacing: later,
    most: part.most,
    master: range,
    continues: { uid: part.uid, recurrenceId: at },
  }
  const before: Part = {
    ...part,
    series: cut.before,
    replacing: part.replacing.filter(([id]) => id < at),
    continuedBy: uid,
  }
  // The later part comes first: it takes over its occurrences before the earlier part ends.
  return [...(yield* cutParts(rest)), before]
}

/** The occurrences whose PERIOD in RDATE has another duration. */
function periodExceptions({ uid, master, span, series }: Part): readonly OccurrenceUnlikeRest[] {
  const ends = endByStartOfPeriods(master.component, span, master.times)
  return [...ends].map(([start, end]) => {
    const { component, times } = master
    const occurrence = {
      component,
      times,
      span: { ...span, start, end },
      recurrence: recurrenceIdOfStart(start),
    }
    const entry = occurrenceEntry(uid, occurrence, occurrence, argsOfComponentWithoutDates(component))
    return { recurrenceId: wallClockOfDateSecond(epochOfUtc(wallAt(start, series.zone)), series), entry }
  })
}

function entryOfPart(part: Part): EventImportEntry {
  const { uid, master, span, series, status, replacing, continues, continuedBy } = part
  const { component, times } = master
  const first = { component, times, span, recurrence: '' }
  const entry = occurrenceEntry(uid, first, first, argsOfComponentWithoutDates(component))
  const replaced = new Set(replacing.map(([id]) => id))
  const periods = periodExceptions(part).filter(({ recurrenceId }) => !replaced.has(recurrenceId))
  const { start, end } = makeOccurrence(series.start, series)
  const dates = series.allDay
    ? { start_date: start.slice(0, 10), end_date: end.slice(0, 10) }
    : { start_date: start, end_date: end }
  return {
    ...entry,
    status,
    args: {
      ...entry.args,
      ...dates,
      timezone: series.zone,
      recurrence: recurrenceLineTexts(series.recurrence),
    },
    series: {
      series,
      exceptions: [...replacing.map(([id, one]) => exceptionOf(uid, one, id)), ...periods],
      isUnclear: times.unclear.is,
      since: times.since,
      most: part.most,
      continues: continues ?? cutFrom(uid, series),
      ...(continuedBy !== undefined && { continuedBy }),
    },
  }
}

/** Only the first occurrence, of a rule that is not understood. */
function* firstAlone(
  uid: string,
  { component, times }: ComponentInContext,
  span: OccurrenceSpan,
): Generator<EventImportEntry> {
  const first = { component, times, span, recurrence: '' }
  yield { ...occurrenceEntry(uid, first, first, argsOfComponentWithoutDates(component)), isRuleUnclear: true }
}

function* entriesOfParts(parts: readonly Part[]): Generator<EventImportEntry> {
  for (const part of parts) yield entryOfPart(part)
}

/**
 * Yields the series of the components of one UID in steps, later parts before earlier ones; undefined if nothing recurs. A
 * rule that is not understood gives only the first occurrence. Throws a problem if a time is not understood.
 */
export function* seriesEntries(
  uid: string,
  components: readonly ComponentInContext[],
): WorkInSteps<Generator<EventImportEntry> | undefined> {
  if (!components.some(({ component }) => recurs(component))) return undefined
  const { master, replacing } = yield* splitComponentsOfUid(components)
  if (master === undefined || !recurs(master.component)) return undefined
  const { component, times } = master
  const span = componentSpan(component, times)
  const known = yield* storableSeriesOfComponent(component, span, times)
  if (known === undefined) return firstAlone(uid, master, span)
  const [series, inOrder] = yield* seriesAndReplacementsInSteps(known, [...replacing.values()], times)
  const most = yield* occurrenceAllowance(series, times)
  const status = statusFromClass(component)
  const whole = { uid, master, span, series, status, replacing: inOrder, most, continues: undefined }
  const parts = yield* cutParts(whole)
  return entriesOfParts(parts)
}

/** Returns the entry of a single event as a series of one occurrence; undefined if it has no times. */
export function singleEventAsSeriesEntry(entry: EventImportEntry): RecurringEntry | undefined {
  const { start_date, end_date, timezone: zone, all_day } = entry.args
  if (typeof start_date !== 'string' || typeof end_date !== 'string' || typeof zone !== 'string')
    return undefined
  const wall = (text: string) => wallAt(epochOfUtc(text.slice(0, 19)), zone)
  const times =
    all_day === true
      ? { start: `${start_date} 00:00:00`, end: `${end_date} 23:59:59`, zone, allDay: true }
      : { start: wall(start_date), end: wall(end_date), zone, allDay: false }
  const recurrence = { rule: 'FREQ=DAILY;COUNT=1', dates: [], exclusions: [] }
  const series = { ...times, recurrence }
  return {
    ...entry,
    series: { series, exceptions: [], isUnclear: false, since: 0, most: 1, continues: undefined },
  }
}

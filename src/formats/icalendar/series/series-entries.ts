/** Reads the VEVENTs of one UID with a rule or RDATE as one series with its exceptions (RFC 5545 §3.8.4.4, §3.8.5). */
import {
  makeOccurrence,
  recurrenceIdsOfSeries,
  wallClockOfDateSecond,
} from '../../../domain/series/occurrence-starts.ts'
import { recurrenceLineTexts } from '../../../domain/series/recurrence-lines.ts'
import type { RecurrenceLines, Series } from '../../../domain/series/series.ts'
import { splitSeriesBefore } from '../../../domain/series/split-series.ts'
import type { WorkInSteps } from '../../../domain/time/recurrence.ts'
import { epochOfUtc } from '../../../domain/time/timestamp.ts'
import { wallAt } from '../../../domain/time/zones.ts'
import { uidOfOccurrence } from '../../../domain/uid.ts'
import { Problem, reasonOfProblem } from '../../../problem.ts'
import { argsOfComponentWithoutDates, statusFromClass } from '../event-args.ts'
import {
  type ComponentInContext,
  type ReplacingComponent,
  recurrenceIdOfStart,
  splitComponentsOfUid,
} from '../occurrences.ts'
import { type Component, replacesLaterOccurrences } from '../text/content-lines.ts'
import { occurrenceEntry } from '../text/import-entry.ts'
import { parseDuration } from '../text/values.ts'
import {
  componentSpan,
  DAY_SECONDS,
  dateOnClockAtEpoch,
  noteUnclearDate,
  type OccurrenceSpan,
  readMomentOrDay,
  type TimesContext,
} from '../zones/event-times.ts'
import { hasSeriesEnd, MAX_IMPORTED_OCCURRENCES } from './imported-part.ts'
import { seriesMovedByOccurrence } from './moved-part.ts'
import { storableSeriesOfComponent } from './represented.ts'
import type {
  EventImportEntry,
  OccurrenceUnlikeRest,
  PrecedingSeriesReference,
  RecurringEntry,
} from './series-entry.ts'

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

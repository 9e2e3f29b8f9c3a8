/** Reads the VEVENTs of one UID with a rule or RDATE as one series with its exceptions (RFC 5545 §3.8.4.4, §3.8.5). */
import { occurrenceAt, occurrences, settledDate } from '../../domain/series/occurrence-starts.ts'
import { formatRecurrence } from '../../domain/series/recurrence-lines.ts'
import type { RecurrenceLines, Series } from '../../domain/series/series.ts'
import { splitBefore } from '../../domain/series/split-series.ts'
import type { Steps } from '../../domain/time/recurrence.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall, wallAt } from '../../domain/time/zones.ts'
import { describedArgs } from '../icalendar/event-args.ts'
import { type Dated, familyOf, nameOf, type Replacing, startsOf } from '../icalendar/occurrences.ts'
import { type Component, isRange } from '../icalendar/text/content-lines.ts'
import { type Entry, entryOf } from '../icalendar/text/entry.ts'
import { uidOfOccurrence } from '../icalendar/text/inventory.ts'
import { dayOf, type Span, spanOf } from '../icalendar/zones/times.ts'
import { movedPart } from './moved-part.ts'
import { periodEnds } from './periods.ts'
import { representedSeries } from './represented.ts'
import { withoutNotes, withRuleFault } from './rule-fault.ts'
import type { Continued, SeriesException } from './series-entry.ts'

const recurs = ({ properties }: Component) =>
  properties.some(({ name }) => name === 'RRULE' || name === 'RDATE')

/** The days and instants of the occurrences up to a horizon. Components name occurrences by them. */
function placesOf(series: Series, horizon: number) {
  const byEpoch = new Map<number, string>()
  const byDay = new Map<string, string>()
  const { zone } = series
  const last = wallAt(horizon, zone)
  for (const { recurrenceId } of occurrences(series)) {
    if (recurrenceId > last) break
    byEpoch.set(epochOfWall(recurrenceId, zone), recurrenceId)
    byDay.set(recurrenceId.slice(0, 10), byDay.get(recurrenceId.slice(0, 10)) ?? recurrenceId)
  }
  return { byEpoch, byDay }
}

type Places = ReturnType<typeof placesOf>

/** Where the rule puts the occurrence that a component replaces; undefined if there is no such occurrence. */
function placeOf({ of }: Replacing, { allDay }: Series, { byEpoch, byDay }: Places): string | undefined {
  const day = dayOf(of, of.epoch)
  return of.isDate || allDay ? byDay.get(day) : byEpoch.get(of.epoch)
}

/** The wall clock time, in the zone of the series, of the occurrence that a component replaces. */
function wallOf({ of }: Replacing, { zone, allDay, start }: Series): string {
  if (allDay) return `${dayOf(of, of.epoch)} 00:00:00`
  return of.isDate ? `${dayOf(of, of.epoch)}${start.slice(10)}` : wallAt(of.epoch, zone)
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

function exceptionOf(uid: string, replacing: Replacing, recurrenceId: string): SeriesException {
  const { component, times, of } = replacing
  const occurrence = { component, times, span: spanOf(component, times), recurrence: nameOf(of.epoch) }
  return { recurrenceId, entry: entryOf(uid, occurrence, occurrence, describedArgs(component)) }
}

/** Google's UID of the later part of a split series: `…_R20270330T160000@google.com`. */
function cutFrom(uid: string, { zone }: Series): Continued | undefined {
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
  readonly master: Dated
  readonly span: Span
  readonly series: Series
  readonly replacing: readonly (readonly [recurrenceId: string, Replacing])[]
  readonly continues: Continued | undefined
  readonly continuedBy?: string
}

/** Splits a part at the first component that replaces all later occurrences. */
function* cutParts(part: Part): Steps<readonly Part[]> {
  const [at, range] = part.replacing.find(([, { component }]) => isRange(component)) ?? []
  const cut = at === undefined ? undefined : splitBefore(part.series, at)
  if (at === undefined || range === undefined || cut === undefined) return [part]
  yield undefined
  const span = spanOf(range.component, range.times)
  const moved = movedPart(cut.after, at, span)
  const uid = uidOfOccurrence(part.uid, nameOf(range.of.epoch))
  const later = part.replacing
    .filter(([id, one]) => id >= at && one !== range)
    .map(([id, one]) => [moved.newId(id), one] as const)
  const rest: Part = {
    ...{ uid, span, series: moved.series, replacing: later },
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
function periodExceptions({ uid, master, span, series }: Part): readonly SeriesException[] {
  const ends = periodEnds(master.component, span, master.times)
  return [...ends].map(([start, end]) => {
    const { component, times } = master
    const occurrence = { component, times, span: { ...span, start, end }, recurrence: nameOf(start) }
    const entry = entryOf(uid, occurrence, occurrence, describedArgs(component))
    return { recurrenceId: settledDate(epochOfUtc(wallAt(start, series.zone)), series), entry }
  })
}

function entryOfPart(part: Part): Entry {
  const { uid, master, span, series, replacing, continues, continuedBy } = part
  const { component, times } = master
  const first = { component, times, span, recurrence: '' }
  const entry = entryOf(uid, first, first, describedArgs(component))
  const replaced = new Set(replacing.map(([id]) => id))
  const periods = periodExceptions(part).filter(({ recurrenceId }) => !replaced.has(recurrenceId))
  const { start, end } = occurrenceAt(series.start, series)
  const dates = series.allDay
    ? { start_date: start.slice(0, 10), end_date: end.slice(0, 10) }
    : { start_date: start, end_date: end }
  return {
    ...entry,
    args: { ...entry.args, ...dates, timezone: series.zone, recurrence: formatRecurrence(series.recurrence) },
    series: {
      series,
      exceptions: [...replacing.map(([id, one]) => exceptionOf(uid, one, id)), ...periods],
      isUnclear: times.unclear.is,
      since: times.since,
      continues: continues ?? cutFrom(uid, series),
      ...(continuedBy !== undefined && { continuedBy }),
    },
  }
}

/** Only the first occurrence, of a rule that is not understood. */
function* firstAlone(uid: string, { component, times }: Dated, span: Span): Generator<Entry> {
  const first = { component, times, span, recurrence: '' }
  yield { ...entryOf(uid, first, first, describedArgs(component)), isRuleUnclear: true }
}

function* entriesOfParts(parts: readonly Part[]): Generator<Entry> {
  for (const part of parts) yield entryOfPart(part)
}

/**
 * Yields the series of the components of one UID in steps, later parts before earlier ones; undefined if nothing recurs. A
 * rule that is not understood gives only the first occurrence. Throws a problem if a time is not understood.
 */
export function* seriesEntries(
  uid: string,
  components: readonly Dated[],
): Steps<Generator<Entry> | undefined> {
  if (!components.some(({ component }) => recurs(component))) return undefined
  const { master, replacing } = yield* familyOf(components)
  if (master === undefined || !recurs(master.component)) return undefined
  const { component, times } = master
  const span = spanOf(component, times)
  const watched = withRuleFault(times)
  const starts = yield* startsOf(component, span, watched)
  if (watched.unclear.is) times.unclear.is = true
  const isKnown = !watched.ruleFault.is
  const known = isKnown ? representedSeries(component, span, starts, withoutNotes(times)) : undefined
  if (known === undefined) return firstAlone(uid, master, span)
  const ahead = placesOf(known, times.horizon)
  const isMissing = (one: Replacing) =>
    one.of.epoch <= times.horizon && placeOf(one, known, ahead) === undefined
  const detached = [...replacing.values()].filter(isMissing).map((one) => wallOf(one, known))
  const series = withDates(known, detached)
  const places = detached.length === 0 ? ahead : placesOf(series, times.horizon)
  const placed = [...replacing.values()].flatMap((one) => {
    const id = placeOf(one, series, places)
    return id === undefined ? [] : [[id, one] as const]
  })
  const inOrder = placed.sort(([a], [b]) => (a < b ? -1 : 1))
  const parts = yield* cutParts({ uid, master, span, series, replacing: inOrder, continues: undefined })
  return entriesOfParts(parts)
}

/** Where the rule of a series puts the occurrences that components replace, and how many are imported. */
import { makeOccurrence, recurrenceIdsOfSeries } from '../../domain/series/occurrence-starts.ts'
import type { RecurrenceLines, Series } from '../../domain/series/series.ts'
import type { WorkInSteps } from '../../domain/time/recurrence.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { ReplacingComponent } from '../icalendar/occurrences.ts'
import { DAY_SECONDS, dateOnClockAtEpoch, type TimesContext } from '../icalendar/zones/event-times.ts'
import { hasSeriesEnd, MAX_IMPORTED_OCCURRENCES } from './imported-part.ts'

/** A component with the place of the occurrence that it replaces. */
export type ReplacementWithRecurrenceId = readonly [recurrenceId: string, ReplacingComponent]

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
export function* occurrenceAllowance(
  series: Series,
  { left, since, horizon }: TimesContext,
): WorkInSteps<number> {
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
export function* seriesAndReplacementsInSteps(
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

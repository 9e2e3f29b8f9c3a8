/** Which part of a series is imported. */
import {
  type HorizonDuration,
  horizonWall,
  occurrencesBetween,
  recurrenceIdsOfSeries,
  ruleOfSeries,
  type Series,
  startSecondsOfRule,
  TWO_YEAR_HORIZON,
} from '../../domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { splitSeriesBefore } from '../../domain/series/split-series.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { untilSecondInZone, type WorkInSteps } from '../../domain/time/recurrence.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import { because } from '../../problem.ts'
import type { RecurringEntry } from './entry.ts'

// Which part of an external series is stored, and its shift against the stored one.

/** The part from the first occurrence at or after a wall clock time; the whole series if that is its first one. */
export function partOfSeriesFromWall(series: Series, wall: string): Series {
  const [first] = occurrencesBetween(series, before(wall), '9999-12-31 23:59:59', 1)
  return (first && splitSeriesBefore(series, first.recurrenceId)?.after) ?? series
}

/** A text that sorts just before a timestamp. */
const before = (wall: string) => wall.slice(0, -1)

/** Whether a series ends. */
export function hasSeriesEnd(series: Series): boolean {
  const rule = ruleOfSeries(series)
  return rule === undefined || rule.count < Number.POSITIVE_INFINITY || rule.until !== ''
}

/** The maximum occurrences of an imported series: those nearest to now. */
export const MAX_IMPORTED_OCCURRENCES = 5000
/** The maximum occurrences that are followed to find those, and that a series may have as time passes. */
export const MAX_FOLLOWED_OCCURRENCES = 10_000

/** The part of a series that is imported, on its wall clock: from when on, nearest to which time, until when, and how many occurrences. */
interface Extent {
  readonly from: string
  readonly now: string
  readonly horizon: string
  readonly most: number
}

/** The places of a series between two wall clock times, at most `MAX_FOLLOWED_OCCURRENCES`. */
function walked(series: Series, from: string, horizon: string): readonly string[] {
  const ids: string[] = []
  for (const id of recurrenceIdsOfSeries(series, from)) {
    if (id > horizon || ids.length === MAX_FOLLOWED_OCCURRENCES) break
    if (id >= from) ids.push(id)
  }
  return ids
}

/** Counts the dates up to a horizon that are imported of a series, but no more than `most`. */
export function countImportedDates(
  { series, since }: Pick<RecurringEntry['series'], 'series' | 'since'>,
  horizon: string,
  most: number,
): number {
  let count = 0
  for (const id of recurrenceIdsOfSeries(
    series,
    hasSeriesEnd(series) ? series.start : wallAt(since, series.zone),
  )) {
    if (id > horizon || count === most) break
    count += 1
  }
  return count
}

const DAY = 86_400
/** How long before now, or before the end of a series, its places are looked for if all are too many. */
const DAYS_BEFORE = [1800, 360, 60, 0]

/** The places around now within an extent, or around the end of a series that is over. */
function placesAround(series: Series, { from, now, horizon }: Extent): readonly string[] {
  let ids = walked(series, from, horizon)
  const rule = ruleOfSeries(series)
  const last = (rule && untilSecondInZone(rule, series.zone)) ?? Number.POSITIVE_INFINITY
  const around = Math.min(epochOfUtc(now), last)
  for (const days of DAYS_BEFORE) {
    if (ids.length < MAX_FOLLOWED_OCCURRENCES) return ids
    const start = utcTimestampOfEpoch(around - days * DAY)
    ids = walked(series, start > from ? start : from, horizon)
  }
  return ids
}

/** The first of too many places, and the first one after them; undefined where nothing is left out. */
function limitsOf(series: Series, extent: Extent) {
  const { from, now, most } = extent
  const ids = placesAround(series, extent)
  const next = ids.findIndex((id) => id >= now)
  const to = Math.min(ids.length, (next < 0 ? ids.length : next) + most)
  const at = Math.max(0, to - most)
  const [start] = walked(series, from, ids[0] ?? from)
  const isWhole = at === 0 && start === ids[0]
  return { first: isWhole ? undefined : ids[at], end: ids[to] }
}

/** Whether what is imported of a series can be found: of a rule with COUNT, all dates up to the horizon are followed. */
export function* isFollowableInSteps(series: Series, horizon: number): WorkInSteps<boolean> {
  const count = ruleOfSeries(series)?.count ?? 0
  if (count <= MAX_FOLLOWED_OCCURRENCES || count === Number.POSITIVE_INFINITY) return true
  let walked = 0
  for (const second of startSecondsOfRule(series)) {
    if (second > horizon) return true
    walked += 1
    if (walked > MAX_FOLLOWED_OCCURRENCES) return false
    if (walked % DATES_IN_STEP === 0) yield undefined
  }
  return true
}

const DATES_IN_STEP = 500

/** The limits of imported series at a moment: in seconds since 1970 UTC, and up to a wall clock time. */
interface Around {
  readonly now: number
  readonly horizon: string
}

export const importTimeAndHorizon = (
  {
    context,
  }: { readonly context: { readonly moment: Moment; readonly horizon?: HorizonDuration | undefined } },
  { zone }: Pick<Series, 'zone'>,
): Around => ({
  now: epochOfInstant(context.moment.now),
  horizon: horizonWall(context.horizon ?? TWO_YEAR_HORIZON, context.moment, zone),
})

export const farOccurrencesNote = ({ series }: RecurringEntry) =>
  because('occurrences_left_out', { most: series.most })

/**
 * Returns the part of an external series to store. A series without end begins with the first occurrence of the last two years
 * (`since`, in seconds since 1970 UTC), or with `kept`, the start of the stored series, if that is earlier. Of more than `most`
 * occurrences it has those nearest to now: the next ones, and the last of the past ones; those stored before stay.
 */
export function importablePart(
  series: Series,
  { since, most }: { readonly since: number; readonly most: number },
  { now, horizon }: Around,
  kept?: string,
) {
  const [two, wall] = [wallAt(since, series.zone), wallAt(now, series.zone)]
  const recent = kept !== undefined && kept < two ? kept : two
  const from = hasSeriesEnd(series) ? series.start : recent
  const { first, end } = limitsOf(series, { from, now: wall, horizon, most })
  const isCut = first !== undefined || end !== undefined
  const start = first !== undefined && kept !== undefined && kept < first ? kept : first
  const after =
    start === undefined && hasSeriesEnd(series) ? series : partOfSeriesFromWall(series, start ?? from)
  const before = end === undefined ? undefined : splitSeriesBefore(after, end)?.before
  return { series: before ?? after, isCut }
}

/**
 * Returns how many seconds of wall clock time the external occurrences are later than the stored ones, both in seconds ascending: 0 if
 * any have the same time, otherwise the smallest distance.
 */
export function secondsShiftBetween(here: readonly number[], outside: readonly number[]): number {
  const there = new Set(outside)
  if (here.length === 0 || outside.length === 0 || here.some((second) => there.has(second))) return 0
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (const own of here) {
    while (
      at + 1 < outside.length &&
      Math.abs((outside[at + 1] ?? 0) - own) <= Math.abs((outside[at] ?? 0) - own)
    )
      at += 1
    const distance = (outside[at] ?? own) - own
    if (Math.abs(distance) < Math.abs(least)) least = distance
  }
  return least
}

/** The args of a part: its times and its lines. */
export function partArgs({ start, end, zone, allDay, recurrence }: Series) {
  const day = (wall: string) => (allDay ? wall.slice(0, 10) : wall)
  return {
    start_date: day(start),
    end_date: day(end),
    timezone: zone,
    all_day: allDay,
    recurrence: recurrenceLineTexts(recurrence),
  }
}

/** Which part of an external series is stored, and its shift against the stored one. */
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import { formatRecurrence } from '../../domain/series/recurrence-lines.ts'
import type { Series } from '../../domain/series/series.ts'
import { splitBefore } from '../../domain/series/split-series.ts'
import { ruleOf } from '../../domain/time/recurrence-rule.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'

/** The part from the first occurrence at or after a wall clock time; the whole series if that is its first one. */
export function partFrom(series: Series, wall: string): Series {
  const [first] = occurrencesBetween(series, before(wall), '9999-12-31 23:59:59', 1)
  return (first && splitBefore(series, first.recurrenceId)?.after) ?? series
}

/** A text that sorts just before a timestamp. */
const before = (wall: string) => wall.slice(0, -1)

/** Whether a series ends. */
function hasEnd({ recurrence: { rule: text } }: Series): boolean {
  const rule = text === '' ? undefined : ruleOf(text)
  return rule === undefined || 'fault' in rule || rule.count < Number.POSITIVE_INFINITY || rule.until !== ''
}

/** The maximum stored occurrences: the last ones up to the horizon. */
export const MAX_IMPORTED = 5000

/** The part with at most this many occurrences up to a horizon. */
function limited(series: Series, horizon: string): Series {
  const all = occurrencesBetween(series, '', horizon)
  const first = all.at(-MAX_IMPORTED)
  if (all.length <= MAX_IMPORTED || first === undefined) return series
  return splitBefore(series, first.recurrenceId)?.after ?? series
}

/**
 * Returns the part of an external series to store. A series without end begins with the first occurrence of the last two years
 * (`since`, in seconds since 1970 UTC), or with `kept`, the start of the stored series, if that is earlier.
 */
export function importedPart(series: Series, since: number, horizon: string, kept?: string): Series {
  const from = wallAt(since, series.zone)
  const first = kept !== undefined && kept < from ? kept : from
  return limited(hasEnd(series) ? series : partFrom(series, first), horizon)
}

/**
 * Returns how many seconds of wall clock time the external occurrences are later than the stored ones: 0 if any have the same
 * time, otherwise the smallest distance.
 */
export function shiftBetween(here: readonly string[], outside: readonly string[]): number {
  const there = new Set(outside)
  if (here.length === 0 || outside.length === 0 || here.some((id) => there.has(id))) return 0
  const seconds = outside.map(epochOfUtc)
  let least = Number.POSITIVE_INFINITY
  let at = 0
  for (const own of here.map(epochOfUtc)) {
    while (
      at + 1 < seconds.length &&
      Math.abs((seconds[at + 1] ?? 0) - own) <= Math.abs((seconds[at] ?? 0) - own)
    )
      at += 1
    const distance = (seconds[at] ?? own) - own
    if (Math.abs(distance) < Math.abs(least)) least = distance
  }
  return least
}

/** The args of a part: its times and its lines. */
export function partArgs({ start, end, zone, allDay, recurrence }: Series) {
  const day = (wall: string) => (allDay ? wall.slice(0, 10) : wall)
  return {
    ...{ start_date: day(start), end_date: day(end), timezone: zone, all_day: allDay },
    recurrence: formatRecurrence(recurrence),
  }
}

/** The later part of a split series, moved to other times. */
import {
  secondsBetweenWallTimes,
  seriesMovedToTimes,
  unmovableRulePartsOfSeries,
} from '../../../domain/series/move-series.ts'
import { occurrencesBetween, wallClockOfDateSecond } from '../../../domain/series/occurrence-starts.ts'
import type { FirstOccurrenceTimes, Series } from '../../../domain/series/series.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { wallAt } from '../../../domain/time/zones.ts'
import type { OccurrenceSpan } from '../zones/event-times.ts'

/** A moved series, and a function from the old position of an occurrence to its new one. */
interface MovedPart {
  readonly series: Series
  newId(recurrenceId: string): string
}

const DAY = 86_400

/** The start and end of a span as wall clock times of a series. */
export function seriesTimesOfSpan(span: OccurrenceSpan, zone: string): FirstOccurrenceTimes {
  if (!span.isDate)
    return { start: wallAt(span.start, zone), end: wallAt(span.end, zone), zone, allDay: false }
  const [first, last] = [span.start, span.end - DAY].map((epoch) => utcTimestampOfEpoch(epoch).slice(0, 10))
  return { start: `${first} 00:00:00`, end: `${last} 23:59:59`, zone, allDay: true }
}

/** The maximum occurrences that are listed as dates if the rule can't describe the moved days. */
const MAX_NAMED = 1000

/** Moves a series so that the occurrence at `at` has the times of `span`. All others move by the same wall clock time. */
export function seriesMovedByOccurrence(series: Series, at: string, span: OccurrenceSpan): MovedPart {
  const own = seriesTimesOfSpan(span, series.zone)
  const seconds = secondsBetweenWallTimes(at, own.start)
  const start = plusSeconds(series.start, seconds)
  const to = { ...own, start, end: plusSeconds(start, secondsBetweenWallTimes(own.start, own.end)) }
  const newId = (id: string) => wallClockOfDateSecond(epochOfUtc(id) + seconds, to)
  if (unmovableRulePartsOfSeries(series, to).length === 0)
    return { series: seriesMovedToTimes(series, to), newId }
  const all = occurrencesBetween(series, '', '9999-12-31 23:59:59', MAX_NAMED)
  const dates = all.slice(1).map(({ recurrenceId }) => ({ wall: newId(recurrenceId), isDay: own.allDay }))
  const first = newId(all[0]?.recurrenceId ?? series.start)
  const end = plusSeconds(first, secondsBetweenWallTimes(own.start, own.end))
  const rule = dates.length === 0 ? 'FREQ=DAILY;COUNT=1' : ''
  return { series: { ...to, start: first, end, recurrence: { rule, dates, exclusions: [] } }, newId }
}

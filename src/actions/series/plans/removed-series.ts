/** A series that goes to the trash or is deleted, and one of whose dates was (contract §10.3). Pure. */
import { occurrencesOfSeries } from '../../../domain/series/occurrence-starts.ts'
import { recurrenceLineTexts } from '../../../domain/series/recurrence-lines.ts'
import type { Series } from '../../../domain/series/series.ts'
import { splitSeriesBefore } from '../../../domain/series/split-series.ts'
import { epochOfWall } from '../../../domain/time/zones.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../store/store.ts'
import { hasOccurrenceAfter, recurrenceLinesOfSeries, seriesFromRecord } from '../times.ts'
import { trashChanges } from './leaving.ts'
import { changesUnlinkingNeighbours, type NeighbourSeries } from './neighbours.ts'
import { type SeriesPlan, seriesPlanWithDefaults } from './series-plan.ts'

/** The lines with which the rule ends before its first occurrence that has not begun; those it has where none has begun. */
function endedLines(series: Series, now: number): readonly string[] {
  for (const { recurrenceId } of occurrencesOfSeries(series)) {
    if (epochOfWall(recurrenceId, series.zone) <= now) continue
    const parts = splitSeriesBefore(series, recurrenceId)
    return recurrenceLinesOfSeries(parts === undefined ? series : parts.before)
  }
  return recurrenceLinesOfSeries(series)
}

/** Returns those occurrences that go to the trash with their series at `now`, in seconds since 1970 UTC: they have not begun. */
export const occurrencesToTrashWithSeries = (
  all: readonly OccurrenceRecord[],
  now: number,
): readonly OccurrenceRecord[] => all.filter(({ status, start_utc }) => status !== 'trash' && start_utc > now)

/** Returns the plan that moves a series with these occurrences to the trash at `now`, and ends its rule. */
export function trashPlan(series: SeriesRecord, going: readonly OccurrenceRecord[], now: number): SeriesPlan {
  const version = series.version + 1
  const lines = endedLines(seriesFromRecord(series), now)
  const isCut = lines.join('\n') !== series.recurrence.join('\n')
  const columns = {
    status: 'trash',
    version,
    modified_utc: now,
    trash_act: version,
    is_complete: 1,
    ...(isCut && { recurrence: lines, recurrence_before: series.recurrence }),
  } as const
  return seriesPlanWithDefaults(
    { act: 'change', record: series, columns },
    { counted: going, changes: trashChanges(going, { trash_act: version }) },
  )
}

/** Returns the plan that deletes a series and all its occurrences at `now`, in seconds since 1970 UTC. */
export function planToDeleteSeries(
  series: SeriesRecord,
  all: readonly OccurrenceRecord[],
  neighbours: readonly NeighbourSeries[],
  now: number,
): SeriesPlan {
  return seriesPlanWithDefaults(
    { act: 'remove', record: series, columns: {} },
    {
      counted: all,
      removed: all.map(({ id }) => id),
      neighbours: changesUnlinkingNeighbours(neighbours, now),
    },
  )
}

/** The lines with one more EXDATE; as they are where they are empty. */
function withoutDate(
  record: SeriesRecord,
  lines: readonly string[],
  recurrenceId: string,
): readonly string[] {
  if (lines.length === 0) return lines
  const { recurrence, allDay } = seriesFromRecord(record, lines)
  const exclusion = { wall: recurrenceId, isDay: allDay }
  const exclusions = [...recurrence.exclusions, exclusion].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions })
}

/**
 * Returns the plan by which a rule excludes the date of an occurrence that was deleted at `now`; `left` are the other ones. A
 * series without any occurrence left, now or later, is deleted.
 */
export function planToExcludeDeletedDate(
  {
    series,
    left,
    neighbours,
  }: {
    readonly series: SeriesRecord
    readonly left: readonly OccurrenceRecord[]
    readonly neighbours: readonly NeighbourSeries[]
  },
  recurrenceId: string,
  now: number,
): SeriesPlan {
  const lines = withoutDate(series, series.recurrence, recurrenceId)
  const isOver = left.length === 0 && !hasOccurrenceAfter(seriesFromRecord(series, lines), series.made_until)
  if (isOver) return planToDeleteSeries(series, [], neighbours, now)
  const columns = {
    recurrence: lines,
    recurrence_before: withoutDate(series, series.recurrence_before, recurrenceId),
    version: series.version + 1,
    modified_utc: now,
  }
  return seriesPlanWithDefaults({ act: 'change', record: series, columns }, {})
}

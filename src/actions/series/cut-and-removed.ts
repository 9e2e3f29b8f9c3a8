/** Plans of a series that is cut in two, goes to the trash, or is deleted. */
import type { PureContext } from '../../api/context.ts'
import { occurrencesOfSeries, type Series } from '../../domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { splitSeriesBefore } from '../../domain/series/split-series.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import type { EventRecord, OccurrenceRecord, SeriesRecord } from '../../store/store.ts'
import {
  hasOccurrenceAfter,
  recurrenceLinesOfSeries,
  seriesFromRecord,
  seriesRuleColumns,
} from './pattern.ts'
import {
  changesUnlinkingNeighbours,
  type NeighbourSeries,
  type NeighbourSeriesChange,
  type SeriesPlan,
  sameChangeForEvents,
  trashChanges,
} from './plan.ts'

// A series cut in two before an occurrence (contract §10.3, following). Pure.

/** A series before it is cut: its occurrences, and the series that continues it. */
interface SeriesToCut {
  readonly series: SeriesRecord
  readonly all: readonly OccurrenceRecord[]
  readonly further: SeriesRecord | undefined
}

/**
 * Returns the plan by which a new series takes an occurrence and the later ones over, with their ids, exceptions and trash.
 * Undefined for the first occurrence, before which there is nothing.
 */
export function seriesCutPlan(
  { series, all, further }: SeriesToCut,
  { recurrence_id, uid }: Pick<EventRecord, 'recurrence_id' | 'uid'>,
  { moment }: PureContext,
) {
  const taken = all.filter((one) => one.recurrence_id >= recurrence_id)
  const parts = splitSeriesBefore(seriesFromRecord(series), recurrence_id)
  if (parts === undefined || taken.length === all.length) return undefined
  const modified_utc = epochOfInstant(moment.now)
  const { id, slug, ...columns } = series
  const { before, after } = parts
  const values = {
    ...columns,
    ...seriesRuleColumns(after, series.made_until),
    start_date: after.start,
    end_date: after.end,
    version: 1,
    modified_utc,
    origins: [],
    uid,
    continues: id,
  }
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  const neighbours: NeighbourSeriesChange[] = [
    {
      id,
      columns: { ...seriesRuleColumns(before, series.made_until), ...next(series) },
      names: 'continued_by',
    },
  ]
  if (further !== undefined) neighbours.push({ id: further.id, columns: next(further), names: 'continues' })
  const joining = [sameChangeForEvents(taken, {})]
  return { taken, plan: { series: { act: 'insert', values, slug }, neighbours, joining } as const }
}

// A series that goes to the trash or is deleted, and one of whose dates was (contract §10.3). Pure.

/** The lines with which the rule ends before its first occurrence that has not begun; those it has where none has begun. */
function endedLines(series: Series, now: number): readonly string[] {
  for (const { recurrenceId } of occurrencesOfSeries(series)) {
    if (epochOfWall(recurrenceId, series.zone) <= now) continue
    const parts = splitSeriesBefore(series, recurrenceId)
    return recurrenceLinesOfSeries(parts === undefined ? series : parts.before)
  }
  return recurrenceLinesOfSeries(series)
}

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
  return {
    changes: trashChanges(going, { trash_act: version }),
    series: { act: 'change', record: series, columns },
  }
}

/** Returns the plan that deletes a series and all its occurrences at `now`, in seconds since 1970 UTC. */
export function planToDeleteSeries(
  series: SeriesRecord,
  all: readonly OccurrenceRecord[],
  neighbours: readonly NeighbourSeries[],
  now: number,
): SeriesPlan {
  return {
    series: { act: 'remove', record: series, columns: {} },
    neighbours: changesUnlinkingNeighbours(neighbours, now),
    removed: all.map(({ id }) => id),
  }
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
  return { series: { act: 'change', record: series, columns } }
}

/** A series cut in two before an occurrence (contract §10.3, following). Pure. */

import type { PureContext } from '../../../api/context.ts'
import { splitSeriesBefore } from '../../../domain/series/split-series.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { EventRecord, OccurrenceRecord, SeriesRecord } from '../../../store/store.ts'
import { seriesFromRecord, seriesRuleColumns } from '../times.ts'
import {
  type NeighbourSeriesChange,
  type SeriesPlan,
  sameChangeForEvents,
  seriesPlanWithDefaults,
} from './series-plan.ts'

/** A series before it is cut: its occurrences, and the series that continues it. */
interface SeriesToCut {
  readonly series: SeriesRecord
  readonly all: readonly OccurrenceRecord[]
  readonly further: SeriesRecord | undefined
}

/** The occurrences that a part takes over, with the plan that makes it a series. */
interface CutPlan {
  readonly taken: readonly OccurrenceRecord[]
  readonly plan: SeriesPlan
}

/**
 * Returns the plan by which a new series takes an occurrence and the later ones over, with their ids, exceptions and trash.
 * Undefined for the first occurrence, before which there is nothing.
 */
export function seriesCutPlan(
  { series, all, further }: SeriesToCut,
  { recurrence_id, uid }: Pick<EventRecord, 'recurrence_id' | 'uid'>,
  { moment }: PureContext,
): CutPlan | undefined {
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
  return {
    taken,
    plan: seriesPlanWithDefaults(
      { act: 'insert', values, slug },
      { neighbours, joining: [sameChangeForEvents(taken, {})] },
    ),
  }
}

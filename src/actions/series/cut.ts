/** Cuts a series in two before an occurrence (contract §10.3, following). */

import type { ContextWithImages } from '../../api/context.ts'
import { requireMayEdit } from '../../api/policy.ts'
import { cutOffPartKey } from '../../domain/import-source.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, SeriesRecord, Writing } from '../../store/store.ts'
import { applySeriesPlan, finishMoveOfRecurrenceIds } from './apply-plan.ts'
import { seriesCutPlan } from './plans/cut-series.ts'
import { requireMayEditOccurrences } from './rights.ts'
import { recurrenceIdAfterPendingMove } from './times.ts'

/** A series that begins with an occurrence, cut off from the one before. */
interface CutSeries {
  readonly series: SeriesRecord
  /** The number of occurrences that it took over. */
  readonly taken: number
}

/**
 * Cuts a series before one of its occurrences: a new series takes that and the later ones over, with their ids, exceptions
 * and trash. Undefined for the first occurrence, before which there is nothing. Imports leave out of the one before what it has
 * from there on, however the new one moves. Throws 401, 403, or 410 for a series in the trash.
 */
export async function cutSeriesBefore(
  store: Writing,
  series: SeriesRecord,
  event: EventRecord,
  context: ContextWithImages,
): Promise<CutSeries | undefined> {
  if (series.status === 'trash') throw new Problem('series-no-longer-available')
  const settled = await finishMoveOfRecurrenceIds(store, series)
  const all = await store.occurrences(series.id)
  const { continued_by: id } = series
  const further = id === null ? undefined : await store.find('series', { id }, context.moment)
  const recurrence_id = recurrenceIdAfterPendingMove(series, event.recurrence_id)
  const cut = seriesCutPlan({ series: settled, all, further }, { recurrence_id, uid: event.uid }, context)
  if (cut === undefined) return undefined
  requireMayEdit(context.actor, series)
  requireMayEditOccurrences(cut.taken, context)
  const { record } = await applySeriesPlan(store, cut.plan, context)
  await store.rememberImport(cutOffPartKey(series.uid, recurrence_id), 'series', record.id)
  return { series: record, taken: cut.taken.length }
}

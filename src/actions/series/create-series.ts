/** Makes a series of a new event, or of one that was single so far (contract §10.1). */

import type { ContextWithImages } from '../../api/context.ts'
import type { Writing } from '../../store/store.ts'
import { applySeriesPlan } from './apply-plan.ts'
import type { EventWithLinks } from './pattern.ts'
import { conversionPlan, creationPlan } from './plans/made-series.ts'
import { seriesFromSentRecurrence, timesOfEventOrSeries } from './times.ts'

/** The rule of a new series, and its slug as sent. */
interface NewSeries {
  readonly recurrence: readonly string[]
  readonly slug: string | undefined
}

/**
 * Creates a series and its occurrences up to the horizon; `first` describes the first one, and has no id. Returns the id of
 * the first event. Throws 400 on `recurrence`.
 */
export async function createSeries(
  store: Writing,
  first: EventWithLinks,
  { recurrence, slug }: NewSeries,
  context: ContextWithImages,
): Promise<number> {
  const rule = seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(first.event))
  const made = creationPlan(first, rule, slug, context)
  const { record, ids } = await applySeriesPlan(store, made.plan, context)
  store.noteSeries('create', record, { touched: made.occurrences })
  return ids[0] ?? 0
}

/**
 * Makes a stored event the first occurrence of a new series; it keeps its id and slug. Throws 400 on `recurrence`.
 */
export async function convertToSeries(
  store: Writing,
  event: EventWithLinks,
  recurrence: readonly string[],
  context: ContextWithImages,
): Promise<void> {
  const made = conversionPlan(
    event,
    seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(event.event)),
    context,
  )
  const { record } = await applySeriesPlan(store, made.plan, context)
  store.noteSeries('create', record, { touched: made.occurrences })
}

/** Writes what an act on a series plans, with few statements (contract §10.3). */

import type { ContextWithImages } from '../../api/context.ts'
import { linkNames } from '../../contract/resources/index.ts'
import { isInternalChange } from '../../domain/publication/internal.ts'
import {
  isRecurrenceIdNotYetMoved,
  noMoveInProgress,
  recurrenceIdAfterMove,
} from '../../domain/series/moving-recurrence-ids.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { SeriesRecord, Writing } from '../../store/store.ts'
import { insertOccurrences } from './insert.ts'
import type { EventsChange, SeriesPlan, SeriesRowWrite } from './plans/series-plan.ts'
import { beginTermTally } from './tally.ts'
import { timesOfEventOrSeries } from './times.ts'

/** The result of a plan: the record of the series, and the ids of the inserted events in order. */
interface AppliedPlan {
  readonly record: SeriesRecord
  readonly ids: readonly number[]
}

async function writeEvents(store: Writing, change: EventsChange, now: number): Promise<void> {
  if (!('ids' in change)) return change.rows.length === 0 ? undefined : store.updateEach(change.rows)
  const { ids, columns, links } = change
  if (ids.length === 0) return
  const isInternal = isInternalChange(Object.keys(columns)) && Object.keys(links).length === 0
  await store.updateEvents(ids, isInternal ? columns : { ...columns, modified_utc: now })
  for (const name of linkNames) {
    const targets = links[name]
    if (targets !== undefined) await store.setLinksOfAll(name, ids, targets)
  }
}

/** The change with the series that its events join. */
function joined(change: EventsChange, series: number): EventsChange {
  if ('ids' in change) return { ...change, columns: { ...change.columns, series } }
  return { rows: change.rows.map((row) => ({ ...row, series })) }
}

async function writeSeries(store: Writing, row: SeriesRowWrite): Promise<SeriesRecord> {
  if (row.act === 'insert') {
    const slug = await store.freeSlug('series', slugOr(row.slug, 'series'), undefined, row.isChosen)
    const values = { ...row.values, slug }
    return { ...values, id: await store.insert('series', values) }
  }
  const { record, columns } = row
  if (Object.keys(columns).length > 0) await store.update('series', record.id, columns)
  return { ...record, ...columns }
}

/** Writes a plan in an open transaction. Throws 400 if it inserts more than the actor may. */
export async function applySeriesPlan(
  store: Writing,
  plan: SeriesPlan,
  context: ContextWithImages,
): Promise<AppliedPlan> {
  const now = epochOfInstant(context.moment.now)
  const counts = await beginTermTally(store, plan.counted)
  for (const change of plan.changes) await writeEvents(store, change, now)
  if (plan.places.length > 0) await store.setPlaces(plan.places)
  const record = await writeSeries(store, plan.series)
  for (const { id, columns, names } of plan.neighbours)
    await store.update('series', id, names === undefined ? columns : { ...columns, [names]: record.id })
  for (const change of plan.joining) await writeEvents(store, joined(change, record.id), now)
  const ids = plan.added === undefined ? [] : await insertOccurrences(store, record, plan.added, context)
  if (plan.removed.length > 0) await store.removeEvents(plan.removed)
  if (plan.series.act === 'remove') await store.remove('series', record.id, now)
  await counts.settle()
  return { record, ids }
}

/**
 * Gives all occurrences of a series the places where its rule puts them, in an open transaction, where a move has not reached all: whoever
 * changes such a series otherwise does this first. Their times follow as they would have.
 * Returns its record.
 */
export async function finishMoveOfRecurrenceIds(store: Writing, series: SeriesRecord): Promise<SeriesRecord> {
  if (series.moved_by === 0) return series
  const times = timesOfEventOrSeries(series)
  const ahead = (await store.occurrences(series.id)).filter((one) =>
    isRecurrenceIdNotYetMoved(series, one.recurrence_id),
  )
  const places = ahead.map(({ id, recurrence_id: from }) => ({
    id,
    from,
    to: recurrenceIdAfterMove(series, from, times),
  }))
  if (places.length > 0) await store.setPlaces(places)
  await store.update('series', series.id, { ...noMoveInProgress, spread_to: 0 })
  return { ...series, ...noMoveInProgress, spread_to: 0 }
}

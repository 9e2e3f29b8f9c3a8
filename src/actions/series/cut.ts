/** Cuts a series in two before an occurrence (contract §10.3, following). */
import { splitBefore } from '../../domain/series/split-series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { allowEditing } from '../policy.ts'
import { allowEditingAll } from './apply.ts'
import { insertSeries, ruleColumns } from './make.ts'
import { ruleOfRecord } from './times.ts'

/** A series that begins with an occurrence, cut off from the one before. */
export interface Cut {
  readonly series: SeriesRecord
  /** The number of occurrences that it took over. */
  readonly taken: number
}

/**
 * Cuts a series before one of its occurrences: a new series takes that and the later ones over, with their ids, exceptions
 * and trash. Undefined for the first occurrence, before which there is nothing. Throws 401, 403, or 410 for a series in the
 * trash.
 */
export async function cutBefore(
  store: Writing,
  series: SeriesRecord,
  { recurrence_id, uid }: EventRecord,
  context: Context,
): Promise<Cut | undefined> {
  if (series.status === 'trash') throw new Problem('series-no-longer-available')
  const all = await store.occurrences(series.id)
  const later = all.filter((one) => one.recurrence_id >= recurrence_id)
  const parts = splitBefore(ruleOfRecord(series), recurrence_id)
  if (parts === undefined || later.length === all.length) return undefined
  allowEditing(context.actor, series)
  allowEditingAll(later, context)
  const now = epochOf(context.moment.now)
  const { id, slug, ...columns } = series
  const { before, after } = parts
  const next = await insertSeries(
    store,
    {
      ...columns,
      ...ruleColumns(after, series.made_until),
      start_date: after.start,
      end_date: after.end,
      version: 1,
      modified_utc: now,
      origins: [],
      uid,
      continues: id,
    },
    slug,
  )
  await store.update('series', id, {
    ...ruleColumns(before, series.made_until),
    continued_by: next.id,
    version: series.version + 1,
    modified_utc: now,
  })
  const further =
    series.continued_by === null
      ? undefined
      : await store.find('series', { id: series.continued_by }, context.moment)
  if (further !== undefined)
    await store.update('series', further.id, {
      continues: next.id,
      version: further.version + 1,
      modified_utc: now,
    })
  await store.updateEvents(
    later.map((one) => one.id),
    { series: next.id, modified_utc: now },
  )
  return { series: next, taken: later.length }
}

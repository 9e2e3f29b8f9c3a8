/** Makes a series of a new event, or of one that was single so far (contract §10.1). */
import type { Series } from '../../domain/series/series.ts'
import { slugOr } from '../../domain/text/slug.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { EventRecord, Links, SeriesRecord, ValuesOf, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { insertOccurrences } from './occurrences.ts'
import { patternColumns, patternEvent } from './pattern.ts'
import { firstOccurrences, hasMore, horizonOf, linesOf, madeAtOnce, sentSeries, timesOf } from './times.ts'

/** The later of two wall clock times. */
export const later = (a: string, b: string) => (a > b ? a : b)

/** The columns of a series that follow from its rule: lines, and up to when all occurrences exist. */
export function ruleColumns(series: Series, madeUntil: string) {
  return {
    recurrence: linesOf(series),
    made_until: madeUntil,
    is_complete: hasMore(series, madeUntil) ? 0 : 1,
  } as const
}

/** The values of a new series like an event, which is its first occurrence. */
export function newSeries(
  event: EventRecord,
  links: Links,
  series: Series,
  madeUntil: string,
  { moment }: Context,
): Omit<ValuesOf<'series'>, 'slug'> {
  return {
    ...patternColumns(event, links),
    ...ruleColumns(series, madeUntil),
    version: 1,
    modified_utc: epochOf(moment.now),
    origins: [],
    uid: event.uid,
    trash_act: 0,
    recurrence_before: [],
    continues: null,
    continued_by: null,
  }
}

/** Inserts a series. Returns its record. */
export async function insertSeries(
  store: Writing,
  values: Omit<ValuesOf<'series'>, 'slug'>,
  slug: string,
): Promise<SeriesRecord> {
  const complete = { ...values, slug: await store.freeSlug('series', slugOr(slug, 'series')) }
  return { ...complete, id: await store.insert('series', complete) }
}

/**
 * Creates a series and its occurrences up to the horizon; `event` describes the first one, and has no id. Returns the id of
 * the first event. Throws 400 on `recurrence`.
 */
export async function createSeries(
  store: Writing,
  event: EventRecord,
  links: Links,
  recurrence: readonly string[],
  slug: string | undefined,
  context: Context,
): Promise<number> {
  const series = sentSeries(recurrence, timesOf(event))
  const horizon = horizonOf(series, context)
  const all = firstOccurrences(series, horizon, context)
  const { now, madeUntil } = madeAtOnce(all, later(horizon, all[0]?.recurrenceId ?? horizon), context)
  const values = newSeries(event, links, series, madeUntil, context)
  const record = await insertSeries(store, values, slug || event.title)
  const pattern = { event: patternEvent(record), links }
  const [first = 0] = await insertOccurrences(store, record, pattern, now, context, event.uid)
  store.noteSeries('create', record, [], all.length)
  return first
}

/**
 * Makes a stored event the first occurrence of a new series; it keeps its id and slug. Throws 400 on `recurrence`.
 */
export async function becomeSeries(
  store: Writing,
  event: EventRecord,
  links: Links,
  recurrence: readonly string[],
  context: Context,
): Promise<void> {
  const series = sentSeries(recurrence, timesOf(event))
  const horizon = horizonOf(series, context)
  const [first, ...others] = firstOccurrences(series, horizon, context)
  if (first?.recurrenceId !== event.start_date)
    throw invalidParam(
      'recurrence',
      'EXDATE: must not take out the event itself, which is the first occurrence',
    )
  const values = newSeries(event, links, series, later(horizon, first.recurrenceId), context)
  const record = await insertSeries(store, values, event.slug)
  const pattern = { event: patternEvent(record), links }
  const ids = await insertOccurrences(store, record, pattern, others, context)
  await store.updateEach([{ id: event.id, series: record.id, recurrence_id: event.start_date }])
  store.noteSeries('create', record, [], ids.length + 1)
}

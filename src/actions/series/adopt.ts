/** Series that follow a source outside: single events become one, and a rule is replaced without moving anything. */
import { patternFields } from '../../contract/resources/occurrence.ts'
import type { Series } from '../../domain/series/series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord, Links, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { leave } from './leave.ts'
import { insertSeries, later, newSeries, ruleColumns } from './make.ts'
import { insertOccurrences, missing } from './occurrences.ts'
import { patternAt } from './own-fields.ts'
import { differsIn, livePattern, patternEvent } from './pattern.ts'
import { tally } from './tally.ts'
import { firstOccurrences, horizonOf, ruleOfRecord, timeColumns } from './times.ts'

/**
 * Gives single events their places in a series that has no occurrence there yet, ids and slugs kept. What differs from the
 * pattern becomes their own. `places` maps `recurrence_id` to event. The series is the parent no more.
 */
async function adoptEvents(
  store: Writing,
  series: SeriesRecord,
  places: ReadonlyMap<string, EventRecord>,
  context: Context,
): Promise<void> {
  const pattern = await livePattern(store, series, context)
  const rule = ruleOfRecord(series)
  const linked = await store.linksOfAll([...places.values()].map(({ id }) => id))
  for (const [recurrence_id, event] of places) {
    const links = linked.get(event.id)
    if (links === undefined) continue
    const place = patternAt(pattern, rule, recurrence_id)
    const own = { event: { ...event, post_parent: null }, links }
    const fields = patternFields.filter((field) => field !== 'status' && differsIn(field, own, place))
    await store.updateEvents([event.id], {
      ...{ series: series.id, recurrence_id, own_fields: JSON.stringify(fields), post_parent: null },
      modified_utc: epochOf(context.moment.now),
    })
  }
}

/**
 * Makes a series of single events that are its occurrences, ids and slugs kept, and of new ones where none is. `places` maps
 * `recurrence_id` to event; the series is like `head`, one of them, at the times of the rule.
 */
export async function joinEvents(
  store: Writing,
  { rule, uid, head, links }: { rule: Series; uid: string; head: EventRecord; links: Links },
  places: ReadonlyMap<string, EventRecord>,
  context: Context,
): Promise<SeriesRecord> {
  const horizon = horizonOf(rule, context)
  const all = firstOccurrences(rule, horizon, context)
  const like: EventRecord = {
    ...{ ...head, uid, post_parent: null, timezone: rule.zone, all_day: rule.allDay ? 1 : 0 },
    ...timeColumns({ start: rule.start, end: rule.end }, rule.zone),
  }
  const madeUntil = later(horizon, all[0]?.recurrenceId ?? horizon)
  const record = await insertSeries(store, newSeries(like, links, rule, madeUntil, context), head.title)
  const others = all.filter(({ recurrenceId }) => !places.has(recurrenceId))
  await insertOccurrences(store, record, { event: patternEvent(record), links }, others, context)
  await adoptEvents(store, record, places, context)
  store.noteSeries('create', record, [], all.length)
  return record
}

/**
 * Gives a series another rule and start, without moving its occurrences: those that the rule hits stay, the others leave the
 * series, and missing ones are made. Throws 400 on `recurrence`.
 */
export async function replaceRule(
  store: Writing,
  record: SeriesRecord,
  rule: Series,
  context: Context,
): Promise<SeriesRecord> {
  const horizon = horizonOf(rule, context)
  const all = firstOccurrences(rule, horizon, context)
  const hit = new Set(all.map(({ recurrenceId }) => recurrenceId))
  const every = await store.occurrences(record.id)
  const counts = await tally(store, every)
  await leave(
    store,
    every.filter(({ recurrence_id }) => !hit.has(recurrence_id)),
    context,
  )
  await counts.settle()
  const columns = {
    ...ruleColumns(rule, later(horizon, all[0]?.recurrenceId ?? horizon)),
    ...{ start_date: rule.start, end_date: rule.end, timezone: rule.zone },
    ...{ version: record.version + 1, modified_utc: epochOf(context.moment.now) },
  }
  await store.update('series', record.id, columns)
  const saved = { ...record, ...columns }
  const pattern = await livePattern(store, saved, context)
  await insertOccurrences(store, saved, pattern, missing(all, every), context)
  return saved
}

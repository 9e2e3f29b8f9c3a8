/** Series that follow a source outside: events become occurrences, come back after the source removed them, and a rule is replaced without moving anything. */
import { patternFields } from '../../contract/resources/occurrence.ts'
import { placeUid } from '../../domain/series/place-uid.ts'
import type { Occurrence, Series } from '../../domain/series/series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { EventRecord, Links, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { slugsOfRestored } from './apply.ts'
import { withdraw } from './leave.ts'
import { insertSeries, later, newSeries, ruleColumns } from './make.ts'
import { insertOccurrences, missing } from './occurrences.ts'
import { patternAt } from './own-fields.ts'
import { differsIn, type LivePattern, livePattern, patternEvent } from './pattern.ts'
import { tally } from './tally.ts'
import { firstOccurrences, horizonOf, madeAtOnce, ruleOfRecord, timeColumns, timesOf } from './times.ts'

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
      series: series.id,
      recurrence_id,
      own_fields: JSON.stringify(fields),
      post_parent: null,
      modified_utc: epochOf(context.moment.now),
    })
  }
}

/** The events that left the series, by the `recurrence_id` of those places that they had. */
async function detachedFrom(store: Writing, series: SeriesRecord, places: readonly Occurrence[]) {
  const times = timesOf(series)
  const byUid = new Map(
    places.map(({ recurrenceId }) => [placeUid(series.uid, recurrenceId, times), recurrenceId]),
  )
  const found = new Map<string, EventRecord>()
  for (const event of await store.singleEvents([...byUid.keys()])) {
    const place = byUid.get(event.uid)
    if (place !== undefined && !found.has(place)) found.set(place, event)
  }
  return found
}

/** Takes events out of the trash that an import moved there, with the status that they had. */
async function restore(store: Writing, events: readonly EventRecord[], { moment }: Context): Promise<void> {
  const pruned = events.filter(({ status, pruned_status }) => status === 'trash' && pruned_status !== '')
  for (const { id, columns } of await slugsOfRestored(store, pruned))
    await store.updateEach([{ id, slug: columns.slug ?? '' }])
  for (const { id, pruned_status } of pruned) {
    if (pruned_status === '') continue
    const back = { status: pruned_status, pruned_status: '', was_public: 0 } as const
    await store.updateEvents([id], { ...back, modified_utc: epochOf(moment.now) })
  }
}

/**
 * Makes the missing occurrences of a series. Those that the source of an import had removed come back with their ids, slugs and
 * fields; those that a person moved to the trash come back in the trash.
 */
export async function insertMissing(
  store: Writing,
  series: SeriesRecord,
  pattern: LivePattern,
  places: readonly Occurrence[],
  context: Context,
): Promise<void> {
  const found =
    context.followsSource === true
      ? await detachedFrom(store, series, places)
      : new Map<string, EventRecord>()
  const back = [...found.values()]
  const counts = await tally(store, back)
  await restore(store, back, context)
  await adoptEvents(store, series, found, context)
  await counts.settle()
  const others = places.filter(({ recurrenceId }) => !found.has(recurrenceId))
  await insertOccurrences(store, series, pattern, others, context)
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
    ...head,
    uid,
    post_parent: null,
    timezone: rule.zone,
    all_day: rule.allDay ? 1 : 0,
    ...timeColumns({ start: rule.start, end: rule.end }, rule.zone),
  }
  const others = all.filter(({ recurrenceId }) => !places.has(recurrenceId))
  const { now, madeUntil } = madeAtOnce(others, later(horizon, all[0]?.recurrenceId ?? horizon), context)
  const record = await insertSeries(store, newSeries(like, links, rule, madeUntil, context), head.title)
  await insertOccurrences(store, record, { event: patternEvent(record), links }, now, context)
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
  await withdraw(
    store,
    { uid: record.uid, rule, status: record.status },
    every.filter(({ recurrence_id }) => !hit.has(recurrence_id)),
    (place) => place,
    context,
  )
  await counts.settle()
  const places = missing(all, every)
  const { now, madeUntil } = madeAtOnce(places, later(horizon, all[0]?.recurrenceId ?? horizon), context)
  const columns = {
    ...ruleColumns(rule, madeUntil),
    start_date: rule.start,
    end_date: rule.end,
    timezone: rule.zone,
    version: record.version + 1,
    modified_utc: epochOf(context.moment.now),
  }
  await store.update('series', record.id, columns)
  const saved = { ...record, ...columns }
  const pattern = await livePattern(store, saved, context)
  await insertMissing(store, saved, pattern, now, context)
  return saved
}

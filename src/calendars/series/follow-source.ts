/** Updates a stored series from its external source (contract §10.4): its rule, its times and its fields. */
import { replaceRule } from '../../actions/series/adopt.ts'
import { ruleOfRecord } from '../../actions/series/times.ts'
import { updateSeries } from '../../actions/series/update.ts'
import { parseArgs } from '../../contract/parse-args.ts'
import { series as declaration } from '../../contract/resources/series.ts'
import { horizonWall, TWO_YEARS } from '../../domain/series/horizon.ts'
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { splitBefore } from '../../domain/series/split-series.ts'
import { epochOfUtc, utcTimestamp } from '../../domain/time/timestamp.ts'
import type { SeriesRecord } from '../../store/store.ts'
import { changes, type NoteOf } from '../icalendar/import-event.ts'
import { leniently } from '../icalendar/text/lenient.ts'
import type { Batch } from '../import/runs.ts'
import type { Sent } from '../import/sent-line.ts'
import { withDecisions } from './decisions.ts'
import type { RecurringEntry } from './series-entry.ts'
import { importedPart, partArgs, partFrom, shiftBetween } from './source-part.ts'

const idsOf = (series: Series, horizon: string) =>
  occurrencesBetween(series, '', horizon).map(({ recurrenceId }) => recurrenceId)

/** The shift of a source against the stored series: none if both begin at the same time, whatever dates they exclude. */
const shiftOf = (here: Series, outside: Series, horizon: string) =>
  here.start === outside.start ? 0 : shiftBetween(idsOf(here, horizon), idsOf(outside, horizon))

const plus = (wall: string, seconds: number) => utcTimestamp(epochOfUtc(wall) + seconds)

/**
 * Aligns the start of the stored series with the source up to a shift, which the change of times then applies: earlier occurrences
 * that the source no longer has leave the series. Returns the series, and the part of the source that it becomes.
 */
async function aligned(batch: Batch, record: SeriesRecord, outside: Series): Promise<[SeriesRecord, Series]> {
  const { store, context } = batch
  const here = ruleOfRecord(record)
  const horizon = horizonWall(context.horizon ?? TWO_YEARS, context.moment, outside.zone)
  const there = idsOf(outside, horizon)
  const shift = shiftOf(here, outside, horizon)
  if (here.zone !== outside.zone || here.allDay !== outside.allDay) return [record, outside]
  if (shift !== 0 && there.includes(plus(here.start, shift)))
    return [record, partFrom(outside, plus(here.start, shift))]
  if (plus(here.start, shift) === outside.start) return [record, outside]
  const cut = shift === 0 ? undefined : splitBefore(here, plus(outside.start, -shift))?.after
  const rule = cut?.start === plus(outside.start, -shift) ? cut : outside
  return [await replaceRule(store, record, rule, context), outside]
}

/** The args that change: those of the source, except values that the event already has in another form. */
async function changedArgs(batch: Batch, entry: RecurringEntry, record: SeriesRecord): Promise<Sent> {
  if (entry.cancelled === 'bare') return { event_status: 'cancelled' }
  const { store, context } = batch
  const all = await store.occurrences(record.id)
  const typical = all.find(({ own_fields, status }) => own_fields === '[]' && status !== 'trash') ?? all[0]
  const event = typical && (await store.find('event', { id: typical.id }, context.moment))
  if (event === undefined) return entry.args
  const pruned = all.length > 0 ? await store.eventRecords(all.map(({ id }) => id)) : new Map()
  const status = [...pruned.values()].find(({ pruned_status }) => pruned_status !== '')?.pruned_status
  const { status: _, ...args } = await changes(batch, entry, event)
  return record.status === 'trash' && status !== undefined ? { ...args, status } : args
}

/** Updates a series from its source. Returns whether anything changed. Throws 400 if the source is refused. */
export async function followSource(
  batch: Batch,
  entry: RecurringEntry,
  record: SeriesRecord,
  note: NoteOf,
): Promise<boolean> {
  const { store, context } = batch
  const horizon = horizonWall(context.horizon ?? TWO_YEARS, context.moment, entry.series.series.zone)
  const given = entry.series.series
  const decided = await withDecisions(batch, record, given, () =>
    shiftOf(ruleOfRecord(record), given, horizon),
  )
  const outside = importedPart(decided, entry.series.since, horizon, record.start_date)
  const sent = await changedArgs(batch, entry, record)
  if (record.status === 'trash' && sent.status === undefined) return false
  // A cancellation message has no dates.
  const isUnclear = entry.series.isUnclear || entry.cancelled === 'bare'
  const [kept, part] = isUnclear ? [record, outside] : await aligned(batch, record, outside)
  const { start_date: _, end_date: _end, timezone: _zone, all_day: _day, recurrence: _lines, ...texts } = sent
  const whole = isUnclear ? texts : { ...texts, ...partArgs(part) }
  const { left } = await leniently(whole, (some) =>
    store.attempt(async () => {
      const args = parseArgs(declaration.fields, some, 'update')
      await updateSeries(store, kept, args, context)
    }),
  )
  for (const what of left) note(what, entry)
  const now = await store.find('series', { id: record.id }, context.moment)
  return now?.version !== record.version
}

/** Removes occurrences and series (contract §10.3). */
import type { ApplyTo } from '../../contract/resources/occurrence.ts'
import { deletedKey } from '../../domain/import-source.ts'
import { occurrences } from '../../domain/series/occurrence-starts.ts'
import { formatRecurrence } from '../../domain/series/recurrence-lines.ts'
import type { Series } from '../../domain/series/series.ts'
import { splitBefore } from '../../domain/series/split-series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { allowEditing } from '../policy.ts'
import { allowEditingAll } from './apply.ts'
import { cutBefore } from './cut.ts'
import { removeSeries, trashAll } from './leave.ts'
import { tally } from './tally.ts'
import { hasMore, linesOf, ruleOfRecord } from './times.ts'
import { allowApplying, seriesOfEvent } from './update.ts'

/** The lines with which the rule ends before its first occurrence that has not begun; those it has where none has begun. */
function endedLines(series: Series, now: number): readonly string[] {
  for (const { recurrenceId } of occurrences(series)) {
    if (epochOfWall(recurrenceId, series.zone) <= now) continue
    const parts = splitBefore(series, recurrenceId)
    return linesOf(parts === undefined ? series : parts.before)
  }
  return linesOf(series)
}

/** Moves all of a series that has not begun to the trash, and ends its rule. Returns the number of events touched. */
async function trashSeries(store: Writing, series: SeriesRecord, context: Context): Promise<number> {
  if (series.status === 'trash') throw new Problem('series-is-in-trash')
  const now = epochOf(context.moment.now)
  const all = await store.occurrences(series.id)
  const going = all.filter(({ status, start_utc }) => status !== 'trash' && start_utc > now)
  allowEditingAll(going, context)
  const counts = await tally(store, going)
  const version = series.version + 1
  await trashAll(store, going, { trash_act: version }, context)
  await counts.settle()
  const lines = endedLines(ruleOfRecord(series), now)
  const isCut = lines.join('\n') !== series.recurrence.join('\n')
  await store.update('series', series.id, {
    status: 'trash',
    version,
    modified_utc: now,
    trash_act: version,
    is_complete: 1,
    ...(isCut && { recurrence: lines, recurrence_before: series.recurrence }),
  })
  return going.length
}

/** Deletes a series and all its occurrences. Returns how many. */
async function deleteSeries(store: Writing, series: SeriesRecord, context: Context): Promise<number> {
  const all = await store.occurrences(series.id)
  allowEditingAll(all, context)
  const counts = await tally(store, all)
  await store.removeEvents(all.map(({ id }) => id))
  await counts.settle()
  await removeSeries(store, series, context)
  return all.length
}

/** Moves a series to the trash, or deletes it with `force`, in an open transaction. Throws 401, 403 or 410. */
export async function removeWhole(
  store: Writing,
  series: SeriesRecord,
  force: boolean,
  context: Context,
): Promise<void> {
  allowEditing(context.actor, series)
  const touched = await (force ? deleteSeries : trashSeries)(store, series, context)
  store.noteSeries(force ? 'delete' : 'trash', series, [], touched)
}

/**
 * Removes an occurrence's series, or the part that begins with it, in an open transaction. Throws 400 for a single event,
 * 401, 403 or 410.
 */
export async function removeWith(
  store: Writing,
  event: EventRecord,
  apply_to: Exclude<ApplyTo, 'this'>,
  force: boolean,
  context: Context,
): Promise<void> {
  allowApplying(event, { apply_to })
  const series = await seriesOfEvent(store, event, context)
  const cut = apply_to === 'all' ? undefined : await cutBefore(store, series, event, context)
  return removeWhole(store, cut?.series ?? series, force, context)
}

/** The lines with one more EXDATE; as they are where they are empty. */
function withoutDate(
  record: SeriesRecord,
  lines: readonly string[],
  recurrenceId: string,
): readonly string[] {
  if (lines.length === 0) return lines
  const { recurrence, allDay } = ruleOfRecord(record, lines)
  const exclusion = { wall: recurrenceId, isDay: allDay }
  const exclusions = [...recurrence.exclusions, exclusion].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return formatRecurrence({ ...recurrence, exclusions })
}

/**
 * Keeps an occurrence that was just deleted from coming again: the rule excludes its date, and imports leave it out. A series without any occurrence
 * left, now or later, is deleted.
 */
export async function excludeDeleted(store: Writing, event: EventRecord, context: Context): Promise<void> {
  const { series: id, recurrence_id } = event
  const series = id === null ? undefined : await store.find('series', { id }, context.moment)
  if (series === undefined) return
  await store.rememberImport(deletedKey(series.uid, recurrence_id), 'series', series.id)
  const lines = withoutDate(series, series.recurrence, recurrence_id)
  const left = await store.occurrences(series.id)
  // The series was still imported from where its deleted event was.
  const keys = await store.importKeysOf('event', event.id)
  for (const { id: next } of left.slice(0, 1))
    for (const key of keys) await store.rememberImport(key, 'event', next)
  const isOver = left.length === 0 && !hasMore(ruleOfRecord(series, lines), series.made_until)
  if (isOver) return removeSeries(store, series, context)
  await store.update('series', series.id, {
    recurrence: lines,
    recurrence_before: withoutDate(series, series.recurrence_before, recurrence_id),
    version: series.version + 1,
    modified_utc: epochOf(context.moment.now),
  })
}

/**
 * Imports messages about a stored series that do not contain the series: about one occurrence, about it and all later ones, or
 * a cancellation of the whole (RFC 5545 §3.8.4.4, RFC 5546 §3.2.5). Invitations by e-mail contain no more.
 */
import { recurrenceIdAfterPendingMove } from '../../../actions/series/times.ts'
import { updateSeries } from '../../../actions/series/update.ts'
import { updateInTransaction } from '../../../actions/update.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { event as declaration } from '../../../contract/resources/event.ts'
import { wallAt } from '../../../domain/time/zones.ts'
import { eventStatusArgs } from '../../../formats/icalendar/outcome-args.ts'
import type { OccurrenceOfSeriesNotInCalendar } from '../../../formats/icalendar/series/series-entry.ts'
import { runDroppingRefusedArgs } from '../../../formats/icalendar/text/lenient.ts'
import { because } from '../../../problem.ts'
import type { EventRecord, SeriesRecord } from '../../../store/store.ts'
import { entryArgsThatChangeEvent } from '../args-to-change.ts'
import type { ImportTransaction, LineOutcome } from '../import-batch.ts'
import type { EntryWithSource } from '../source-entry.ts'
import { readSeriesWithOccurrences } from './decisions.ts'
import { argsOfOccurrence } from './import-exceptions.ts'
import { olderSubscriptionOf } from './import-series.ts'
import { isUidOfLaterPart, seriesAndLaterParts } from './parts.ts'

/** Finds the occurrence that a calendar names by its time, or by its day if one side is a day or a later part has other times. */
async function occurrenceNamed(
  batch: ImportTransaction,
  parts: readonly SeriesRecord[],
  { epoch, day, isDate }: OccurrenceOfSeriesNotInCalendar,
): Promise<EventRecord | undefined> {
  const { store, context } = batch
  const onDay: number[] = []
  for (const series of parts) {
    const byDay = isDate || series.all_day === 1
    const wall = wallAt(epoch, series.timezone)
    for (const { id, recurrence_id } of await store.occurrences(series.id)) {
      const place = recurrenceIdAfterPendingMove(series, recurrence_id)
      if (!byDay && place === wall) return store.find('event', { id }, context.moment)
      if (place.startsWith(byDay ? day : wall.slice(0, 10)) && (byDay || series !== parts[0])) onDay.push(id)
    }
  }
  return onDay[0] === undefined ? undefined : store.find('event', { id: onDay[0] }, context.moment)
}

async function change(
  batch: ImportTransaction,
  { entry, note }: Pick<EntryWithSource, 'entry' | 'note'>,
  event: EventRecord,
  follows: boolean,
): Promise<boolean> {
  const { store, context } = batch
  const said =
    entry.cancelled === 'bare'
      ? eventStatusArgs(entry, event)
      : await entryArgsThatChangeEvent(batch, entry, event)
  const { status: _, ...args } = said
  const sent = await argsOfOccurrence(batch, { entry, note }, args, event)
  const scope = follows ? { apply_to: 'following' } : {}
  const { left } = await runDroppingRefusedArgs(sent, (some) =>
    store.attempt(async () => {
      const args = parseArgs(declaration.fields, { ...some, ...scope }, 'update', declaration.refuses)
      await updateInTransaction(store, { name: 'event', kept: event }, args, context)
    }),
  )
  for (const what of left) note(what, entry)
  const now = await store.find('event', { id: event.id }, context.moment)
  return now?.version !== event.version || now?.series !== event.series
}

/**
 * Changes the occurrence that an entry names, and with `RANGE=THISANDFUTURE` all later ones. Returns undefined if the series does
 * not exist. Throws a problem if it may not be changed.
 */
export async function importOccurrence(
  batch: ImportTransaction,
  { entry, source, note }: EntryWithSource,
  named: OccurrenceOfSeriesNotInCalendar,
): Promise<LineOutcome | undefined> {
  const { store } = batch
  const series = await store.seriesWithUid(named.uid)
  if (series === undefined) return undefined
  if (
    (await olderSubscriptionOf(batch, await readSeriesWithOccurrences(store, series), source)) !== undefined
  ) {
    note(because('older_subscription'), entry)
    return 'unchanged'
  }
  const event = await occurrenceNamed(batch, await seriesAndLaterParts(batch, series), named)
  if (event === undefined) note(because('changed_occurrence_unknown'), entry)
  // A user has removed an occurrence that is in the trash.
  if (event === undefined || event.status === 'trash') return 'unchanged'
  if (!(await change(batch, { entry, note }, event, named.follows))) return 'unchanged'
  const cut = named.follows && (await store.find('event', { id: event.id }, batch.context.moment))
  // The full calendar gives the later part the same UID.
  if (cut && cut.series !== null && cut.series !== event.series)
    await store.update('series', cut.series, { uid: entry.uid })
  return 'updated'
}

/** Cancels a series with all its parts. Throws a problem if it may not be changed. */
export async function cancelSeries(
  batch: ImportTransaction,
  { entry, source, note }: EntryWithSource,
  series: SeriesRecord,
): Promise<LineOutcome> {
  const { store, context } = batch
  if (
    (await olderSubscriptionOf(batch, await readSeriesWithOccurrences(store, series), source)) !== undefined
  ) {
    note(because('older_subscription'), entry)
    return 'unchanged'
  }
  let outcome: LineOutcome = 'unchanged'
  for (const part of await seriesAndLaterParts(batch, series)) {
    if (part.status === 'trash' || (part !== series && isUidOfLaterPart(part.uid))) continue
    await updateSeries(store, part, { event_status: 'cancelled' }, context)
    const now = await store.find('series', { id: part.id }, context.moment)
    if (now?.version !== part.version) outcome = 'updated'
  }
  return outcome
}

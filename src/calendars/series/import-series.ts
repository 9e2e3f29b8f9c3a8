/** Imports a series of a calendar: updates the series with the same UID, even if its times changed, or creates one (contract §10.4). */

import { joinEvents } from '../../actions/series/adopt.ts'
import { cutBefore } from '../../actions/series/cut.ts'
import { horizonWall, TWO_YEARS } from '../../domain/series/horizon.ts'
import { occurrences } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { invalidParam } from '../../problem.ts'
import type { EventRecord, SeriesRecord } from '../../store/store.ts'
import { add, type NoteOf } from '../icalendar/import-event.ts'
import { nameOf } from '../icalendar/occurrences.ts'
import {
  isDeletedHere,
  type Provenance,
  provenanceOf,
  type Source,
  sourcePrefix,
} from '../icalendar/sources.ts'
import type { Entry } from '../icalendar/text/entry.ts'
import { digest, uidOfOccurrence } from '../icalendar/text/inventory.ts'
import type { Batch, Outcome } from '../import/runs.ts'
import { followSource } from './follow-source.ts'
import { importExceptions } from './import-exceptions.ts'
import { partsBefore, partsOf } from './parts.ts'
import type { RecurringEntry } from './series-entry.ts'
import { importedPart, MAX_IMPORTED, partArgs } from './source-part.ts'

/** The batch for series: with a higher limit of occurrences than the API has, and what the source removes may come back. */
const roomy = (batch: Batch): Batch => ({
  ...batch,
  context: { ...batch.context, maxOccurrences: MAX_IMPORTED, followsSource: true },
})

const horizonOf = ({ zone }: Series, { context }: Batch) =>
  horizonWall(context.horizon ?? TWO_YEARS, context.moment, zone)

/** The series of which this one was a part before the source split it. Its later occurrences become this one's. */
async function cutOff(batch: Batch, { uid, series }: RecurringEntry): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { continues } = series
  const before = continues && (await store.seriesWithUid(continues.uid))
  if (continues === undefined || before === undefined || before.status === 'trash') return undefined
  for (const part of await partsOf(batch, before)) {
    const occurrence = (await store.occurrences(part.id)).find(
      ({ recurrence_id }) => recurrence_id === continues.recurrenceId,
    )
    const event = occurrence && (await store.find('event', { id: occurrence.id }, context.moment))
    const cut = event && (await cutBefore(store, part, event, context))
    if (cut === undefined) continue
    await store.update('series', cut.series.id, { uid })
    return { ...cut.series, uid }
  }
  return undefined
}

/** The events that were imported as occurrences of a first event, by the `recurrence_id` that they have in the series. */
async function singlePartsOf({ store }: Batch, uid: string, series: Series, horizon: string) {
  const places = new Map<string, EventRecord>()
  for (const { recurrenceId } of occurrences(series)) {
    if (recurrenceId > horizon) break
    const epoch = series.allDay
      ? epochOfUtc(`${recurrenceId.slice(0, 10)} 00:00:00`)
      : epochOfWall(recurrenceId, series.zone)
    const names = [uidOfOccurrence(uid, nameOf(epoch)), ...(recurrenceId === series.start ? [uid] : [])]
    for (const name of names) {
      const event = places.has(recurrenceId) ? undefined : await store.eventWithUid(name)
      if (event !== undefined && event.series === null) places.set(recurrenceId, event)
    }
  }
  return places
}

/** Converts occurrences that were imported as single events to a series. They keep their ids. */
async function joined(
  batch: Batch,
  entry: RecurringEntry,
  source: Source,
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { uid, series: own } = entry
  const horizon = horizonOf(own.series, batch)
  const places = await singlePartsOf(batch, uid, own.series, horizon)
  const live = [...places].filter(([, { status }]) => status !== 'trash')
  const [[start, head] = []] = live
  if (start === undefined || head === undefined) return undefined
  const rule = importedPart(own.series, own.since, horizon, start)
  const within = new Map([...places].filter(([id]) => id >= rule.start))
  const links = await store.linksOf(head.id)
  const record = await joinEvents(store, { rule, uid, head, links }, within, context)
  for (const event of within.values())
    for (const key of await store.importKeysOf('event', event.id))
      if (key.startsWith(sourcePrefix(source))) await store.forgetImport(key)
  await store.rememberImport(sourcePrefix(source) + digest(uid), 'event', head.id)
  return record
}

/** The first event of a stored series, even if it is in the trash. */
async function firstEvent({ store, context }: Batch, { id }: SeriesRecord): Promise<EventRecord | undefined> {
  const [first] = await store.occurrences(id)
  return first && store.find('event', { id: first.id }, context.moment)
}

/** The number of occurrences of a part whose provenance is read. */
const MAX_ASKED = 50

/** Returns false if the series follows an older subscription. Throws a problem if a subscription may not change it. */
export async function mayFollow(batch: Batch, record: SeriesRecord, source: Source): Promise<boolean> {
  const event = await firstEvent(batch, record)
  if (event === undefined || !source.isConfined) return true
  const known: Provenance[] = []
  // A later part has the provenance of the part before it.
  for (const part of [record, ...(await partsBefore(batch, record))])
    for (const { id } of (await batch.store.occurrences(part.id)).slice(0, MAX_ASKED))
      known.push(await provenanceOf(batch.store, { id, pruned_status: '' }, source))
  const followed = known.find((one) => one.followed !== undefined)?.followed
  if (followed !== undefined) return followed === source.name
  if (known.some(({ isImported }) => isImported) || event.pruned_status !== '') return true
  throw invalidParam('UID', 'a series of this name is here already, and was made here')
}

async function create(batch: Batch, entry: RecurringEntry, source: Source, note: NoteOf) {
  const { series, since } = entry.series
  const part = importedPart(series, since, horizonOf(series, batch))
  await add(batch, { ...entry, args: { ...entry.args, ...partArgs(part) } }, source, note)
  return batch.store.seriesWithUid(entry.uid)
}

/** Stores the provenance of the series with its first event. */
async function remember(batch: Batch, { uid }: Entry, source: Source, record: SeriesRecord): Promise<void> {
  const key = sourcePrefix(source) + digest(uid)
  const [known, all] = [await batch.store.imported(key), await batch.store.occurrences(record.id)]
  if (all[0] === undefined || all.some(({ id }) => id === known?.item_id)) return
  await batch.store.rememberImport(key, 'event', all[0].id)
  batch.hasWritten = true
}

/** Links two series with each other, if neither is linked yet. */
async function linkParts(batch: Batch, before: SeriesRecord | undefined, after: SeriesRecord | undefined) {
  if (before === undefined || after === undefined || before.id === after.id) return
  if (before.continued_by !== null || after.continues !== null) return
  const modified_utc = epochOf(batch.context.moment.now)
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  await batch.store.update('series', before.id, { continued_by: after.id, ...next(before) })
  await batch.store.update('series', after.id, { continues: before.id, ...next(after) })
  batch.hasWritten = true
}

/** Links a series with its parts in the calendar. */
async function linkWithParts(batch: Batch, { uid, series }: RecurringEntry): Promise<void> {
  const { continues, continuedBy } = series
  const { store } = batch
  if (continues !== undefined)
    await linkParts(batch, await store.seriesWithUid(continues.uid), await store.seriesWithUid(uid))
  if (continuedBy !== undefined)
    await linkParts(batch, await store.seriesWithUid(uid), await store.seriesWithUid(continuedBy))
}

/** Imports a series with its exceptions within the batch. Throws a problem if it is refused. */
export async function importSeries(
  narrow: Batch,
  entry: RecurringEntry,
  source: Source,
  note: NoteOf,
): Promise<Outcome> {
  const batch = roomy(narrow)
  const { store } = batch
  const own = await store.seriesWithUid(entry.uid)
  const taken = own ?? (await cutOff(batch, entry)) ?? (await joined(batch, entry, source))
  if (taken !== undefined && !(await mayFollow(batch, taken, source))) {
    note('an event that follows an older subscription', entry)
    return 'unchanged'
  }
  const isNew = taken === undefined
  if (isNew && (await isDeletedHere(batch, sourcePrefix(source) + digest(entry.uid), source))) {
    note('an event that was deleted here', entry)
    return 'unchanged'
  }
  const record = taken ?? (await create(batch, entry, source, note))
  if (record === undefined) return 'unchanged'
  const followed = isNew ? false : await followSource(batch, entry, record, note)
  // Last: the source may have removed the event that had the provenance.
  await remember(batch, entry, source, record)
  const changed = entry.cancelled === 'bare' ? false : await importExceptions(batch, entry, record.id, note)
  await linkWithParts(batch, entry)
  narrow.hasWritten ||= batch.hasWritten
  if (isNew) return 'created'
  return own === undefined || followed || changed ? 'updated' : 'unchanged'
}

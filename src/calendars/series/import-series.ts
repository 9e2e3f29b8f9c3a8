/** Imports a series of a calendar: updates the series with the same UID, even if its times changed, or creates one (contract §10.4). */

import { cutBefore } from '../../actions/series/cut.ts'
import { isUnspread } from '../../actions/series/extend.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { invalidParam } from '../../problem.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../store/store.ts'
import { createFromEntry } from '../icalendar/import-event.ts'
import type { NoteLeftOut } from '../icalendar/source-entry.ts'
import {
  isDeletedHere,
  type Provenance,
  provenanceOf,
  type Source,
  sourcePrefix,
} from '../icalendar/sources.ts'
import type { ImportEntry } from '../icalendar/text/entry.ts'
import { digest } from '../icalendar/text/inventory.ts'
import type { ImportBatch, ImportOutcome, UnfinishedLine } from '../import/runs.ts'
import { followSeriesSource } from './follow-source.ts'
import { joinSingleEvents } from './joined-parts.ts'
import { partsBefore, seriesParts } from './parts.ts'
import type { RecurringEntry } from './series-entry.ts'
import { completedFirst, isSeriesMade, roomy, seriesRest } from './series-rest.ts'
import { importedPart, importHorizon, leftOutNote, partArgs } from './source-part.ts'

/** The series of which this one was a part before the source split it. Its later occurrences become this one's. */
async function cutOff(
  batch: ImportBatch,
  { uid, series }: RecurringEntry,
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { continues } = series
  const before = continues && (await store.seriesWithUid(continues.uid))
  if (continues === undefined || before === undefined || before.status === 'trash') return undefined
  for (const part of await seriesParts(batch, before)) {
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

/** The number of occurrences of a part whose provenance is read. */
const MAX_ASKED = 50

/** Whether an import moved a series to the trash: one of its occurrences, not always the first, tells. */
async function isPruned({ store }: ImportBatch, all: readonly OccurrenceRecord[]): Promise<boolean> {
  const events = await store.eventRecords(all.map(({ id }) => id))
  return [...events.values()].some(({ pruned_status }) => pruned_status !== '')
}

/** Returns false if the series follows an older subscription. Throws a problem if a subscription may not change it. */
export async function mayFollow(batch: ImportBatch, record: SeriesRecord, source: Source): Promise<boolean> {
  if (!source.isConfined) return true
  const { store } = batch
  const all = await store.occurrences(record.id)
  if (all.length === 0) return true
  const known: Provenance[] = []
  // A later part has the provenance of the part before it.
  for (const part of [record, ...(await partsBefore(batch, record))])
    for (const { id } of (await store.occurrences(part.id)).slice(0, MAX_ASKED))
      known.push(await provenanceOf(store, { id, pruned_status: '' }, source))
  const followed = known.find((one) => one.followed !== undefined)?.followed
  if (followed !== undefined) return followed === source.name
  if (known.some(({ isImported }) => isImported) || (await isPruned(batch, all))) return true
  throw invalidParam('UID', 'a series of this name is here already, and was made here')
}

async function create(batch: ImportBatch, entry: RecurringEntry, source: Source, note: NoteLeftOut) {
  const { series, isCut } = importedPart(
    entry.series.series,
    entry.series,
    importHorizon(batch, entry.series.series),
  )
  if (isCut) note(leftOutNote(entry), entry)
  await createFromEntry(batch, { ...entry, args: { ...entry.args, ...partArgs(series) } }, source, note)
  return batch.store.seriesWithUid(entry.uid)
}

/** Stores the provenance of the series with its first event. */
async function remember(
  batch: ImportBatch,
  { uid }: ImportEntry,
  source: Source,
  all: readonly OccurrenceRecord[],
): Promise<void> {
  const key = sourcePrefix(source) + digest(uid)
  const known = await batch.store.imported(key)
  if (all[0] === undefined || all.some(({ id }) => id === known?.item_id)) return
  await batch.store.rememberImport(key, 'event', all[0].id)
  batch.hasWritten = true
}

/** Links two series with each other, if neither is linked yet. */
async function linkParts(
  batch: ImportBatch,
  before: SeriesRecord | undefined,
  after: SeriesRecord | undefined,
) {
  if (before === undefined || after === undefined || before.id === after.id) return
  if (before.continued_by !== null || after.continues !== null) return
  const modified_utc = epochOf(batch.context.moment.now)
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  await batch.store.update('series', before.id, { continued_by: after.id, ...next(before) })
  await batch.store.update('series', after.id, { continues: before.id, ...next(after) })
  batch.hasWritten = true
}

/** Links a series with its parts in the calendar. */
async function linkWithParts(batch: ImportBatch, { uid, series }: RecurringEntry): Promise<void> {
  const { continues, continuedBy } = series
  const { store } = batch
  if (continues !== undefined)
    await linkParts(batch, await store.seriesWithUid(continues.uid), await store.seriesWithUid(uid))
  if (continuedBy !== undefined)
    await linkParts(batch, await store.seriesWithUid(uid), await store.seriesWithUid(continuedBy))
}

/** Imports the first part of a series within the batch: all but later occurrences and its exceptions. Throws a problem if it is refused. */
export async function importSeries(
  narrow: ImportBatch,
  entry: RecurringEntry,
  source: Source,
  note: NoteLeftOut,
): Promise<ImportOutcome | UnfinishedLine> {
  const batch = roomy(narrow)
  const { store } = batch
  const own = await store.seriesWithUid(entry.uid)
  if (own !== undefined && isUnspread(own) && narrow.isDry !== true) {
    const next = completedFirst(own.id, (later) => importSeries(later, entry, source, note))
    return { outcome: 'unchanged', next }
  }
  const taken = own ?? (await cutOff(batch, entry)) ?? (await joinSingleEvents(batch, entry, source))
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
  const before = await store.occurrences(record.id)
  const followed = isNew
    ? false
    : await followSeriesSource(batch, entry, { record, occurrences: before }, note)
  const all = followed ? await store.occurrences(record.id) : before
  // Last: the source may have removed the event that had the provenance.
  await remember(batch, entry, source, all)
  await linkWithParts(batch, entry)
  narrow.hasWritten ||= batch.hasWritten
  const outcome = isNew ? 'created' : own === undefined || followed ? 'updated' : 'unchanged'
  const isPlain = entry.series.exceptions.length === 0 && all.every(({ own_fields }) => own_fields === '[]')
  const isWhole = !followed && isSeriesMade(batch, record)
  return isWhole && isPlain ? outcome : { outcome, next: seriesRest(entry, record.id, note) }
}

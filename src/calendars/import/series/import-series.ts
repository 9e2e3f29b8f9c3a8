/** Imports a series of a calendar: updates the series with the same UID, even if its times changed, or creates one (contract §10.4). */
import { cutSeriesBefore } from '../../../actions/series/cut.ts'
import {
  completeSeriesInTransaction,
  hasUnspreadChanges,
  MAX_OCCURRENCES_PER_TRANSACTION,
} from '../../../actions/series/extend.ts'
import { recurrenceIdAfterPendingMove } from '../../../actions/series/times.ts'
import { sha256Base64Url } from '../../../domain/import-source.ts'
import { occurrencesBetween } from '../../../domain/series/occurrence-starts.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import {
  farOccurrencesNote,
  importablePart,
  importTimeAndHorizon,
  MAX_FOLLOWED_OCCURRENCES,
  partArgs,
} from '../../../formats/icalendar/series/imported-part.ts'
import type { EventImportEntry, RecurringEntry } from '../../../formats/icalendar/series/series-entry.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../store/store.ts'
import { createFromEntry, uidTakenProblem } from '../calendar-event.ts'
import {
  beginsAlike,
  type EventImportProvenance,
  provenanceOfEvent,
  type Source,
  sourceKeyPrefix,
  wasImportedEventDeleted,
} from '../calendar-sources.ts'
import type { ImportTransaction, LineOutcome, UnfinishedLineImport } from '../import-batch.ts'
import type { EntryWithSource, NoteLeftOut } from '../source-entry.ts'
import { readSeriesWithOccurrences, type StoredSeries } from './decisions.ts'
import { followSeriesSource } from './follow-source.ts'
import { importNextExceptions } from './import-exceptions.ts'
import {
  convertSingleEventsToSeries,
  type EventAtPlace,
  singleEventsAtPlaces,
  stepToFindSingleEventsOfSeries,
} from './joined-parts.ts'
import { earlierPartsOfSeries, LATEST, recurrenceIdOfCutMadeHere, seriesAndLaterParts } from './parts.ts'

// The parts of the import of a series after its first transaction: changes and occurrences that are left, then exceptions.

/** The batch for series: with a higher limit of occurrences than the API has, and what the source removes may come back. */
const batchForSeries = (batch: ImportTransaction): ImportTransaction => ({
  ...batch,
  context: {
    ...batch.context,
    maxOccurrences: MAX_FOLLOWED_OCCURRENCES,
    madeAtOnce: MAX_OCCURRENCES_PER_TRANSACTION,
    followsSource: true,
  },
})

/** Whether all occurrences of a series up to its horizon exist, and have its changes. */
const hasAllOccurrences = (batch: ImportTransaction, record: SeriesRecord): boolean =>
  !hasUnspreadChanges(record) &&
  (record.is_complete === 1 ||
    record.made_until >= importTimeAndHorizon(batch, { zone: record.timezone }).horizon)

/** Writes the next part of what a series lacks. Returns whether more is to be done. */
async function completed(narrow: ImportTransaction, record: SeriesRecord): Promise<boolean> {
  // What a dry run completes is rolled back: it would never be done.
  if (narrow.isDry === true) return false
  const { store, context } = batchForSeries(narrow)
  const { hasWritten, isUnfinished } = await completeSeriesInTransaction(store, record, context)
  narrow.state.hasWritten ||= hasWritten
  return isUnfinished
}

/** Returns the next part of the import of the series with that id: what it lacks, then its exceptions, until nothing is left. */
const nextImportStep = (
  entry: RecurringEntry,
  id: number,
  note: NoteLeftOut,
  after?: string,
): UnfinishedLineImport['next'] =>
  async function next(narrow) {
    const batch = batchForSeries(narrow)
    const record = await batch.store.find('series', { id }, batch.context.moment)
    if (record === undefined) return 'unchanged'
    if (await completed(narrow, record)) return { outcome: 'unchanged', next }
    if (entry.cancelled === 'bare') return 'unchanged'
    const exceptions = await importNextExceptions(batch, entry, { id, after }, note)
    const outcome = exceptions.hasChanged ? 'updated' : 'unchanged'
    if (exceptions.next === undefined) return outcome
    return { outcome, next: nextImportStep(entry, id, note, exceptions.next) }
  }

/**
 * Returns the import of a series that an earlier import left half changed: what it lacks, then the import itself. Otherwise the source
 * would be compared with occurrences that lack changes.
 */
const stepCompletingFirst =
  (id: number, act: UnfinishedLineImport['next']): UnfinishedLineImport['next'] =>
  async (narrow) => {
    const record = await narrow.store.find('series', { id }, narrow.context.moment)
    if (record === undefined || !hasUnspreadChanges(record) || !(await completed(narrow, record)))
      return act(narrow)
    return { outcome: 'unchanged', next: stepCompletingFirst(id, act) }
  }

/** The series of which this one was a part before the source split it. Its later occurrences become this one's. */
async function cutOff(
  batch: ImportTransaction,
  { uid, series }: RecurringEntry,
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { continues } = series
  const before = continues && (await store.seriesWithUid(continues.uid))
  if (continues === undefined || before === undefined || before.status === 'trash') return undefined
  for (const part of await seriesAndLaterParts(batch, before)) {
    const occurrence = (await store.occurrences(part.id)).find(
      ({ recurrence_id }) => recurrenceIdAfterPendingMove(part, recurrence_id) === continues.recurrenceId,
    )
    const event = occurrence && (await store.find('event', { id: occurrence.id }, context.moment))
    const cut = event && (await cutSeriesBefore(store, part, event, context))
    if (cut === undefined) continue
    await store.update('series', cut.series.id, { uid })
    return { ...cut.series, uid }
  }
  return undefined
}

/** The number of occurrences of a part whose provenance is read. */
const MAX_ASKED = 50

/** Whether an import moved a series to the trash: one of its occurrences, not always the first, tells. */
async function isPruned({ store }: ImportTransaction, all: readonly OccurrenceRecord[]): Promise<boolean> {
  const events = await store.eventRecords(all.map(({ id }) => id))
  return [...events.values()].some(({ pruned_status }) => pruned_status !== '')
}

/** Returns the older subscription that a series follows; undefined if it follows none. Throws a problem if a subscription may not change it. */
export async function olderSubscriptionOf(
  batch: ImportTransaction,
  { record, occurrences: all }: StoredSeries,
  source: Source,
): Promise<string | undefined> {
  if (!source.isConfined || all.length === 0) return undefined
  const { store } = batch
  const asked = all.slice(0, MAX_ASKED)
  // A later part has the provenance of the part before it.
  for (const { id } of await earlierPartsOfSeries(batch, record))
    asked.push(...(await store.occurrences(id)).slice(0, MAX_ASKED))
  const known: EventImportProvenance[] = []
  for (const { id } of asked) known.push(await provenanceOfEvent(store, { id, pruned_status: '' }, source))
  const followed = known.find((one) => one.followed !== undefined)?.followed
  if (followed !== undefined) return followed === source.name ? undefined : followed
  if (known.some(({ isImported }) => isImported) || (await isPruned(batch, all))) return undefined
  throw invalidParam('UID', because('series_made_here'))
}

/** Throws a problem if a series is here for the first time, and has the UID of another one of an older subscription. */
async function requireSameSeries(
  { store, context }: ImportTransaction,
  entry: RecurringEntry,
  source: Source,
  [first]: readonly OccurrenceRecord[],
  followed: string,
): Promise<void> {
  if ((await store.imported(sourceKeyPrefix(source) + sha256Base64Url(entry.uid))) !== undefined) return
  const event = first && (await store.find('event', { id: first.id }, context.moment))
  if (event !== undefined && !beginsAlike(entry, event)) throw uidTakenProblem(followed)
}

async function create(batch: ImportTransaction, entry: RecurringEntry, source: Source, note: NoteLeftOut) {
  const { series, isCut } = importablePart(
    entry.series.series,
    entry.series,
    importTimeAndHorizon(batch, entry.series.series),
  )
  if (isCut) note(farOccurrencesNote(entry), entry)
  await createFromEntry(batch, { ...entry, args: { ...entry.args, ...partArgs(series) } }, source, note)
  return batch.store.seriesWithUid(entry.uid)
}

/** Stores the provenance of the series with its first event, unless another one of it has that. */
async function remember(
  batch: ImportTransaction,
  { uid }: EventImportEntry,
  source: Source,
  { id: series }: SeriesRecord,
): Promise<void> {
  const { store, context } = batch
  const key = sourceKeyPrefix(source) + sha256Base64Url(uid)
  const known = await store.imported(key)
  const event = known && (await store.find('event', { id: known.item_id }, context.moment))
  if (event?.series === series) return
  const [first] = await store.occurrences(series)
  if (first === undefined) return
  await store.rememberImport(key, 'event', first.id)
  batch.state.hasWritten = true
}

/** Links two series with each other, if neither is linked yet. */
async function linkParts(
  batch: ImportTransaction,
  before: SeriesRecord | undefined,
  after: SeriesRecord | undefined,
) {
  if (before === undefined || after === undefined || before.id === after.id) return
  if (before.continued_by !== null || after.continues !== null) return
  const modified_utc = epochOfInstant(batch.context.moment.now)
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  await batch.store.update('series', before.id, { continued_by: after.id, ...next(before) })
  await batch.store.update('series', after.id, { continues: before.id, ...next(after) })
  batch.state.hasWritten = true
}

/** Links a series with its parts in the calendar. */
async function linkWithParts(batch: ImportTransaction, { uid, series }: RecurringEntry): Promise<void> {
  const { continues, continuedBy } = series
  const { store } = batch
  if (continues !== undefined)
    await linkParts(batch, await store.seriesWithUid(continues.uid), await store.seriesWithUid(uid))
  if (continuedBy !== undefined)
    await linkParts(batch, await store.seriesWithUid(uid), await store.seriesWithUid(continuedBy))
}

/** A series of a calendar, its source, and how to note what is not imported of it. */
interface RecurringEntryWithSource extends EntryWithSource {
  readonly entry: RecurringEntry
}

/** Creates a series. Returns it with its first occurrences. */
async function made(batch: ImportTransaction, { entry, source, note }: RecurringEntryWithSource) {
  if (await wasImportedEventDeleted(batch, sourceKeyPrefix(source) + sha256Base64Url(entry.uid), source)) {
    note(because('event_deleted_here'), entry)
    return undefined
  }
  return create(batch, entry, source, note)
}

/** Imports the first part of a series that is here, or is new: all but later occurrences and its exceptions. */
async function importFound(
  narrow: ImportTransaction,
  of: RecurringEntryWithSource,
  taken: SeriesRecord | undefined,
  isOwn: boolean,
): Promise<LineOutcome | UnfinishedLineImport> {
  const batch = batchForSeries(narrow)
  const { entry, source, note } = of
  const record = taken ?? (await made(batch, of))
  if (record === undefined) return 'unchanged'
  const stored = await readSeriesWithOccurrences(batch.store, record)
  const isNew = taken === undefined
  const followed = isNew ? undefined : await olderSubscriptionOf(batch, stored, source)
  if (followed !== undefined) {
    await requireSameSeries(batch, entry, source, stored.occurrences, followed)
    note(because('older_subscription'), entry)
    return 'unchanged'
  }
  const cutAt = await recurrenceIdOfCutMadeHere(batch, stored, entry, source)
  const hasChanged = !isNew && (await followSeriesSource(batch, entry, { ...stored, cutAt }, note))
  // Last: the source may have removed the event that had the provenance.
  await remember(batch, entry, source, record)
  await linkWithParts(batch, entry)
  const outcome = isNew ? 'created' : !isOwn || hasChanged ? 'updated' : 'unchanged'
  const isPlain =
    entry.series.exceptions.length === 0 && stored.occurrences.every(({ own_fields }) => own_fields === '[]')
  const isWhole = !hasChanged && hasAllOccurrences(batch, record)
  return isWhole && isPlain ? outcome : { outcome, next: nextImportStep(entry, record.id, note) }
}

/**
 * Imports the first part of a series of which people here moved to the trash what came before the rest: the event itself, of which the
 * source makes the series, or dates that came without it. That stays there.
 */
async function importBesideTrashed(
  narrow: ImportTransaction,
  of: RecurringEntryWithSource,
  trashed: readonly EventAtPlace[],
): Promise<LineOutcome | UnfinishedLineImport> {
  const { entry, source, note } = of
  const { series } = entry.series
  const { recurrence, allDay } = series
  const dates = trashed.map(([wall]) => ({ wall, isDay: allDay }))
  const exclusions = [...recurrence.exclusions, ...dates].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  const others = { ...series, recurrence: { ...recurrence, exclusions } }
  const isWhole = trashed.some(([, { uid }]) => uid === entry.uid)
  if (isWhole || occurrencesBetween(others, '', LATEST, 1).length === 0) {
    note(because('event_deleted_here'), entry)
    return 'unchanged'
  }
  const batch = batchForSeries(narrow)
  const record = await made(batch, {
    ...of,
    entry: { ...entry, series: { ...entry.series, series: others } },
  })
  if (record === undefined) return 'unchanged'
  await remember(batch, entry, source, record)
  return importFound(narrow, of, record, false)
}

/** Imports the first part of a series within the batch. Throws a problem if it is refused. */
export async function importSeries(
  narrow: ImportTransaction,
  of: RecurringEntryWithSource,
): Promise<LineOutcome | UnfinishedLineImport> {
  const { entry, source } = of
  const own = await narrow.store.seriesWithUid(entry.uid)
  if (own !== undefined && hasUnspreadChanges(own) && narrow.isDry !== true) {
    const next = stepCompletingFirst(own.id, (later) => later.store.attempt(() => importSeries(later, of)))
    return { outcome: 'unchanged', next }
  }
  const here = own ?? (await cutOff(batchForSeries(narrow), entry))
  if (here !== undefined) return importFound(narrow, of, here, own !== undefined)
  const next = stepToFindSingleEventsOfSeries(entry, async (later, parts) => {
    // Somebody else may have imported it meanwhile.
    if ((await later.store.seriesWithUid(entry.uid)) !== undefined) return importSeries(later, of)
    const batch = batchForSeries(later)
    const places = await singleEventsAtPlaces(batch, parts)
    const joined = await convertSingleEventsToSeries(batch, entry, source, places)
    if (joined === undefined && places.length > 0) return importBesideTrashed(later, of, places)
    return importFound(later, of, joined, false)
  })
  return { outcome: 'unchanged', next }
}

/** A series of a calendar, its exceptions, and messages about it. */

import { keepEarlierState } from '../../actions/series/earlier-state.ts'
import {
  goOnWithSeries,
  hasUnspreadChanges,
  MAX_OCCURRENCES_PER_TRANSACTION,
  makeSeriesOfSingleEvents,
} from '../../actions/series/making.ts'
import { ownFieldsOfOccurrence, recurrenceIdAfterPendingMove } from '../../actions/series/pattern.ts'
import { isTrashedByImport } from '../../actions/series/plan.ts'
import { cutSeriesBefore, updateSeries } from '../../actions/series/update.ts'
import { writableEventFieldNames } from '../../contract/resources/fields/event-fields.ts'
import { hasStandardProperty } from '../../contract/resources/fields/index.ts'
import { importKeyPrefix } from '../../domain/import-source.ts'
import {
  occurrencesBetween,
  recurrenceIdsOfSeries,
  type Series,
  standaloneOccurrenceUid,
} from '../../domain/series/occurrences.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type {
  EventImportEntry,
  OccurrenceOfSeriesNotInCalendar,
  OccurrenceUnlikeRest,
  RecurringEntry,
} from '../../formats/icalendar/entry.ts'
import {
  farOccurrencesNote,
  importablePart,
  importTimeAndHorizon,
  MAX_FOLLOWED_OCCURRENCES,
  partArgs,
} from '../../formats/icalendar/imported-part.ts'
import type { SentObject } from '../../formats/jsonl/lines.ts'
import { because, invalidParam, Problem, reasonOfProblem } from '../../problem.ts'
import type { EventRecord, OccurrenceRecord, SeriesRecord } from '../../store/store.ts'
import {
  argsOfPrivateEntry,
  argsSettingBackPrunedStatus,
  beginsAlike,
  createFromEntry,
  type EntryWithSource,
  entryArgsThatChangeEvent,
  isToBePublic,
  keyInSource,
  type NoteLeftOut,
  provenanceOfKeys,
  type Source,
  uidTakenProblem,
  wasImportedEventDeleted,
  withoutRefusedArgs,
  withoutTexts,
} from './calendar-event.ts'
import {
  changeEvent,
  type ImportTransaction,
  type LineOutcome,
  type UnfinishedLineImport,
} from './importer.ts'
import { isHiddenOccurrence, readSeriesWithOccurrences, type StoredSeries } from './series-decisions.ts'
import {
  followSeriesSource,
  isUidOfLaterPart,
  LATEST,
  partsLinkedTo,
  recurrenceIdOfCutMadeHere,
  seriesAndLaterParts,
} from './series-source.ts'

// Imports the exceptions of a series. An exception that the source no longer has becomes a regular occurrence again.

/** The fields of an event that a calendar contains. */
const said = [
  'title',
  'venue',
  'organizer',
  'categories',
  'image',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'event_status',
  'attendance_mode',
  ...writableEventFieldNames.filter(hasStandardProperty),
]

/** The args that change an occurrence: it becomes private where the source marks it so, or keeps its texts where a person here shows it. */
async function argsOfOccurrence(
  batch: ImportTransaction,
  { entry, note }: Pick<EntryWithSource, 'entry' | 'note'>,
  sent: SentObject,
  event: EventRecord,
  isOfPrivateSeries = false,
): Promise<SentObject> {
  if (entry.status === 'private') {
    // Only a status of its own is one that a person gave it.
    const usual = ownFieldsOfOccurrence(event).includes('status') ? undefined : event.status
    const { id, status } = event
    return argsOfPrivateEntry(batch, { entry, note }, sent, { resource: 'event', id, status, usual })
  }
  if (!isOfPrivateSeries || !isToBePublic(event.status)) return sent
  note(because('private_shown_here'), entry)
  return withoutTexts(sent)
}

/** Updates one occurrence from its exception. Returns whether anything changed. */
async function importException(
  batch: ImportTransaction,
  { entry }: OccurrenceUnlikeRest,
  { id, isOfPrivateSeries }: { readonly id: number; readonly isOfPrivateSeries: boolean },
  note: NoteLeftOut,
): Promise<boolean> {
  const { store, context } = batch
  const event = await store.find('event', { id }, context.moment)
  // A user has removed an occurrence that is in the trash.
  if (event === undefined || event.status === 'trash') return false
  const all = await entryArgsThatChangeEvent(batch, entry, event)
  const { recurrence: _, status: _status, ...said } = all
  const sent = await argsOfOccurrence(batch, { entry, note }, said, event, isOfPrivateSeries)
  try {
    return await withoutRefusedArgs(batch, { entry, note }, sent, (some) => changeEvent(batch, event, some))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    note(because('exception_left_out', { why: reasonOfProblem(error) }), entry)
    return false
  }
}

/** Makes an occurrence that the source no longer changes like the others again. Returns whether anything changed. */
async function inheritAgain(batch: ImportTransaction, one: OccurrenceRecord): Promise<boolean> {
  const inherit = ownFieldsOfOccurrence(one).filter((field) => said.includes(field))
  const event =
    inherit.length === 0 ? undefined : await batch.store.find('event', { id: one.id }, batch.context.moment)
  return event !== undefined && changeEvent(batch, event, { inherit })
}

/** A stored series, and how far its occurrences have been updated. */
interface ExceptionsCursor {
  readonly id: number
  /** The `recurrence_id` of the last one; undefined before the first. */
  readonly after?: string | undefined
}

/** The maximum occurrences that one transaction compares with the source. */
const AT_ONCE = 20

/**
 * Updates the next occurrences from the exceptions of a series: those whose `recurrence_id` is after the cursor. Returns whether
 * anything changed, and the `recurrence_id` after which to go on if others are left.
 */
async function importNextExceptions(
  batch: ImportTransaction,
  { series, status }: RecurringEntry,
  { id, after = '' }: ExceptionsCursor,
  note: NoteLeftOut,
): Promise<{ readonly hasChanged: boolean; readonly next?: string }> {
  const exceptions = new Map(
    series.exceptions.flatMap((one) => (one.recurrenceId > after ? [[one.recurrenceId, one] as const] : [])),
  )
  // Most dates of a long series are neither, and are not read (`npm run trial imports`).
  const due = (await batch.store.occurrencesOwnOrAt(id, after, [...exceptions.keys()])).filter(
    (one) =>
      exceptions.has(one.recurrence_id) ||
      // An exception that is not understood is not gone.
      (!series.isUnclear && one.status !== 'trash' && !isHiddenOccurrence(one)),
  )
  let hasChanged = false
  for (const one of due.slice(0, AT_ONCE)) {
    const exception = exceptions.get(one.recurrence_id)
    const isChanged =
      exception === undefined
        ? await inheritAgain(batch, one)
        : await importException(
            batch,
            exception,
            { id: one.id, isOfPrivateSeries: status === 'private' },
            note,
          )
    hasChanged ||= isChanged
  }
  const next = due[AT_ONCE - 1]?.recurrence_id
  return { hasChanged, ...(due.length > AT_ONCE && next !== undefined && { next }) }
}

// Makes a series of the single events that an earlier import made of its occurrences (contract §10.4).

/** Places whose single events one transaction looks for: others wait for it. */
const PLACES_AT_ONCE = 250

/** The UIDs of single events at the next places of a series up to a horizon. */
function singlePlaces(uid: string, series: Series, from: string, horizon: string) {
  const places = new Map<string, string>()
  for (const recurrenceId of recurrenceIdsOfSeries(series, from)) {
    if (recurrenceId > horizon) break
    if (recurrenceId < from) continue
    if (places.size === PLACES_AT_ONCE) return { places, next: recurrenceId }
    places.set(standaloneOccurrenceUid(uid, recurrenceId, series), recurrenceId)
  }
  return { places: places.set(uid, series.start), next: undefined }
}

/** The events that were imported as occurrences of a series, by the `recurrence_id` that they have in it. */
type SingleParts = ReadonlyMap<string, Pick<EventRecord, 'id' | 'uid'>>

/** The parts of a series that have been found, and from which place on others are looked for. */
interface FoundParts {
  readonly parts: SingleParts
  readonly from: string
}

/**
 * Returns the import of a series that does not exist: looks for single events that are its occurrences, in as many transactions as that takes,
 * then goes on with them.
 */
const stepToFindSingleEventsOfSeries = (
  { uid, series: { series } }: RecurringEntry,
  act: (batch: ImportTransaction, parts: SingleParts) => Promise<LineOutcome | UnfinishedLineImport>,
): UnfinishedLineImport['next'] => {
  const looking =
    ({ parts: found, from }: FoundParts): UnfinishedLineImport['next'] =>
    async (batch) => {
      const { places, next } = singlePlaces(uid, series, from, importTimeAndHorizon(batch, series).horizon)
      const parts = new Map(found)
      for (const event of await batch.store.singleEvents([...places.keys()])) {
        const place = places.get(event.uid)
        const other = place === undefined ? undefined : parts.get(place)
        // The event that has the UID of the occurrence comes before the one that has that of the whole.
        if (place !== undefined && (other === undefined || (other.uid === uid && event.uid !== uid)))
          parts.set(place, { id: event.id, uid: event.uid })
      }
      if (next === undefined) return batch.store.attempt(() => act(batch, parts))
      return { outcome: 'unchanged', next: looking({ parts, from: next }) }
    }
  return looking({ parts: new Map(), from: series.start })
}

/** A single event, and the place of a series that it would have. */
type EventAtPlace = readonly [place: string, event: EventRecord]

/** Returns the single events at places of a series, in order. Those that an import had moved to the trash come back from there. */
async function singleEventsAtPlaces(
  batch: ImportTransaction,
  parts: SingleParts,
): Promise<readonly EventAtPlace[]> {
  const { store } = batch
  const ids = [...parts.values()].map(({ id }) => id)
  for (const kept of (await store.eventRecords(ids)).values()) {
    if (kept.series !== null || !isTrashedByImport(kept)) continue
    await changeEvent(batch, kept, argsSettingBackPrunedStatus(kept))
  }
  const records = await store.eventRecords(ids)
  return [...parts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([place, { id }]): EventAtPlace[] => {
      const event = records.get(id)
      return event === undefined || event.series !== null ? [] : [[place, event]]
    })
}

/** Converts occurrences that were imported as single events to a series. They keep their ids. Undefined if all are in the trash. */
async function convertSingleEventsToSeries(
  batch: ImportTransaction,
  entry: RecurringEntry,
  source: Source,
  places: readonly EventAtPlace[],
): Promise<SeriesRecord | undefined> {
  const { store, context } = batch
  const { uid, series: own } = entry
  const [[start, head] = []] = places.filter(([, { status }]) => status !== 'trash')
  if (start === undefined || head === undefined) return undefined
  const { series: rule } = importablePart(own.series, own, importTimeAndHorizon(batch, own.series), start)
  const within = new Map(places.filter(([id]) => id >= rule.start))
  const links = await store.linksOf(head.id)
  const record = await makeSeriesOfSingleEvents(store, { rule, uid, head, links }, within, context)
  for (const event of within.values())
    for (const key of await store.importKeysOf('event', event.id))
      if (key.startsWith(importKeyPrefix(source.name))) await store.forgetImport(key)
  await store.rememberImport(keyInSource(source, uid), 'event', head.id)
  return record
}

// Imports a series of a calendar: updates the series with the same UID, even if its times changed, or creates one (contract §10.4).

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
  const { hasWritten, isUnfinished } = await goOnWithSeries(store, record, context)
  narrow.state.hasWritten ||= hasWritten
  narrow.state.goesOn = hasWritten
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
    if (exceptions.hasChanged) narrow.state.goesOn = false
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
    await store.put('series', cut.series.id, { uid })
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
async function olderSubscriptionOf(
  batch: ImportTransaction,
  { record, occurrences: all }: StoredSeries,
  source: Source,
): Promise<string | undefined> {
  if (!source.isConfined || all.length === 0) return undefined
  const { store } = batch
  const asked = all.slice(0, MAX_ASKED)
  // A later part has the provenance of the part before it.
  for (const { id } of await partsLinkedTo(batch, record, 'continues'))
    asked.push(...(await store.occurrences(id)).slice(0, MAX_ASKED))
  const keys = await store.importKeysOfEvents(asked.map(({ id }) => id))
  const known = asked.map(({ id }) => provenanceOfKeys(keys.get(id) ?? [], source))
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
  if ((await store.imported(keyInSource(source, entry.uid))) !== undefined) return
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
  const key = keyInSource(source, uid)
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
  await batch.store.put('series', before.id, { continued_by: after.id, ...next(before) })
  await batch.store.put('series', after.id, { continues: before.id, ...next(after) })
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

/** Whether people here deleted for good what the source had as this series; notes that. */
async function isDeletedHere(
  batch: ImportTransaction,
  { entry, source, note }: RecurringEntryWithSource,
): Promise<boolean> {
  const key = keyInSource(source, entry.uid)
  const isDeleted = await wasImportedEventDeleted(batch, key, source)
  if (isDeleted) note(because('event_deleted_here'), entry)
  return isDeleted
}

/** Creates a series. Returns it with its first occurrences. */
const made = async (batch: ImportTransaction, of: RecurringEntryWithSource) =>
  (await isDeletedHere(batch, of)) ? undefined : create(batch, of.entry, of.source, of.note)

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
  const keeping = keepEarlierState(narrow.store, narrow.context)
  const kept = { ...narrow, store: keeping.store }
  const here = own ?? (await cutOff(batchForSeries(kept), entry))
  if (here !== undefined) {
    const outcome = await importFound(kept, of, here, own !== undefined)
    await keeping.note(here.id)
    return outcome
  }
  const find = stepToFindSingleEventsOfSeries(entry, async (later, parts) => {
    // Somebody else may have imported it meanwhile.
    if ((await later.store.seriesWithUid(entry.uid)) !== undefined) return importSeries(later, of)
    // An exception that the source had meanwhile, and the import put into the trash, brings nothing back.
    const found = await later.store.eventRecords([...parts.values()].map(({ id }) => id))
    const areTrashed = found.size > 0 && [...found.values()].every(({ status }) => status === 'trash')
    if (areTrashed && (await isDeletedHere(later, of))) return 'unchanged'
    const places = await singleEventsAtPlaces(batchForSeries(later), parts)
    const keeping = keepEarlierState(later.store, later.context)
    const kept = { ...later, store: keeping.store }
    const joined = await convertSingleEventsToSeries(batchForSeries(kept), entry, source, places)
    if (joined === undefined && places.length > 0) return importBesideTrashed(later, of, places)
    if (joined === undefined) return importFound(later, of, joined, false)
    const outcome = await importFound(kept, of, joined, false)
    await keeping.note(joined.id)
    return outcome
  })
  return find(narrow)
}

// Imports messages about a stored series that do not contain the series: about one occurrence, about it and all later ones, or
// a cancellation of the whole (RFC 5545 §3.8.4.4, RFC 5546 §3.2.5). Invitations by e-mail contain no more.

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

async function changeNamed(
  batch: ImportTransaction,
  { entry, note }: Pick<EntryWithSource, 'entry' | 'note'>,
  event: EventRecord,
  follows: boolean,
): Promise<boolean> {
  const { store, context } = batch
  const { status: _, ...said } = await entryArgsThatChangeEvent(batch, entry, event)
  const sent = await argsOfOccurrence(batch, { entry, note }, said, event)
  const scope = follows ? { apply_to: 'following' } : {}
  const isChanged = await withoutRefusedArgs(batch, { entry, note }, sent, (some) =>
    changeEvent(batch, event, { ...some, ...scope }),
  )
  const now = await store.find('event', { id: event.id }, context.moment)
  return isChanged || now?.series !== event.series
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
  if (!(await changeNamed(batch, { entry, note }, event, named.follows))) return 'unchanged'
  const cut = named.follows && (await store.find('event', { id: event.id }, batch.context.moment))
  // The full calendar gives the later part the same UID.
  if (cut && cut.series !== null && cut.series !== event.series)
    await store.put('series', cut.series, { uid: entry.uid })
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

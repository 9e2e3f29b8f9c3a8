/** A stored series follows its source. */
import { setImmediate as breath } from 'node:timers/promises'
import { replaceRule } from '../../actions/series/making.ts'
import { ownFieldsOfOccurrence, seriesFromRecord } from '../../actions/series/pattern.ts'
import { updateSeries } from '../../actions/series/update.ts'
import { parseArgs } from '../../contract/arg.ts'
import { series as declaration } from '../../contract/resources/event.ts'
import { cutOffPartKey, deletedSeriesRestKey } from '../../domain/import-source.ts'
import {
  makeOccurrence,
  occurrencesBetween,
  recurrenceSecondsUpTo,
  type Series,
  typicalOccurrence,
} from '../../domain/series/occurrences.ts'
import {
  interchangeRule,
  secondsBetweenWallTimes,
  splitSeriesBefore,
} from '../../domain/series/split-series.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import type { RecurringEntry } from '../../formats/icalendar/entry.ts'
import {
  farOccurrencesNote,
  importablePart,
  importTimeAndHorizon,
  partArgs,
  partOfSeriesFromWall,
  secondsShiftBetween,
} from '../../formats/icalendar/imported-part.ts'
import { googleSplitDate } from '../../formats/icalendar/series.ts'
import type { SentObject } from '../../formats/jsonl/lines.ts'
import { because } from '../../problem.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../store/store.ts'
import {
  argsOfPrivateEntry,
  entryArgsThatChangeEvent,
  isToBePublic,
  keyInSource,
  type NoteLeftOut,
  type Source,
  withoutRefusedArgs,
  withoutTexts,
} from './calendar-event.ts'
import type { ImportTransaction } from './importer.ts'
import { hasOccurrenceAt, type StoredSeries, sourceSeriesWithOwnDecisions } from './series-decisions.ts'

// The parts of a split series: each continues the one before it.

type Finding = Pick<ImportTransaction, 'store' | 'context'>

/** Follows the links between parts in one direction. Returns the parts after the given one, the nearest first. */
export async function partsLinkedTo(
  { store, context }: Finding,
  first: SeriesRecord,
  direction: 'continues' | 'continued_by',
): Promise<readonly SeriesRecord[]> {
  const parts: SeriesRecord[] = []
  const seen = new Set([first.id])
  for (let id = first[direction]; id !== null && !seen.has(id); ) {
    seen.add(id)
    const next = await store.find('series', { id }, context.moment)
    if (next === undefined) break
    parts.push(next)
    id = next[direction]
  }
  return parts
}

/** Returns the series and the later parts that were split from it, in order. */
export async function seriesAndLaterParts(
  finding: Finding,
  first: SeriesRecord,
): Promise<readonly SeriesRecord[]> {
  return [first, ...(await partsLinkedTo(finding, first, 'continued_by'))]
}

/** Whether the source has a separate UID for a later part, by which it can cancel it. */
export const isUidOfLaterPart = (uid: string): boolean => googleSplitDate(uid) !== ''

/** Whether the source of a series names the part that continues it: then people here did not cut that off. */
async function isPartOfSource(
  { store }: Finding,
  { uid }: SeriesRecord,
  entry: RecurringEntry,
  source: Source,
): Promise<boolean> {
  if (uid === entry.uid || uid === entry.series.continuedBy || isUidOfLaterPart(uid)) return true
  return (await store.imported(keyInSource(source, uid))) !== undefined
}

/** The places under keys that end with one, and the ids of their items. */
async function placesUnder({ store }: Finding, prefix: string) {
  const found = await store.importsUnder(prefix)
  return found.map(({ key, item_id }) => ({ place: key.slice(prefix.length), id: item_id }))
}

/** The place at which a part was cut off. An export has none: what the series before it has stays there. */
async function placeOfCut(finding: Finding, { record, occurrences }: StoredSeries, next: SeriesRecord) {
  const cut = (await placesUnder(finding, cutOffPartKey(record.uid, ''))).find(({ id }) => id === next.id)
  if (cut !== undefined) return cut.place
  const last = occurrences.at(-1)?.recurrence_id ?? ''
  return last < next.start_date ? next.start_date : plusSeconds(last, 1)
}

/** Returns the place from which on people here cut a series off which the source still has whole; undefined if they did not. */
export async function recurrenceIdOfCutMadeHere(
  finding: Finding,
  stored: StoredSeries,
  entry: RecurringEntry,
  source: Source,
): Promise<string | undefined> {
  const { record } = stored
  const deleted = await placesUnder(finding, deletedSeriesRestKey(record.uid, ''))
  const [, next] = await seriesAndLaterParts(finding, record)
  const isTheirs = next !== undefined && !(await isPartOfSource(finding, next, entry, source))
  const cut = isTheirs ? [await placeOfCut(finding, stored, next)] : []
  return [...deleted.map(({ place }) => place), ...cut].sort()[0]
}

/** Moves the places at which a series was cut off by seconds of wall clock time, as its source moved it. */
async function moveCuts(
  { store }: Pick<ImportTransaction, 'store'>,
  { uid }: SeriesRecord,
  seconds: number,
): Promise<void> {
  for (const keyOf of [cutOffPartKey, deletedSeriesRestKey]) {
    const prefix = keyOf(uid, '')
    const all = await store.importsUnder(prefix)
    for (const { key } of all) await store.forgetImport(key)
    for (const { key, item_id } of all)
      await store.rememberImport(
        keyOf(uid, plusSeconds(key.slice(prefix.length), seconds)),
        'series',
        item_id,
      )
  }
}

/** Returns a series of a source up to a place that a later part has; undefined if nothing is left. */
function seriesEndedBeforeRecurrence(series: Series, place: string): Series | undefined {
  if (series.start >= place) return undefined
  const justBefore = place.slice(0, -1)
  if (occurrencesBetween(series, justBefore, LATEST, 1).length === 0) return series
  return splitSeriesBefore(series, place)?.before
}

/** A timestamp after all others. */
export const LATEST = '9999-12-31 23:59:59'

// Updates a stored series from its external source (contract §10.4): its rule, its times and its fields.

/** Whether the first occurrence of a series up to a horizon is one of another series, too. */
function beginsIn(series: Series, other: Series, horizon: string): boolean {
  const [first] = occurrencesBetween(series, '', horizon, 1)
  return first !== undefined && hasOccurrenceAt(other, first.recurrenceId)
}

/** Returns the shift of a source against the stored series: none if both begin at the same time, whatever dates they exclude. */
function sourceShift(here: Series, outside: Series, horizon: string): number {
  if (here.start === outside.start) return 0
  // Most sources have what is stored here: then no other date must be followed (`npm run trial imports`).
  if (beginsIn(here, outside, horizon) || beginsIn(outside, here, horizon)) return 0
  // Otherwise a daily series that moves by more than half a day would come to the dates of its neighbours.
  if (here.start.slice(0, 10) === outside.start.slice(0, 10))
    return secondsBetweenWallTimes(here.start, outside.start)
  return secondsShiftBetween(recurrenceSecondsUpTo(here, horizon), recurrenceSecondsUpTo(outside, horizon))
}

/**
 * Aligns the start of the stored series with the source up to a shift, which the change of times then applies: earlier occurrences
 * that the source no longer has leave the series. Returns the series, and the part of the source that it becomes.
 */
async function aligned(
  batch: ImportTransaction,
  record: SeriesRecord,
  outside: Series,
): Promise<[SeriesRecord, Series]> {
  const { store, context } = batch
  const here = seriesFromRecord(record)
  const { horizon } = importTimeAndHorizon(batch, outside)
  const shift = sourceShift(here, outside, horizon)
  if (here.zone !== outside.zone || here.allDay !== outside.allDay) return [record, outside]
  if (shift !== 0 && hasOccurrenceAt(outside, plusSeconds(here.start, shift)))
    return [record, partOfSeriesFromWall(outside, plusSeconds(here.start, shift))]
  if (plusSeconds(here.start, shift) === outside.start) return [record, outside]
  const cut = shift === 0 ? undefined : splitSeriesBefore(here, plusSeconds(outside.start, -shift))?.after
  // Its dates last as long as before until the update, which sees by that what to change.
  const lasting = { ...outside, end: makeOccurrence(outside.start, here).end }
  const rule = cut?.start === plusSeconds(outside.start, -shift) ? cut : lasting
  return [await replaceRule(store, record, rule, context), outside]
}

/** Adds the dates of a source before the part of it that a moved series has become. Returns the record of the series. */
async function withEarlierDates(
  { store, context }: ImportTransaction,
  record: SeriesRecord,
  part: Series,
  outside: Series,
): Promise<SeriesRecord> {
  if (part.start <= outside.start || record.start_date !== part.start) return record
  return replaceRule(store, record, outside, context)
}

/** The dates that a series has besides its start. */
const laterDates = ({ recurrence: { dates }, start }: Series) => dates.filter(({ wall }) => wall !== start)

/** The part of the source in the form that is stored, where calendars write both alike: UNTIL, and a date that is the start. */
function inStoredForm(part: Series, stored: Series): Series {
  if (part.start !== stored.start || part.zone !== stored.zone) return part
  const { rule, dates } = stored.recurrence
  const isSameRule = interchangeRule(part) === interchangeRule(stored)
  const isSameDates = JSON.stringify(laterDates(part)) === JSON.stringify(laterDates(stored))
  return {
    ...part,
    recurrence: { ...part.recurrence, ...(isSameRule && { rule }), ...(isSameDates && { dates }) },
  }
}

/** The args that change: those of the source, except values that the event already has in another form. */
async function changedArgs(
  batch: ImportTransaction,
  entry: RecurringEntry,
  { record, occurrences: all }: StoredSeries,
  note: NoteLeftOut,
): Promise<SentObject> {
  const { store, context } = batch
  const typical = typicalOccurrence(all)
  const event = typical && (await store.find('event', { id: typical.id }, context.moment))
  if (event === undefined) return entry.args
  const { status: _, ...args } = await entryArgsThatChangeEvent(batch, entry, event)
  const changing = async (sent: SentObject, status: SeriesRecord['status']) => {
    if (entry.status !== 'private') return sent
    const holder = { resource: 'series', id: record.id, status, usual: 'publish' } as const
    const changed = await argsOfPrivateEntry(batch, { entry, note }, sent, holder)
    const isShown = (one: OccurrenceRecord) =>
      isToBePublic(one.status) && ownFieldsOfOccurrence(one).includes('status')
    if (changed.status !== 'private' && status !== 'private') return changed
    if (!all.some(isShown)) return changed
    // An occurrence that a person here shows has the texts of its series.
    note(because('private_shown_here'), entry)
    return withoutTexts(changed)
  }
  if (record.status !== 'trash') return changing(args, record.status)
  const pruned = await store.eventRecords(all.map(({ id }) => id))
  const status = [...pruned.values()].find(({ pruned_status }) => pruned_status !== '')?.pruned_status
  return status === undefined || status === '' ? args : changing({ ...args, status }, status)
}

/**
 * The part of the source that the stored series follows: without what people here cut off. Where the source has that at another time
 * by now, the cut moves with it. Undefined if nothing is left.
 */
async function withoutCutOff(
  batch: ImportTransaction,
  { record, cutAt }: StoredSeries,
  all: Series,
  horizon: string,
): Promise<Series | undefined> {
  if (cutAt === undefined) return all
  const shift = hasOccurrenceAt(all, cutAt) ? 0 : sourceShift(seriesFromRecord(record), all, horizon)
  if (shift !== 0) await moveCuts(batch, record, shift)
  return seriesEndedBeforeRecurrence(all, plusSeconds(cutAt, shift))
}

/** Updates a series and all its occurrences from its source, in steps between which other tasks run. Returns whether anything changed. Throws 400 if the source is refused. */
export async function followSeriesSource(
  batch: ImportTransaction,
  entry: RecurringEntry,
  stored: StoredSeries,
  note: NoteLeftOut,
): Promise<boolean> {
  const { record } = stored
  const { store, context } = batch
  const around = importTimeAndHorizon(batch, entry.series.series)
  const given = entry.series.series
  const decided = await sourceSeriesWithOwnDecisions(batch, stored, given, () =>
    sourceShift(seriesFromRecord(record), given, around.horizon),
  )
  await breath()
  const { series: all, isCut } = importablePart(decided, entry.series, around, record.start_date)
  if (isCut) note(farOccurrencesNote(entry), entry)
  const outside = await withoutCutOff(batch, stored, all, around.horizon)
  if (outside === undefined) return false
  const sent = await changedArgs(batch, entry, stored, note)
  if (record.status === 'trash' && sent.status === undefined) return false
  // A cancellation message has no dates.
  const isUnclear = entry.series.isUnclear || entry.cancelled === 'bare'
  const [kept, part] = isUnclear ? [record, outside] : await aligned(batch, record, outside)
  const { start_date: _, end_date: _end, timezone: _zone, all_day: _day, recurrence: _lines, ...texts } = sent
  await breath()
  const changed = isUnclear ? texts : { ...texts, ...partArgs(inStoredForm(part, seriesFromRecord(kept))) }
  await withoutRefusedArgs(batch, { entry, note }, changed, (some) =>
    updateSeries(store, kept, parseArgs(declaration.fields, some, 'update'), context),
  )
  const now = await store.find('series', { id: record.id }, context.moment)
  if (now === undefined || isUnclear) return now?.version !== record.version
  const whole = await withEarlierDates(batch, now, part, outside)
  return whole.version !== record.version
}

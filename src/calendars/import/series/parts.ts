/** The parts of a split series: each continues the one before it. */
import { cutOffPartKey, deletedSeriesRestKey, sha256Base64Url } from '../../../domain/import-source.ts'
import { occurrencesBetween } from '../../../domain/series/occurrence-starts.ts'
import type { Series } from '../../../domain/series/series.ts'
import { splitSeriesBefore } from '../../../domain/series/split-series.ts'
import { plusSeconds } from '../../../domain/time/timestamp.ts'
import { googleSplitDate } from '../../../formats/icalendar/series/series-entries.ts'
import type { RecurringEntry } from '../../../formats/icalendar/series/series-entry.ts'
import type { SeriesRecord } from '../../../store/store.ts'
import { type Source, sourceKeyPrefix } from '../calendar-sources.ts'
import type { ImportTransaction } from '../import-batch.ts'
import type { StoredSeries } from './decisions.ts'

type Finding = Pick<ImportTransaction, 'store' | 'context'>

/** Follows the links between parts in one direction. Returns the parts after the given one. */
async function linked(
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

/** Returns the parts that a series continues, the nearest first. */
export const earlierPartsOfSeries = (
  finding: Finding,
  series: SeriesRecord,
): Promise<readonly SeriesRecord[]> => linked(finding, series, 'continues')

/** Returns the series and the later parts that were split from it, in order. */
export async function seriesAndLaterParts(
  finding: Finding,
  first: SeriesRecord,
): Promise<readonly SeriesRecord[]> {
  return [first, ...(await linked(finding, first, 'continued_by'))]
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
  return (await store.imported(sourceKeyPrefix(source) + sha256Base64Url(uid))) !== undefined
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
export async function moveCuts(
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
export function seriesEndedBeforeRecurrence(series: Series, place: string): Series | undefined {
  if (series.start >= place) return undefined
  const justBefore = place.slice(0, -1)
  if (occurrencesBetween(series, justBefore, LATEST, 1).length === 0) return series
  return splitSeriesBefore(series, place)?.before
}

/** A timestamp after all others. */
export const LATEST = '9999-12-31 23:59:59'

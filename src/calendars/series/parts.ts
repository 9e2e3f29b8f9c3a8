/** The parts of a split series: each continues the one before it. */
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import type { Series } from '../../domain/series/series.ts'
import { splitBefore } from '../../domain/series/split-series.ts'
import type { SeriesRecord } from '../../store/store.ts'
import { type Source, sourcePrefix } from '../icalendar/sources.ts'
import { digest } from '../icalendar/text/inventory.ts'
import type { ImportBatch } from '../import/runs.ts'
import type { RecurringEntry } from './series-entry.ts'

type Finding = Pick<ImportBatch, 'store' | 'context'>

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
export const partsBefore = (finding: Finding, series: SeriesRecord): Promise<readonly SeriesRecord[]> =>
  linked(finding, series, 'continues')

/** Returns the series and the later parts that were split from it, in order. */
export async function seriesParts(finding: Finding, first: SeriesRecord): Promise<readonly SeriesRecord[]> {
  return [first, ...(await linked(finding, first, 'continued_by'))]
}

/** The date of a split, from Google's UID of the later part: `…_R20270330T160000@google.com`; "" for other UIDs. */
export const cutDate = (uid: string): string => /_R(\d{8}(?:T\d{6})?)Z?@google\.com$/.exec(uid)?.[1] ?? ''

/** Whether the source has a separate UID for a later part, by which it can cancel it. */
export const hasOwnUid = (uid: string): boolean => cutDate(uid) !== ''

/** Returns the part that people here cut off from a series which the source still has whole; undefined if there is none. */
export async function partCutHere(
  finding: Finding,
  record: SeriesRecord,
  { uid, series }: RecurringEntry,
  source: Source,
): Promise<SeriesRecord | undefined> {
  const [, next] = await seriesParts(finding, record)
  const isOfSource =
    next === undefined ||
    next.uid === uid ||
    next.uid === series.continuedBy ||
    hasOwnUid(next.uid) ||
    (await finding.store.imported(sourcePrefix(source) + digest(next.uid))) !== undefined
  return isOfSource ? undefined : next
}

/** Returns a series of a source up to a place that a later part has; undefined if nothing is left. */
export function seriesBefore(series: Series, place: string): Series | undefined {
  if (series.start >= place) return undefined
  const justBefore = place.slice(0, -1)
  if (occurrencesBetween(series, justBefore, LATEST, 1).length === 0) return series
  return splitBefore(series, place)?.before
}

const LATEST = '9999-12-31 23:59:59'

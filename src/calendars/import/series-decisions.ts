/** What people here decided about an imported series. */
import { ownFieldsOfOccurrence, seriesFromRecord } from '../../actions/series/pattern.ts'
import { deletedOccurrenceKey } from '../../domain/import-source.ts'
import {
  occurrencesBetween,
  type Series,
  secondOfRecurrenceDate,
  wallClockOfDateSecond,
} from '../../domain/series/occurrences.ts'
import { plusSeconds } from '../../domain/time/timestamp.ts'
import type { OccurrenceRecord, Reading, SeriesRecord } from '../../store/store.ts'
import type { ImportTransaction } from './importer.ts'

// Decisions of people here about occurrences of an imported series. The source does not change it.

/** Whether the public doesn't see an occurrence of a series that it sees: one in the trash, or with a status of its own. */
export const isHiddenOccurrence = (one: OccurrenceRecord): boolean =>
  (one.status === 'trash' && one.trash_act === 0) ||
  (one.status !== 'publish' && ownFieldsOfOccurrence(one).includes('status'))

/** The places of a series at which occurrences were deleted for good. */
async function deletedPlaces(
  { store }: ImportTransaction,
  { uid }: SeriesRecord,
): Promise<ReadonlySet<string>> {
  const prefix = deletedOccurrenceKey(uid, '')
  return new Set((await store.importsUnder(prefix)).map(({ key }) => key.slice(prefix.length)))
}

/**
 * The dates at which occurrences were deleted for good, where the source has them. A series may have been moved since, by its
 * source or here; then the deletions are stored for the new dates instead.
 */
async function excludedDates(
  { store }: ImportTransaction,
  { uid }: SeriesRecord,
  { excluded, deleted }: { readonly excluded: readonly string[]; readonly deleted: ReadonlySet<string> },
  moved: (wall: string) => string,
): Promise<readonly string[]> {
  const there = excluded.filter((wall) => deleted.has(wall) || deleted.has(moved(wall)))
  for (const wall of there) {
    const [key, next] = [deletedOccurrenceKey(uid, wall), deletedOccurrenceKey(uid, moved(wall))]
    const known = deleted.has(moved(wall)) ? undefined : await store.imported(key)
    if (known === undefined) continue
    await store.rememberImport(next, known.resource, known.item_id)
    await store.forgetImport(key)
  }
  return there.map(moved)
}

/** Whether a series has an occurrence at a wall clock time. */
export const hasOccurrenceAt = (series: Series, wall: string) =>
  occurrencesBetween(series, plusSeconds(wall, -1), wall, 1)[0]?.recurrenceId === wall

/** A stored series with its occurrences. */
export interface StoredSeries {
  readonly record: SeriesRecord
  readonly occurrences: readonly OccurrenceRecord[]
  /** The place from which on people here cut it off: what the source has there is theirs. */
  readonly cutAt?: string | undefined
}

export const readSeriesWithOccurrences = async (
  store: Pick<Reading, 'occurrences'>,
  record: SeriesRecord,
): Promise<StoredSeries> => ({ record, occurrences: await store.occurrences(record.id) })

/**
 * Returns the series of a source as it is followed. An exclusion of what is hidden here changes nothing, so that an export of this
 * calendar keeps the trash and the drafts. What was deleted for good stays excluded. `shiftOf` returns how many seconds of wall clock
 * time the source is later than the stored series.
 */
export async function sourceSeriesWithOwnDecisions(
  batch: ImportTransaction,
  { record, occurrences }: StoredSeries,
  outside: Series,
  shiftOf: () => number,
): Promise<Series> {
  const all = occurrences.filter(isHiddenOccurrence)
  const excluded = seriesFromRecord(record).recurrence.exclusions.map(({ wall }) => wall)
  let known: number | undefined
  // Most series have nothing that would be moved (`npm run trial imports`).
  const shift = () => {
    known ??= shiftOf()
    return known
  }
  const places = new Set(occurrences.map(({ recurrence_id }) => recurrence_id))
  const isHere = (wall: string) => places.has(plusSeconds(wall, -shift()))
  const deleted = await deletedPlaces(batch, record)
  if (all.length === 0 && deleted.size === 0) return outside
  // No stored rule tells of these: that of a series in the trash, or of one that the source had ended, has no exclusions after its end.
  const forgotten = [...deleted].filter((wall) => !isHere(wall) && hasOccurrenceAt(outside, wall))
  const moved = (wall: string) => plusSeconds(wall, shift())
  const hidden = new Set(all.map(({ recurrence_id }) => moved(recurrence_id)))
  const { recurrence, allDay } = outside
  const kept = recurrence.exclusions.filter(
    (date) => !hidden.has(wallClockOfDateSecond(secondOfRecurrenceDate(date, outside), outside)),
  )
  const walls = new Set(kept.map(({ wall }) => wall))
  const gone = new Set([...(await excludedDates(batch, record, { excluded, deleted }, moved)), ...forgotten])
  const added = [...gone].filter((wall) => !walls.has(wall))
  const exclusions = [...kept, ...added.map((wall) => ({ wall, isDay: allDay }))]
  return {
    ...outside,
    recurrence: { ...recurrence, exclusions: exclusions.sort((a, b) => (a.wall < b.wall ? -1 : 1)) },
  }
}

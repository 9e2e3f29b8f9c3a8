/** The parts of the import of a series after its first transaction: changes and occurrences that are left, then exceptions. */
import {
  completeSeriesInTransaction,
  hasUnspreadChanges,
  MAX_OCCURRENCES_PER_TRANSACTION,
} from '../../actions/series/extend.ts'
import type { SeriesRecord } from '../../store/store.ts'
import type { NoteLeftOut } from '../icalendar/source-entry.ts'
import type { ImportTransaction, UnfinishedLineImport } from '../import/import-batch.ts'
import { importNextExceptions } from './import-exceptions.ts'
import { importTimeAndHorizon, MAX_FOLLOWED_OCCURRENCES } from './imported-part.ts'
import type { RecurringEntry } from './series-entry.ts'

/** The batch for series: with a higher limit of occurrences than the API has, and what the source removes may come back. */
export const batchForSeries = (batch: ImportTransaction): ImportTransaction => ({
  ...batch,
  context: {
    ...batch.context,
    maxOccurrences: MAX_FOLLOWED_OCCURRENCES,
    madeAtOnce: MAX_OCCURRENCES_PER_TRANSACTION,
    followsSource: true,
  },
})

/** Whether all occurrences of a series up to its horizon exist, and have its changes. */
export const hasAllOccurrences = (batch: ImportTransaction, record: SeriesRecord): boolean =>
  !hasUnspreadChanges(record) &&
  (record.is_complete === 1 ||
    record.made_until >= importTimeAndHorizon(batch, { zone: record.timezone }).horizon)

/** Writes the next part of what a series lacks. Returns whether more is to be done. */
async function completed(narrow: ImportTransaction, record: SeriesRecord): Promise<boolean> {
  // What a dry run completes is rolled back: it would never be done.
  if (narrow.isDry === true) return false
  const { store, context } = batchForSeries(narrow)
  const { hasWritten, isUnfinished } = await completeSeriesInTransaction(store, record, context)
  narrow.hasWritten ||= hasWritten
  return isUnfinished
}

/** Returns the next part of the import of the series with that id: what it lacks, then its exceptions, until nothing is left. */
export const nextImportStep = (
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
    narrow.hasWritten ||= batch.hasWritten
    const outcome = exceptions.hasChanged ? 'updated' : 'unchanged'
    if (exceptions.next === undefined) return outcome
    return { outcome, next: nextImportStep(entry, id, note, exceptions.next) }
  }

/**
 * Returns the import of a series that an earlier import left half changed: what it lacks, then the import itself. Otherwise the source
 * would be compared with occurrences that lack changes.
 */
export const stepCompletingFirst =
  (id: number, act: UnfinishedLineImport['next']): UnfinishedLineImport['next'] =>
  async (narrow) => {
    const record = await narrow.store.find('series', { id }, narrow.context.moment)
    if (record === undefined || !hasUnspreadChanges(record) || !(await completed(narrow, record)))
      return act(narrow)
    return { outcome: 'unchanged', next: stepCompletingFirst(id, act) }
  }

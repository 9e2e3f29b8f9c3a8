/** Makes the occurrences up to the horizon that do not exist yet (contract §10.1). */
import { occurrencesBetween } from '../../domain/series/occurrence-starts.ts'
import type { SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { later, ruleColumns } from './make.ts'
import { insertOccurrences } from './occurrences.ts'
import { livePattern } from './pattern.ts'
import { horizonOf, ruleOfRecord } from './times.ts'

/** The occurrences of a series that are missing up to the horizon. */
function due(record: SeriesRecord, context: Context) {
  const series = ruleOfRecord(record)
  const horizon = later(horizonOf(series, context), record.made_until)
  return { series, horizon, occurrences: occurrencesBetween(series, record.made_until, horizon) }
}

/** Inserts the missing occurrences of a series. Returns how many; if there are none, nothing is written. */
async function extendWithin(store: Writing, record: SeriesRecord, context: Context): Promise<number> {
  if (record.is_complete === 1 || record.status === 'trash') return 0
  const { series, horizon, occurrences } = due(record, context)
  if (occurrences.length === 0) return 0
  const pattern = await livePattern(store, record, context)
  await insertOccurrences(store, record, pattern, occurrences, context)
  const { made_until, is_complete } = ruleColumns(series, horizon)
  await store.update('series', record.id, { made_until, is_complete })
  return occurrences.length
}

/** Returns the number of series that lack occurrences up to the horizon. */
export async function behind(context: Context): Promise<number> {
  let count = 0
  for (const id of await context.store.incompleteSeries()) {
    const record = await context.store.find('series', { id }, context.moment)
    if (record !== undefined && record.status !== 'trash' && due(record, context).occurrences.length > 0)
      count += 1
  }
  return count
}

const nothing = new Error('Nothing was missing.')

/** Extends one series in a transaction, which is rolled back where another instance was first. */
async function extendOne(id: number, context: Context): Promise<number> {
  const written = context.store.write(context, async (store) => {
    const record = await store.find('series', { id }, context.moment)
    const added = record === undefined ? 0 : await extendWithin(store, record, context)
    if (record === undefined || added === 0) throw nothing
    store.noteSeries('update', record, ['made_until'], added)
    return added
  })
  return written.then(
    ({ result }) => result,
    (error: unknown) => {
      if (error === nothing) return 0
      throw error
    },
  )
}

/** What a run has done. */
export interface Extended {
  readonly series: number
  readonly occurrences: number
}

/**
 * Extends all series to the horizon, each in a transaction of its own. Several instances may do so at once: each occurrence
 * is inserted once, by whoever comes first, and nothing is written if nothing is missing.
 */
export async function extendAll(context: Context): Promise<Extended> {
  const { store, moment } = context
  let [series, occurrences] = [0, 0]
  for (const id of await store.incompleteSeries()) {
    const known = await store.find('series', { id }, moment)
    if (known === undefined || known.status === 'trash' || due(known, context).occurrences.length === 0)
      continue
    const added = await extendOne(id, context)
    if (added > 0) series += 1
    occurrences += added
  }
  return { series, occurrences }
}

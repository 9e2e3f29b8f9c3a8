/** Makes the occurrences up to the horizon that do not exist yet (contract §10.1). */
import { setImmediate as breath } from 'node:timers/promises'
import type { SeriesRecord, Writing } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { writeNextSeriesState } from './follow.ts'
import { dueOccurrences, nextStateToHorizon } from './plans/followed-series.ts'

/** The occurrences that a transaction added to a series. */
interface Added {
  readonly occurrences: number
  /** Whether others are still missing. */
  readonly isUnfinished: boolean
}

/**
 * Inserts the missing occurrences of a series in an open transaction, at most `placesMadeAtOnce`. If there are none, nothing is written.
 */
export async function extendSeriesWithin(
  store: Writing,
  record: SeriesRecord,
  context: Context,
): Promise<Added> {
  if (record.is_complete === 1 || record.status === 'trash') return { occurrences: 0, isUnfinished: false }
  const due = dueOccurrences(record, context)
  if (due.places.length === 0) return { occurrences: 0, isUnfinished: false }
  const next = nextStateToHorizon(record, due, await store.occurrences(record.id), context)
  await writeNextSeriesState(store, next, context)
  return { occurrences: next.added.length, isUnfinished: next.later > 0 }
}

/** Returns the number of series that lack occurrences up to the horizon. */
export async function countSeriesBehindHorizon(context: Context): Promise<number> {
  let count = 0
  for (const id of await context.store.incompleteSeries()) {
    const record = await context.store.find('series', { id }, context.moment)
    if (
      record !== undefined &&
      record.status !== 'trash' &&
      dueOccurrences(record, context).places.length > 0
    )
      count += 1
  }
  return count
}

const nothing = new Error('Nothing was missing.')

/** The maximum occurrences of one transaction, for which other writers wait. */
export const MAX_MADE_AT_ONCE = 100

/** Extends one series in a transaction, which is rolled back where another instance was first. */
async function extendOne(id: number, context: Context): Promise<Added> {
  const written = context.store.write(context, async (store) => {
    const record = await store.find('series', { id }, context.moment)
    const added =
      record &&
      (await extendSeriesWithin(store, record, {
        ...context,
        madeAtOnce: MAX_MADE_AT_ONCE,
      }))
    if (record === undefined || added === undefined || added.occurrences === 0) throw nothing
    store.noteSeries('update', record, ['made_until'], added.occurrences)
    return added
  })
  return written.then(
    ({ result }) => result,
    (error: unknown) => {
      if (error === nothing) return { occurrences: 0, isUnfinished: false }
      throw error
    },
  )
}

/** Extends one series to the horizon, in as many transactions as that takes. Returns the number of its new occurrences. */
async function extendWhole(id: number, context: Context): Promise<number> {
  let occurrences = 0
  for (let isUnfinished = true; isUnfinished; await breath()) {
    const added = await extendOne(id, context)
    occurrences += added.occurrences
    isUnfinished = added.isUnfinished
  }
  return occurrences
}

/** The counts of a run. */
export interface ExtensionRun {
  readonly series: number
  readonly occurrences: number
}

/**
 * Extends all series to the horizon, each in transactions of its own. Several instances may do so at once: each occurrence
 * is inserted once, by whoever comes first, and nothing is written if nothing is missing.
 */
export async function extendAll(context: Context): Promise<ExtensionRun> {
  const { store, moment } = context
  let [series, occurrences] = [0, 0]
  for (const id of await store.incompleteSeries()) {
    const known = await store.find('series', { id }, moment)
    if (known === undefined || known.status === 'trash' || dueOccurrences(known, context).places.length === 0)
      continue
    const added = await extendWhole(id, context)
    if (added > 0) series += 1
    occurrences += added
  }
  return { series, occurrences }
}

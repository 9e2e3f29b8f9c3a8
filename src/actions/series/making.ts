/** Series that are made, follow a source, and are completed. */

import { setImmediate as breath } from 'node:timers/promises'
import type { Context, ContextWithImages } from '../../api/context.ts'
import type { Series } from '../../domain/series/occurrences.ts'
import type { EventRecord, LinkIds, SeriesRecord, Writing } from '../../store/store.ts'
import {
  applySeriesPlan,
  eventsWithLinksById,
  finishMoveOfRecurrenceIds,
  loadEventsReturningToPlaces,
} from './apply-plan.ts'
import { planToSpreadPatternChanges } from './changed.ts'
import {
  conversionPlan,
  creationPlan,
  dueOccurrencesRuleAndHorizon,
  joinedEventsPlan,
  type NextSeriesState,
  nextStateToHorizon,
  nextStateWithRule,
  planOfNextState,
} from './made-and-removed.ts'
import {
  type EventWithLinks,
  patternWithExistingReferences,
  seriesFromSentRecurrence,
  timesOfEventOrSeries,
} from './pattern.ts'

// Makes a series of a new event, or of one that was single so far (contract §10.1).

/** The rule of a new series, and its slug as sent. */
interface NewSeries {
  readonly recurrence: readonly string[]
  readonly slug: string | undefined
}

/**
 * Creates a series and its occurrences up to the horizon; `first` describes the first one, and has no id. Returns the id of
 * the first event. Throws 400 on `recurrence`.
 */
export async function createSeries(
  store: Writing,
  first: EventWithLinks,
  { recurrence, slug }: NewSeries,
  context: ContextWithImages,
): Promise<number> {
  const rule = seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(first.event))
  const made = creationPlan(first, rule, slug, context)
  const { record, ids } = await applySeriesPlan(store, made.plan, context)
  store.noteSeries('create', record, { touched: made.occurrences })
  return ids[0] ?? 0
}

/**
 * Makes a stored event the first occurrence of a new series; it keeps its id and slug. Throws 400 on `recurrence`.
 */
export async function convertToSeries(
  store: Writing,
  event: EventWithLinks,
  recurrence: readonly string[],
  context: ContextWithImages,
): Promise<void> {
  const made = conversionPlan(
    event,
    seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(event.event)),
    context,
  )
  const { record } = await applySeriesPlan(store, made.plan, context)
  store.noteSeries('create', record, { touched: made.occurrences })
}

// Series that follow a source outside: events become occurrences, and a rule is replaced without moving anything.

/**
 * Makes a series of single events that are its occurrences, ids and slugs kept, and of new ones where none is. `places` maps
 * `recurrence_id` to event; the series is like `head`, one of them, at the times of the rule.
 */
export async function makeSeriesOfSingleEvents(
  store: Writing,
  { rule, uid, head, links }: { rule: Series; uid: string; head: EventRecord; links: LinkIds },
  places: ReadonlyMap<string, EventRecord>,
  context: ContextWithImages,
): Promise<SeriesRecord> {
  const linked = await store.linksOfAll([...places.values()].map(({ id }) => id))
  const joined = new Map<string, EventWithLinks>()
  for (const [place, event] of places) {
    const own = linked.get(event.id)
    if (own !== undefined) joined.set(place, { event, links: own })
  }
  const made = joinedEventsPlan({ rule, uid, head: { event: head, links }, places: joined }, context)
  const { record } = await applySeriesPlan(store, made.plan, context)
  store.noteSeries('create', record, { touched: made.occurrences })
  return record
}

/**
 * Writes the next series and its occurrences, in an open transaction. Those that the source of an import had removed come back.
 * Returns its record.
 */
async function writeNextSeriesState(
  store: Writing,
  next: NextSeriesState,
  context: ContextWithImages,
): Promise<SeriesRecord> {
  const record = { ...next.record, ...next.columns }
  const pattern = await patternWithExistingReferences(store, record, context)
  const returning = await loadEventsReturningToPlaces(store, record, next.added, context)
  const plan = planOfNextState(next, pattern, returning, context)
  return (await applySeriesPlan(store, plan, context)).record
}

/**
 * Gives a series another rule and start, without moving its occurrences: those that the rule hits stay, the others leave the
 * series, and missing ones are made. Throws 400 on `recurrence`.
 */
export async function replaceRule(
  store: Writing,
  record: SeriesRecord,
  rule: Series,
  context: ContextWithImages,
): Promise<SeriesRecord> {
  const settled = await finishMoveOfRecurrenceIds(store, record)
  const every = await store.occurrences(record.id)
  return writeNextSeriesState(store, nextStateWithRule(settled, rule, every, context), context)
}

// Completes series: makes the occurrences up to the horizon that do not exist yet (contract §10.1), and spreads changes.

/** The maximum occurrences that one transaction makes or changes, for which other writers wait. */
export const MAX_OCCURRENCES_PER_TRANSACTION = 50

/** Whether changes of the pattern of a series have not reached all of its occurrences. */
export const hasUnspreadChanges = ({ unspread, moved_by }: SeriesRecord): boolean =>
  unspread.length > 0 || moved_by !== 0

/** Writes the changes of an unspread series to its next occurrences, in an open transaction. */
async function spreadWithin(store: Writing, series: SeriesRecord, context: Context): Promise<void> {
  const some =
    series.moved_by === 0
      ? await store.occurrencesAfter(series.id, series.spread_to, MAX_OCCURRENCES_PER_TRANSACTION)
      : await store.occurrencesToMove(series, MAX_OCCURRENCES_PER_TRANSACTION)
  const own = some.filter(({ own_fields }) => own_fields !== '[]').map(({ id }) => id)
  const slice = {
    series,
    some,
    pattern: await patternWithExistingReferences(store, series, context),
    exceptions: await eventsWithLinksById(store, own),
    isLast: some.length < MAX_OCCURRENCES_PER_TRANSACTION,
  }
  await applySeriesPlan(store, planToSpreadPatternChanges(slice, context), context)
}

/** The result of a transaction that completes a series. */
interface Completion {
  /** How many occurrences it added. */
  readonly occurrences: number
  readonly hasWritten: boolean
  /** Whether more is to be done. */
  readonly isUnfinished: boolean
}

const nothingDone: Completion = { occurrences: 0, hasWritten: false, isUnfinished: false }

/**
 * Writes changes of a series to those occurrences that lack them, or inserts missing ones, in an open transaction, at most
 * `madeAtOnce` of the context. If there is nothing to do, nothing is written.
 */
export async function completeSeriesInTransaction(
  store: Writing,
  record: SeriesRecord,
  context: Context,
): Promise<Completion> {
  if (hasUnspreadChanges(record)) {
    await spreadWithin(store, record, context)
    return { occurrences: 0, hasWritten: true, isUnfinished: true }
  }
  if (record.is_complete === 1 || record.status === 'trash') return nothingDone
  const due = dueOccurrencesRuleAndHorizon(record, context)
  if (due.places.length === 0) return nothingDone
  const there = await store.occurrencesFrom(record.id, record.made_until)
  const next = nextStateToHorizon(record, due, there, context)
  await writeNextSeriesState(store, next, context)
  return { occurrences: next.added.length, hasWritten: true, isUnfinished: next.isUnfinished }
}

/** Returns the number of series that lack occurrences up to the horizon. */
export async function countSeriesBehindHorizon(context: Context): Promise<number> {
  let count = 0
  for (const id of await context.store.incompleteSeries()) {
    const record = await context.store.find('series', { id }, context.moment)
    if (
      record !== undefined &&
      record.status !== 'trash' &&
      dueOccurrencesRuleAndHorizon(record, context).places.length > 0
    )
      count += 1
  }
  return count
}

const nothing = new Error('Nothing was missing.')

/** Does the next part of completing a series in a transaction, which is rolled back where another instance was first. */
async function completePart(id: number, context: Context): Promise<Completion> {
  const written = context.store.write({ ...context, givesWay: true }, async (store) => {
    const record = await store.find('series', { id }, context.moment)
    const done =
      record &&
      (await completeSeriesInTransaction(store, record, {
        ...context,
        madeAtOnce: MAX_OCCURRENCES_PER_TRANSACTION,
      }))
    if (record === undefined || done === undefined || !done.hasWritten) throw nothing
    if (done.occurrences > 0)
      store.noteSeries('update', record, { changed: ['made_until'], touched: done.occurrences })
    return done
  })
  return written.then(
    ({ result }) => result,
    (error: unknown) => {
      if (error === nothing) return nothingDone
      throw error
    },
  )
}

/** Completes the series with that id, in as many transactions as that takes. Returns the number of its new occurrences. */
export async function completeWholeSeries(id: number, context: Context): Promise<number> {
  let occurrences = 0
  for (let isUnfinished = true; isUnfinished; await breath()) {
    const done = await completePart(id, context)
    occurrences += done.occurrences
    isUnfinished = done.isUnfinished
  }
  return occurrences
}

/** Whether a series lacks occurrences up to the horizon, or some of them lack changes. */
const isIncomplete = (record: SeriesRecord, context: Context) =>
  hasUnspreadChanges(record) ||
  (record.status !== 'trash' && dueOccurrencesRuleAndHorizon(record, context).places.length > 0)

/** How many series and occurrences a run extended or changed. */
export interface ExtensionCounts {
  readonly series: number
  readonly occurrences: number
}

/**
 * Extends all series to the horizon and spreads their changes, each in transactions of its own. Several instances may do so at once: each occurrence
 * is inserted once, by whoever comes first, and nothing is written if nothing is missing.
 */
export async function extendAllSeries(context: Context): Promise<ExtensionCounts> {
  const { store, moment } = context
  let [series, occurrences] = [0, 0]
  for (const id of await store.incompleteSeries()) {
    const known = await store.find('series', { id }, moment)
    if (known === undefined || !isIncomplete(known, context)) continue
    const added = await completeWholeSeries(id, context)
    if (added > 0) series += 1
    occurrences += added
  }
  return { series, occurrences }
}

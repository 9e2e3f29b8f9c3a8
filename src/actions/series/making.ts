/** Series that are made, follow a source, and are completed. */

import { setImmediate as breath } from 'node:timers/promises'
import type { Context, ContextWithImages, PureContext } from '../../api/context.ts'
import { occurrencesBetween, type Occurrence as Place, type Series } from '../../domain/series/occurrences.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, LinkIds, SeriesRecord, Writing } from '../../store/store.ts'
import {
  applySeriesPlan,
  eventsWithLinksById,
  finishMoveOfRecurrenceIds,
  loadEventsReturningToPlaces,
} from './apply-plan.ts'
import { planToSpreadPatternChanges } from './changed.ts'
import { keepEarlierState } from './earlier-state.ts'
import {
  type EventWithLinks,
  horizonWallTime,
  laterWallTime,
  missingOccurrences,
  occurrenceTimeColumns,
  patternWithExistingReferences,
  seriesFromRecord,
  seriesFromSentRecurrence,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
  timesOfEventOrSeries,
} from './pattern.ts'
import { changesTurningEventsIntoOccurrences, type EventsChange } from './plan.ts'
import {
  changesTakingOut,
  type NewSeriesPlan,
  newSeriesPlan,
  planWithDates,
  reconcileDates,
} from './reconcile.ts'

// Makes a series of a new event, of one that was single so far, or of single events (contract §10.1, §10.4).

/** Makes a series in an open transaction, and notes it. */
async function make(
  store: Writing,
  { plan, occurrences }: NewSeriesPlan,
  context: ContextWithImages,
  changed: readonly string[] = [],
) {
  const made = await applySeriesPlan(store, plan, context)
  store.noteSeries('create', made.record, { touched: occurrences, changed })
  return made
}

/** Makes a series of events that are there, which its undo gives back as they were. Returns its record. */
const makeOfEvents = async (store: Writing, plan: NewSeriesPlan, context: ContextWithImages) =>
  (await make(store, plan, context, ['recurrence'])).record

/**
 * Creates a series and its occurrences up to the horizon; `like` describes the first one, and has no id. Returns the first event. Throws 400
 * on `recurrence`.
 */
export async function createSeries(
  store: Writing,
  like: EventWithLinks,
  { recurrence, slug }: { readonly recurrence: readonly string[]; readonly slug: string | undefined },
  context: ContextWithImages,
): Promise<EventRecord> {
  const rule = seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(like.event))
  const { title, uid } = like.event
  const named = slug ? { slug, isChosen: true } : { slug: title }
  const { ids } = await make(store, newSeriesPlan({ rule, like, uid, ...named }, context), context)
  return storedEvent(store, ids[0] ?? 0)
}

/** Returns the event with that id, which must exist. */
export async function storedEvent(store: Writing, id: number): Promise<EventRecord> {
  const event = (await store.eventRecords([id])).get(id)
  if (event === undefined) throw new Error(`There is no event ${id}.`)
  return event
}

/** Makes a stored event the first occurrence of a new series; it keeps its id and slug. Returns it. Throws 400 on `recurrence`. */
export async function convertToSeries(
  store: Writing,
  like: EventWithLinks,
  recurrence: readonly string[],
  context: ContextWithImages,
): Promise<EventRecord> {
  const { id, slug, start_date } = like.event
  const rule = seriesFromSentRecurrence(recurrence, timesOfEventOrSeries(like.event))
  const joining = () => [{ rows: [{ id, recurrence_id: start_date }] }]
  const made = newSeriesPlan({ rule, like, slug, there: [start_date], joining }, context)
  if (!made.hasAll) throw invalidParam('recurrence', because('first_occurrence_excluded'))
  const make = async (keeping: Writing) => (await makeOfEvents(keeping, made, context)).id
  await runKeepingEarlierState(store, null, make, context)
  return storedEvent(store, id)
}

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
  const event: EventRecord = {
    ...head,
    uid,
    post_parent: null,
    timezone: rule.zone,
    all_day: rule.allDay ? 1 : 0,
    ...occurrenceTimeColumns({ start: rule.start, end: rule.end }, rule.zone),
  }
  const desired = {
    rule,
    like: { event, links },
    slug: head.title,
    there: [...joined.keys()],
    joining: (pattern: EventWithLinks) => changesTurningEventsIntoOccurrences(pattern, rule, joined),
  }
  return makeOfEvents(store, newSeriesPlan(desired, context), context)
}

// Series that follow a source outside, or reach further.

/** The next state of a stored series that follows its source, or reaches further as time passes (contract §10.1, §10.4). */
interface NextSeries {
  readonly record: SeriesRecord
  readonly columns: Partial<SeriesRecord>
  readonly rule: Series
  /** The dates that this transaction makes. */
  readonly added: readonly Place[]
}

/**
 * Writes the next state of a series in an open transaction, and `changes` before. Events that the source of an import had removed come back.
 * Returns its record.
 */
async function writeNextSeries(
  store: Writing,
  { record, columns, rule, added }: NextSeries,
  changes: readonly EventsChange[],
  context: ContextWithImages,
): Promise<SeriesRecord> {
  const next = { ...record, ...columns }
  const pattern = await patternWithExistingReferences(store, next, context)
  const returning = await loadEventsReturningToPlaces(store, next, added, context)
  const row = { act: 'change', record, columns } as const
  const plan = planWithDates({ row, pattern, rule, added, returning }, { changes })
  return (await applySeriesPlan(store, plan, context)).record
}

/**
 * Gives a series another rule and start, without moving its occurrences: those that the rule hits stay, the others leave the
 * series, and missing ones are made. Throws 400 on `recurrence`.
 */
export async function replaceRule(
  store: Writing,
  stored: SeriesRecord,
  rule: Series,
  context: ContextWithImages,
): Promise<SeriesRecord> {
  const record = await finishMoveOfRecurrenceIds(store, stored)
  const dates = reconcileDates({ rule }, await store.occurrences(record.id), context)
  const { now: added, madeUntil } = splitOffPlacesToMakeNow(dates.missing, dates.until, context)
  const columns = {
    ...seriesRuleColumns(rule, madeUntil),
    start_date: rule.start,
    end_date: rule.end,
    timezone: rule.zone,
    version: record.version + 1,
    modified_utc: epochOfInstant(context.moment.now),
  }
  const { uid, status } = record
  const changes = changesTakingOut({ uid, rule, status, placeOf: (place) => place }, dates.left, context)
  return writeNextSeries(store, { record, columns, rule, added }, changes, context)
}

// Completes series: makes the occurrences up to the horizon that do not exist yet (contract §10.1), and spreads changes.

/** The maximum occurrences that one transaction makes or changes, for which other writers wait. */
export const MAX_OCCURRENCES_PER_TRANSACTION = 50

/** Whether changes of the pattern of a series have not reached all of its occurrences. */
export const hasUnspreadChanges = ({ unspread, moved_by }: SeriesRecord): boolean =>
  unspread.length > 0 || moved_by !== 0

/** Writes the changes of an unspread series to its next occurrences, in an open transaction. */
async function spreadWithin(store: Writing, series: SeriesRecord, context: ContextWithImages): Promise<void> {
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

/** Returns the first dates of a series that are due up to the horizon; events may have some of them. */
function dueDates(record: SeriesRecord, context: PureContext, most: number) {
  const rule = seriesFromRecord(record)
  const horizon = laterWallTime(horizonWallTime(rule, context), record.made_until)
  return { rule, horizon, places: occurrencesBetween(rule, record.made_until, horizon, most) }
}

/** Whether a series lacks occurrences up to the horizon. */
const isBehindHorizon = (record: SeriesRecord, context: PureContext): boolean =>
  record.status !== 'trash' && dueDates(record, context, 1).places.length > 0

const nothingDone: Completion = { occurrences: 0, hasWritten: false, isUnfinished: false }

/**
 * Writes changes of a series to those occurrences that lack them, or inserts missing ones, in an open transaction, at most
 * `madeAtOnce` of the context. If there is nothing to do, nothing is written.
 */
async function completePartWithin(
  store: Writing,
  record: SeriesRecord,
  context: ContextWithImages,
): Promise<Completion> {
  if (hasUnspreadChanges(record)) {
    await spreadWithin(store, record, context)
    return { occurrences: 0, hasWritten: true, isUnfinished: true }
  }
  if (record.is_complete === 1 || record.status === 'trash') return nothingDone
  const { madeAtOnce = Number.POSITIVE_INFINITY } = context
  const { rule, horizon, places } = dueDates(record, context, madeAtOnce + 1)
  if (places.length === 0) return nothingDone
  const { now, madeUntil } = splitOffPlacesToMakeNow(places, horizon, context)
  // A change of the rule may have left some that exist among those to be made.
  const added = missingOccurrences(now, await store.occurrencesFrom(record.id, record.made_until))
  const { made_until, is_complete } = seriesRuleColumns(rule, madeUntil)
  await writeNextSeries(store, { record, columns: { made_until, is_complete }, rule, added }, [], context)
  return { occurrences: added.length, hasWritten: true, isUnfinished: now.length < places.length }
}

/** Does the next part of completing a series in an open transaction, which is undone with the act that it goes on with. */
export async function goOnWithSeries(
  store: Writing,
  record: SeriesRecord,
  context: Context,
): Promise<Completion> {
  const keeping = keepEarlierState(store, context, true)
  const done = await completePartWithin(keeping.store, record, context)
  await keeping.note(record.id)
  return done
}

/** Writes changes of a series to all dates that lack them, in an open transaction, and makes missing dates where it `isBehind`. */
export async function completeWithin(
  store: Writing,
  id: number,
  isBehind: boolean,
  context: ContextWithImages,
): Promise<void> {
  for (;;) {
    const record = await store.find('series', { id }, context.moment)
    if (record === undefined || !(isBehind || hasUnspreadChanges(record))) return
    if (!(await completePartWithin(store, record, context)).isUnfinished) return
  }
}

/**
 * Runs an act on a series in an open transaction, and keeps what it changes. Before, all dates get earlier changes of the series of that id,
 * so that each act can be undone by itself: `act` reads it again. It returns the id of the series that the audit names, undefined if it changed
 * nothing. An import keeps all that it does to a series together.
 */
export async function runKeepingEarlierState(
  store: Writing,
  id: number | null,
  act: (store: Writing) => Promise<number | undefined>,
  context: ContextWithImages,
): Promise<void> {
  if (context.followsSource === true) return void (await act(store))
  if (id !== null) {
    const earlier = keepEarlierState(store, context, true)
    await completeWithin(earlier.store, id, false, context)
    await earlier.note(id)
  }
  const keeping = keepEarlierState(store, context)
  const named = await act(keeping.store)
  if (named !== undefined) await keeping.note(named)
}

/** Returns the number of series that lack occurrences up to the horizon. */
export async function countSeriesBehindHorizon(context: Context): Promise<number> {
  let count = 0
  for (const id of await context.store.incompleteSeries()) {
    const record = await context.store.find('series', { id }, context.moment)
    if (record !== undefined && isBehindHorizon(record, context)) count += 1
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
      (await goOnWithSeries(store, record, {
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
    if (known === undefined || !(hasUnspreadChanges(known) || isBehindHorizon(known, context))) continue
    const added = await completeWholeSeries(id, context)
    if (added > 0) series += 1
    occurrences += added
  }
  return { series, occurrences }
}

/** Series that follow a source outside: events become occurrences, and a rule is replaced without moving anything. */

import type { ContextWithImages } from '../../api/context.ts'
import type { Series } from '../../domain/series/series.ts'
import type { EventRecord, LinkIds, SeriesRecord, Writing } from '../../store/store.ts'
import { applySeriesPlan, finishMoveOfRecurrenceIds } from './apply-plan.ts'
import { type EventWithLinks, patternWithExistingReferences } from './pattern.ts'
import { type NextSeriesState, nextStateWithRule, planOfNextState } from './plans/followed-series.ts'
import { joinedEventsPlan } from './plans/made-series.ts'
import { loadEventsReturningToPlaces } from './returning.ts'

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
export async function writeNextSeriesState(
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

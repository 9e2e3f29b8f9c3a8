/** A series that gets another rule from its source, or more occurrences as time passes (contract §10.1, §10.4). Pure. */

import type { PureContext } from '../../../api/context.ts'
import { occurrencesBetween } from '../../../domain/series/occurrence-starts.ts'
import type { Occurrence as Place, Series } from '../../../domain/series/series.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { OccurrenceRecord, SeriesRecord } from '../../../store/store.ts'
import type { PatternWithExistingReferences } from '../pattern.ts'
import {
  horizonWallTime,
  laterWallTime,
  missingOccurrences,
  occurrencesToHorizon,
  seriesFromRecord,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
} from '../times.ts'
import {
  changesTurningEventsIntoOccurrences,
  placesNoEventReturnsTo,
  type ReturningEvents,
  returningEventsChanges,
} from './coming-back.ts'
import { changesOfOccurrencesRemovedBySource } from './leaving.ts'
import { type EventsChange, type SeriesPlan, seriesPlanWithDefaults } from './series-plan.ts'

/** The next state of a series, before its events are read: its record, who leaves it and who is missing. */
export interface NextSeriesState {
  readonly record: SeriesRecord
  readonly columns: Partial<SeriesRecord>
  readonly rule: Series
  readonly left: readonly OccurrenceRecord[]
  /** The occurrences that this transaction makes. */
  readonly added: readonly Place[]
  /** Whether others are missing. */
  readonly isUnfinished: boolean
}

/** Returns a series with another rule and start; occurrences that the rule does not hit leave it. Throws 400 on `recurrence`. */
export function nextStateWithRule(
  record: SeriesRecord,
  rule: Series,
  every: readonly OccurrenceRecord[],
  context: PureContext,
): NextSeriesState {
  const horizon = horizonWallTime(rule, context)
  const all = occurrencesToHorizon(rule, horizon, context)
  const hit = new Set(all.map(({ recurrenceId }) => recurrenceId))
  const missing = missingOccurrences(all, every)
  const { now, madeUntil } = splitOffPlacesToMakeNow(
    missing,
    laterWallTime(horizon, all[0]?.recurrenceId ?? horizon),
    context,
  )
  return {
    record,
    columns: {
      ...seriesRuleColumns(rule, madeUntil),
      start_date: rule.start,
      end_date: rule.end,
      timezone: rule.zone,
      version: record.version + 1,
      modified_utc: epochOfInstant(context.moment.now),
    },
    rule,
    left: every.filter(({ recurrence_id }) => !hit.has(recurrence_id)),
    added: now,
    isUnfinished: now.length < missing.length,
  }
}

/** Returns the next occurrences of a series that are due up to the horizon and may not exist yet: one more than are made at once. */
export function dueOccurrencesRuleAndHorizon(record: SeriesRecord, context: PureContext) {
  const rule = seriesFromRecord(record)
  const horizon = laterWallTime(horizonWallTime(rule, context), record.made_until)
  const { madeAtOnce = Number.POSITIVE_INFINITY } = context
  return { rule, horizon, places: occurrencesBetween(rule, record.made_until, horizon, madeAtOnce + 1) }
}

/** Returns a series that reaches further, at most to the horizon; `every` are those of the due occurrences that exist. */
export function nextStateToHorizon(
  record: SeriesRecord,
  { rule, horizon, places }: ReturnType<typeof dueOccurrencesRuleAndHorizon>,
  every: readonly OccurrenceRecord[],
  context: PureContext,
): NextSeriesState {
  const { now, madeUntil } = splitOffPlacesToMakeNow(places, horizon, context)
  const { made_until, is_complete } = seriesRuleColumns(rule, madeUntil)
  return {
    record,
    columns: { made_until, is_complete },
    rule,
    left: [],
    // A change of the rule may have left some that exist among those to be made.
    added: missingOccurrences(now, every),
    isUnfinished: now.length < places.length,
  }
}

/** Returns all that the next series writes; `pattern` is its own, and `returning` are the events that come back to its places. */
export function planOfNextState(
  { record, columns, rule, left, added }: NextSeriesState,
  pattern: PatternWithExistingReferences,
  returning: ReturningEvents,
  { moment }: PureContext,
): SeriesPlan {
  const { uid, status } = record
  const back = [...returning.found.values()].map(({ event }) => event)
  const from = { uid, rule, status, placeOf: (place: string) => place }
  const changes: readonly EventsChange[] = [
    ...(left.length === 0 ? [] : changesOfOccurrencesRemovedBySource(from, left, epochOfInstant(moment.now))),
    ...returningEventsChanges(returning),
  ]
  return seriesPlanWithDefaults(
    { act: 'change', record, columns },
    {
      counted: [...left, ...back],
      changes,
      joining: changesTurningEventsIntoOccurrences(pattern, rule, returning.found),
      added: { pattern, places: placesNoEventReturnsTo(added, returning) },
    },
  )
}

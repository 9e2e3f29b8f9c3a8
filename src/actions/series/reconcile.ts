/**
 * A series as it is desired against what is stored: which dates stay, leave and are missing, and what is written so that it is as desired. Making
 * a series, giving it another rule, letting it reach further and changing it as a whole say only what is desired (contract §10). Pure.
 */
import type { PureContext } from '../../api/context.ts'
import {
  noMoveInProgress,
  occurrencesBetween,
  type Occurrence as Place,
  type Series,
} from '../../domain/series/occurrences.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, OccurrenceRecord, ValuesOf } from '../../store/store.ts'
import {
  type EventWithLinks,
  horizonWallTime,
  laterWallTime,
  missingOccurrences,
  occurrencesToHorizon,
  patternAsEvent,
  seriesColumnsOfPattern,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
} from './pattern.ts'
import {
  changesOfLeavingOccurrences,
  changesOfOccurrencesRemovedBySource,
  changesTurningEventsIntoOccurrences,
  type EventsChange,
  noReturningEvents,
  type ReturningEvents,
  returningEventsChanges,
  type SeriesPlan,
  type SeriesRowWrite,
  type WithdrawnFrom,
} from './plan.ts'

/** The dates that a series is to have. */
interface DesiredDates {
  readonly rule: Series
  /** The wall clock time up to which all of them exist, so that none leaves; absent where all are compared with the rule. */
  readonly since?: string | undefined
  /** The wall clock time up to which they are to exist; the horizon by default. */
  readonly until?: string | undefined
  /** Where the rule puts an occurrence, by where it is stored; there by default. */
  readonly newId?: (recurrenceId: string) => string
}

/** Returns how the desired dates divide the stored ones. Throws 400 on `recurrence` for a rule that gives too many. */
export function reconcileDates<D extends Pick<EventRecord, 'recurrence_id'>>(
  { rule, since, until, newId = (id) => id }: DesiredDates,
  stored: readonly D[],
  context: PureContext,
) {
  const horizon = until ?? horizonWallTime(rule, context)
  const all =
    since === undefined
      ? occurrencesToHorizon(rule, horizon, context)
      : occurrencesBetween(rule, since, laterWallTime(horizon, since))
  const wanted = new Set(all.map(({ recurrenceId }) => recurrenceId))
  const isWanted = ({ recurrence_id }: D) => since !== undefined || wanted.has(newId(recurrence_id))
  const staying = stored.filter(isWanted)
  const there = staying.map(({ recurrence_id }) => ({ recurrence_id: newId(recurrence_id) }))
  return {
    staying,
    left: stored.filter((one) => !isWanted(one)),
    missing: missingOccurrences(all, there),
    // The first date exists even where it is later.
    until: laterWallTime(horizon, since ?? all[0]?.recurrenceId ?? horizon),
  }
}

/** The row of a series, its pattern and rule after a write, and the dates that the write makes. */
interface WrittenSeries {
  readonly row: SeriesRowWrite
  readonly pattern: EventWithLinks
  readonly rule: Series
  readonly added: readonly Place[]
  /** The UID of the first of these. */
  readonly uid?: string | undefined
  /** The events that come back to some of these dates, with their ids and slugs. */
  readonly returning?: ReturningEvents
}

/** Returns the plan of a series that is written with these dates, and `more` changes before. */
export function planWithDates(
  { row, pattern, rule, added, uid, returning = noReturningEvents }: WrittenSeries,
  { changes = [], joining = [], ...more }: Partial<Omit<SeriesPlan, 'series' | 'added'>> = {},
): SeriesPlan {
  const places = added.filter(({ recurrenceId }) => !returning.found.has(recurrenceId))
  return {
    ...more,
    changes: [...changes, ...returningEventsChanges(returning)],
    series: row,
    joining: [...joining, ...changesTurningEventsIntoOccurrences(pattern, rule, returning.found)],
    added: { pattern, places, ...(uid !== undefined && { uid }) },
  }
}

/** Returns the changes that take out the occurrences that the rule no longer gives: those that a source removed come back by their UIDs. */
export function changesTakingOut(
  from: WithdrawnFrom,
  left: readonly OccurrenceRecord[],
  { moment, followsSource }: PureContext,
): readonly EventsChange[] {
  if (left.length === 0) return []
  const now = epochOfInstant(moment.now)
  return followsSource === true
    ? changesOfOccurrencesRemovedBySource(from, left, now)
    : changesOfLeavingOccurrences(left, now)
}

// A new series: of a new event, of a single one, or of single events that are its occurrences (contract §10.1, §10.4).

/** The values of a new series like an event, which is its first occurrence. */
function newSeriesValues(
  { event, links }: EventWithLinks,
  columns: ReturnType<typeof seriesRuleColumns>,
  { moment }: PureContext,
): Omit<ValuesOf<'series'>, 'slug'> {
  return {
    ...seriesColumnsOfPattern(event, links),
    ...columns,
    version: 1,
    modified_utc: epochOfInstant(moment.now),
    origins: [],
    uid: event.uid,
    trash_act: 0,
    recurrence_before: [],
    unspread: [],
    spread_to: 0,
    ...noMoveInProgress,
    continues: null,
    continued_by: null,
  }
}

/** A series that is to be made. */
interface NewSeries {
  readonly rule: Series
  /** What it is like: its first occurrence. */
  readonly like: EventWithLinks
  readonly slug: string
  /** Somebody chose the slug. */
  readonly isChosen?: boolean
  /** The `recurrence_id` of the events that there are. */
  readonly there?: readonly string[]
  /** Returns the changes by which these become its occurrences. */
  joining?(pattern: EventWithLinks): readonly EventsChange[]
  /** The UID of the first event that is made. */
  readonly uid?: string
}

/** The plan of a new series, and how many occurrences it has up to the horizon. */
export interface NewSeriesPlan {
  readonly plan: SeriesPlan
  readonly occurrences: number
  /** Whether the rule gives the dates of all events that there are. */
  readonly hasAll: boolean
}

/** Returns the plan of a new series. Throws 400 on `recurrence`. */
export function newSeriesPlan(
  { rule, like, slug, isChosen = false, there = [], joining = () => [], uid }: NewSeries,
  context: PureContext,
): NewSeriesPlan {
  const stored = there.map((recurrence_id) => ({ recurrence_id }))
  const { staying, left, missing, until } = reconcileDates({ rule }, stored, context)
  const { now, madeUntil } = splitOffPlacesToMakeNow(missing, until, context)
  const values = newSeriesValues(like, seriesRuleColumns(rule, madeUntil), context)
  const pattern = { event: patternAsEvent({ ...values, id: 0, slug: '' }), links: like.links }
  const row = { act: 'insert', values, slug, isChosen } as const
  return {
    plan: planWithDates({ row, pattern, rule, added: now, uid }, { joining: joining(pattern) }),
    occurrences: staying.length + missing.length,
    hasAll: left.length === 0,
  }
}

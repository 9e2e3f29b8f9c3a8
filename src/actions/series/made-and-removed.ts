/** Plans of a series that is made, followed, cut, removed. */
import type { PureContext } from '../../api/context.ts'
import {
  noMoveInProgress,
  occurrencesBetween,
  occurrencesOfSeries,
  type Occurrence as Place,
  type Series,
} from '../../domain/series/occurrences.ts'
import { recurrenceLineTexts } from '../../domain/series/recurrence-lines.ts'
import { splitSeriesBefore } from '../../domain/series/split-series.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { epochOfWall } from '../../domain/time/zones.ts'
import { because, invalidParam } from '../../problem.ts'
import type { EventRecord, LinkIds, OccurrenceRecord, SeriesRecord, ValuesOf } from '../../store/store.ts'
import {
  type EventWithLinks,
  hasOccurrenceAfter,
  horizonWallTime,
  laterWallTime,
  missingOccurrences,
  occurrencesToHorizon,
  occurrenceTimeColumns,
  type PatternWithExistingReferences,
  patternAsEvent,
  recurrenceLinesOfSeries,
  seriesColumnsOfPattern,
  seriesFromRecord,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
} from './pattern.ts'
import {
  changesOfOccurrencesRemovedBySource,
  changesTurningEventsIntoOccurrences,
  changesUnlinkingNeighbours,
  type EventsChange,
  type NeighbourSeries,
  type NeighbourSeriesChange,
  placesNoEventReturnsTo,
  type ReturningEvents,
  returningEventsChanges,
  type SeriesPlan,
  sameChangeForEvents,
  seriesPlanWithDefaults,
  trashChanges,
} from './plan.ts'

// A new series: of a new event, of a single one, or of single events that are its occurrences (contract §10.1, §10.4). Pure.

/** The plan of a new series, and how many occurrences it has up to the horizon. */
interface MadeSeriesPlan {
  readonly plan: SeriesPlan
  readonly occurrences: number
}

/** The values of a new series like an event, which is its first occurrence. */
function newSeries(
  event: EventRecord,
  links: LinkIds,
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

/** Returns the plan of a series whose first occurrence is a new event. Throws 400 on `recurrence`. */
export function creationPlan(
  { event, links }: EventWithLinks,
  rule: Series,
  slug: string | undefined,
  context: PureContext,
): MadeSeriesPlan {
  const horizon = horizonWallTime(rule, context)
  const all = occurrencesToHorizon(rule, horizon, context)
  const { now, madeUntil } = splitOffPlacesToMakeNow(
    all,
    laterWallTime(horizon, all[0]?.recurrenceId ?? horizon),
    context,
  )
  const values = newSeries(event, links, seriesRuleColumns(rule, madeUntil), context)
  const added = {
    pattern: { event: patternAsEvent({ ...values, id: 0, slug: '' }), links },
    places: now,
    uid: event.uid,
  }
  const wanted = slug ? { slug, isChosen: true } : { slug: event.title }
  return {
    plan: seriesPlanWithDefaults({ act: 'insert', values, ...wanted }, { added }),
    occurrences: all.length,
  }
}

/** Returns the plan by which a stored event becomes the first occurrence of a new series. Throws 400 on `recurrence`. */
export function conversionPlan(
  { event, links }: EventWithLinks,
  rule: Series,
  context: PureContext,
): MadeSeriesPlan {
  const horizon = horizonWallTime(rule, context)
  const [first, ...places] = occurrencesToHorizon(rule, horizon, context)
  if (first?.recurrenceId !== event.start_date)
    throw invalidParam('recurrence', because('first_occurrence_excluded'))
  const values = newSeries(
    event,
    links,
    seriesRuleColumns(rule, laterWallTime(horizon, first.recurrenceId)),
    context,
  )
  const joining = [{ rows: [{ id: event.id, recurrence_id: event.start_date }] }]
  const added = { pattern: { event: patternAsEvent({ ...values, id: 0, slug: '' }), links }, places }
  return {
    plan: seriesPlanWithDefaults({ act: 'insert', values, slug: event.slug }, { joining, added }),
    occurrences: places.length + 1,
  }
}

/** A series that is made of single events. */
interface JoinedSeries {
  readonly rule: Series
  readonly uid: string
  /** The event that the series is like, at the times of the rule. */
  readonly head: EventWithLinks
  /** `recurrence_id` → the event that becomes the occurrence there. */
  readonly places: ReadonlyMap<string, EventWithLinks>
}

/** Returns the plan of a series of single events, and of new ones where none is. Throws 400 on `recurrence`. */
export function joinedEventsPlan(
  { rule, uid, head, places }: JoinedSeries,
  context: PureContext,
): MadeSeriesPlan {
  const horizon = horizonWallTime(rule, context)
  const all = occurrencesToHorizon(rule, horizon, context)
  const like: EventRecord = {
    ...head.event,
    uid,
    post_parent: null,
    timezone: rule.zone,
    all_day: rule.allDay ? 1 : 0,
    ...occurrenceTimeColumns({ start: rule.start, end: rule.end }, rule.zone),
  }
  const others = all.filter(({ recurrenceId }) => !places.has(recurrenceId))
  const { now, madeUntil } = splitOffPlacesToMakeNow(
    others,
    laterWallTime(horizon, all[0]?.recurrenceId ?? horizon),
    context,
  )
  const values = newSeries(like, head.links, seriesRuleColumns(rule, madeUntil), context)
  const pattern = { event: patternAsEvent({ ...values, id: 0, slug: '' }), links: head.links }
  return {
    plan: seriesPlanWithDefaults(
      { act: 'insert', values, slug: head.event.title },
      {
        joining: changesTurningEventsIntoOccurrences(pattern, rule, places),
        added: { pattern, places: now },
      },
    ),
    occurrences: all.length,
  }
}

// A series that gets another rule from its source, or more occurrences as time passes (contract §10.1, §10.4). Pure.

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
  const from = { uid, rule, status, placeOf: (place: string) => place }
  const changes: readonly EventsChange[] = [
    ...(left.length === 0 ? [] : changesOfOccurrencesRemovedBySource(from, left, epochOfInstant(moment.now))),
    ...returningEventsChanges(returning),
  ]
  return seriesPlanWithDefaults(
    { act: 'change', record, columns },
    {
      changes,
      joining: changesTurningEventsIntoOccurrences(pattern, rule, returning.found),
      added: { pattern, places: placesNoEventReturnsTo(added, returning) },
    },
  )
}

// A series cut in two before an occurrence (contract §10.3, following). Pure.

/** A series before it is cut: its occurrences, and the series that continues it. */
interface SeriesToCut {
  readonly series: SeriesRecord
  readonly all: readonly OccurrenceRecord[]
  readonly further: SeriesRecord | undefined
}

/** The occurrences that a part takes over, with the plan that makes it a series. */
interface CutPlan {
  readonly taken: readonly OccurrenceRecord[]
  readonly plan: SeriesPlan
}

/**
 * Returns the plan by which a new series takes an occurrence and the later ones over, with their ids, exceptions and trash.
 * Undefined for the first occurrence, before which there is nothing.
 */
export function seriesCutPlan(
  { series, all, further }: SeriesToCut,
  { recurrence_id, uid }: Pick<EventRecord, 'recurrence_id' | 'uid'>,
  { moment }: PureContext,
): CutPlan | undefined {
  const taken = all.filter((one) => one.recurrence_id >= recurrence_id)
  const parts = splitSeriesBefore(seriesFromRecord(series), recurrence_id)
  if (parts === undefined || taken.length === all.length) return undefined
  const modified_utc = epochOfInstant(moment.now)
  const { id, slug, ...columns } = series
  const { before, after } = parts
  const values = {
    ...columns,
    ...seriesRuleColumns(after, series.made_until),
    start_date: after.start,
    end_date: after.end,
    version: 1,
    modified_utc,
    origins: [],
    uid,
    continues: id,
  }
  const next = ({ version }: SeriesRecord) => ({ version: version + 1, modified_utc })
  const neighbours: NeighbourSeriesChange[] = [
    {
      id,
      columns: { ...seriesRuleColumns(before, series.made_until), ...next(series) },
      names: 'continued_by',
    },
  ]
  if (further !== undefined) neighbours.push({ id: further.id, columns: next(further), names: 'continues' })
  return {
    taken,
    plan: seriesPlanWithDefaults(
      { act: 'insert', values, slug },
      { neighbours, joining: [sameChangeForEvents(taken, {})] },
    ),
  }
}

// A series that goes to the trash or is deleted, and one of whose dates was (contract §10.3). Pure.

/** The lines with which the rule ends before its first occurrence that has not begun; those it has where none has begun. */
function endedLines(series: Series, now: number): readonly string[] {
  for (const { recurrenceId } of occurrencesOfSeries(series)) {
    if (epochOfWall(recurrenceId, series.zone) <= now) continue
    const parts = splitSeriesBefore(series, recurrenceId)
    return recurrenceLinesOfSeries(parts === undefined ? series : parts.before)
  }
  return recurrenceLinesOfSeries(series)
}

/** Returns those occurrences that go to the trash with their series at `now`, in seconds since 1970 UTC: they have not begun. */
export const occurrencesToTrashWithSeries = (
  all: readonly OccurrenceRecord[],
  now: number,
): readonly OccurrenceRecord[] => all.filter(({ status, start_utc }) => status !== 'trash' && start_utc > now)

/** Returns the plan that moves a series with these occurrences to the trash at `now`, and ends its rule. */
export function trashPlan(series: SeriesRecord, going: readonly OccurrenceRecord[], now: number): SeriesPlan {
  const version = series.version + 1
  const lines = endedLines(seriesFromRecord(series), now)
  const isCut = lines.join('\n') !== series.recurrence.join('\n')
  const columns = {
    status: 'trash',
    version,
    modified_utc: now,
    trash_act: version,
    is_complete: 1,
    ...(isCut && { recurrence: lines, recurrence_before: series.recurrence }),
  } as const
  return seriesPlanWithDefaults(
    { act: 'change', record: series, columns },
    { changes: trashChanges(going, { trash_act: version }) },
  )
}

/** Returns the plan that deletes a series and all its occurrences at `now`, in seconds since 1970 UTC. */
export function planToDeleteSeries(
  series: SeriesRecord,
  all: readonly OccurrenceRecord[],
  neighbours: readonly NeighbourSeries[],
  now: number,
): SeriesPlan {
  return seriesPlanWithDefaults(
    { act: 'remove', record: series, columns: {} },
    {
      removed: all.map(({ id }) => id),
      neighbours: changesUnlinkingNeighbours(neighbours, now),
    },
  )
}

/** The lines with one more EXDATE; as they are where they are empty. */
function withoutDate(
  record: SeriesRecord,
  lines: readonly string[],
  recurrenceId: string,
): readonly string[] {
  if (lines.length === 0) return lines
  const { recurrence, allDay } = seriesFromRecord(record, lines)
  const exclusion = { wall: recurrenceId, isDay: allDay }
  const exclusions = [...recurrence.exclusions, exclusion].sort((a, b) => (a.wall < b.wall ? -1 : 1))
  return recurrenceLineTexts({ ...recurrence, exclusions })
}

/**
 * Returns the plan by which a rule excludes the date of an occurrence that was deleted at `now`; `left` are the other ones. A
 * series without any occurrence left, now or later, is deleted.
 */
export function planToExcludeDeletedDate(
  {
    series,
    left,
    neighbours,
  }: {
    readonly series: SeriesRecord
    readonly left: readonly OccurrenceRecord[]
    readonly neighbours: readonly NeighbourSeries[]
  },
  recurrenceId: string,
  now: number,
): SeriesPlan {
  const lines = withoutDate(series, series.recurrence, recurrenceId)
  const isOver = left.length === 0 && !hasOccurrenceAfter(seriesFromRecord(series, lines), series.made_until)
  if (isOver) return planToDeleteSeries(series, [], neighbours, now)
  const columns = {
    recurrence: lines,
    recurrence_before: withoutDate(series, series.recurrence_before, recurrenceId),
    version: series.version + 1,
    modified_utc: now,
  }
  return seriesPlanWithDefaults({ act: 'change', record: series, columns }, {})
}

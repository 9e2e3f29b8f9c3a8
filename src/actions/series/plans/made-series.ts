/** A new series: of a new event, of a single one, or of single events that are its occurrences (contract §10.1, §10.4). Pure. */

import type { PureContext } from '../../../api/context.ts'
import { noMoveInProgress } from '../../../domain/series/moving-recurrence-ids.ts'
import type { Series } from '../../../domain/series/series.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { EventRecord, LinkIds, ValuesOf } from '../../../store/store.ts'
import { type EventWithLinks, patternAsEvent, seriesColumnsOfPattern } from '../pattern.ts'
import {
  horizonWallTime,
  laterWallTime,
  occurrencesToHorizon,
  occurrenceTimeColumns,
  seriesRuleColumns,
  splitOffPlacesToMakeNow,
} from '../times.ts'
import { changesTurningEventsIntoOccurrences } from './coming-back.ts'
import { type SeriesPlan, seriesPlanWithDefaults } from './series-plan.ts'

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

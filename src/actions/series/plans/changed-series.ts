/** A change of a series as a whole: what it writes to each occurrence (contract §10.3). Pure. */

import type { PureContext } from '../../../api/context.ts'
import type { PatternField } from '../../../contract/resources/occurrence.ts'
import { isInternalField } from '../../../domain/publication/internal.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { OccurrenceRecord, ValuesOf } from '../../../store/store.ts'
import { type EventWithLinks, seriesColumnsOfPattern } from '../pattern.ts'
import { seriesRuleColumns } from '../times.ts'
import {
  changesTurningEventsIntoOccurrences,
  type NewSlugOfReturningEvent,
  placesNoEventReturnsTo,
  type ReturningEvents,
  returningEventsChanges,
} from './coming-back.ts'
import type { OccurrenceDivision } from './division.ts'
import { editedOccurrenceChange, type OccurrenceTimes } from './exceptions.ts'
import {
  changesDissolvingSeriesIntoOneEvent,
  changesOfLeavingOccurrences,
  changesOfOccurrencesRemovedBySource,
} from './leaving.ts'
import type { NeighbourSeries } from './neighbours.ts'
import { changesUnlinkingNeighbours } from './neighbours.ts'
import type { OtherOccurrencesChange } from './others-change.ts'
import type { SeriesPatternAndRuleChange } from './pattern-change.ts'
import {
  type EventsChange,
  eventsAfterChanges,
  type SeriesPlan,
  seriesPlanWithDefaults,
} from './series-plan.ts'
import { findPlaceChangesBeforeTimesFollow, seriesColumnsWithUnspread } from './spreading.ts'

/** A change of a series: of its pattern, of its occurrences, and of the event that it is made through. */
export interface SeriesChange {
  readonly change: SeriesPatternAndRuleChange
  readonly division: OccurrenceDivision
  /** The slug of the series afterwards. */
  readonly slug: string
  /** The occurrence that the series is changed through, before and after; absent where its pattern is. */
  readonly through: { readonly before: EventWithLinks; readonly after: EventWithLinks } | undefined
}

/** The events that a change touches, as far as they are read. */
export interface EventsReadForChange {
  /** The occurrences that stay, besides the one that the series is changed through. */
  readonly others: readonly OccurrenceRecord[]
  /** The occurrences with fields of their own, by id. */
  readonly exceptions: ReadonlyMap<number, EventWithLinks>
  /** The slugs of those that come back from the trash, where they were taken meanwhile. */
  readonly slugs: readonly NewSlugOfReturningEvent[]
  readonly returning: ReturningEvents
  /** The series before and after this one, where it is removed. */
  readonly neighbours: readonly NeighbourSeries[]
}

/** The changes of times, which come last: an occurrence takes the place that another one leaves. */
function movingTimes(times: readonly OccurrenceTimes[], own: OccurrenceTimes | undefined, isHit: boolean) {
  if (own === undefined) return [{ rows: times }]
  const { recurrence_id: _, ...columns } = own
  return isHit ? [{ rows: [...times, own] }] : [{ rows: times }, { rows: [columns] }]
}

/** The changes that take out the occurrences that the rule no longer gives. */
function takingOut({ change, division }: SeriesChange, context: PureContext): readonly EventsChange[] {
  const { series, rule, pattern, newId } = change
  const now = epochOfInstant(context.moment.now)
  if (context.followsSource !== true) return changesOfLeavingOccurrences(division.left, now)
  const from = { uid: series.uid, rule, status: pattern.event.status, placeOf: newId }
  return changesOfOccurrencesRemovedBySource(from, division.left, now)
}

const countedFields: readonly PatternField[] = ['status', 'date', 'categories', 'tags']

/** The events whose terms may count otherwise: all, or those that leave. */
function countedBy({ change, division }: SeriesChange, { returning }: EventsReadForChange) {
  const { isDissolved, isRestored, fields } = change
  const isForAll = isDissolved || isRestored || fields.some((field) => countedFields.includes(field))
  const back = [...returning.found.values()].map(({ event }) => event)
  return [...(isForAll ? division.staying : []), ...division.left, ...back]
}

/** The next version of the series itself. */
function nextSeries(
  { change, division, slug }: SeriesChange,
  { moment }: PureContext,
): Partial<ValuesOf<'series'>> {
  const { series, pattern, rule, isRestored, isNewRule, fields } = change
  const columns = seriesColumnsOfPattern(pattern.event, pattern.links)
  const unspread = division.later.length > 0 && seriesColumnsWithUnspread(series, fields)
  const isInternal = fields.length > 0 && fields.every(isInternalField)
  if (isInternal && !isRestored && !isNewRule && slug === series.slug)
    return { pattern: columns.pattern, version: series.version + 1, ...unspread }
  return {
    ...columns,
    ...seriesRuleColumns(rule, division.madeUntil),
    slug,
    version: series.version + 1,
    modified_utc: epochOfInstant(moment.now),
    ...(isRestored && { trash_act: 0, recurrence_before: [] }),
    ...unspread,
    ...division.move,
  }
}

/** Returns all that a change of a series writes; `others` are the changes of the occurrences that follow. */
export function changedSeriesPlan(
  of: SeriesChange,
  others: OtherOccurrencesChange,
  read: EventsReadForChange,
  context: PureContext,
): SeriesPlan {
  const { change, division, through } = of
  const own = through && editedOccurrenceChange(change, through.before, through.after)
  const isHit = division.staying.some(({ id }) => id === own?.times.id)
  const changes: readonly EventsChange[] = [
    ...takingOut(of, context),
    { rows: read.slugs },
    ...others.changes.map((one) => ({ ...one, columns: { ...one.columns, was_public: 0 as const } })),
    ...(own === undefined ? [] : [own.change]),
    ...(change.isMoved ? movingTimes(others.times, own?.times, isHit) : []),
    ...returningEventsChanges(read.returning),
  ]
  const { series, isDissolved, pattern, rule } = change
  const columns = nextSeries(of, context)
  const counted = countedBy(of, read)
  if (isDissolved) {
    const all = eventsAfterChanges(division.staying, changes)
    const now = epochOfInstant(context.moment.now)
    const ended = changesDissolvingSeriesIntoOneEvent(all, own?.times.id ?? 0, now)
    return seriesPlanWithDefaults(
      { act: 'remove', record: series, columns },
      {
        counted,
        changes: [...changes, ...ended],
        neighbours: changesUnlinkingNeighbours(read.neighbours, now),
      },
    )
  }
  return seriesPlanWithDefaults(
    { act: 'change', record: series, columns },
    {
      counted,
      changes,
      places: division.move === undefined ? findPlaceChangesBeforeTimesFollow(change, division.later) : [],
      joining: changesTurningEventsIntoOccurrences(pattern, rule, read.returning.found),
      added: { pattern, places: placesNoEventReturnsTo(division.added, read.returning) },
    },
  )
}

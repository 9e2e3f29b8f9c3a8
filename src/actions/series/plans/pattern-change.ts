/** The pattern of a series after a change: fields, times and rule (contract §10.3, all). Pure. */

import type { PureContext } from '../../../api/context.ts'
import type { UpdateArgs } from '../../../contract/resources/index.ts'
import type { PatternField } from '../../../contract/resources/occurrence.ts'
import {
  secondsBetweenWallTimes,
  seriesMovedToTimes,
  unmovableRulePartsOfSeries,
} from '../../../domain/series/move-series.ts'
import { recurrenceSecondsUpTo, wallClockOfDateSecond } from '../../../domain/series/occurrence-starts.ts'
import type { FirstOccurrenceTimes, Series } from '../../../domain/series/series.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { EventRecord, SeriesRecord } from '../../../store/store.ts'
import { eventColumnsFromArgs } from '../../compose/event.ts'
import { columnsOfField, type EventWithLinks, fieldsThatDiffer, linkOfField } from '../pattern.ts'
import {
  occurrenceTimeColumns,
  recurrenceLinesOfSeries,
  seriesFromRecord,
  seriesFromSentRecurrence,
  timesOfEventOrSeries,
} from '../times.ts'
import { translationColumnsWithPartsFrom } from './translated-fields.ts'

const timeFields: readonly PatternField[] = ['start_date', 'end_date', 'timezone', 'all_day']

/** Whether a change of these fields moves occurrences. */
export const anyFieldMovesTimes = (fields: readonly PatternField[]): boolean =>
  fields.some((field) => timeFields.includes(field))

/** A change of the pattern of a series. */
export interface SeriesPatternAndRuleChange {
  readonly series: SeriesRecord
  /** The fields of the pattern that change. */
  readonly fields: readonly PatternField[]
  readonly before: EventWithLinks
  readonly pattern: EventWithLinks
  readonly old: Series
  readonly rule: Series
  /** Whether the rule itself changes, other than by moving along. */
  readonly isNewRule: boolean
  readonly isMoved: boolean
  /** Whether the series ends, and one event stays. */
  readonly isDissolved: boolean
  /** Whether the series comes back from the trash. */
  readonly isRestored: boolean
  /** The wall clock time up to which all occurrences exist, moved along. */
  readonly madeUntil: string
  /** Where the rule puts an occurrence after the change, by where it put it before. */
  newId(recurrenceId: string): string
}

/** The times of the first occurrence after an event has changed: moved by as much, and as long by the wall clock. */
function movedTimes(series: SeriesRecord, before: EventRecord, after: EventRecord): FirstOccurrenceTimes {
  const allDay = after.all_day === 1
  const start = plusSeconds(series.start_date, secondsBetweenWallTimes(before.start_date, after.start_date))
  const end = plusSeconds(start, secondsBetweenWallTimes(after.start_date, after.end_date))
  const zone = before.timezone === after.timezone ? series.timezone : after.timezone
  return allDay
    ? { start: `${start.slice(0, 10)} 00:00:00`, end: `${end.slice(0, 10)} 23:59:59`, zone, allDay }
    : { start, end, zone, allDay }
}

/** Throws 400 if the rule names days that a move leaves. */
function allowMove(old: Series, to: FirstOccurrenceTimes): void {
  const left = unmovableRulePartsOfSeries(old, to)
  if (left.length > 0)
    throw invalidParam('recurrence', because('days_left_by_move', { days: left.join(', ') }))
}

function idsMoved(old: Series, moved: Series, madeUntil: string, seconds: number) {
  const isAlong = unmovableRulePartsOfSeries(old, moved).length === 0
  const before = isAlong ? recurrenceSecondsUpTo(old, madeUntil) : []
  const after = isAlong ? recurrenceSecondsUpTo(moved, plusSeconds(madeUntil, seconds + 2 * 86_400)) : []
  const places = new Map(
    before
      .slice(0, after.length)
      .map((second, at) => [utcTimestampOfEpoch(second), utcTimestampOfEpoch(after[at] ?? second)]),
  )
  return (id: string) => places.get(id) ?? wallClockOfDateSecond(epochOfUtc(id) + seconds, moved)
}

/** The fields of a pattern that change, and the times of its first occurrence after it. */
interface ChangedFields {
  readonly fields: readonly PatternField[]
  readonly times: FirstOccurrenceTimes
}

/** Returns the pattern with the fields as the changed event has them. */
function changedPattern(
  pattern: EventWithLinks,
  after: EventWithLinks,
  { fields, times }: ChangedFields,
  context: PureContext,
): EventWithLinks {
  const columns = fields
    .filter((field) => !timeFields.includes(field))
    .flatMap(columnsOfField)
    .map((column) => [column, after.event[column]])
  const links = { ...pattern.links }
  for (const field of fields) {
    const name = linkOfField(field)
    if (name !== undefined) links[name] = after.links[name]
  }
  const changed: EventRecord = {
    ...pattern.event,
    ...Object.fromEntries(columns),
    ...translationColumnsWithPartsFrom(pattern.event, fields, after.event),
    ...occurrenceTimeColumns(times, times.zone),
    timezone: times.zone,
    all_day: times.allDay ? 1 : 0,
  }
  const { status, date_utc, date_set, ...derived } = eventColumnsFromArgs({}, changed, context)
  return { event: { ...changed, ...derived }, links }
}

/** The parts of a series that a change concerns: its record and pattern, and an event, an occurrence or the pattern itself, before and after. */
interface ChangedThrough {
  readonly series: SeriesRecord
  readonly pattern: EventWithLinks
  readonly before: EventWithLinks
  readonly after: EventWithLinks
}

/** Returns the change of a series that changes an event of it. Throws 400 on `recurrence`. */
export function patternChange(
  { series, pattern, before, after }: ChangedThrough,
  args: Pick<UpdateArgs<'event'>, 'recurrence' | 'status'>,
  context: PureContext,
): SeriesPatternAndRuleChange {
  const isRestored =
    series.status === 'trash' && typeof args.status === 'string' && after.event.status !== 'trash'
  const differing = fieldsThatDiffer(before, after)
  const fields = isRestored ? [...new Set([...differing, 'status' as const])] : differing
  const isEnded = isRestored && series.recurrence_before.length > 0
  const old = seriesFromRecord(series, isEnded ? series.recurrence_before : series.recurrence)
  const isMoved = anyFieldMovesTimes(fields)
  const to = isMoved ? movedTimes(series, before.event, after.event) : timesOfEventOrSeries(series)
  const moved = isMoved ? seriesMovedToTimes(old, to) : old
  const { recurrence } = args
  const rule = recurrence && recurrence.length > 0 ? seriesFromSentRecurrence(recurrence, to) : moved
  const isNewRule = recurrenceLinesOfSeries(rule).join('\n') !== recurrenceLinesOfSeries(moved).join('\n')
  const isDissolved = recurrence === null || recurrence?.length === 0
  if (isMoved && !isNewRule && !isDissolved) allowMove(old, to)
  const seconds = secondsBetweenWallTimes(old.start, moved.start)
  return {
    series,
    fields,
    before: pattern,
    old,
    rule,
    isNewRule,
    isMoved,
    isDissolved,
    isRestored,
    pattern: changedPattern(pattern, after, { fields, times: to }, context),
    madeUntil: plusSeconds(series.made_until, seconds),
    newId: isMoved ? idsMoved(old, moved, series.made_until, seconds) : (id) => id,
  }
}

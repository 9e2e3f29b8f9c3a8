/** Records of series and their occurrences ↔ the times that the rule gives (contract §10.1). */

import type { PureContext } from '../../api/context.ts'
import { horizonWall, TWO_YEAR_HORIZON } from '../../domain/series/horizon.ts'
import { recurrenceIdByRuleInMove } from '../../domain/series/moving-recurrence-ids.ts'
import { occurrencesOfSeries, occurrencesUpTo } from '../../domain/series/occurrence-starts.ts'
import {
  parseSentRecurrence,
  parseStoredRecurrence,
  recurrenceLineTexts,
} from '../../domain/series/recurrence-lines.ts'
import { parseRuleAndCanonicalText } from '../../domain/series/rule-parts.ts'
import type { FirstOccurrenceTimes, Occurrence, RecurrenceLines, Series } from '../../domain/series/series.ts'
import { epochOfUtc, plusSeconds } from '../../domain/time/timestamp.ts'
import { epochOfWall, wallAt } from '../../domain/time/zones.ts'
import { invalidParam, type RefusalReason } from '../../problem.ts'
import type { EventRecord, SeriesRecord } from '../../store/store.ts'

type Timed = Pick<EventRecord, 'start_date' | 'end_date' | 'timezone' | 'all_day'>

/** Returns the times of an event or a series, in the terms of the rule. */
export function timesOfEventOrSeries({
  start_date,
  end_date,
  timezone,
  all_day,
}: Timed): FirstOccurrenceTimes {
  return { start: start_date, end: end_date, zone: timezone, allDay: all_day === 1 }
}

/** Returns the series that a record describes; with other lines where given. */
export function seriesFromRecord(record: SeriesRecord, lines = record.recurrence): Series {
  const times = timesOfEventOrSeries(record)
  const recurrence = parseStoredRecurrence(lines, times)
  if ('fault' in recurrence) throw new Error(`series ${record.id}: ${recurrence.fault.message}`)
  return { ...times, recurrence }
}

/** Returns the lines of a series, as they are stored and shown. */
export const recurrenceLinesOfSeries = ({ recurrence }: Series): readonly string[] =>
  recurrenceLineTexts(recurrence)

/** Returns a series with these times and the recurrence as sent. Throws 400 on `recurrence`. */
export function seriesFromSentRecurrence(sent: readonly string[], times: FirstOccurrenceTimes): Series {
  const recurrence: RecurrenceLines | { readonly fault: RefusalReason } = parseSentRecurrence(sent, times)
  if ('fault' in recurrence) throw invalidParam('recurrence', recurrence.fault)
  return { ...times, recurrence }
}

/** Throws 400 on `recurrence` for a rule by which no event can repeat, whatever its times. */
export function refuseImpossibleRules(sent: readonly string[]): void {
  for (const line of sent) {
    const rule = /^\s*(?:RRULE:|(?=FREQ=))(.*)$/is.exec(line)?.[1]
    const read = rule === undefined ? undefined : parseRuleAndCanonicalText(rule, false)
    if (read !== undefined && 'fault' in read) throw invalidParam('recurrence', read.fault)
  }
}

/** Returns the wall clock time up to which occurrences exist now: the end of the horizon's day. */
export function horizonWallTime(
  { zone }: FirstOccurrenceTimes,
  { moment, horizon = TWO_YEAR_HORIZON }: PureContext,
): string {
  return horizonWall(horizon, moment, zone)
}

/** Returns the occurrences up to the horizon. Throws 400 on `recurrence` for more than 1,000, or `maxOccurrences`. */
export function occurrencesToHorizon(
  series: Series,
  horizon: string,
  { maxOccurrences }: Pick<PureContext, 'maxOccurrences'>,
): readonly Occurrence[] {
  const found = occurrencesUpTo(series, horizon, maxOccurrences)
  if ('fault' in found) throw invalidParam('recurrence', found.fault)
  return found
}

/**
 * Returns the first of the places of a series that a transaction makes events for, and up to when all of them exist then: `until` if
 * these are all.
 */
export function splitOffPlacesToMakeNow<T extends { readonly recurrenceId: string }>(
  places: readonly T[],
  until: string,
  { madeAtOnce: most = places.length }: Pick<PureContext, 'madeAtOnce'>,
): { readonly now: readonly T[]; readonly madeUntil: string } {
  const now = places.slice(0, most)
  const next = places[now.length]
  if (next === undefined) return { now, madeUntil: until }
  return {
    now,
    madeUntil: now.at(-1)?.recurrenceId ?? plusSeconds(next.recurrenceId, -1),
  }
}

/** Returns where the rule of a series puts the occurrence at a stored place: a move may not have reached it. */
export const recurrenceIdAfterPendingMove = (series: SeriesRecord, recurrenceId: string): string =>
  recurrenceIdByRuleInMove(series, recurrenceId, timesOfEventOrSeries(series))

/** Whether a series has an occurrence after a wall clock time. */
export function hasOccurrenceAfter(series: Series, after: string): boolean {
  for (const { recurrenceId } of occurrencesOfSeries(series, after)) if (recurrenceId > after) return true
  return false
}

/** The columns of an occurrence's times. An end that a transition puts before the start is as long after it as by the clock. */
export function occurrenceTimeColumns(
  { start, end, startEpoch }: Pick<Occurrence, 'start' | 'end'> & Partial<Pick<Occurrence, 'startEpoch'>>,
  zone: string,
): Pick<EventRecord, 'start_date' | 'end_date' | 'start_utc' | 'end_utc'> {
  const [start_utc, end_utc] = [startEpoch ?? epochOfWall(start, zone), epochOfWall(end, zone)]
  if (end_utc >= start_utc) return { start_date: start, end_date: end, start_utc, end_utc }
  const last = start_utc + Math.max(0, epochOfUtc(end) - epochOfUtc(start))
  return { start_date: start, end_date: wallAt(last, zone), start_utc, end_utc: last }
}

/** Returns the later of two wall clock times. */
export const laterWallTime = (a: string, b: string) => (a > b ? a : b)

/** Returns the columns of a series that follow from its rule: lines, and up to when all occurrences exist. */
export function seriesRuleColumns(series: Series, madeUntil: string) {
  return {
    recurrence: recurrenceLinesOfSeries(series),
    made_until: madeUntil,
    is_complete: hasOccurrenceAfter(series, madeUntil) ? 0 : 1,
  } as const
}

/** Returns the missing occurrences: those whose `recurrenceId` no event of the series has. */
export function missingOccurrences(
  occurrences: readonly Occurrence[],
  events: readonly Pick<EventRecord, 'recurrence_id'>[],
): readonly Occurrence[] {
  const there = new Set(events.map(({ recurrence_id }) => recurrence_id))
  return occurrences.filter(({ recurrenceId }) => !there.has(recurrenceId))
}

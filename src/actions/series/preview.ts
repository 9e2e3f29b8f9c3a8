/** Shows the occurrences of a recurrence that nobody has saved yet (contract §10.1, ext.). */

import type { PureContext } from '../../api/context.ts'
import {
  type Occurrence,
  occurrencesOfSeries,
  ruleOfSeries,
  type Series,
  startSecondsOfRule,
  wallClockOfDateSecond,
} from '../../domain/series/occurrences.ts'
import { recurrenceLinesOfSeriesFrom } from '../../domain/series/split-series.ts'
import type { ParsedDate } from '../../domain/time/date-text.ts'
import { because, invalidParam } from '../../problem.ts'
import { resolveSentDate, type ScheduleArgs, scheduleColumnsFromArgs } from '../compose/event.ts'
import { horizonWallTime, laterWallTime, occurrencesToHorizon, seriesFromSentRecurrence } from './pattern.ts'

/** The maximum number of occurrences in a preview. */
const MAX_PREVIEWED = 20

/** The maximum number of dates before those in a preview, where COUNT demands that they are followed. */
const MAX_PASSED = 5000

/** Returns from when on occurrences are shown. Throws 400 on `from`, or on `recurrence` for too many that would be made. */
function shownSince(series: Series, from: ParsedDate | undefined, context: PureContext): string {
  const horizon = laterWallTime(horizonWallTime(series, context), series.start)
  const since = from === undefined ? series.start : resolveSentDate('from', from, series.zone, context).wall
  if (since > horizon) throw invalidParam('from', because('after_horizon', { horizon }))
  // A later date of a series shows that those before it exist.
  if (since <= series.start) occurrencesToHorizon(series, horizon, context)
  return since
}

/** Returns how many dates a rule with COUNT has before a wall clock time. Throws 400 on `from` for too many. */
function datesBefore(series: Series, since: string): number {
  if (ruleOfSeries(series)?.count === Number.POSITIVE_INFINITY) return 0
  let passed = 0
  for (const second of startSecondsOfRule(series)) {
    if (wallClockOfDateSecond(second, series) >= since) break
    if (passed === MAX_PASSED)
      throw invalidParam('from', because('too_many_dates_before', { most: MAX_PASSED }))
    passed += 1
  }
  return passed
}

/**
 * Returns the first occurrences, or the first ones from `from` on, with the lines of a series that begins there. Throws 400 for what creating an event with these args would refuse,
 * and on `from`.
 */
export function previewRecurrence(
  recurrence: readonly string[],
  { from, ...args }: ScheduleArgs & { readonly from?: ParsedDate },
  context: PureContext,
) {
  const { startDate, endDate, zone, allDay } = scheduleColumnsFromArgs(args, undefined, context)
  const series = seriesFromSentRecurrence(recurrence, { start: startDate, end: endDate, zone, allDay })
  const since = shownSince(series, from, context)
  const rest = recurrenceLinesOfSeriesFrom(series, since, datesBefore(series, since))
  const dates: Occurrence[] = []
  for (const one of occurrencesOfSeries(series, since)) {
    if (dates.length === MAX_PREVIEWED) return { series, dates, hasMore: true, rest }
    if (one.recurrenceId >= since) dates.push(one)
  }
  return { series, dates, hasMore: false, rest }
}

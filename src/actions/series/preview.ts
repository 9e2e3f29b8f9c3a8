/** Shows the occurrences of a recurrence that nobody has saved yet (contract §10.1, ext.). */
import { occurrences } from '../../domain/series/occurrence-starts.ts'
import type { Occurrence, Series } from '../../domain/series/series.ts'
import type { DateText } from '../../domain/time/date-text.ts'
import { invalidParam } from '../../problem.ts'
import { readDate, type ScheduleArgs, scheduleColumnsOf } from '../compose/schedule.ts'
import type { Context } from '../context.ts'
import { firstOccurrences, horizonWallTime, laterTime, seriesFromSentRecurrence } from './times.ts'

/** The maximum number of occurrences in a preview. */
const MAX_PREVIEWED = 20

/** The maximum number of occurrences before those in a preview, where COUNT demands that they are followed. */
const MAX_PASSED = 5000

interface RecurrencePreview {
  readonly series: Series
  /** The first occurrences, in order. */
  readonly dates: readonly Occurrence[]
  readonly hasMore: boolean
}

/** Returns from when on occurrences are shown. Throws 400 on `from`, or on `recurrence` for too many that would be made. */
function shownSince(series: Series, from: DateText | undefined, context: Context): string {
  const horizon = laterTime(horizonWallTime(series, context), series.start)
  const since = from === undefined ? series.start : readDate('from', from, series.zone, context).wall
  if (since > horizon)
    throw invalidParam('from', `must not be after ${horizon}, up to when occurrences exist`)
  // A later date of a series shows that those before it exist.
  if (since <= series.start) firstOccurrences(series, horizon, context)
  return since
}

/**
 * Returns the first occurrences, or the first ones from `from` on. Throws 400 for what creating an event with these args would refuse,
 * and on `from`.
 */
export function previewRecurrence(
  recurrence: readonly string[],
  { from, ...args }: ScheduleArgs & { readonly from?: DateText },
  context: Context,
): RecurrencePreview {
  const { startDate, endDate, zone, allDay } = scheduleColumnsOf(args, undefined, context)
  const series = seriesFromSentRecurrence(recurrence, { start: startDate, end: endDate, zone, allDay })
  const since = shownSince(series, from, context)
  const dates: Occurrence[] = []
  let passed = 0
  for (const one of occurrences(series, since)) {
    if (dates.length === MAX_PREVIEWED) return { series, dates, hasMore: true }
    if (one.recurrenceId >= since) dates.push(one)
    else if (passed < MAX_PASSED) passed += 1
    else throw invalidParam('from', `must not have more than ${MAX_PASSED} occurrences before it`)
  }
  return { series, dates, hasMore: false }
}

/** Shows the occurrences of a recurrence that nobody has saved yet (contract §10.1, ext.). */
import { occurrences } from '../../domain/series/occurrence-starts.ts'
import type { Occurrence, Series } from '../../domain/series/series.ts'
import { type ScheduleArgs, scheduleColumnsOf } from '../compose/schedule.ts'
import type { Context } from '../context.ts'
import { firstOccurrences, horizonWallTime, seriesFromSentRecurrence } from './times.ts'

/** The maximum number of occurrences in a preview. */
const MAX_PREVIEWED = 20

interface RecurrencePreview {
  readonly series: Series
  /** The first occurrences, in order. */
  readonly dates: readonly Occurrence[]
  readonly hasMore: boolean
}

/** Returns the first occurrences. Throws 400 for what creating an event with these args would refuse. */
export function previewRecurrence(
  recurrence: readonly string[],
  args: ScheduleArgs,
  context: Context,
): RecurrencePreview {
  const { startDate, endDate, zone, allDay } = scheduleColumnsOf(args, undefined, context)
  const series = seriesFromSentRecurrence(recurrence, { start: startDate, end: endDate, zone, allDay })
  firstOccurrences(series, horizonWallTime(series, context), context)
  const dates: Occurrence[] = []
  for (const one of occurrences(series)) {
    if (dates.length === MAX_PREVIEWED) return { series, dates, hasMore: true }
    dates.push(one)
  }
  return { series, dates, hasMore: false }
}

/** The parts of a series: the times of its first occurrence and its recurrence lines (RFC 5545 §3.8.5). */
import type { RefusalReason } from '../../problem.ts'

/** The times of the first occurrence, as timestamps on the wall clock of the zone. */
export interface FirstOccurrenceTimes {
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly allDay: boolean
}

/** One date of RDATE or EXDATE: a timestamp on the wall clock of the series. Of a day, the time is 00:00:00. */
export interface RecurrenceDate {
  readonly wall: string
  readonly isDay: boolean
  /** The instant that was sent, in seconds since 1970 UTC, where the clocks repeat the wall clock time. */
  readonly epoch?: number
}

/** The recurrence lines of a series, parsed. */
export interface RecurrenceLines {
  /** The value of RRULE in capitals, its parts as they were ordered; "" if there is none. */
  readonly rule: string
  /** RDATE, ascending. */
  readonly dates: readonly RecurrenceDate[]
  /** EXDATE, ascending. */
  readonly exclusions: readonly RecurrenceDate[]
}

/** All that decides when a series takes place. */
export interface Series extends FirstOccurrenceTimes {
  readonly recurrence: RecurrenceLines
}

/** One occurrence: where the rule puts it, and its start and end, as timestamps on the wall clock of the series. */
export interface Occurrence {
  readonly recurrenceId: string
  readonly start: string
  readonly end: string
  /** The instant of the start, in seconds since 1970 UTC: the second one of a repeated wall clock time, if RDATE names it. */
  readonly startEpoch: number
}

/** Why recurrence lines are refused. */
export interface RecurrenceFault {
  readonly fault: RefusalReason
}

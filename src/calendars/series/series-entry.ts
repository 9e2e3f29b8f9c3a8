/** An entry of a calendar, and what it says of its recurrence: types only. */
import type { Series } from '../../domain/series/series.ts'
import type { Problem } from '../../problem.ts'
import type { Extra } from '../../representations/icalendar/extras.ts'
import type { Cancellation } from '../icalendar/event-args.ts'
import type { Numbered } from '../import/batches.ts'
import type { Sent } from '../import/sent-line.ts'

/** An occurrence of a series that its calendar does not describe, as RECURRENCE-ID names it. */
export interface NamedOccurrence {
  /** The UID of the series. */
  readonly uid: string
  /** Where the rule puts the occurrence: seconds since 1970 UTC, and the day on the clock that it is read by. */
  readonly epoch: number
  readonly day: string
  readonly isDate: boolean
  /** Whether all later occurrences are meant, too: `RANGE=THISANDFUTURE`. */
  readonly follows: boolean
}

/** One event to import, or why there is none. */
export interface Entry extends Numbered {
  readonly uid: string
  /** The UID of the first occurrence, which the others have as parent. */
  readonly parent?: string
  readonly args: Sent
  readonly status: string
  readonly location: string
  /** What this service says besides, as written. */
  readonly extras: readonly Extra[]
  /** Whether the description is HTML as it came. */
  readonly isFormatted: boolean
  readonly cancelled: Cancellation
  readonly fault?: Problem
  /** What recurs: the entry then is its first occurrence. */
  readonly series?: SeriesEntry
  /** Set where the calendar has this occurrence of a series, and not the series. */
  readonly named?: NamedOccurrence
  /** Set where a rule is not understood: the entry is the first occurrence, and the others stay as they are here. */
  readonly isRuleUnclear?: true
}

/** One occurrence that differs from the others: where the rule puts it, and what it is. */
export interface SeriesException {
  readonly recurrenceId: string
  readonly entry: Entry
}

/** Where a series goes on that another one ends: its UID, and the occurrence that it began with there. */
export interface Continued {
  readonly uid: string
  readonly recurrenceId: string
}

/** A series with its exceptions; the entry itself is its first occurrence. */
export interface SeriesEntry {
  readonly series: Series
  readonly exceptions: readonly SeriesException[]
  /** Whether a date is not understood: what is here keeps its dates. */
  readonly isUnclear: boolean
  /** The first second, since 1970 UTC, of a series without end that is new here. */
  readonly since: number
  /** The series that this one may have been a part of. */
  readonly continues: Continued | undefined
  /** The UID of the series that the same components continue this one by. */
  readonly continuedBy?: string
}

/** An entry that recurs. */
export type RecurringEntry = Entry & { readonly series: SeriesEntry }

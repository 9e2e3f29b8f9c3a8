/** Types: an entry of a calendar, and its recurrence. */
import type { Series } from '../../../domain/series/series.ts'
import type { Problem } from '../../../problem.ts'
import type { FastiProperty } from '../../../representations/icalendar/extras.ts'
import type { SentObject } from '../../jsonl/sent-line.ts'
import type { BareOrWholeCancellation } from '../event-args.ts'

/** An occurrence, named by RECURRENCE-ID, of a series that its calendar does not contain. */
export interface OccurrenceOfSeriesNotInCalendar {
  /** The UID of the series. */
  readonly uid: string
  /** Where the rule puts the occurrence: in seconds since 1970 UTC, and as a day on its own clock. */
  readonly epoch: number
  readonly day: string
  readonly isDate: boolean
  /** Whether it includes all later occurrences: `RANGE=THISANDFUTURE`. */
  readonly follows: boolean
}

/** One event to import, or the reason why there is none. */
export interface EventImportEntry {
  /** The number of its first line. */
  readonly number: number
  readonly uid: string
  /** The UID of the first occurrence, which is the parent of the others. */
  readonly parent?: string
  readonly args: SentObject
  readonly status: string
  readonly location: string
  /** The X- properties of another Fasti, as text. */
  readonly extras: readonly FastiProperty[]
  /** Whether the source sent the description as HTML. */
  readonly isFormatted: boolean
  /** The languages that its texts name. */
  readonly languages?: readonly string[]
  readonly cancelled: BareOrWholeCancellation
  readonly fault?: Problem
  /** The recurrence; the entry is its first occurrence. */
  readonly series?: SeriesEntry
  /** Set if the calendar contains this occurrence of a series and not the series. */
  readonly named?: OccurrenceOfSeriesNotInCalendar
  /** Set if a rule is not understood: the entry is the first occurrence, and the stored others stay unchanged. */
  readonly isRuleUnclear?: true
}

/** One occurrence that differs from the others: its time by the rule, and its values. */
export interface OccurrenceUnlikeRest {
  readonly recurrenceId: string
  readonly entry: EventImportEntry
}

/** The series that this one continues: its UID, and the occurrence at which it was split. */
export interface PrecedingSeriesReference {
  readonly uid: string
  readonly recurrenceId: string
}

/** A series with its exceptions; the entry itself is its first occurrence. */
interface SeriesEntry {
  readonly series: Series
  readonly exceptions: readonly OccurrenceUnlikeRest[]
  /** Whether a date is not understood. Then the stored series keeps its dates. */
  readonly isUnclear: boolean
  /** The first second, since 1970 UTC, of occurrences of a new series without end. */
  readonly since: number
  /** The maximum occurrences that are imported. */
  readonly most: number
  /** The series of which this one may have been a part. */
  readonly continues: PrecedingSeriesReference | undefined
  /** The UID of the series that continues this one in the same calendar. */
  readonly continuedBy?: string
}

/** An entry that recurs. */
export type RecurringEntry = EventImportEntry & { readonly series: SeriesEntry }

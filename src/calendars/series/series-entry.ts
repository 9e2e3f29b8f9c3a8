/** What an entry of a calendar says of its recurrence. */
import type { Series } from '../../domain/series/series.ts'
import type { Entry } from '../icalendar/entry.ts'

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
}

/** An entry that recurs. */
export type RecurringEntry = Entry & { readonly series: SeriesEntry }

/** The table of series, and the columns of events that make an event an occurrence of one (contract §10). */
import type { Status } from '../../contract/resources/shared.ts'

type Flag = 0 | 1

export interface SeriesTable {
  id: number
  /** Grows by one with each change of the series itself. */
  version: number
  modified_utc: number
  /** As of other items: a JSON list of global ids. */
  origins: string
  author: number
  /** The status of the pattern, as stored: see `Published`. */
  status: Status
  date_utc: number
  date_set: Flag
  slug: string
  title: string
  title_key: string
  /** The iCalendar UID of the whole series: that of its first event. */
  uid: string
  /** RFC 5545 §3.8.5: a JSON list of lines. */
  recurrence: string
  timezone: string
  all_day: Flag
  /** The first occurrence as the rule puts it, on the wall clock of `timezone`. */
  start_date: string
  end_date: string
  /** The wall clock time up to which all occurrences exist. */
  made_until: string
  /** Whether the rule gives no occurrences after `made_until`, or makes none any more: the series is in the trash. */
  is_complete: Flag
  /** The version at which the whole series was moved to the trash; 0 for never. Its occurrences bear the same number. */
  trash_act: number
  /** The lines before the rule was ended by that act; "" where it was not. */
  recurrence_before: string
  /** The series that this one was split from, and the one that was split from it. */
  continues: number | null
  continued_by: number | null
  /** The names of fields of the pattern whose changes have not reached all occurrences yet: a JSON list; "" for none. */
  unspread: string
  /** The id of the last occurrence that these changes have reached, in the order of ids. */
  spread_to: number
  /** The seconds by which a move shifts the places of occurrences that it has not reached yet; 0 if it has reached all. */
  moved_by: number
  /** The former place that this move has reached last (`domain/series/moving-recurrence-ids.ts`). */
  moved_to: string
  /** The values that the occurrences share: a JSON object of columns of events, and of the ids that they link to. */
  pattern: string
  /** As of events. */
  group_id: number | null
  in_main: Flag | null
}

export interface OccurrenceColumns {
  /** The series of an occurrence; null for a single event. */
  series: number | null
  /** The wall clock time, in the time zone of the series, at which the rule puts this occurrence; "" for a single event. */
  recurrence_id: string
  /** The names of the fields that later changes of the pattern leave alone: a JSON list. */
  own_fields: string
  /** The `trash_act` of its series that moved this occurrence to the trash; 0 if none did. */
  trash_act: number
}

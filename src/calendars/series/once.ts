/** Converts an event that no longer recurs to a series of one occurrence. */
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import { wallAt } from '../../domain/time/zones.ts'
import type { ImportEntry } from '../icalendar/text/entry.ts'
import type { RecurringEntry } from './series-entry.ts'

/** Returns the entry of a single event as a series of one occurrence; undefined if it has no times. */
export function singleOccurrenceEntry(entry: ImportEntry): RecurringEntry | undefined {
  const { start_date, end_date, timezone: zone, all_day } = entry.args
  if (typeof start_date !== 'string' || typeof end_date !== 'string' || typeof zone !== 'string')
    return undefined
  const wall = (text: string) => wallAt(epochOfUtc(text.slice(0, 19)), zone)
  const times =
    all_day === true
      ? { start: `${start_date} 00:00:00`, end: `${end_date} 23:59:59`, zone, allDay: true }
      : { start: wall(start_date), end: wall(end_date), zone, allDay: false }
  const recurrence = { rule: 'FREQ=DAILY;COUNT=1', dates: [], exclusions: [] }
  const series = { ...times, recurrence }
  return {
    ...entry,
    series: { series, exceptions: [], isUnclear: false, since: 0, most: 1, continues: undefined },
  }
}

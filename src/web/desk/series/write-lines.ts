/** Converts the choices of the editor to recurrence lines (RFC 5545 §3.8.5). */
import {
  ordinalOf,
  type PatternStart,
  type RecurrencePattern,
  type RepeatKind,
  singleEventPattern,
  weekdayCodesFromMonday,
  weekdayOfWall,
} from './pattern.ts'
import { patternOfLines, wallOfDate } from './read-lines.ts'

const MAX_NUMBER = 999

const frequencies: Readonly<Partial<Record<RepeatKind, string>>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  'month-day': 'MONTHLY',
  'month-weekday': 'MONTHLY',
  year: 'YEARLY',
}

const whole = (number: number) => Math.min(MAX_NUMBER, Math.max(1, Math.trunc(number) || 1))

function ruleOf(pattern: RecurrencePattern, { start_date }: PatternStart): string {
  const { repeat, interval, ends, until, count, ordinal } = pattern
  if (repeat === 'other') return pattern.rule
  const days = weekdayCodesFromMonday.filter((day) => pattern.weekdays.includes(day))
  return [
    `FREQ=${frequencies[repeat]}`,
    ...(interval > 1 ? [`INTERVAL=${whole(interval)}`] : []),
    ...(repeat === 'week' ? [`BYDAY=${days.join() || weekdayOfWall(start_date)}`] : []),
    ...(repeat === 'month-weekday' ? [`BYDAY=${ordinal}${days[0] ?? weekdayOfWall(start_date)}`] : []),
    ...(ends === 'until' && until !== '' ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
    ...(ends === 'count' ? [`COUNT=${whole(count)}`] : []),
  ].join(';')
}

function dateLine(name: 'RDATE' | 'EXDATE', walls: readonly string[], allDay: boolean): readonly string[] {
  if (walls.length === 0) return []
  const dates = [...new Set(walls)].sort().map((wall) => {
    const [day = '', time = ''] = wall.split(' ')
    return allDay ? day.replaceAll('-', '') : `${day.replaceAll('-', '')}T${time.replaceAll(':', '')}`
  })
  return [`${name}${allDay ? ';VALUE=DATE' : ''}:${dates.join()}`]
}

/** Returns the recurrence lines of a pattern, or an empty list for a single event. */
export function recurrenceLinesOfPattern(pattern: RecurrencePattern, times: PatternStart): readonly string[] {
  const { repeat, added, skipped } = pattern
  if (repeat === 'none') return []
  return [
    ...(repeat === 'dates' ? [] : [`RRULE:${ruleOf(pattern, times)}`]),
    ...dateLine('RDATE', added, times.all_day),
    ...dateLine('EXDATE', skipped, times.all_day),
  ]
}

/** Returns lines without one skipped date, which then takes place again. All else in them stays as it is written. */
export function linesWithoutSkippedDate(lines: readonly string[], wall: string): readonly string[] {
  return lines.flatMap((line) => {
    if (!/^EXDATE[:;]/.test(line)) return [line]
    const at = line.indexOf(':') + 1
    const left = line
      .slice(at)
      .split(',')
      .filter((date) => wallOfDate(date) !== wall)
    return left.length === 0 ? [] : [line.slice(0, at) + left.join()]
  })
}

/** Returns the lines for a new start. A rule that names only the weekday of the old start gets the new weekday. */
export function recurrenceLinesForNewStart(
  lines: readonly string[],
  from: PatternStart,
  to: PatternStart,
): readonly string[] {
  const pattern = patternOfLines(lines, from)
  const isOnStart = pattern.weekdays.join() === weekdayOfWall(from.start_date)
  const isByWeekday = pattern.repeat === 'week' || pattern.repeat === 'month-weekday'
  if (!isByWeekday || !isOnStart || weekdayOfWall(from.start_date) === weekdayOfWall(to.start_date))
    return lines
  const { weekdays, ordinal } = singleEventPattern(to)
  const isOwnOrdinal = pattern.ordinal === ordinalOf(from.start_date)
  return recurrenceLinesOfPattern({ ...pattern, weekdays, ...(isOwnOrdinal && { ordinal }) }, to)
}

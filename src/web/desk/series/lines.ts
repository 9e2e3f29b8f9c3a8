/** Recurrence lines: read, written, and in words. */
import { parseRule } from '../../../domain/time/recurrence-rule.ts'
import { deskSettings } from '../desk-settings.ts'
import { dayText, wallEpoch, wallTimeIn } from '../time/wall.ts'
import { listText, locale, t } from '../words/index.ts'
import {
  editorChoicesOfRule,
  ordinalOf,
  type PatternStart,
  type RecurrencePattern,
  type RepeatKind,
  singleEventPattern,
  type Weekday,
  weekdayCodesFromMonday,
  weekdayOfWall,
} from './pattern.ts'

// Converts recurrence lines (RFC 5545 §3.8.5) to the choices of the editor. A rule that the editor cannot show is saved unchanged.

/** Converts `20270504T180000` or `20270504` to a wall clock time. Undefined for any other text. */
function wallOfDate(date: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(date) ?? []
  return year && `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

function untilDay(until: string, zone: string): string {
  const wall = wallOfDate(until.replace(/Z$/, '')) ?? ''
  return (until.endsWith('Z') ? wallTimeIn(zone, wallEpoch(wall) ?? 0) : wall).slice(0, 10)
}

function rulePattern(text: string, times: PatternStart): Partial<RecurrencePattern> {
  const rule = parseRule(text)
  if ('fault' in rule) return { repeat: 'other' }
  return {
    ...editorChoicesOfRule(rule, times),
    interval: rule.interval,
    ...(rule.until !== '' && { ends: 'until', until: untilDay(rule.until, times.timezone) }),
    ...(rule.count < Number.POSITIVE_INFINITY && { ends: 'count', count: rule.count }),
  }
}

/** Converts recurrence lines to a pattern. The pattern is `other` if the editor cannot show the rule. */
export function patternOfLines(lines: readonly string[], times: PatternStart): RecurrencePattern {
  const start = singleEventPattern(times)
  if (lines.length === 0) return start
  const valuesOf = (name: string) =>
    lines
      .filter((line) => line.startsWith(`${name}:`) || line.startsWith(`${name};`))
      .flatMap((line) => line.slice(line.indexOf(':') + 1).split(','))
  const dates = (name: string) => valuesOf(name).flatMap((date) => wallOfDate(date) ?? [])
  const rule = lines.find((line) => line.startsWith('RRULE:'))?.slice('RRULE:'.length) ?? ''
  const listed = { added: dates('RDATE'), skipped: dates('EXDATE'), rule }
  const isClear = lines.every((line) => !/TZID|PERIOD|Z\b/.test(line) || line.startsWith('RRULE:'))
  if (rule === '') return { ...start, ...listed, repeat: isClear ? 'dates' : 'other' }
  return { ...start, ...listed, ...rulePattern(rule, times), ...(!isClear && { repeat: 'other' }) }
}

// Converts the choices of the editor to recurrence lines (RFC 5545 §3.8.5).

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

// Recurrence rules in words of the reader: their parts, and a whole one in a line.

/** Returns the name of a weekday. 2024-01-01 is a Monday. */
export const nameOfRuleWeekday = (day: Weekday, weekday: 'long' | 'short'): string =>
  new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(
    wallEpoch(`2024-01-0${1 + weekdayCodesFromMonday.indexOf(day)}`),
  )

const units: Readonly<Partial<Record<RepeatKind, string>>> = {
  day: 'day',
  week: 'week',
  'month-day': 'month',
  'month-weekday': 'month',
  year: 'year',
}

export function ruleIntervalText({ repeat, interval }: RecurrencePattern): string | undefined {
  const unit = units[repeat]
  return unit && new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(interval)
}

const daysText = (walls: readonly string[]) => listText(walls.map(dayText))

/** The weekdays that a rule names: one without any has that of its start. */
function weekdayTexts({ repeat, ordinal, weekdays }: RecurrencePattern): readonly string[] {
  const place = repeat === 'month-weekday' ? [t(`repeat.ordinal.${ordinal}`)] : []
  return [...place, ...weekdays.map((day) => nameOfRuleWeekday(day, 'long'))]
}

/** Returns recurrence lines as a text, such as “Every week, Tuesday, 10 dates”; as they are where the editor cannot show the rule. */
export function recurrenceLinesText(lines: readonly string[]): string {
  const pattern = patternOfLines(lines, { start_date: '', timezone: deskSettings.zone, all_day: false })
  const { repeat, interval, ends, until, count, added, skipped } = pattern
  if (repeat === 'other') return listText(lines)
  const every = interval > 1 ? ruleIntervalText(pattern) : undefined
  return listText([
    every === undefined ? t(`repeat.${repeat}`) : t('labelled', { label: t('repeat.interval'), text: every }),
    ...(lines.some((line) => /[:;]BYDAY=/.test(line)) ? weekdayTexts(pattern) : []),
    ...(ends === 'until' ? [t('labelled', { label: t('repeat.until'), text: dayText(until) })] : []),
    ...(ends === 'count' ? [t('scope.dates', { count })] : []),
    ...(added.length > 0 ? [t('labelled', { label: t('repeat.added'), text: daysText(added) })] : []),
    ...(skipped.length > 0 ? [t('labelled', { label: t('repeat.skipped'), text: daysText(skipped) })] : []),
  ])
}

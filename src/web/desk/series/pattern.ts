/** Recurrence lines (RFC 5545 §3.8.5) ↔ the choices of the editor. A rule beyond these choices is kept as it is. */

import { epochOf, wallOf } from '../time/wall.ts'
import { clockIn } from '../time/zones.ts'

/** Monday first, as in the rules. */
export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdays)[number]

/** The positions of a weekday in a month; -1 is the last one. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const
export type Ordinal = (typeof ordinals)[number]

/** How an event repeats. `dates` has no rule, only dates; `other` is a rule that the editor has no choices for. */
export const repeats = [
  'none',
  'day',
  'week',
  'month-day',
  'month-weekday',
  'year',
  'dates',
  'other',
] as const
export type Repeat = (typeof repeats)[number]

export type Ends = 'never' | 'until' | 'count'

export interface Pattern {
  readonly repeat: Repeat
  readonly interval: number
  readonly weekdays: readonly Weekday[]
  readonly ordinal: Ordinal
  readonly ends: Ends
  /** A day, as `2027-06-30`. */
  readonly until: string
  readonly count: number
  /** Wall clock times added to the rule and taken out of it. */
  readonly added: readonly string[]
  readonly skipped: readonly string[]
  /** The value of RRULE where `repeat` is `other`. */
  readonly rule: string
}

/** The times that a pattern depends on. */
export interface PatternTimes {
  readonly start_date: string
  readonly timezone: string
  readonly all_day: boolean
}

const DAY = 86_400_000
const MAX_NUMBER = 999

/** The weekday of a wall clock time. */
export function weekdayOf(wall: string): Weekday {
  const days = Math.floor((epochOf(wall) ?? 0) / DAY)
  // 1970-01-01 was a Thursday.
  return weekdays[(((days + 3) % 7) + 7) % 7] ?? 'MO'
}

/** The position of a day among the same weekdays of its month. */
export function ordinalOf(wall: string): Ordinal {
  const place = Math.ceil(Number(wall.slice(8, 10)) / 7)
  return ordinals[place - 1] ?? '-1'
}

/** An event that does not repeat, with the choices that fit its start. */
export function noPattern({ start_date }: PatternTimes): Pattern {
  return {
    repeat: 'none',
    interval: 1,
    weekdays: [weekdayOf(start_date)],
    ordinal: ordinalOf(start_date),
    ends: 'never',
    until: wallOf((epochOf(start_date) ?? 0) + 90 * DAY).slice(0, 10),
    count: 10,
    added: [],
    skipped: [],
    rule: '',
  }
}

/** `20270504T180000` or `20270504` as a wall clock time; undefined for anything else. */
function wallOfDate(date: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(date) ?? []
  return year && `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The last day of UNTIL on the wall clock of the zone. */
function untilDay(until: string, zone: string): string {
  const wall = wallOfDate(until.replace(/Z$/, '')) ?? ''
  return (until.endsWith('Z') ? clockIn(zone, epochOf(wall) ?? 0) : wall).slice(0, 10)
}

const known = ['FREQ', 'INTERVAL', 'COUNT', 'UNTIL', 'BYDAY', 'BYMONTHDAY', 'WKST']

type Parts = ReadonlyMap<string, string>

function repeatOf(
  parts: Parts,
  { start_date }: PatternTimes,
): Pick<Pattern, 'repeat' | 'weekdays' | 'ordinal'> {
  const [byDay = '', byMonthDay = ''] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')]
  const own = { weekdays: [weekdayOf(start_date)], ordinal: ordinalOf(start_date) }
  const plain = (repeat: Repeat) =>
    ({ ...own, repeat: byDay === '' && byMonthDay === '' ? repeat : 'other' }) as const
  const frequency = parts.get('FREQ')
  if (frequency === 'DAILY') return plain('day')
  if (frequency === 'YEARLY') return plain('year')
  if (frequency === 'WEEKLY' && byMonthDay === '') {
    const named = byDay === '' ? own.weekdays : weekdays.filter((day) => byDay.split(',').includes(day))
    const isWhole = byDay === '' || named.length === byDay.split(',').length
    return { ...own, weekdays: named, repeat: isWhole ? 'week' : 'other' }
  }
  if (frequency !== 'MONTHLY') return { ...own, repeat: 'other' }
  if (byDay === '') {
    const isOwnDay = byMonthDay === '' || Number(byMonthDay) === Number(start_date.slice(8, 10))
    return { ...own, repeat: isOwnDay ? 'month-day' : 'other' }
  }
  const [, place, day] = /^(-1|[1-4])(MO|TU|WE|TH|FR|SA|SU)$/.exec(byDay) ?? []
  const ordinal = ordinals.find((one) => one === place)
  const weekday = weekdays.find((one) => one === day)
  return ordinal === undefined || weekday === undefined || byMonthDay !== ''
    ? { ...own, repeat: 'other' }
    : { repeat: 'month-weekday', weekdays: [weekday], ordinal }
}

/** The choices that recurrence lines amount to; `other` where they are more than the editor can show. */
export function patternOf(lines: readonly string[], times: PatternTimes): Pattern {
  const start = noPattern(times)
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
  const parts: Parts = new Map(rule.split(';').map((part) => part.split('=') as [string, string]))
  const [until, count] = [parts.get('UNTIL'), parts.get('COUNT')]
  const isKnown = isClear && [...parts.keys()].every((part) => known.includes(part))
  return {
    ...start,
    ...listed,
    ...repeatOf(parts, times),
    ...(!isKnown && { repeat: 'other' }),
    interval: Number(parts.get('INTERVAL') ?? 1),
    ...(until !== undefined && { ends: 'until', until: untilDay(until, times.timezone) }),
    ...(count !== undefined && { ends: 'count', count: Number(count) }),
  }
}

const frequencies: Readonly<Partial<Record<Repeat, string>>> = {
  day: 'DAILY',
  week: 'WEEKLY',
  'month-day': 'MONTHLY',
  'month-weekday': 'MONTHLY',
  year: 'YEARLY',
}

const whole = (number: number) => Math.min(MAX_NUMBER, Math.max(1, Math.trunc(number) || 1))

function ruleOf(pattern: Pattern, { start_date }: PatternTimes): string {
  const { repeat, interval, ends, until, count, ordinal } = pattern
  if (repeat === 'other') return pattern.rule
  const days = weekdays.filter((day) => pattern.weekdays.includes(day))
  return [
    `FREQ=${frequencies[repeat]}`,
    ...(interval > 1 ? [`INTERVAL=${whole(interval)}`] : []),
    ...(repeat === 'week' ? [`BYDAY=${days.join() || weekdayOf(start_date)}`] : []),
    ...(repeat === 'month-weekday' ? [`BYDAY=${ordinal}${days[0] ?? weekdayOf(start_date)}`] : []),
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

/** The recurrence lines of a pattern; none for an event that does not repeat. */
export function linesOf(pattern: Pattern, times: PatternTimes): readonly string[] {
  const { repeat, added, skipped } = pattern
  if (repeat === 'none') return []
  return [
    ...(repeat === 'dates' ? [] : [`RRULE:${ruleOf(pattern, times)}`]),
    ...dateLine('RDATE', added, times.all_day),
    ...dateLine('EXDATE', skipped, times.all_day),
  ]
}

/** The lines for another start: a rule that names only the old start's weekday names the new one's. */
export function followed(lines: readonly string[], from: PatternTimes, to: PatternTimes): readonly string[] {
  const pattern = patternOf(lines, from)
  const isOnStart = pattern.weekdays.join() === weekdayOf(from.start_date)
  const isByWeekday = pattern.repeat === 'week' || pattern.repeat === 'month-weekday'
  if (!isByWeekday || !isOnStart || weekdayOf(from.start_date) === weekdayOf(to.start_date)) return lines
  const { weekdays, ordinal } = noPattern(to)
  const isOwnOrdinal = pattern.ordinal === ordinalOf(from.start_date)
  return linesOf({ ...pattern, weekdays, ...(isOwnOrdinal && { ordinal }) }, to)
}

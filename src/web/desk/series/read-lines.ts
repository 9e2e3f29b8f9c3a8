/** Converts recurrence lines (RFC 5545 §3.8.5) to the choices of the editor. A rule that the editor cannot show is saved unchanged. */
import { epochOf } from '../time/wall.ts'
import { clockIn } from '../time/zones.ts'
import {
  noPattern,
  ordinalOf,
  ordinals,
  type Pattern,
  type PatternTimes,
  type Repeat,
  weekdayOf,
  weekdays,
} from './pattern.ts'

/** Converts `20270504T180000` or `20270504` to a wall clock time. Undefined for any other text. */
function wallOfDate(date: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(date) ?? []
  return year && `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The day of UNTIL on the wall clock of the zone. */
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

/** Converts recurrence lines to a pattern. The pattern is `other` if the editor cannot show the rule. */
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

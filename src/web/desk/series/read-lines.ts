/** Converts recurrence lines (RFC 5545 §3.8.5) to the choices of the editor. A rule that the editor cannot show is saved unchanged. */
import { parseRule } from '../../../domain/time/recurrence-rule.ts'
import { wallEpoch } from '../time/wall.ts'
import { wallTimeIn } from '../time/zones.ts'
import { type PatternStart, type RecurrencePattern, singleEventPattern } from './pattern.ts'
import { editorChoicesOfRule } from './rule-choices.ts'

/** Converts `20270504T180000` or `20270504` to a wall clock time. Undefined for any other text. */
export function wallOfDate(date: string): string | undefined {
  const [, year, month, day, hour = '00', minute = '00', second = '00'] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?$/.exec(date) ?? []
  return year && `${year}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The day of UNTIL on the wall clock of the zone. */
function untilDay(until: string, zone: string): string {
  const wall = wallOfDate(until.replace(/Z$/, '')) ?? ''
  return (until.endsWith('Z') ? wallTimeIn(zone, wallEpoch(wall) ?? 0) : wall).slice(0, 10)
}

/** The choices of a rule; `other` alone for one that is not understood. */
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

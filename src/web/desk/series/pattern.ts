/** A recurrence as the choices that the editor offers. */

import type { Rule, RuleDay } from '../../../domain/time/recurrence-rule.ts'
import { isDay, isoWeekday, plusDays } from '../../../domain/time/timestamp.ts'

/** Weekdays from Monday, as RRULE names them. */
export const weekdayCodesFromMonday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdayCodesFromMonday)[number]

/** The positions of a weekday in a month; -1 is the last. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const
type Ordinal = (typeof ordinals)[number]

/** How an event repeats. `dates` has dates but no rule; `other` is a rule that the editor cannot show. */
export const repeatKinds = [
  'none',
  'day',
  'week',
  'month-day',
  'month-weekday',
  'year',
  'dates',
  'other',
] as const
export type RepeatKind = (typeof repeatKinds)[number]

type RepeatEnd = 'never' | 'until' | 'count'

export interface RecurrencePattern {
  readonly repeat: RepeatKind
  readonly interval: number
  readonly weekdays: readonly Weekday[]
  readonly ordinal: Ordinal
  readonly ends: RepeatEnd
  readonly until: string
  readonly count: number
  /** Wall clock times added to the rule, and excluded from it. */
  readonly added: readonly string[]
  readonly skipped: readonly string[]
  /** The value of RRULE if `repeat` is `other`. */
  readonly rule: string
}

export interface PatternStart {
  readonly start_date: string
  readonly timezone: string
  readonly all_day: boolean
}

/** The weekday of a wall clock time; Monday for what is none yet. */
export function weekdayOfWall(wall: string): Weekday {
  const day = wall.slice(0, 10)
  return (isDay(day) ? weekdayCodesFromMonday[isoWeekday(day) - 1] : undefined) ?? 'MO'
}

export function ordinalOf(wall: string): Ordinal {
  const place = Math.ceil(Number(wall.slice(8, 10)) / 7)
  return ordinals[place - 1] ?? '-1'
}

/** The pattern of a single event, with choices that fit its start. */
export function singleEventPattern({ start_date }: PatternStart): RecurrencePattern {
  return {
    repeat: 'none',
    interval: 1,
    weekdays: [weekdayOfWall(start_date)],
    ordinal: ordinalOf(start_date),
    ends: 'never',
    until: plusDays(start_date.slice(0, 10), 90) ?? '',
    count: 10,
    added: [],
    skipped: [],
    rule: '',
  }
}

// How often a rule repeats an event, as the choices of the editor.

type Repeating = Pick<RecurrencePattern, 'repeat' | 'weekdays' | 'ordinal'>

const nameOf = ({ weekday }: RuleDay) => weekdayCodesFromMonday[weekday]

function weeklyOf({ byDay, monthDays }: Rule, own: Repeating): Repeating {
  if (byDay.length === 0) return { ...own, repeat: monthDays.length === 0 ? 'week' : 'other' }
  const named = weekdayCodesFromMonday.filter((day) =>
    byDay.some((one) => one.ordinal === 0 && nameOf(one) === day),
  )
  const isWhole = named.length === byDay.length && monthDays.length === 0
  return { ...own, weekdays: named, repeat: isWhole ? 'week' : 'other' }
}

/** The day of a month: that of the start, or a weekday by its position. */
function monthlyOf({ byDay, monthDays }: Rule, own: Repeating, startDay: number): Repeating {
  if (byDay.length === 0) {
    const isOwnDay = monthDays.length === 0 || monthDays.join() === String(startDay)
    return { ...own, repeat: isOwnDay ? 'month-day' : 'other' }
  }
  const [first, second] = byDay
  const ordinal = ordinals.find((one) => Number(one) === first?.ordinal)
  const weekday = first && nameOf(first)
  const isClear = second === undefined && monthDays.length === 0
  return isClear && ordinal !== undefined && weekday !== undefined
    ? { repeat: 'month-weekday', weekdays: [weekday], ordinal }
    : { ...own, repeat: 'other' }
}

const hasMore = ({ months, weekNumbers, yearDays, hours, minutes, seconds, positions }: Rule) =>
  [months, weekNumbers, yearDays, hours, minutes, seconds, positions].some((one) => one.length > 0)

/** Returns the choices of the editor for a rule, with what it leaves to its start; `other` for one that the editor cannot show. */
export function editorChoicesOfRule(rule: Rule, { start_date }: Pick<PatternStart, 'start_date'>): Repeating {
  const own = {
    weekdays: [weekdayOfWall(start_date)],
    ordinal: ordinalOf(start_date),
    repeat: 'other',
  } as const
  if (hasMore(rule)) return own
  if (rule.frequency === 'WEEKLY') return weeklyOf(rule, own)
  if (rule.frequency === 'MONTHLY') return monthlyOf(rule, own, Number(start_date.slice(8, 10)))
  const isPlain = rule.byDay.length + rule.monthDays.length === 0
  return { ...own, repeat: !isPlain ? 'other' : rule.frequency === 'DAILY' ? 'day' : 'year' }
}

// The weekdays of a rule whose date is moved by days.

/** Whether a rule counts its weekdays, such as the second Monday of the month: the day after that is not always the second Tuesday. */
export const countsWeekdays = (lines: readonly string[]): boolean =>
  lines.some((line) => /^RRULE:.*BYDAY=[^;]*\d/.test(line))

/**
 * Returns the lines with the weekdays of their rule moved by some days: `BYDAY=MO,WE` by one is `BYDAY=TU,TH`. Undefined where the rule
 * would have other dates then than those a day later: it counts its days, or leaves out weeks.
 */
export function linesWithWeekdaysMoved(
  lines: readonly string[],
  days: number,
): readonly string[] | undefined {
  const moved = (code: string) => {
    const at = weekdayCodesFromMonday.findIndex((one) => one === code)
    return weekdayCodesFromMonday[(((at + days) % 7) + 7) % 7] ?? code
  }
  const isPlain = (line: string) =>
    /[:;]FREQ=(?:WEEKLY|DAILY)\b/.test(line) &&
    /[:;]BYDAY=[A-Z,]+(?:;|$)/.test(line) &&
    !/;INTERVAL=(?!1(?:;|$))|[:;]BY(?!DAY=)/.test(line)
  if (!lines.some((line) => line.startsWith('RRULE:') && isPlain(line))) return undefined
  return lines.map((line) => line.replace(/(?<=[:;]BYDAY=)[^;]+/, (list) => list.replace(/[A-Z]+/g, moved)))
}

/** A recurrence as the choices that the editor offers. */

import { isDay, isoWeekday, plusDays } from '../../../domain/time/calendar-days.ts'

/** Weekdays from Monday, as RRULE names them. */
export const weekdayCodesFromMonday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const
export type Weekday = (typeof weekdayCodesFromMonday)[number]

/** The positions of a weekday in a month; -1 is the last. */
export const ordinals = ['1', '2', '3', '4', '-1'] as const
export type Ordinal = (typeof ordinals)[number]

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

export type RepeatEnd = 'never' | 'until' | 'count'

export interface RecurrencePattern {
  readonly repeat: RepeatKind
  readonly interval: number
  readonly weekdays: readonly Weekday[]
  readonly ordinal: Ordinal
  readonly ends: RepeatEnd
  /** The last day, as `2027-06-30`. */
  readonly until: string
  readonly count: number
  /** Wall clock times added to the rule, and excluded from it. */
  readonly added: readonly string[]
  readonly skipped: readonly string[]
  /** The value of RRULE if `repeat` is `other`. */
  readonly rule: string
}

/** The times that a pattern is computed from. */
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

/** The position of a day among the days of its month with the same weekday. */
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

/** The steps of a relative date, and their application to an instant. */
import type { Temporal } from 'temporal-polyfill'
import type { TimeUnit } from './words.ts'

/**
 * One step. `weekday` goes to the first such weekday, counted from `from` days after today. `month` goes to a month
 * of `year`, this year by default. `place` goes to the nth day, or the nth such weekday, of the month.
 */
export type ParsedDateStep =
  | { readonly step: 'clock'; readonly time: string }
  | { readonly step: 'shift'; readonly unit: TimeUnit; readonly by: number }
  | { readonly step: 'weekday'; readonly weekday: number; readonly from: number }
  | { readonly step: 'month'; readonly month: number; readonly year?: number }
  | { readonly step: 'place'; readonly nth: number; readonly weekday?: number }

type Zoned = Temporal.ZonedDateTime

/** Applies the steps to `start`; undefined if the month does not have the requested day. */
export function applyDateSteps(steps: readonly ParsedDateStep[], start: Zoned): Zoned | undefined {
  let at: Zoned | undefined = start
  for (const step of steps) at = at && stepped(at, step)
  return at
}

function stepped(at: Zoned, step: ParsedDateStep): Zoned | undefined {
  switch (step.step) {
    case 'clock':
      return at.withPlainTime(step.time)
    case 'shift':
      return at.add({ [`${step.unit}s`]: step.by })
    case 'weekday':
      return onWeekday(at.add({ days: step.from }), step.weekday)
    case 'month':
      return at.with({ day: 1, month: step.month, year: step.year ?? at.year })
    case 'place':
      return inPlace(at, step.nth, step.weekday)
  }
}

function onWeekday(from: Zoned, weekday: number): Zoned {
  return from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
}

function inPlace(at: Zoned, nth: number, weekday: number | undefined): Zoned | undefined {
  const days = daysInPlace(at, weekday)
  const day = days.at(nth < 0 ? nth : nth - 1)
  return day === undefined ? undefined : at.with({ day })
}

// The days of the month, or those on the weekday, ascending.
function daysInPlace(at: Zoned, weekday: number | undefined): readonly number[] {
  const days = Array.from({ length: at.daysInMonth }, (_, index) => index + 1)
  const before = at.dayOfWeek - at.day
  return weekday === undefined ? days : days.filter((day) => (day + before - weekday) % 7 === 0)
}

/** The window of an event list: converts six date bounds to ranges of seconds. */
import type { DateRead, DateText } from './date-text.ts'
import { readDate } from './date-text.ts'
import type { Moment } from './moment.ts'
import { epochOf } from './moment.ts'
import type { DaySpan } from './zones.ts'
import { daySpan, epochOfWall, startOfDay, wallAt } from './zones.ts'

/** The args that bound a window. */
export const BOUNDS = [
  'start_date',
  'end_date',
  'starts_before',
  'starts_after',
  'ends_before',
  'ends_after',
] as const

/** The name of an arg that bounds a window. */
export type Bound = (typeof BOUNDS)[number]

/** Inclusive limits of an event's start and end, in seconds since 1970; all limits that are set apply. */
export interface Window {
  readonly startFrom?: number
  readonly startTo?: number
  readonly endFrom?: number
  readonly endTo?: number
}

/** The bounds that are set. */
export type Bounds = Partial<Record<Bound, DateText>>

/** A window, or the bound whose date cannot be resolved at this moment. */
export type WindowResult = { readonly window: Window } | { readonly fault: Bound }

/**
 * Converts bounds to a window. Unless `strict`, each bound is the whole day of its instant in the site zone. If none
 * of the four `…s_before` and `…s_after` is set, an absent start_date or end_date gets its default: the start of
 * today, and that plus two years (to the end of that day, unless strict). Without `hasDefaults` it stays absent.
 */
export function windowOf(bounds: Bounds, strict: boolean, moment: Moment, hasDefaults = true): WindowResult {
  const spans: Partial<Record<Bound, DaySpan>> = {}
  for (const bound of BOUNDS) {
    const text = bounds[bound]
    if (text === undefined) continue
    const span = spanOf(text, strict, moment)
    if (span === undefined) return { fault: bound }
    spans[bound] = span
  }
  return { window: joined(hasDefaults ? withDefaults(spans, strict, moment) : spans, strict) }
}

/** The default of start_date: the first wall clock time of today in the site zone. */
export function startOfToday(moment: Moment): string {
  return startOfDay(today(moment), moment.zone)
}

/** The default of end_date: the first wall clock time of the day two years after today, 28 February for the 29th. */
export function twoYearsFromToday(moment: Moment): string {
  const now = today(moment)
  const year = Number(now.slice(0, 4)) + 2
  return startOfDay(`${year}${now.slice(4).replace('-02-29', '-02-28')}`, moment.zone)
}

/** The first second after today in the site zone, in seconds since 1970: the time at which the defaults change. */
export function endOfToday(moment: Moment): number {
  return daySpan(today(moment), moment.zone).last + 1
}

/** Today in the site zone, as `YYYY-MM-DD`. */
export function today(moment: Moment): string {
  return wallAt(epochOf(moment.now), moment.zone).slice(0, 10)
}

type Spans = Partial<Record<Bound, DaySpan>>

// A strict bound is an instant, represented as a span of one second, so that both modes compare alike.
function spanOf(text: DateText, strict: boolean, moment: Moment): DaySpan | undefined {
  const read = readDate(text, moment.zone, moment.now)
  return read && spanAt(read, strict, moment.zone)
}

function spanAt({ wall, epoch }: DateRead, strict: boolean, zone: string): DaySpan {
  return strict ? { first: epoch, last: epoch } : daySpan(wall.slice(0, 10), zone)
}

function withDefaults(spans: Spans, strict: boolean, moment: Moment): Spans {
  const named = spans.starts_before ?? spans.starts_after ?? spans.ends_before ?? spans.ends_after
  if (named) return spans
  const spanOn = (wall: string) =>
    spanAt({ wall, epoch: epochOfWall(wall, moment.zone) }, strict, moment.zone)
  return {
    ...spans,
    start_date: spans.start_date ?? spanOn(startOfToday(moment)),
    end_date: spans.end_date ?? spanOn(twoYearsFromToday(moment)),
  }
}

// `…s_before` includes the day of the bound; if strict, it excludes the second. `…s_after` excludes the day or the second.
function joined(spans: Spans, strict: boolean): Window {
  const before = (span: DaySpan | undefined) => span && (strict ? span.last - 1 : span.last)
  const after = (span: DaySpan | undefined) => span && span.last + 1
  return {
    ...limit('startFrom', Math.max, [spans.start_date?.first, after(spans.starts_after)]),
    ...limit('startTo', Math.min, [before(spans.starts_before)]),
    ...limit('endFrom', Math.max, [after(spans.ends_after)]),
    ...limit('endTo', Math.min, [spans.end_date?.last, before(spans.ends_before)]),
  }
}

type Choice = (...seconds: number[]) => number

function limit(name: keyof Window, narrowest: Choice, given: readonly (number | undefined)[]): Window {
  const limits = given.filter((second) => second !== undefined)
  return limits.length > 0 ? { [name]: narrowest(...limits) } : {}
}

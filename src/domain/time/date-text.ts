/**
 * Date args, in the forms that people and programs write.
 * A text is first parsed into a `ParsedDate`. It is resolved to an instant later, when its zone and the current time are known.
 */
import { Temporal } from 'temporal-polyfill'
import { splitOffTrailingAmounts } from './date-text/amounts.ts'
import { isCalendarDateAlone, type ParsedWallClock, parseCalendarDate } from './date-text/calendar-date.ts'
import { parseRelativeSteps } from './date-text/relative.ts'
import type { ParsedDateStep } from './date-text/steps.ts'
import { applyDateSteps } from './date-text/steps.ts'
import { epochOfInstant } from './moment.ts'
import { epochOfUtc, utcTimestampOfEpoch } from './timestamp.ts'
import { temporalZone } from './zone-offset.ts'
import { epochOfWall, wallAt } from './zones.ts'

const MAX_LENGTH = 200

/**
 * A parsed date: an instant, a wall clock time, or steps from now. `zone` is the zone in the text; `offset`, in seconds, is the
 * offset before that zone; `after` are steps from the wall clock time.
 */
export type ParsedDate =
  | { readonly form: 'instant'; readonly epoch: number }
  | (ParsedWallClock & { readonly after?: readonly ParsedDateStep[] })
  | { readonly form: 'steps'; readonly steps: readonly ParsedDateStep[]; readonly zone?: string }

/** A resolved date: the wall clock time in the zone it was resolved in, and the instant in seconds since 1970. */
export interface ResolvedWallAndEpoch {
  readonly wall: string
  readonly epoch: number
}

const tidied = (raw: string) => raw.trim().replace(/\s+/g, ' ').toLowerCase()

/** Whether a text is a calendar date without a time, such as `2027-05-04`: not `today`, which is a moment. */
export const isCalendarDayText = (raw: string): boolean =>
  raw.length <= MAX_LENGTH && isCalendarDateAlone(tidied(raw))

/** Parses a JSON value, text or seconds since 1970; undefined if it is no date. */
export function parseDateText(raw: unknown): ParsedDate | undefined {
  if (typeof raw === 'number') return parseEpoch(String(raw))
  if (typeof raw !== 'string' || raw.length > MAX_LENGTH) return undefined
  const text = tidied(raw)
  return parseEpoch(text.replace(/^@/, '')) ?? parseForm(text) ?? parseAppended(text)
}

function parseForm(text: string): Exclude<ParsedDate, { readonly form: 'instant' }> | undefined {
  return parseCalendarDate(text) ?? parseRelativeSteps(text)
}

/** A form followed by amounts, such as `today -1 week`. */
function parseAppended(text: string): ParsedDate | undefined {
  const split = splitOffTrailingAmounts(text)
  if (split === undefined) return undefined
  const date = parseForm(split.form)
  if (date?.form === 'wall') return { ...date, after: split.steps }
  return date && { ...date, steps: [...date.steps, ...split.steps] }
}

/**
 * Resolves a date in a zone; relative forms count from `now`. The result is in `zone`, also for a date with another zone.
 * Undefined if the day does not exist (a fifth Monday), and outside the years 1000 to 9999.
 */
export function resolveParsedDate(
  date: ParsedDate,
  zone: string,
  now: Temporal.Instant,
): ResolvedWallAndEpoch | undefined {
  const epoch = epochMeant(date, zone, now)
  if (epoch === undefined) return undefined
  const wall = wallAt(epoch, zone)
  return hasFourDigitYear(wall) && hasFourDigitYear(utcTimestampOfEpoch(epoch)) ? { wall, epoch } : undefined
}

/** Whether the date is a wall clock time without a zone: the instant depends on the zone it is resolved in. */
export function isZonelessWallClock(date: ParsedDate): boolean {
  return date.form === 'wall' && date.zone === undefined && date.after === undefined
}

function parseEpoch(digits: string): ParsedDate | undefined {
  return /^\d{9,11}$/.test(digits) ? { form: 'instant', epoch: Number(digits) } : undefined
}

function epochMeant(date: ParsedDate, zone: string, now: Temporal.Instant): number | undefined {
  if (date.form === 'instant') return date.epoch
  const own = date.zone ?? zone
  if (date.form === 'steps') return epochAfter(date.steps, now, own)
  const { wall, offset, after } = date
  const epoch = offset === undefined ? epochOfWall(wall, own) : epochOfUtc(wall) - offset
  return after === undefined
    ? epoch
    : epochAfter(after, Temporal.Instant.fromEpochMilliseconds(epoch * 1000), own)
}

function epochAfter(
  steps: readonly ParsedDateStep[],
  start: Temporal.Instant,
  zone: string,
): number | undefined {
  const there = applyDateSteps(steps, start.toZonedDateTimeISO(temporalZone(zone)))
  return there && epochOfInstant(there.toInstant())
}

function hasFourDigitYear(timestamp: string): boolean {
  return /^[1-9]\d{3}-/.test(timestamp)
}

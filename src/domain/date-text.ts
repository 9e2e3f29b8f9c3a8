/**
 * Date args: the forms that people and programs write dates in.
 * A text is parsed when it arrives, and read once its zone and now are known; between the two it is data.
 */
import type { Temporal } from 'temporal-polyfill'
import { parseCalendarDate } from './date-text/calendar-date.ts'
import { parseRelative } from './date-text/relative.ts'
import type { Step } from './date-text/steps.ts'
import { taken } from './date-text/steps.ts'
import { epochOf } from './moment.ts'
import { epochOfWall, wallAt } from './time-zone.ts'
import { utcTimestamp } from './timestamp.ts'
import { temporalZone } from './zone-offset.ts'

export { mendQueryDate } from './date-text/query.ts'

const LONGEST = 200

/** A date that is well-formed: an instant, a wall clock, or steps from now; `zone` when it names its own. */
export type DateText =
  | { readonly form: 'instant'; readonly epoch: number }
  | { readonly form: 'wall'; readonly wall: string; readonly zone?: string }
  | { readonly form: 'steps'; readonly steps: readonly Step[]; readonly zone?: string }

/** A date that is read: the wall clock of the zone it is read in, and the instant in seconds since 1970. */
export interface DateRead {
  readonly wall: string
  readonly epoch: number
}

/** The date that a JSON value means, text or seconds since 1970; undefined when it is none. */
export function parseDateText(raw: unknown): DateText | undefined {
  if (typeof raw === 'number') return parseEpoch(String(raw))
  if (typeof raw !== 'string' || raw.length > LONGEST) return undefined
  const text = raw.trim().replace(/\s+/g, ' ').toLowerCase()
  return parseEpoch(text.replace(/^@/, '')) ?? parseCalendarDate(text) ?? parseRelative(text)
}

/**
 * The date as read in a zone, relative forms from `now`. A date of its own zone is shown in the zone it is
 * read in. Undefined where there is no such day (a fifth Monday), and outside the years 1000 to 9999.
 */
export function readDate(date: DateText, zone: string, now: Temporal.Instant): DateRead | undefined {
  const epoch = epochMeant(date, zone, now)
  if (epoch === undefined) return undefined
  const wall = wallAt(epoch, zone)
  return hasFourDigitYear(wall) && hasFourDigitYear(utcTimestamp(epoch)) ? { wall, epoch } : undefined
}

/** Whether the date is a wall clock of the zone it is read in, rather than an instant of its own. */
export function isWallClock(date: DateText): boolean {
  return date.form === 'wall' && date.zone === undefined
}

function parseEpoch(digits: string): DateText | undefined {
  return /^\d{9,11}$/.test(digits) ? { form: 'instant', epoch: Number(digits) } : undefined
}

function epochMeant(date: DateText, zone: string, now: Temporal.Instant): number | undefined {
  if (date.form === 'instant') return date.epoch
  const own = date.zone ?? zone
  if (date.form === 'wall') return epochOfWall(date.wall, own)
  const there = taken(date.steps, now.toZonedDateTimeISO(temporalZone(own)))
  return there && epochOf(there.toInstant())
}

function hasFourDigitYear(timestamp: string): boolean {
  return /^[1-9]\d{3}-/.test(timestamp)
}

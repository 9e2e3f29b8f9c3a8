/** Calendar dates: `2027-05-04`, `2027/05/04`, `20270504`, `4 May 2027`, `Tue, 4 May 2027`, `31.12.2027`, `12/31/2027`. */

import { fixedOffset } from '../fixed-offset.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../timestamp.ts'
import { isoOffsetAt } from '../zone-offset.ts'
import { type ParsedTimeAndZone, parseTimeAndZone } from './clock.ts'
import { MONTH_REGEX_SOURCE, monthNumber, SHORT_WEEKDAY_REGEX_SOURCE, weekdayNumber } from './words.ts'

/** A wall clock time, with the zone in the text, in its stored form, and the offset before that zone, in seconds. */
export interface ParsedWallClock {
  readonly form: 'wall'
  readonly wall: string
  readonly zone?: string
  readonly offset?: number
}

const DATE_FORMS = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?=[t [])/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=[t [])/,
  /^(?<year>\d{4})\/(?<month>\d{1,2})\/(?<day>\d{1,2})(?=[t [])/,
  /^(?<day>\d{1,2})(?<separator>[-.])(?<month>\d{1,2})\k<separator>(?<year>\d{4})(?= )/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?= )/,
  new RegExp(
    `^(?:(?<weekday>${SHORT_WEEKDAY_REGEX_SOURCE}), ?)?(?<day>\\d{1,2}) (?<name>${MONTH_REGEX_SOURCE}) (?<year>\\d{4})(?= )`,
  ),
  new RegExp(`^(?<name>${MONTH_REGEX_SOURCE}) (?<day>\\d{1,2}),? (?<year>\\d{4})(?= )`),
]

/** Parses a text that begins with a calendar date; undefined for any other text, and if that day does not exist. */
export function parseCalendarDate(text: string): ParsedWallClock | undefined {
  const match = dateIn(text)
  const date = match?.groups && dateOf(match.groups)
  const clock = match && parseTimeAndZone(text.slice(match[0].length))
  return date && clock ? wallText(`${date} ${clock.time ?? '00:00:00'}`, clock) : undefined
}

/** Whether a text, in lower case, is a calendar date that exists, without a time or a zone. */
export function isCalendarDateAlone(text: string): boolean {
  const match = dateIn(text)
  return match?.groups !== undefined && match[0].length === text.length && dateOf(match.groups) !== undefined
}

function dateIn(text: string): RegExpExecArray | undefined {
  // With a space at the end, every form can require a character as its boundary.
  const bounded = `${text} `
  for (const form of DATE_FORMS) {
    const match = form.exec(bounded)
    if (match !== null) return match
  }
  return undefined
}

function wallText(wall: string, { zone, offset }: ParsedTimeAndZone): ParsedWallClock | undefined {
  if (zone === undefined || offset === undefined) return { form: 'wall', wall, ...(zone && { zone }) }
  const seconds = offset === 'Z' ? 0 : fixedOffset(offset)
  // RFC 9557 §3.4: an offset that the zone does not have at that time is inconsistent.
  const agrees = seconds !== undefined && (offset === 'Z' || hasOffset(zone, wall, seconds, offset))
  return agrees ? { form: 'wall', wall, zone, offset: seconds } : undefined
}

function hasOffset(zone: string, wall: string, seconds: number, offset: string): boolean {
  return isoOffsetAt(zone, epochOfUtc(wall) - seconds) === offset
}

function dateOf({
  year = '',
  month = '',
  name,
  day = '',
  weekday,
}: Record<string, string | undefined>): string | undefined {
  const number = name === undefined ? month : String(monthNumber(name))
  const date = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  const isOnWeekday = weekday === undefined || weekdayNumber(weekday) === weekdayOf(date)
  return exists(date) && isOnWeekday ? date : undefined
}

// The conversion carries overflow (30 February becomes a day of March), so only a date that exists survives the round trip.
function exists(date: string): boolean {
  const midnight = `${date} 00:00:00`
  return utcTimestampOfEpoch(epochOfUtc(midnight)) === midnight
}

// 1 for Monday … 7; 1 January 1970 was a Thursday.
function weekdayOf(date: string): number {
  const days = epochOfUtc(`${date} 00:00:00`) / 86_400
  return ((((days + 3) % 7) + 7) % 7) + 1
}

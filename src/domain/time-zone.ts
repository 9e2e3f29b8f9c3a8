/**
 * Time zones: their names, and the wall clocks they keep.
 * A kept zone is an IANA name in its proper case, links included, or an offset as it was written, in
 * capitals: `UTC`, `UTC+2`, `UTC+5:30`, `UTC+5.5`, `+05:30`.
 */
import { Temporal } from 'temporal-polyfill'
import { epochOfUtc, utcTimestamp } from './timestamp.ts'
import { fixedOffset, offsetSeconds } from './zone-offset.ts'

export { zoneAbbreviation } from './zone-abbreviation.ts'
export { offsetAt } from './zone-offset.ts'

const LONGEST_NAME = 64
const DAY = 86_400

/** The kept form of a zone, whatever the case it is written in; undefined for what is none. */
export function zoneNamed(text: string): string | undefined {
  const capitals = text.toUpperCase()
  if (fixedOffset(capitals) !== undefined) return capitals
  return text.length <= LONGEST_NAME && /^[a-z][\w+/-]*$/i.test(text) ? ianaName(text) : undefined
}

/**
 * The instant of a wall clock. One that a change of the clocks skips moves forward by the gap, one that a
 * change repeats is the first (RFC 5545 §3.3.5).
 */
export function epochOfWall(timestamp: string, zone: string): number {
  const local = epochOfUtc(timestamp)
  // No offset reaches a day: the offsets in force around the instant are those a day to either side.
  const before = offsetSeconds(zone, local - DAY)
  const after = offsetSeconds(zone, local + DAY)
  // Where both fit, the clocks were put back: the one before is that of the first of the two.
  const offset = [before, after].find((candidate) => offsetSeconds(zone, local - candidate) === candidate)
  return local - (offset ?? before)
}

/** The wall clock of an instant. */
export function wallAt(epochSeconds: number, zone: string): string {
  return utcTimestamp(epochSeconds + offsetSeconds(zone, epochSeconds))
}

/** The wall clock itself, or, when the zone skips it, the one it moves forward to. */
export function settledWall(timestamp: string, zone: string): string {
  return wallAt(epochOfWall(timestamp, zone), zone)
}

/** The first wall clock that a calendar day has: `00:00:00`, unless a change of the clocks skips it. */
export function startOfDay(date: string, zone: string): string {
  return wallAt(firstSecond(date, zone), zone)
}

/** The first and the last second of a calendar day, in seconds since 1970. */
export interface DaySpan {
  readonly first: number
  readonly last: number
}

/** The last day that dates can name. */
const LAST_DAY = '9999-12-31'

/** The span of a calendar day: up to the first moment of the next one. */
export function daySpan(date: string, zone: string): DaySpan {
  const last =
    date === LAST_DAY ? epochOfWall(`${date} 23:59:59`, zone) : firstSecond(dayAfter(date), zone) - 1
  return { first: firstSecond(date, zone), last }
}

function firstSecond(date: string, zone: string): number {
  const midnight = `${date} 00:00:00`
  const epoch = epochOfWall(midnight, zone)
  if (wallAt(epoch, zone) === midnight) return epoch
  return Math.floor(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds / 1000)
}

function dayAfter(date: string): string {
  return utcTimestamp(epochOfUtc(`${date} 00:00:00`) + DAY).slice(0, 10)
}

// @NOTE Intl alone would also let in what ICU invents, `IST` and `PST`; Temporal knows IANA's names only.
function ianaName(text: string): string | undefined {
  if (/^systemv\//i.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}

/**
 * Time zones: their names, and conversions between wall clock times and instants.
 * The stored form of a zone is an IANA name in its proper case, links included, or an offset as it was written, in
 * capitals: `UTC`, `UTC+2`, `UTC+5:30`, `UTC+5.5`, `+05:30`.
 */
import { Temporal } from 'temporal-polyfill'
import { memoizedByText } from '../../support/remembered.ts'
import { fixedOffset } from './fixed-offset.ts'
import { epochOfUtc, plusSeconds, utcTimestampOfEpoch } from './timestamp.ts'

// Offsets of zones from UTC.

const DAY = 86_400

/** The offset of a zone from UTC at an instant, in seconds. */
export function offsetSeconds(zone: string, epochSeconds: number): number {
  if (zone === 'UTC') return 0
  return steadyOffset(zone, Math.floor(epochSeconds / DAY)) ?? exactOffset(zone, epochSeconds)
}

/** The offset in ISO 8601 form, `+02:00`, rounded to the minute. */
export function isoOffsetAt(zone: string, epochSeconds: number): string {
  const { sign, hours, minutes } = hoursAndMinutesOfOffset(offsetSeconds(zone, epochSeconds))
  return `${sign}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`
}

/** Converts the stored form of a zone to Temporal's: `UTC+2` becomes `+02:00`. */
export function temporalZone(zone: string): string {
  return fixedOffset(zone) === undefined ? zone : isoOffsetAt(zone, 0)
}

/** Converts an offset in seconds to hours and minutes; the seconds of local mean times are rounded. */
export function hoursAndMinutesOfOffset(seconds: number) {
  const minutes = Math.round(Math.abs(seconds) / 60)
  return {
    sign: seconds < 0 && minutes > 0 ? '-' : '+',
    hours: Math.floor(minutes / 60),
    minutes: minutes % 60,
  }
}

// An offset is cached for UTC days without a transition, because most times are neither.
const steadyOffset = memoizedByText(20_000, (zone: string, day: number): number | undefined => {
  const offset = exactOffset(zone, day * DAY)
  return offset === exactOffset(zone, (day + 1) * DAY) ? offset : undefined
})

function exactOffset(zone: string, epochSeconds: number): number {
  return fixedOffset(zone) ?? namedOffset(zone, epochSeconds)
}

// Temporal takes twenty times as long for an offset (`npm run trial imports`: each date of a series needs some).
const formatOf = memoizedByText(
  500,
  (zone: string, timeZoneName: 'longOffset') =>
    new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName }),
)

/** The offset of a zone that has a name, in seconds: the format ends with `GMT`, and the offset where it is not 0. */
function namedOffset(zone: string, epochSeconds: number): number {
  const text = formatOf(zone, 'longOffset').format(epochSeconds * 1000)
  const [, sign, hours, minutes, seconds = 0] = /([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? []
  const size = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds)
  return sign === '-' ? -size : size
}

// The transitions of zones: changes of their offset from UTC.

/** A transition at `epoch` (seconds since 1970 UTC): the offset, in seconds, changes from `from` to `to`. */
export interface ZoneTransition {
  readonly epoch: number
  readonly from: number
  readonly to: number
}

/**
 * The transitions that determine every offset of a zone in a UTC calendar year and one day on either side: the last
 * transition before that time, or an entry without a change at its start, and each transition within.
 */
export const zoneTransitionsAroundYear = memoizedByText(
  5_000,
  (zone: string, year: number): readonly ZoneTransition[] => {
    const begin = epochOfUtc(`${String(year).padStart(4, '0')}-01-01 00:00:00`) - DAY
    const end = begin + 368 * DAY
    const at = offsetSeconds(zone, begin)
    const steady = { epoch: begin, from: at, to: at }
    if (fixedOffset(zone) !== undefined) return [steady]
    const within: ZoneTransition[] = []
    for (
      let epoch = nextChange(zone, begin);
      epoch !== undefined && epoch < end;
      epoch = nextChange(zone, epoch)
    )
      within.push({ epoch, from: offsetSeconds(zone, epoch - 1), to: offsetSeconds(zone, epoch) })
    return [lastChange(zone, begin) ?? steady, ...within]
  },
)

/** Whether the wall clock time of an instant occurs twice, because the clocks are put back. */
export function isWallClockAtEpochRepeated(epoch: number, zone: string): boolean {
  return zoneTransitionsAroundYear(zone, Number(utcTimestampOfEpoch(epoch).slice(0, 4))).some(
    (change) => change.from > change.to && Math.abs(epoch - change.epoch) <= change.from - change.to,
  )
}

const zoned = (zone: string, epoch: number) =>
  Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(zone)

function nextChange(zone: string, epoch: number): number | undefined {
  const change = zoned(zone, epoch).getTimeZoneTransition('next')
  return change === null ? undefined : Math.floor(change.epochMilliseconds / 1000)
}

function lastChange(zone: string, before: number): ZoneTransition | undefined {
  const change = zoned(zone, before).getTimeZoneTransition('previous')
  if (change === null) return undefined
  const epoch = Math.floor(change.epochMilliseconds / 1000)
  return { epoch, from: offsetSeconds(zone, epoch - 1), to: offsetSeconds(zone, epoch) }
}

// Zone abbreviations such as `EDT` and `CEST`, or `GMT+5:30` for zones without one.

// In CLDR each English locale has its own short names: CEST is in en-GB, AEDT in en-AU, NZDT in en-NZ, SAST in en-ZA.
const LOCALES = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA']

/** The abbreviation in force in a zone at an instant. */
export function zoneAbbreviation(zone: string, epochSeconds: number): string {
  if (zone === 'UTC') return zone
  const name = fixedOffset(zone) === undefined ? shortName(zone, epochSeconds) : undefined
  return name ?? gmt(offsetSeconds(zone, epochSeconds))
}

// Formatting takes ten microseconds or more, and events of a list often start at the same times.
const shortName = memoizedByText(2000, (zone, epochSeconds: number): string | undefined => {
  for (const [index] of LOCALES.entries()) {
    const name = nameIn(formatter(zone, index), epochSeconds)
    if (name !== undefined && !/^(?:GMT|UTC)[^A-Z]/.test(name)) return name
  }
  return undefined
})

function nameIn(format: Intl.DateTimeFormat, epochSeconds: number): string | undefined {
  return format.formatToParts(epochSeconds * 1000).find(({ type }) => type === 'timeZoneName')?.value
}

// A formatter takes tens of kilobytes, so the cache has room for the zones in use but not for all zones.
const formatter = memoizedByText(
  200,
  (zone, index: number) => new Intl.DateTimeFormat(LOCALES[index], { timeZone: zone, timeZoneName: 'short' }),
)

function gmt(seconds: number): string {
  const { sign, hours, minutes } = hoursAndMinutesOfOffset(seconds)
  return `GMT${sign}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

const MAX_NAME_LENGTH = 64
/** The stored form of a zone name in any letter case; undefined if it is no zone. */
export function storedZoneName(text: string): string | undefined {
  const capitals = text.toUpperCase()
  if (fixedOffset(capitals) !== undefined) return capitals
  return text.length <= MAX_NAME_LENGTH && /^[a-z][\w+/-]*$/i.test(text) ? ianaName(text) : undefined
}

/**
 * Converts a wall clock time to seconds since 1970. A time that a transition skips moves forward by the gap; of a time
 * that a transition repeats, the result is the first (RFC 5545 §3.3.5).
 */
export const epochOfWall = (timestamp: string, zone: string): number =>
  epochOfWallSecond(epochOfUtc(timestamp), zone)

/** The same for a wall clock time in seconds since 1970 as if it were UTC. */
function epochOfWallSecond(local: number, zone: string): number {
  // Offsets are shorter than a day, so the offsets around the instant are those one day before and after.
  const before = offsetSeconds(zone, local - DAY)
  const after = offsetSeconds(zone, local + DAY)
  // Most days have no transition near them (`npm run trial imports`).
  if (before === after && offsetSeconds(zone, local - before) === before) return local - before
  // If both match, the time is repeated, and the offset before the transition gives the first of the two.
  const offset = [before, after].find((candidate) => offsetSeconds(zone, local - candidate) === candidate)
  return local - (offset ?? before)
}

/** Whether a zone keeps its offset from two days before a day to two days after it, wherever on the earth that day is. */
const isSteadyAround = memoizedByText(20_000, (zone: string, day: number): boolean => {
  const offsets = [-2, -1, 0, 1, 2, 3].map((days) => offsetSeconds(zone, (day + days) * DAY))
  return offsets.every((offset) => offset === offsets[0])
})

/** Converts seconds since 1970 to the wall clock time of a zone, a timestamp. */
export function wallAt(epochSeconds: number, zone: string): string {
  return utcTimestampOfEpoch(epochSeconds + offsetSeconds(zone, epochSeconds))
}

/**
 * Returns the last wall clock time whose first instant is no later than an instant. In the second pass of an hour that the clocks
 * repeat, that is the end of the hour, whose first pass is over.
 */
export function lastWallBegunAt(epochSeconds: number, zone: string): string {
  const wall = wallAt(epochSeconds, zone)
  if (epochOfWall(wall, zone) === epochSeconds) return wall
  const change = zoneTransitionsAroundYear(zone, Number(wall.slice(0, 4))).findLast(
    ({ epoch }) => epoch <= epochSeconds,
  )
  return change === undefined ? wall : wallAt(change.epoch - 1, zone)
}

/** The wall clock time itself, or the time it moves forward to if the zone skips it. */
export const wallMovedPastGap = (timestamp: string, zone: string): string =>
  utcTimestampOfEpoch(secondMovedPastGap(epochOfUtc(timestamp), zone))

/** Returns a wall clock time, in seconds since 1970 as if it were UTC, or the one that it moves forward to if the zone skips it. */
export function secondMovedPastGap(local: number, zone: string): number {
  // Most days have no transition near them (`npm run trial imports`).
  if (isSteadyAround(zone, Math.floor(local / DAY))) return local
  const epoch = epochOfWallSecond(local, zone)
  return epoch + offsetSeconds(zone, epoch)
}

/** The first wall clock time of a calendar day: `00:00:00`, unless a transition skips it. */
export function firstWallTimeOfDay(date: string, zone: string): string {
  return wallAt(firstAndLastSecondOfDay(date, zone).first, zone)
}

/** The first and the last second of a calendar day, in seconds since 1970. */
export interface DayBoundSeconds {
  readonly first: number
  readonly last: number
}

/** The last supported day. */
const LAST_DAY = '9999-12-31'

/** The span of a calendar day in a zone, up to the last second before the next day. */
export const firstAndLastSecondOfDay = memoizedByText(4000, (date: string, zone: string): DayBoundSeconds => {
  const last =
    date === LAST_DAY ? epochOfWall(`${date} 23:59:59`, zone) : firstSecond(dayAfter(date), zone) - 1
  return { first: firstSecond(date, zone), last }
})

function firstSecond(date: string, zone: string): number {
  const midnight = `${date} 00:00:00`
  const epoch = epochOfWall(midnight, zone)
  if (wallAt(epoch, zone) === midnight) return epoch
  return Math.floor(Temporal.PlainDate.from(date).toZonedDateTime(zone).epochMilliseconds / 1000)
}

function dayAfter(date: string): string {
  return plusSeconds(`${date} 00:00:00`, DAY).slice(0, 10)
}

// @NOTE Intl would also accept ICU's own names, such as `IST` and `PST`; Temporal accepts IANA names only.
function ianaName(text: string): string | undefined {
  if (/^systemv\//i.test(text)) return undefined
  try {
    return new Temporal.ZonedDateTime(0n, text).timeZoneId
  } catch {
    return undefined
  }
}

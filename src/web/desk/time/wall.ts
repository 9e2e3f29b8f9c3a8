/** Wall clock times: texts such as `2027-05-04 18:00:00`, without a zone, and arithmetic on them. */

import { fixedOffset } from '../../../domain/time/fixed-offset.ts'
import { epochOfUtc, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { deskSettings } from '../desk-settings.ts'
import { locale, t } from '../words/index.ts'

const MINUTE = 60_000

/** Returns a local time as milliseconds since 1970, as if it were UTC; undefined if it is not valid. */
export function wallEpoch(wall: string): number | undefined {
  const [known] = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?/.exec(wall) ?? []
  return known === undefined ? undefined : epochOfUtc(known) * 1000
}

/** Throws a RangeError for an invalid zone. */
const isoWallClockFormatOfZone = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })

function wallTimeByFormatter(format: Intl.DateTimeFormat, epoch: number): string {
  const parts = Object.fromEntries(format.formatToParts(epoch).map(({ type, value }) => [type, value]))
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The wall clock time in UTC at an instant in milliseconds since 1970. */
export const utcWallOfMilliseconds = (epoch: number): string => utcTimestampOfEpoch(Math.floor(epoch / 1000))

export function plusMinutes(wall: string, minutes: number): string {
  const epoch = wallEpoch(wall)
  return epoch === undefined ? wall : utcWallOfMilliseconds(epoch + minutes * MINUTE)
}

export function minutesBetween(from: string, to: string): number | undefined {
  const [start, end] = [wallEpoch(from), wallEpoch(to)]
  return start === undefined || end === undefined ? undefined : (end - start) / MINUTE
}

const shortDay = { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short' } as const
const day = { ...shortDay, year: 'numeric' } as const
const clock = { timeZone: 'UTC', hour: 'numeric', minute: '2-digit' } as const
const dayFormat = new Intl.DateTimeFormat(locale, day)
const shortDayFormat = new Intl.DateTimeFormat(locale, shortDay)
const timeFormat = new Intl.DateTimeFormat(locale, clock)
// Languages join a date and a time in their own ways.
const weekdayTimeFormat = new Intl.DateTimeFormat(locale, { ...clock, weekday: 'short' })
const dateTimeFormat = new Intl.DateTimeFormat(locale, { ...day, ...clock })
const shortDateTimeFormat = new Intl.DateTimeFormat(locale, { ...shortDay, ...clock })
const lengthFormat = (unit: 'day' | 'hour' | 'minute', count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

export const dayText = (wall: string): string => dayFormat.format(wallEpoch(wall) ?? 0)
export const timeText = (wall: string): string => timeFormat.format(wallEpoch(wall) ?? 0)

/** Returns two days of a format as one text. Japanese ranges would have slashes, unlike all other dates of the desk. */
export function daysRangeText(format: Intl.DateTimeFormat, start: string, end: string): string {
  const [first, last] = [wallEpoch(start) ?? 0, wallEpoch(end) ?? 0]
  const isOne = format.format(first) === format.format(last)
  if (locale.startsWith('ja') && !isOne) return `${format.format(first)}～${format.format(last)}`
  return format.formatRange(first, last)
}

/** A day or the days of a span as text, without the year where both are in `year`. */
export function shortDaysText(start: string, end: string, year: string): string {
  const format = [start, end].every((wall) => wall.startsWith(`${year}-`)) ? shortDayFormat : dayFormat
  return daysRangeText(format, start, end)
}

export const dateTimeText = (wall: string): string => dateTimeFormat.format(wallEpoch(wall) ?? 0)

/** Date and time of day as text, without the year if it is `year`. */
export const shortDateTimeText = (wall: string, year: string): string =>
  wall.startsWith(`${year}-`) ? shortDateTimeFormat.format(wallEpoch(wall) ?? 0) : dateTimeText(wall)

interface EventTimes {
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
}

/** The dates and times of an event as text; without an end time only its start. An end in the night has its weekday. */
export function spanText({ start_date, end_date, all_day }: EventTimes): string {
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  if (all_day) return isOneDay ? dayText(start_date) : `${dayText(start_date)} – ${dayText(end_date)}`
  if (start_date === end_date) return dateTimeText(start_date)
  const isLong = (minutesBetween(start_date, end_date) ?? 0) >= 24 * 60
  const ofNight = () => weekdayTimeFormat.format(wallEpoch(end_date) ?? 0)
  const end = isOneDay ? timeText(end_date) : isLong ? dateTimeText(end_date) : ofNight()
  return `${dateTimeText(start_date)} – ${end}`
}

/** A duration as text: `1 day 2 hours`. */
export function durationText(minutes: number): string {
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60]
  const parts = [
    ...(days > 0 ? [lengthFormat('day', days)] : []),
    ...(hours > 0 ? [lengthFormat('hour', hours)] : []),
    ...(rest > 0 || minutes === 0 ? [lengthFormat('minute', rest)] : []),
  ]
  return parts.join(' ')
}

// Time zones: their names, and the effect of clock changes on wall clock times.

const DAY = 86_400_000

/** All zones that the browser knows, UTC first. */
export const zones: readonly string[] = [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC'),
]

export const browserZone: string = new Intl.DateTimeFormat().resolvedOptions().timeZone

export const epochMillisecondsNow = (): number => performance.timeOrigin + performance.now()

/** Seconds of `UTC+2`, `UTC+5:30`, `+02:00`, in letters of either case; undefined for named zones. */
const offsetOf = (zone: string) => fixedOffset(zone.toUpperCase())

const formats = new Map<string, Intl.DateTimeFormat | undefined>()

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  if (!formats.has(zone)) formats.set(zone, formatterOf(zone))
  return formats.get(zone)
}

function formatterOf(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return isoWallClockFormatOfZone(timeZone)
  } catch {
    return undefined
  }
}

export const isZone = (zone: string): boolean => offsetOf(zone) !== undefined || formatOf(zone) !== undefined

/** A zone as people read it: its city, and its offset now. */
export function zoneText(zone: string): string {
  const name = zone.replaceAll('_', ' ')
  const offset = offsetText(zone)
  return offset === '' || name.startsWith('UTC') ? name : `${name} (${offset})`
}

/** The offset of a zone now, such as `UTC+9` or `UTC+5:30`; "" for no zone. */
export function offsetText(zone: string): string {
  if (!isZone(zone)) return ''
  const minutes = Math.round(offsetAt(zone, epochMillisecondsNow()) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** The wall clock time of a zone at an instant in milliseconds since 1970. */
export function wallTimeIn(zone: string, epoch: number): string {
  const fixed = offsetOf(zone)
  const format = fixed === undefined ? formatOf(zone) : undefined
  return format === undefined
    ? utcWallOfMilliseconds(epoch + (fixed ?? 0) * 1000)
    : wallTimeByFormatter(format, epoch)
}

/** The present, as a wall clock time of the site zone. */
export const nowInSiteZone = (): string => wallTimeIn(deskSettings.zone, epochMillisecondsNow())

/** Today in the zone of the site: `YYYY-MM-DD`. */
export const todayOfSite = (): string => nowInSiteZone().slice(0, 10)

const offsetAt = (zone: string, epoch: number) =>
  (wallEpoch(wallTimeIn(zone, epoch)) ?? epoch) - Math.floor(epoch / 1000) * 1000

/** The meaning of a wall clock time at a clock change: `moved` out of a gap, or `repeated`, and the resulting wall clock time. */
interface WallAtClockChange {
  readonly kind: 'plain' | 'moved' | 'repeated'
  readonly wall: string
  /** The instant meant, in milliseconds since 1970. */
  readonly epoch: number
}

/** Resolves a wall clock time in a zone as the service does: out of a gap it moves forward, of repeated hours it is the first. */
export function resolveWallTime(zone: string, wall: string): WallAtClockChange | undefined {
  const local = wallEpoch(wall)
  if (local === undefined || !isZone(zone)) return undefined
  const before = offsetAt(zone, local - DAY)
  const offsets = [...new Set([before, offsetAt(zone, local + DAY)])]
  const found = offsets
    .map((offset) => local - offset)
    .filter((epoch, at) => offsetAt(zone, epoch) === offsets[at])
  const [first, second] = found.toSorted((one, other) => one - other)
  if (first === undefined) {
    const epoch = local - before
    return { kind: 'moved', wall: wallTimeIn(zone, epoch), epoch }
  }
  return { kind: second === undefined ? 'plain' : 'repeated', wall, epoch: first }
}

/** An instant in UTC as text, in the zone of the calendar, as all times of the desk. */
export const utcAsSiteTimeText = (utc: string): string =>
  dateTimeText(wallTimeIn(deskSettings.zone, wallEpoch(utc) ?? 0))

const agoFormat = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

/** A day by its distance from today: `today`, `tomorrow`. */
export const nearDayText = (days: number): string => agoFormat.format(days, 'day')

/** How long ago an instant in UTC was, as text: `just now`, `12 minutes ago`, `3 days ago`. */
export function agoText(utc: string): string {
  const minutes = Math.trunc(((wallEpoch(utc) ?? 0) - epochMillisecondsNow()) / 60_000)
  const hours = Math.trunc(minutes / 60)
  if (minutes === 0) return t('just-now')
  if (hours === 0) return agoFormat.format(minutes, 'minute')
  return Math.abs(hours) < 24
    ? agoFormat.format(hours, 'hour')
    : agoFormat.format(Math.trunc(hours / 24), 'day')
}

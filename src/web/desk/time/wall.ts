/** Wall clock times: texts such as `2027-05-04 18:00:00`, without a zone, and arithmetic on them. */
import { epochOfUtc, utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { locale } from '../words/index.ts'

const MINUTE = 60_000

/** Returns a local time as milliseconds since 1970, as if it were UTC; undefined if it is not valid. */
export function wallEpoch(wall: string): number | undefined {
  const [known] = /^\d{4}-\d\d-\d\d(?:[ T]\d\d:\d\d(?::\d\d)?)?/.exec(wall) ?? []
  return known === undefined ? undefined : epochOfUtc(known) * 1000
}

/** Formats instants as the parts of a wall clock time in a zone. Throws a RangeError for an invalid zone. */
export const isoWallClockFormatOfZone = (timeZone: string): Intl.DateTimeFormat =>
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

/** The wall clock time from the parts of a formatter, in any order. */
export function wallTimeByFormatter(format: Intl.DateTimeFormat, epoch: number): string {
  const parts = Object.fromEntries(format.formatToParts(epoch).map(({ type, value }) => [type, value]))
  const { year = '', month, day, hour, minute, second } = parts
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}:${minute}:${second}`
}

/** The wall clock time in UTC at an instant in milliseconds since 1970. */
export const utcWallOfMilliseconds = (epoch: number): string => utcTimestampOfEpoch(Math.floor(epoch / 1000))

/** Adds minutes to a wall clock time. */
export function plusMinutes(wall: string, minutes: number): string {
  const epoch = wallEpoch(wall)
  return epoch === undefined ? wall : utcWallOfMilliseconds(epoch + minutes * MINUTE)
}

/** Minutes from one wall clock time to another. */
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
const dateTimeFormat = new Intl.DateTimeFormat(locale, { ...day, ...clock })
const shortDateTimeFormat = new Intl.DateTimeFormat(locale, { ...shortDay, ...clock })
const lengthFormat = (unit: 'day' | 'hour' | 'minute', count: number) =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)

/** The date of a wall clock time as text. */
export const dayText = (wall: string): string => dayFormat.format(wallEpoch(wall) ?? 0)
/** The time of day as text. */
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

/** Date and time of day as text. */
export const dateTimeText = (wall: string): string => dateTimeFormat.format(wallEpoch(wall) ?? 0)

/** Date and time of day as text, without the year if it is `year`. */
export const shortDateTimeText = (wall: string, year: string): string =>
  wall.startsWith(`${year}-`) ? shortDateTimeFormat.format(wallEpoch(wall) ?? 0) : dateTimeText(wall)

/** The dates and times of an event, as its args. */
interface EventTimes {
  readonly start_date: string
  readonly end_date: string
  readonly all_day: boolean
}

/** The dates and times of an event as text; without an end time only its start. */
export function spanText({ start_date, end_date, all_day }: EventTimes): string {
  const isOneDay = start_date.slice(0, 10) === end_date.slice(0, 10)
  if (all_day) return isOneDay ? dayText(start_date) : `${dayText(start_date)} – ${dayText(end_date)}`
  if (start_date === end_date) return dateTimeText(start_date)
  const isSpan = (minutesBetween(start_date, end_date) ?? 0) >= 24 * 60
  return `${dateTimeText(start_date)} – ${isSpan ? dateTimeText(end_date) : timeText(end_date)}`
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

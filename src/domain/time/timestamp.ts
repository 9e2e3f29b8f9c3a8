/**
 * Converts timestamps `YYYY-MM-DD HH:MM:SS` to and from seconds since 1970. Browsers use it too, so it does without Temporal.
 * @NOTE Runs for every item of every list, so the calendar is plain integer arithmetic.
 */

const DAY = 86_400

/** Formats whole seconds since 1970 as a UTC timestamp: `2027-05-04 22:00:00`. */
export function utcTimestampOfEpoch(epochSeconds: number): string {
  const days = Math.floor(epochSeconds / DAY)
  const second = epochSeconds - days * DAY
  const [hour, minute] = [Math.floor(second / 3600), Math.floor(second / 60) % 60]
  return `${dateOfDayNumber(days)} ${two(hour)}:${two(minute)}:${two(second % 60)}`
}

/** Converts a UTC timestamp to whole seconds since 1970: the inverse of `utcTimestampOfEpoch`. */
export function epochOfUtc(timestamp: string): number {
  const part = (from: number, to: number) => Number(timestamp.slice(from, to))
  const days = dayNumberOfDateParts(part(0, 4), part(5, 7), part(8, 10))
  return days * DAY + part(11, 13) * 3600 + part(14, 16) * 60 + part(17, 19)
}

/** Returns the timestamp that many seconds later on the same clock. */
export const plusSeconds = (timestamp: string, seconds: number): string =>
  utcTimestampOfEpoch(epochOfUtc(timestamp) + seconds)

/** Formats a timestamp as `20270504T180000`, the basic form of ISO 8601. */
export const basicTimestamp = (timestamp: string): string => timestamp.replace(/[-:]/g, '').replace(' ', 'T')

/** The UTC timestamp of whole seconds since 1970; "" for none. */
export const formatSecondsAsTimestampOrEmpty = (epochSeconds: number | null): string =>
  epochSeconds === null ? '' : utcTimestampOfEpoch(epochSeconds)

/** The parts of a timestamp as zero-padded texts. */
export interface DateDetails {
  readonly year: string
  readonly month: string
  readonly day: string
  readonly hour: string
  readonly minutes: string
  readonly seconds: string
}

/** Splits a timestamp into its parts. */
export function dateDetails(timestamp: string): DateDetails {
  return {
    year: timestamp.slice(0, 4),
    month: timestamp.slice(5, 7),
    day: timestamp.slice(8, 10),
    hour: timestamp.slice(11, 13),
    minutes: timestamp.slice(14, 16),
    seconds: timestamp.slice(17, 19),
  }
}

// Years count from 1 March of year 0 in eras of 400 years, so that the leap day is the last day of a year.
const ERA = 146_097
const MARCH_OF_YEAR_0 = -719_468

/** Days from 1970-01-01 to a date of the Gregorian calendar; negative for earlier dates. */
export function dayNumberOfDateParts(year: number, month: number, day: number): number {
  const marchYear = month < 3 ? year - 1 : year
  const era = Math.floor(marchYear / 400)
  const yearOfEra = marchYear - era * 400
  const dayOfYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const dayOfEra = yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear
  return era * ERA + dayOfEra + MARCH_OF_YEAR_0
}

/** The date of a number of days since 1970-01-01: the inverse of `dayNumberOfDateParts`. */
export function dateOfDayNumber(days: number): string {
  const shifted = days - MARCH_OF_YEAR_0
  const era = Math.floor(shifted / ERA)
  const dayOfEra = shifted - era * ERA
  const leapDays =
    Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096)
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365)
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const marchMonth = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * marchMonth + 2) / 5) + 1
  const month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
  const year = yearOfEra + era * 400 + (month < 3 ? 1 : 0)
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

function two(part: number): string {
  return part < 10 ? `0${part}` : String(part)
}

const httpMonths = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** IMF-fixdate, and the two obsolete formats that recipients must accept: RFC 850 and asctime. */
const httpDateForms = [
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>[\d:]{8}) GMT$/,
  /^[A-Z][a-z]{5,8}, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>[\d:]{8}) GMT$/,
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>[\d:]{8}) (?<year>\d{4})$/,
]

/** Expands a two-digit year: 70–99 to 19xx, 00–69 to 20xx. */
const fullYear = (year: string) => (year.length === 4 ? year : `${Number(year) < 70 ? 20 : 19}${year}`)

/** Parses an HTTP date (RFC 9110 §5.6.7) into seconds since 1970 UTC; undefined if it is invalid. */
export function secondsOfHttpDate(text: string): number | undefined {
  const found = httpDateForms.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined)
  const { day = '', month = '', year = '', time = '' } = found ?? {}
  const number = String(httpMonths.indexOf(month) + 1).padStart(2, '0')
  const timestamp = `${fullYear(year)}-${number}-${day.trim().padStart(2, '0')} ${time}`
  const seconds = epochOfUtc(timestamp)
  // A day or an hour out of range would overflow into a later date.
  return found !== undefined && utcTimestampOfEpoch(seconds) === timestamp ? seconds : undefined
}

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed']

/** Formats seconds since 1970 UTC as an HTTP date. */
export function httpDateOfSeconds(seconds: number): string {
  const { year, month, day } = dateDetails(utcTimestampOfEpoch(seconds))
  const weekday = weekdays[((Math.floor(seconds / 86_400) % 7) + 7) % 7]
  return `${weekday}, ${day} ${httpMonths[Number(month) - 1]} ${year} ${utcTimestampOfEpoch(seconds).slice(11)} GMT`
}

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
  // V8 copies joined texts of up to 12 letters, and keeps the parts of longer ones: here two.
  const time = `${two(hour)}:${two(minute)}:${two(second % 60)}`
  return `${dateOfDayNumber(days)} ${time}`
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

// Calendar days, weeks and months in their ISO 8601 forms: `2026-11-21`, `2026-W47`, `2026-11`. Pages compute dozens of days each,
// so a day is counted as an integer: the days since 1970-01-01. Browsers use it too.

const DAYS_OF_WEEK = 7
const THURSDAY = 4

const DAY_FORM = /^[1-9]\d{3}-\d\d-\d\d$/

const part = (text: string, from: number, to: number) => Number(text.slice(from, to))

/** Days since 1970; undefined if there is no such day in the years 1000 to 9999. */
function numberOf(day: string): number | undefined {
  if (!DAY_FORM.test(day)) return undefined
  const number = dayNumberOfDateParts(part(day, 0, 4), part(day, 5, 7), part(day, 8, 10))
  // The arithmetic takes 30 February for 2 March.
  return dateOfDayNumber(number) === day ? number : undefined
}

/** Throws RangeError if there is no such day. */
function existing(day: string): number {
  const number = numberOf(day)
  if (number === undefined) throw new RangeError(`Not a day of the years 1000 to 9999: ${day}`)
  return number
}

const inRange = (day: string) => (DAY_FORM.test(day) ? day : undefined)

/** The day of the week, from 1 (Monday) to 7 (Sunday). */
const weekday = (number: number) => ((((number + 3) % DAYS_OF_WEEK) + DAYS_OF_WEEK) % DAYS_OF_WEEK) + 1

/** Whether the text is a day (`YYYY-MM-DD`) of the years 1000 to 9999. */
export function isDay(text: string): boolean {
  return numberOf(text) !== undefined
}

/** The day of the week of a day, from 1 (Monday) to 7 (Sunday). Throws RangeError if there is no such day. */
export const isoWeekday = (day: string): number => weekday(existing(day))

/** Whether the text is a month (`YYYY-MM`) of the years 1000 to 9999. */
export function isMonth(text: string): boolean {
  return isDay(`${text}-01`)
}

/** Adds `days`, which may be negative, to a day. Undefined outside the years 1000 to 9999. */
export function plusDays(day: string, days: number): string | undefined {
  const number = numberOf(day)
  return number === undefined ? undefined : inRange(dateOfDayNumber(number + days))
}

/** The first day of a month, `months` later. */
function monthNumber(month: string, months: number): number {
  const count = part(month, 0, 4) * 12 + part(month, 5, 7) - 1 + months
  return dayNumberOfDateParts(Math.floor(count / 12), (count % 12) + 1, 1)
}

/** Adds `months`, which may be negative, to a month. Undefined outside the years 1000 to 9999. */
export function addMonthsToMonth(month: string, months: number): string | undefined {
  return isMonth(month) ? inRange(dateOfDayNumber(monthNumber(month, months)))?.slice(0, 7) : undefined
}

/** The days of a date's week that precede it, where weeks begin on `firstDay` (1 Monday to 7 Sunday). */
const sinceFirst = (number: number, firstDay: number) =>
  (weekday(number) - firstDay + DAYS_OF_WEEK) % DAYS_OF_WEEK

/** Days between the first day of a week and its Monday. */
const beforeMonday = (firstDay: number) => (DAYS_OF_WEEK + 1 - firstDay) % DAYS_OF_WEEK

/** The first day of the ISO week 1 of a year: the Monday of the week with 4 January. */
function firstMonday(year: number): number {
  const fourth = dayNumberOfDateParts(year, 1, 4)
  return fourth - weekday(fourth) + 1
}

/**
 * The week of a day, named as in ISO 8601: the first week of a year contains its first Thursday. Weeks begin on Monday, or on
 * another `firstDay` (1 Monday to 7 Sunday); then they have the name of the ISO week of their Monday. Throws RangeError for what
 * is no day.
 */
export function weekNameOf(day: string, firstDay = 1): string {
  const number = existing(day)
  const monday = number - sinceFirst(number, firstDay) + beforeMonday(firstDay)
  const isoYear = dateOfDayNumber(monday + THURSDAY - 1).slice(0, 4)
  const week = (monday - firstMonday(Number(isoYear))) / DAYS_OF_WEEK + 1
  return `${isoYear}-W${String(week).padStart(2, '0')}`
}

/** The seven days of a week as `weekNameOf` names it; undefined if that week does not exist. */
export function sevenDaysOfNamedWeek(week: string, firstDay = 1): readonly string[] | undefined {
  const [, year = '', number = ''] = /^([1-9]\d{3})-W(\d\d)$/.exec(week) ?? []
  const monday = firstMonday(Number(year)) + (Number(number) - 1) * DAYS_OF_WEEK
  const day = inRange(dateOfDayNumber(monday))
  if (year === '' || day === undefined || weekNameOf(day) !== week) return undefined
  return following(monday - beforeMonday(firstDay), DAYS_OF_WEEK)
}

const following = (first: number, count: number): readonly string[] =>
  Array.from({ length: count }, (_, days) => dateOfDayNumber(first + days))

/**
 * The weeks of a month, each with seven days. The first and the last week may contain days of other months. Weeks begin on
 * `firstDay` (1 Monday to 7 Sunday).
 */
export function weeksOfMonth(month: string, firstDay = 1): readonly (readonly string[])[] {
  const first = existing(`${month}-01`)
  const start = first - sinceFirst(first, firstDay)
  const count = Math.ceil((monthNumber(month, 1) - start) / DAYS_OF_WEEK)
  return Array.from({ length: count }, (_, weeks) => following(start + weeks * DAYS_OF_WEEK, DAYS_OF_WEEK))
}

/** Returns the Saturday and the Sunday of the weekend that a day is in, or that comes next. */
export function weekendOf(day: string): readonly [saturday: string, sunday: string] {
  const number = existing(day)
  const saturday = number + (weekday(number) === DAYS_OF_WEEK ? -1 : DAYS_OF_WEEK - 1 - weekday(number))
  return [dateOfDayNumber(saturday), dateOfDayNumber(saturday + 1)]
}

/** The time of day after which an event of the night before belongs to the new day, too. */
const END_OF_NIGHT = '06:00:00'
const MIDNIGHT = '00:00:00'

/**
 * Returns the last day of an event, for calendars that people read. An event that ends at midnight does not include the day that starts then, and one that ends in the
 * night after its first day has that day alone (contract §3.1).
 */
export function lastDayOf({
  all_day,
  start_date,
  end_date,
}: Readonly<{ all_day: boolean; start_date: string; end_date: string }>): string {
  const [day, time] = [end_date.slice(0, 10), end_date.slice(11)]
  if (time > END_OF_NIGHT || (all_day && time !== MIDNIGHT)) return day
  const before = plusDays(day, -1) ?? day
  const isOfNightBefore = !all_day && start_date.slice(0, 10) === before
  return isOfNightBefore || (time === MIDNIGHT && start_date < end_date) ? before : day
}

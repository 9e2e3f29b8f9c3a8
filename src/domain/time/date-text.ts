/**
 * Date args, in the forms that people and programs write.
 * A text is first parsed into a `ParsedDate`. It is resolved to an instant later, when its zone and the current time are known.
 */
import { Temporal } from 'temporal-polyfill'
import { fixedOffset } from './fixed-offset.ts'
import { epochOfInstant } from './moment.ts'
import { epochOfUtc, utcTimestampOfEpoch } from './timestamp.ts'
import { epochOfWall, isoOffsetAt, storedZoneName, temporalZone, wallAt } from './zones.ts'

/** The English words of dates, as regular expression sources and as numbers. All are lower case. */

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth']

/** Units of time; the plural of each is a field of Temporal's durations. */
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const

type TimeUnit = (typeof UNITS)[number]

/** Matches a month: its name or its first three letters. */
const MONTH_REGEX_SOURCE = `(?:${MONTHS.flatMap((name) => [name, name.slice(0, 3)]).join('|')})`
/** Matches the name of a day of the week. */
const WEEKDAY_REGEX_SOURCE = `(?:${WEEKDAYS.join('|')})`
/** Matches the first three letters of a day of the week, as in RFC 2822. */
const SHORT_WEEKDAY_REGEX_SOURCE = `(?:${WEEKDAYS.map((name) => name.slice(0, 3)).join('|')})`
/** Matches an ordinal: `first` to `fifth`, or `last`. */
const ORDINAL_REGEX_SOURCE = `(?:${ORDINALS.join('|')}|last)`
/** Matches a unit, singular or plural. */
const UNIT_REGEX_SOURCE = `(?:${UNITS.join('|')})s?`

/** The number of a month: 1 for January to 12. */
function monthNumber(word: string): number {
  return MONTHS.findIndex((name) => name.startsWith(word)) + 1
}

/** The ISO 8601 number of a weekday, 1 for Monday to 7, by its name or its first three letters. */
function weekdayNumber(word: string): number {
  return WEEKDAYS.findIndex((name) => name.startsWith(word)) + 1
}

/** The number of an ordinal: 1 for `first` to 5, −1 for `last`. */
function numberOfOrdinalWord(word: string): number {
  return word === 'last' ? -1 : ORDINALS.indexOf(word) + 1
}

/** The unit of a word, singular or plural; undefined for other words. */
function timeUnitOf(word: string): TimeUnit | undefined {
  return UNITS.find((unit) => unit === word || `${unit}s` === word)
}

// Amounts of time: `+1 week 2 hours`, `3 days` before `ago`, and amounts after another form.

/** A regular expression source for one amount, signed or not. */
const NUMBER_AND_UNIT_REGEX_SOURCE = `[+-]?\\d{1,12} ?${UNIT_REGEX_SOURCE}`

const SIGNED = `[+-]\\d{1,12} ?${UNIT_REGEX_SOURCE}`
const FIRST_APPENDED = new RegExp(` ${SIGNED}(?= |$)`)
const APPENDED = new RegExp(`^(?: ${SIGNED})+$`)
const MAX_SECONDS = 10_000 * 366 * 86_400
const SECONDS = {
  second: 1,
  minute: 60,
  hour: 3600,
  day: 86_400,
  week: 604_800,
  month: 2_678_400,
  year: 31_622_400,
}

/** Parses a list of amounts into shifts. A sign applies until the next one: in `-1 week 2 hours` both are negative. Undefined for an unknown unit or more than 10 000 years. */
function dateShifts(list: string): readonly ParsedDateStep[] | undefined {
  const steps: ParsedDateStep[] = []
  let sign = 1
  let seconds = 0
  for (const [, mark, digits, word = ''] of list.matchAll(/([+-]?)(?<!\d)(\d+) ?([a-z]+)/g)) {
    const unit = timeUnitOf(word)
    if (unit === undefined) return undefined
    if (mark) sign = mark === '-' ? -1 : 1
    steps.push({ step: 'shift', unit, by: sign * Number(digits) })
    seconds += Number(digits) * SECONDS[unit]
  }
  return seconds <= MAX_SECONDS ? steps : undefined
}

/** Parses a list of amounts before `ago` into shifts; undefined if an amount has a minus sign. */
function dateShiftsAgo(list: string): readonly ParsedDateStep[] | undefined {
  return list.includes('-') ? undefined : dateShifts(`-${list.replaceAll('+', '')}`)
}

/** Splits `today -1 week +2 hours` before its first signed amount; undefined if the text does not end with signed amounts. */
function splitOffTrailingAmounts(text: string) {
  const at = text.search(FIRST_APPENDED)
  const tail = at < 0 ? '' : text.slice(at)
  const steps = APPENDED.test(tail) ? dateShifts(tail) : undefined
  return steps && { form: text.slice(0, at), steps }
}

// The time and the zone after a day.

/** A time of day `HH:MM:SS` and a zone in its stored form; each is optional. */
interface ParsedTimeAndZone extends ZoneText {
  readonly time?: string
}

/** A zone in its stored form, and the offset `±HH:MM` before it (RFC 9557). `Z` means that the local offset is unknown. */
interface ZoneText {
  readonly zone?: string
  readonly offset?: string
}

const TIME_FORMS = [
  /^ (?<hour>\d{1,2})(?::(?<minute>\d\d)(?::(?<second>\d\d))?)? ?(?<half>[ap])m(?![a-z])/,
  /^[t ](?<hour>\d{1,2}):(?<minute>\d\d)(?::(?<second>\d\d)(?:[.,]\d+)?)?/,
  /^t(?<hour>\d\d)(?<minute>\d\d)(?<second>\d\d)/,
  /^ (?<word>noon|midnight)(?![a-z])/,
]
const OFFSET = /^([+-]\d\d)(?::?(\d\d))?$/
// RFC 9557 suffixes: a zone, critical or not, then tags that may be ignored.
const BRACKETS = /^([^[]*)\[!?([^\]=]+)\](?:\[[a-z0-9_-]+=[a-z0-9-]+\])*$/

/** Parses the text after a day into a time and a zone; undefined for any other text. */
function parseTimeAndZone(text: string): ParsedTimeAndZone | undefined {
  const match = TIME_FORMS.map((form) => form.exec(text)).find((found) => found !== null)
  const time = match?.groups && timeOf(match.groups)
  if (match && time === undefined) return undefined
  const rest = text.slice(match?.[0].length ?? 0)
  if (rest === '') return { ...(time && { time }) }
  const zone = zoneOf(rest)
  return zone === undefined ? undefined : { ...(time && { time }), ...zone }
}

type Groups = Record<string, string | undefined>

function timeOf({ word, hour, minute = '00', second = '00', half }: Groups): string | undefined {
  if (word) return word === 'noon' ? '12:00:00' : '00:00:00'
  const hours = half ? hourOfHalf(Number(hour), half) : Number(hour)
  if (hours === undefined || hours > 23 || minute > '59' || second > '59') return undefined
  return `${String(hours).padStart(2, '0')}:${minute}:${second}`
}

function hourOfHalf(hour: number, half: string): number | undefined {
  if (hour < 1 || hour > 12) return undefined
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

// `Z` or an offset may directly follow a time but not a day, which ends before a space, `t` or `[`: `2027-05-04-05` is ambiguous.
function zoneOf(text: string): ZoneText | undefined {
  const spaced = text.startsWith(' ')
  const [, before = '', bracketed] = BRACKETS.exec(spaced ? text.slice(1) : text) ?? []
  if (bracketed !== undefined) return bracketedZone(before, bracketed)
  const name = spaced ? text.slice(1) : text
  if (!spaced && !/^(?:z$|[+-])/.test(name)) return undefined
  const zone = suffixZone(name)
  return zone === undefined ? undefined : { zone }
}

function bracketedZone(before: string, name: string): ZoneText | undefined {
  const zone = storedZoneName(name)
  if (zone === undefined || before === '') return zone === undefined ? undefined : { zone }
  const offset = before === 'z' ? 'Z' : offsetOf(before)
  if (offset === undefined) return undefined
  // RFC 9557 §2.2: `-00:00` has an unknown local offset, as `Z` has.
  return { zone, offset: offset === '-00:00' ? 'Z' : offset }
}

function offsetOf(text: string): string | undefined {
  const [, hours, minutes = '00'] = OFFSET.exec(text) ?? []
  return hours === undefined ? undefined : storedZoneName(`${hours}:${minutes}`)
}

function suffixZone(name: string): string | undefined {
  return name === 'z' ? 'UTC' : OFFSET.test(name) ? offsetOf(name) : storedZoneName(name)
}

// Calendar dates: `2027-05-04`, `2027/05/04`, `20270504`, `4 May 2027`, `Tue, 4 May 2027`, `31.12.2027`, `12/31/2027`.

/** A wall clock time, with the zone in the text, in its stored form, and the offset before that zone, in seconds. */
interface ParsedWallClock {
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
function parseCalendarDate(text: string): ParsedWallClock | undefined {
  const match = dateIn(text)
  const date = match?.groups && dateOf(match.groups)
  const clock = match && parseTimeAndZone(text.slice(match[0].length))
  return date && clock ? wallText(`${date} ${clock.time ?? '00:00:00'}`, clock) : undefined
}

/** Whether a text, in lower case, is a calendar date that exists, without a time or a zone. */
function isCalendarDateAlone(text: string): boolean {
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

// Dates relative to now: `tomorrow 9am`, `+1 week 2 hours`, `last day of next month`.

/** Steps from now, and the zone of the text, in its stored form. */
interface StepsText {
  readonly form: 'steps'
  readonly steps: readonly ParsedDateStep[]
  readonly zone?: string
}

type FormGroups = Record<string, string | undefined>

/** A relative form: its pattern, its steps, and the time of day: fixed, that of now (`kept`), or midnight by default. */
interface Form {
  readonly pattern: RegExp
  readonly steps: (groups: FormGroups) => readonly ParsedDateStep[] | undefined
  readonly time: 'fixed' | 'kept' | 'midnight'
}

const MOMENTS: Readonly<Record<string, readonly ParsedDateStep[]>> = {
  now: [],
  noon: [{ step: 'clock', time: '12:00:00' }],
  midnight: [{ step: 'clock', time: '00:00:00' }],
}
const DAYS: Readonly<Record<string, number>> = { yesterday: -1, today: 0, tomorrow: 1 }
const MONTH_SHIFTS: Readonly<Record<string, number>> = { last: -1, this: 0, next: 1 }
const FROM: Readonly<Record<string, number>> = { last: -7, next: 1 }

// The first form that matches applies, so `last day of next month` comes before `last day`.
const FORMS: readonly Form[] = [
  { pattern: whole('(?<word>now|noon|midnight)'), steps: ({ word = '' }) => MOMENTS[word], time: 'fixed' },
  {
    pattern: whole('(?<word>today|tomorrow|yesterday)'),
    steps: ({ word = '' }) => [{ step: 'shift', unit: 'day', by: DAYS[word] ?? 0 }],
    time: 'midnight',
  },
  {
    pattern: whole(
      `(?<ordinal>${ORDINAL_REGEX_SOURCE}) (?<day>day|${WEEKDAY_REGEX_SOURCE}) of ` +
        `(?:(?<which>last|this|next) month|(?<month>${MONTH_REGEX_SOURCE})(?: (?<year>[1-9]\\d{3}))?)`,
    ),
    steps: placeInMonth,
    time: 'midnight',
  },
  {
    pattern: whole(`(?:(?<which>last|next) )?(?<day>${WEEKDAY_REGEX_SOURCE})`),
    steps: ({ which = '', day = '' }) => [
      { step: 'weekday', weekday: weekdayNumber(day), from: FROM[which] ?? 0 },
    ],
    time: 'midnight',
  },
  {
    pattern: whole(`(?<which>last|next) (?<unit>${UNIT_REGEX_SOURCE})`),
    steps: ({ which = '', unit = '' }) => dateShifts(`${which === 'last' ? '-' : '+'}1 ${unit}`),
    time: 'kept',
  },
  {
    pattern: whole(
      `(?<list>${NUMBER_AND_UNIT_REGEX_SOURCE}(?: ${NUMBER_AND_UNIT_REGEX_SOURCE})*)(?<ago> ago)?`,
    ),
    steps: ({ list = '', ago }) =>
      ago ? dateShiftsAgo(list) : /^[+-]/.test(list) ? dateShifts(list) : undefined,
    time: 'kept',
  },
]

/** Parses a relative date into steps; undefined for any other text. */
function parseRelativeSteps(text: string): StepsText | undefined {
  for (const form of FORMS) {
    const match = form.pattern.exec(`${text} `)
    if (match) return stepsText(form, match.groups ?? {}, text.slice(match[0].length))
  }
  return undefined
}

function whole(pattern: string): RegExp {
  return new RegExp(`^${pattern}(?= )`)
}

function stepsText(form: Form, groups: FormGroups, rest: string): StepsText | undefined {
  const steps = form.steps(groups)
  const clock = parseTimeAndZone(rest)
  if (!steps || !clock || (clock.time !== undefined && form.time === 'fixed')) return undefined
  // An offset before a zone is checked against a calendar date (RFC 9557); a relative date has none.
  if (clock.offset !== undefined) return undefined
  const time = clock.time ?? (form.time === 'midnight' ? '00:00:00' : undefined)
  const clocked: readonly ParsedDateStep[] = time === undefined ? steps : [...steps, { step: 'clock', time }]
  return { form: 'steps', steps: clocked, ...(clock.zone && { zone: clock.zone }) }
}

function placeInMonth({
  ordinal = '',
  day = '',
  which,
  month = '',
  year,
}: FormGroups): readonly ParsedDateStep[] {
  const inMonth: ParsedDateStep =
    which === undefined
      ? { step: 'month', month: monthNumber(month), ...(year !== undefined && { year: Number(year) }) }
      : { step: 'shift', unit: 'month', by: MONTH_SHIFTS[which] ?? 0 }
  const weekday = day === 'day' ? {} : { weekday: weekdayNumber(day) }
  return [inMonth, { step: 'place', nth: numberOfOrdinalWord(ordinal), ...weekday }]
}

// The steps of a relative date, and their application to an instant.

/**
 * One step. `weekday` goes to the first such weekday, counted from `from` days after today. `month` goes to a month
 * of `year`, this year by default. `place` goes to the nth day, or the nth such weekday, of the month.
 */
type ParsedDateStep =
  | { readonly step: 'clock'; readonly time: string }
  | { readonly step: 'shift'; readonly unit: TimeUnit; readonly by: number }
  | { readonly step: 'weekday'; readonly weekday: number; readonly from: number }
  | { readonly step: 'month'; readonly month: number; readonly year?: number }
  | { readonly step: 'place'; readonly nth: number; readonly weekday?: number }

type Zoned = Temporal.ZonedDateTime

/** Applies the steps to `start`; undefined if the month does not have the requested day. */
function applyDateSteps(steps: readonly ParsedDateStep[], start: Zoned): Zoned | undefined {
  let at: Zoned | undefined = start
  for (const step of steps) at = at && stepped(at, step)
  return at
}

function stepped(at: Zoned, step: ParsedDateStep): Zoned | undefined {
  switch (step.step) {
    case 'clock':
      return at.withPlainTime(step.time)
    case 'shift':
      return at.add({ [`${step.unit}s`]: step.by })
    case 'weekday':
      return onWeekday(at.add({ days: step.from }), step.weekday)
    case 'month':
      return at.with({ day: 1, month: step.month, year: step.year ?? at.year })
    case 'place':
      return inPlace(at, step.nth, step.weekday)
  }
}

function onWeekday(from: Zoned, weekday: number): Zoned {
  return from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
}

function inPlace(at: Zoned, nth: number, weekday: number | undefined): Zoned | undefined {
  const days = daysInPlace(at, weekday)
  const day = days.at(nth < 0 ? nth : nth - 1)
  return day === undefined ? undefined : at.with({ day })
}

// The days of the month, or those on the weekday, ascending.
function daysInPlace(at: Zoned, weekday: number | undefined): readonly number[] {
  const days = Array.from({ length: at.daysInMonth }, (_, index) => index + 1)
  const before = at.dayOfWeek - at.day
  return weekday === undefined ? days : days.filter((day) => (day + before - weekday) % 7 === 0)
}

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

/** The last day that is a date. */
const LAST_DAY = '9999-12-31 00:00:00'

const nextDay: readonly ParsedDateStep[] = [
  { step: 'shift', unit: 'day', by: 1 },
  { step: 'clock', time: '00:00:00' },
]

/** Parses the date until which something is valid: a calendar day without a time is meant whole, and over as the next one begins. */
export function parseUntil(raw: unknown): ParsedDate | undefined {
  const date = parseDateText(raw)
  const isDay = typeof raw === 'string' && isCalendarDayText(raw)
  return isDay && date?.form === 'wall' && date.wall !== LAST_DAY ? { ...date, after: nextDay } : date
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

// Repairs dates from query strings, in which an unencoded `+` arrives as a space.

const LONGEST_QUERY_DATE = 200
const AMOUNT = `\\d{1,12} ?${UNIT_REGEX_SOURCE}\\b`
// An offset is at the end of the text, before a zone in brackets (RFC 9557), or before an amount.
const TIME_THEN_BLANK = new RegExp(
  '(:\\d\\d(?:[.,]\\d{1,12})?|\\dt\\d{6}|[ap]m|noon|midnight|\\butc) {1,2}' +
    `(?=\\d\\d?(?::?\\d\\d|\\.5)?(?:$|\\[| {1,2}[+-]?${AMOUNT}))`,
  'i',
)
const BLANK_THEN_AMOUNT = new RegExp(`^ (?=${AMOUNT})`, 'i')
const BEGINS_WITH_AMOUNT = new RegExp(`^ ?[+-]?${AMOUNT}`, 'i')
const BLANK_INSIDE = new RegExp(`(?<=[^ ]) {1,2}(?=${AMOUNT})`, 'gi')
// In a list of amounts one blank separates two of them. A blank after `ago`, or a second blank, was a `+`.
const BLANK_IN_LIST = new RegExp(`(?:(?<=[^ ]) {2}|(?<= ago) )(?=${AMOUNT})`, 'gi')

/**
 * Restores each `+` that the query string decoded to a space: before an offset, before a leading amount, and before
 * amounts after another form.
 */
export function restorePlusSigns(text: string): string {
  if (text.length > LONGEST_QUERY_DATE) return text
  const inside = BEGINS_WITH_AMOUNT.test(text) ? BLANK_IN_LIST : BLANK_INSIDE
  return text.replace(TIME_THEN_BLANK, '$1+').replace(BLANK_THEN_AMOUNT, '+').replace(inside, ' +')
}

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

/** A unit of time. */
export type TimeUnit = (typeof UNITS)[number]

/** Matches a month: its name or its first three letters. */
export const MONTH_REGEX_SOURCE = `(?:${MONTHS.flatMap((name) => [name, name.slice(0, 3)]).join('|')})`
/** Matches the name of a day of the week. */
export const WEEKDAY_REGEX_SOURCE = `(?:${WEEKDAYS.join('|')})`
/** Matches the first three letters of a day of the week, as in RFC 2822. */
export const SHORT_WEEKDAY_REGEX_SOURCE = `(?:${WEEKDAYS.map((name) => name.slice(0, 3)).join('|')})`
/** Matches an ordinal: `first` to `fifth`, or `last`. */
export const ORDINAL_REGEX_SOURCE = `(?:${ORDINALS.join('|')}|last)`
/** Matches a unit, singular or plural. */
export const UNIT_REGEX_SOURCE = `(?:${UNITS.join('|')})s?`

/** The number of a month: 1 for January to 12. */
export function monthNumber(word: string): number {
  return MONTHS.findIndex((name) => name.startsWith(word)) + 1
}

/** The ISO 8601 number of a weekday, 1 for Monday to 7, by its name or its first three letters. */
export function weekdayNumber(word: string): number {
  return WEEKDAYS.findIndex((name) => name.startsWith(word)) + 1
}

/** The number of an ordinal: 1 for `first` to 5, −1 for `last`. */
export function numberOfOrdinalWord(word: string): number {
  return word === 'last' ? -1 : ORDINALS.indexOf(word) + 1
}

/** The unit of a word, singular or plural; undefined for other words. */
export function timeUnitOf(word: string): TimeUnit | undefined {
  return UNITS.find((unit) => unit === word || `${unit}s` === word)
}

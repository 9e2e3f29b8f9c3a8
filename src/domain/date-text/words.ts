/** The English words of dates, as parts of regular expressions and as numbers. All are lower case. */

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

/** Units that can be counted; each is also a field of Temporal's durations in its plural. */
const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'year'] as const

/** A unit that can be counted. */
export type Unit = (typeof UNITS)[number]

/** A month by name or by its first three letters. */
export const MONTH = `(?:${MONTHS.flatMap((name) => [name, name.slice(0, 3)]).join('|')})`
/** A day of the week by name. */
export const WEEKDAY = `(?:${WEEKDAYS.join('|')})`
/** A day of the week by its first three letters, as RFC 2822 has it. */
export const SHORT_WEEKDAY = `(?:${WEEKDAYS.map((name) => name.slice(0, 3)).join('|')})`
/** A place in a month, counted from its beginning or its end. */
export const ORDINAL = `(?:${ORDINALS.join('|')}|last)`
/** A unit, one or many. */
export const UNIT = `(?:${UNITS.join('|')})s?`

/** 1 for January … 12. */
export function monthNumber(word: string): number {
  return MONTHS.findIndex((name) => name.startsWith(word)) + 1
}

/** 1 for Monday … 7, as ISO 8601 counts them; by name, or by its first three letters. */
export function weekdayNumber(word: string): number {
  return WEEKDAYS.findIndex((name) => name.startsWith(word)) + 1
}

/** 1 for first … 5, and −1 for last. */
export function ordinalNumber(word: string): number {
  return word === 'last' ? -1 : ORDINALS.indexOf(word) + 1
}

/** The unit that a word names, one or many. */
export function unitOf(word: string): Unit | undefined {
  return UNITS.find((unit) => unit === word || `${unit}s` === word)
}

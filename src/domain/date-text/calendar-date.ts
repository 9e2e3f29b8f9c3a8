/** Days by their date: `2027-05-04`, `20270504`, `4 May 2027`, `31.12.2027`, `12/31/2027`. */
import { epochOfUtc, utcTimestamp } from '../timestamp.ts'
import { parseClock } from './clock.ts'
import { MONTH, monthNumber } from './words.ts'

/** A wall clock, and the kept zone that it names for itself. */
export interface WallText {
  readonly form: 'wall'
  readonly wall: string
  readonly zone?: string
}

const DATE_FORMS = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?=[t [])/,
  /^(?<year>\d{4})(?<month>\d\d)(?<day>\d\d)(?=[t [])/,
  /^(?<day>\d{1,2})(?<separator>[-.])(?<month>\d{1,2})\k<separator>(?<year>\d{4})(?= )/,
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})(?= )/,
  new RegExp(`^(?<day>\\d{1,2}) (?<name>${MONTH}) (?<year>\\d{4})(?= )`),
  new RegExp(`^(?<name>${MONTH}) (?<day>\\d{1,2}),? (?<year>\\d{4})(?= )`),
]

/** The wall clock that begins with a date; undefined when the text is anything else, or no such day exists. */
export function parseCalendarDate(text: string): WallText | undefined {
  // One space at the end lets every form ask for a boundary that is a character.
  const match = DATE_FORMS.map((form) => form.exec(`${text} `)).find((found) => found !== null)
  const date = match?.groups && dateOf(match.groups)
  const clock = match && parseClock(text.slice(match[0].length))
  if (!date || !clock) return undefined
  const { time = '00:00:00', zone } = clock
  return { form: 'wall', wall: `${date} ${time}`, ...(zone && { zone }) }
}

function dateOf({
  year = '',
  month = '',
  name,
  day = '',
}: Record<string, string | undefined>): string | undefined {
  const number = name === undefined ? month : String(monthNumber(name))
  const date = `${year}-${number.padStart(2, '0')}-${day.padStart(2, '0')}`
  return exists(date) ? date : undefined
}

// The calendar carries what overflows, 30 February into March: only a date that exists comes back as it went.
function exists(date: string): boolean {
  const midnight = `${date} 00:00:00`
  return utcTimestamp(epochOfUtc(midnight)) === midnight
}

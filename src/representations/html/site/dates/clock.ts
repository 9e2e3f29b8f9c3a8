/** Times of day, and ranges of them, as calendars of a language write them. */
import { plainHours, plainSigns } from '../../../../domain/time/hours-text.ts'
import { epochOfUtc } from '../../../../domain/time/timestamp.ts'
import { memoizedByText } from '../../../../support/remembered.ts'

/** The maximum of cached texts of each form and language. */
const MAX_TIMES = 1000
/** Times within one day don't depend on the day. */
const ANY_DAY = '2000-01-01'
const MIDNIGHT = '00:00:00'

const at = (time: string) => epochOfUtc(`${ANY_DAY} ${time}`) * 1000

/**
 * Returns the form of a time. `hour: 'numeric'` alone formats `8:00` even in languages that write `08:00`, while a range always has
 * the form of the language.
 */
export function timeFormOf(locale: string): Intl.DateTimeFormatOptions {
  const usual = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const hour = usual.formatToParts(at('08:00:00')).find(({ type }) => type === 'hour')
  return { hour: hour?.value.length === 2 ? '2-digit' : 'numeric', minute: '2-digit' }
}

/** Returns what stands between a date and a time. */
function dateTimeJointIn(locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).formatToParts(0)
  return parts[parts.findIndex(({ type }) => type === 'hour') - 1]?.value ?? ', '
}

/** The start and the end of an event on one day: `YYYY-MM-DD HH:MM:SS`. */
interface Hours {
  readonly start_date: string
  readonly end_date: string
}

/** The forms of times of day in a language. */
export interface ClockForms {
  /** `7 PM`, `19:00` */
  readonly clock: (wall: string) => string
  /** `7–9 PM`, `19:00–21:00` */
  readonly between: (hours: Hours) => string
  /** The same after a date: `Wed, Jan 20, 7–9 PM`. */
  readonly afterDate: (date: string, hours: Hours) => string
}

/** Returns the forms of times of day in a language. */
export function makeClockTimeAndRangeFormatter(locale: string): ClockForms {
  const format = new Intl.DateTimeFormat(locale, { ...timeFormOf(locale), timeZone: 'UTC' })
  const clockAt = memoizedByText(MAX_TIMES, (time) => plainHours(format.format(at(time))))
  /** A range that ends with the day: the day of its end would be the next one, so the end replaces that of another range. */
  const untilMidnight = (start: string) => {
    const ends = { startRange: format.formatToParts(at(start)), endRange: format.formatToParts(at(MIDNIGHT)) }
    const parts = format.formatRangeToParts(at('01:00:00'), at('23:00:00')).map((part) => {
      const own = part.source === 'shared' ? [] : ends[part.source]
      return own.find(({ type }) => type === part.type && type !== 'literal')?.value ?? part.value
    })
    return parts.join('')
  }
  const betweenTimes = memoizedByText(MAX_TIMES, (times) => {
    const [start = '', end = ''] = times.split('/')
    const isWhole = end === MIDNIGHT
    return plainSigns(plainHours(isWhole ? untilMidnight(start) : format.formatRange(at(start), at(end))))
  })
  const clock = (wall: string) => clockAt(wall.slice(-8), 0)
  const between = ({ start_date: start, end_date: end }: Hours) =>
    start === end ? clock(start) : betweenTimes(`${start.slice(-8)}/${end.slice(-8)}`, 0)
  const joint = dateTimeJointIn(locale)
  return { clock, between, afterDate: (date, hours) => `${date}${joint}${between(hours)}` }
}

/** Times of day, and ranges of them, as calendars of a language write them. */
import { epochOfUtc } from '../../../../domain/time/timestamp.ts'
import { memoizedByText } from '../../../../support/remembered.ts'

/** The maximum of cached texts of each form and language. */
const MAX_TIMES = 1000
/** Times within one day don't depend on the day. */
const ANY_DAY = '2000-01-01'
const MIDNIGHT = '00:00:00'

const at = (time: string) => epochOfUtc(`${ANY_DAY} ${time}`) * 1000

type Part = Intl.DateTimeFormatPart | Intl.DateTimeRangeFormatPart

/** Returns the parts of a text without the minutes of full hours: beside AM and PM, `7:00` is written `7`. */
function partsOfFullHours<P extends Part>(parts: readonly P[]): readonly P[] {
  if (!parts.some(({ type }) => type === 'dayPeriod')) return parts
  const isDropped = (at: number) => parts[at]?.type === 'minute' && parts[at].value === '00'
  return parts.filter((_, at) => !isDropped(at) && !isDropped(at + 1))
}

const textOf = (parts: readonly Part[]) => parts.map(({ value }) => value).join('')

/** The signs of Japanese and Chinese ranges, which a single time and calendars don't have: `19時00分～21時00分`. */
const plainSigns = (text: string) => text.replaceAll('時', ':').replaceAll('时', ':').replaceAll('分', '')

/** Returns the text of a range. Hours that share their half of the day stand close: `7–9 PM`, but `11 AM – 1 PM`. */
function rangeText(parts: readonly Intl.DateTimeRangeFormatPart[]): string {
  const shared = parts.filter(({ type }) => type === 'dayPeriod').length === 1
  const text = textOf(
    partsOfFullHours(parts).map((part) =>
      shared && part.value.includes('–') ? { ...part, value: part.value.trim() } : part,
    ),
  )
  return plainSigns(text)
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
export function makeClockTimeAndRangeFormatter(
  locale: string,
  options: Intl.DateTimeFormatOptions,
): ClockForms {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  const clockAt = memoizedByText(MAX_TIMES, (time) =>
    textOf(partsOfFullHours(format.formatToParts(at(time)))),
  )
  /** A range that ends with the day: the day of its end would be the next one, so the end replaces that of another range. */
  const untilMidnight = (start: string) => {
    const ends = { startRange: format.formatToParts(at(start)), endRange: format.formatToParts(at(MIDNIGHT)) }
    return format.formatRangeToParts(at('01:00:00'), at('23:00:00')).map((part) => {
      const own = part.source === 'shared' ? [] : ends[part.source]
      return {
        ...part,
        value: own.find(({ type }) => type === part.type && type !== 'literal')?.value ?? part.value,
      }
    })
  }
  const betweenTimes = memoizedByText(MAX_TIMES, (times) => {
    const [start = '', end = ''] = times.split('/')
    const isWhole = end === MIDNIGHT
    return rangeText(isWhole ? untilMidnight(start) : format.formatRangeToParts(at(start), at(end)))
  })
  const clock = (wall: string) => clockAt(wall.slice(-8), 0)
  const between = ({ start_date: start, end_date: end }: Hours) =>
    start === end ? clock(start) : betweenTimes(`${start.slice(-8)}/${end.slice(-8)}`, 0)
  const joint = dateTimeJointIn(locale)
  return { clock, between, afterDate: (date, hours) => `${date}${joint}${between(hours)}` }
}

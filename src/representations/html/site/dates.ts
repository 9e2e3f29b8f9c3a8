/** Dates and times formatted for a language. Local times are shown without conversion. */

import { plainHours, plainSigns } from '../../../domain/time/locale.ts'
import { epochOfUtc, lastDayOf } from '../../../domain/time/timestamp.ts'
import { wallAt } from '../../../domain/time/zones.ts'
import { memoizedByText } from '../../../support/remembered.ts'

// Times of day, and ranges of them, as calendars of a language write them.

/** The maximum of cached texts of each form and language. */
const MAX_TIMES = 1000
/** Times within one day don't depend on the day. */
const ANY_DAY = '2000-01-01'
const MIDNIGHT = '00:00:00'

const millisecondsAt = (time: string) => epochOfUtc(`${ANY_DAY} ${time}`) * 1000

/**
 * Returns the form of a time. `hour: 'numeric'` alone formats `8:00` even in languages that write `08:00`, while a range always has
 * the form of the language.
 */
function timeFormOf(locale: string): Intl.DateTimeFormatOptions {
  const usual = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' })
  const hour = usual.formatToParts(millisecondsAt('08:00:00')).find(({ type }) => type === 'hour')
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

/** Returns the forms of times of day in a language. */
function makeClockTimeAndRangeFormatter(locale: string) {
  const format = new Intl.DateTimeFormat(locale, { ...timeFormOf(locale), timeZone: 'UTC' })
  const clockAt = memoizedByText(MAX_TIMES, (time) => plainHours(format.format(millisecondsAt(time))))
  /** A range that ends with the day: the day of its end would be the next one, so the end replaces that of another range. */
  const untilMidnight = (start: string) => {
    const ends = {
      startRange: format.formatToParts(millisecondsAt(start)),
      endRange: format.formatToParts(millisecondsAt(MIDNIGHT)),
    }
    const parts = format
      .formatRangeToParts(millisecondsAt('01:00:00'), millisecondsAt('23:00:00'))
      .map((part) => {
        const own = part.source === 'shared' ? [] : ends[part.source]
        return own.find(({ type }) => type === part.type && type !== 'literal')?.value ?? part.value
      })
    return parts.join('')
  }
  const betweenTimes = memoizedByText(MAX_TIMES, (times) => {
    const [start = '', end = ''] = times.split('/')
    const isWhole = end === MIDNIGHT
    return plainSigns(
      plainHours(
        isWhole ? untilMidnight(start) : format.formatRange(millisecondsAt(start), millisecondsAt(end)),
      ),
    )
  })
  const clock = (wall: string) => clockAt(wall.slice(-8), 0)
  const between = ({ start_date: start, end_date: end }: Hours) =>
    start === end ? clock(start) : betweenTimes(`${start.slice(-8)}/${end.slice(-8)}`, 0)
  const joint = dateTimeJointIn(locale)
  return {
    /** `7 PM`, `19:00` */
    clock,
    /** `7–9 PM`, `19:00–21:00` */
    between,
    /** The same after a date: `Wed, Jan 20, 7–9 PM`. */
    afterDate: (date: string, hours: Hours) => `${date}${joint}${between(hours)}`,
  }
}

/** Start and end of an event in its own zone: `YYYY-MM-DD HH:MM:SS`. */
export interface StartEndAndAllDay {
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
}

export const firstDayOfEvent = ({ start_date }: StartEndAndAllDay) => start_date.slice(0, 10)

/** The clock of the site: the time in UTC (`YYYY-MM-DD HH:MM:SS`), and the day in its zone. */
interface SiteClock {
  readonly now: string
  readonly today: string
}

/** Returns the first day of an event in the site zone, from which the reader counts: `tomorrow`. */
export const firstDayInSiteZone = (
  event: StartEndAndAllDay & { readonly timezone: string; readonly utc_start_date: string },
  { zone }: { readonly zone: string },
): string =>
  event.all_day || event.timezone === zone
    ? firstDayOfEvent(event)
    : wallAt(epochOfUtc(event.utc_start_date), zone).slice(0, 10)

/** Returns whether an event is over. One of which nobody said when it ends may go on until its day is over. */
export function isOver(
  event: StartEndAndAllDay & { readonly no_end_time: boolean; readonly utc_end_date: string },
  { now, today }: SiteClock,
): boolean {
  return event.no_end_time ? lastDayOf(event) < today : event.utc_end_date <= now
}

/** Returns whether an event is over that was on today. */
export const isOverToday = (event: Parameters<typeof isOver>[0], clock: SiteClock): boolean =>
  lastDayOf(event) >= clock.today && isOver(event, clock)

/** Returns epoch milliseconds of a date or local time, interpreted as UTC. Formatters use UTC, too. */
const at = (text: string) => epochOfUtc(text.length === 10 ? `${text} 00:00:00` : text) * 1000

/** The milliseconds of a day. */
const DAY = 86_400_000

const date = { day: 'numeric', month: 'long', year: 'numeric' } as const
const shortDate = { day: 'numeric', month: 'short' } as const

/** Formats of one language: of a date or time, and of a range of two. They keep what they have formatted. */
function formsIn(locale: string) {
  const form = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  return {
    one(options: Intl.DateTimeFormatOptions) {
      const format = form(options)
      const known = memoizedByText(MAX_TIMES, (text) => format.format(at(text)))
      return (text: string) => known(text, 0)
    },
    range(options: Intl.DateTimeFormatOptions) {
      const format = form(options)
      const known = memoizedByText(MAX_TIMES, (dates) => {
        const [first = '', last = ''] = dates.split('/')
        return format.formatRange(at(first), at(last))
      })
      return (first: string, last: string) => known(`${first}/${last}`, 0)
    },
  }
}

const isOneDay = (times: StartEndAndAllDay) => firstDayOfEvent(times) === lastDayOf(times)

export function dateFormattersOfLocale(locale: string) {
  const { one, range } = formsIn(locale)
  const { clock, between, afterDate } = makeClockTimeAndRangeFormatter(locale)
  const time = timeFormOf(locale)
  const numbers = new Intl.NumberFormat(locale)
  const full = one({ ...date, weekday: 'long' })
  const days = range({ ...date, month: 'short' })
  const shortDays = range(shortDate)
  const shortTimes = range({ ...shortDate, ...time })
  const longDays = range(date)
  const longTimes = range({ ...date, ...time })
  const briefDay = one({ ...shortDate, weekday: 'short' })
  const briefDate = one({ ...shortDate, weekday: 'short', year: 'numeric' })
  const distance = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  return {
    /** `21` */
    numeral: (day: string) => numbers.format(Number(day.slice(8, 10))),
    /** `Saturday` */
    weekday: one({ weekday: 'long' }),
    /** `Sat` */
    shortWeekday: one({ weekday: 'short' }),
    /** `November 2026` */
    month: one({ month: 'long', year: 'numeric' }),
    monthName: one({ month: 'long' }),
    /** `Saturday, November 21, 2026` */
    full,
    /** `Nov` */
    shortMonth: one({ month: 'short' }),
    /** `Nov 21` */
    short: one(shortDate),
    /** `Nov 21, 2026` */
    shortWithYear: one({ ...shortDate, year: 'numeric' }),
    /** `Nov 16 – 22, 2026` */
    days,
    /** `7 PM`, `7:30 PM` */
    clock,
    /** `7–9 PM`, with dates for several days; undefined for a single all-day event. */
    hours(times: StartEndAndAllDay) {
      if (isOneDay(times)) return times.all_day ? undefined : between(times)
      if (times.all_day) return shortDays(firstDayOfEvent(times), lastDayOf(times))
      return shortTimes(times.start_date, times.end_date)
    },
    /** Date and time: `Saturday, November 21, 2026, 7–9 PM`. */
    span(times: StartEndAndAllDay) {
      const first = firstDayOfEvent(times)
      if (isOneDay(times)) return times.all_day ? full(first) : afterDate(full(first), times)
      return times.all_day ? longDays(first, lastDayOf(times)) : longTimes(times.start_date, times.end_date)
    },
    /** The same in short, with the year if it is not that of `today`: `Sat, Nov 21, 7–9 PM`. */
    brief(times: StartEndAndAllDay, today: string) {
      const [first, last, year] = [firstDayOfEvent(times), lastDayOf(times), today.slice(0, 4)]
      const isThisYear = first.startsWith(year) && last.startsWith(year)
      if (first !== last) return isThisYear ? shortDays(first, last) : days(first, last)
      const day = isThisYear ? briefDay(first) : briefDate(first)
      return times.all_day ? day : afterDate(day, times)
    },
    /** How far a day is from `today`, if it is at most `most` days ahead: `today`, `tomorrow`, `in 3 days`. */
    near(day: string, today: string, most: number) {
      const distant = Math.round((at(day) - at(today)) / DAY)
      return distant < 0 || distant > most ? undefined : distance.format(distant, 'day')
    },
  }
}

export type DateFormats = ReturnType<typeof dateFormattersOfLocale>

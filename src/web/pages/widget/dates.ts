/** Days and times. Wall clocks are counted in milliseconds as if they were UTC, so that no zone moves them. */
import { epochOfUtc } from '../../../domain/time/timestamp.ts'
import { settingsGivenToWidget } from './given.ts'

/** Returns a wall clock time (`YYYY-MM-DD`, or with ` HH:MM:SS`) in milliseconds since 1970. */
export const wallMilliseconds = (text: string): number => epochOfUtc(text) * 1000

const form = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(settingsGivenToWidget.locale, { ...options, timeZone: 'UTC' })

export const widgetDateFormatters = {
  month: form({ month: 'long', year: 'numeric' }),
  day: form({ weekday: 'short', day: 'numeric', month: 'short' }),
  full: form({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
  cell: form({ day: 'numeric', weekday: 'short' }),
  clock: form({ timeStyle: 'short' }),
  days: form({ day: 'numeric', month: 'short' }),
} as const

/** Returns the time of now as ISO 8601 writes it, as Swedes do. */
const now = (options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('sv-SE', options).format()

/** Returns today's date in the zone of the calendar, or of the reader if the browser doesn't know it. */
export function today(): string {
  try {
    return now({ timeZone: settingsGivenToWidget.zone })
  } catch {
    return now()
  }
}

/** Returns the time in UTC, in the form of the API: `YYYY-MM-DD HH:MM:SS`. */
export const nowInUtc = (): string => now({ dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })

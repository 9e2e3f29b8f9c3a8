/** Events as the widget requests them. */
import { epochOfUtc, lastDayOf, plusDays } from '../../../domain/time/timestamp.ts'
import type { WidgetSettings } from './settings.ts'

// The settings of this widget.

declare const fasti: WidgetSettings

export const settingsGivenToWidget = fasti
export const { words } = fasti

// Days and times. Wall clocks are counted in milliseconds as if they were UTC, so that no zone moves them.

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
const nowInUtc = (): string => now({ dateStyle: 'short', timeStyle: 'medium', timeZone: 'UTC' })

interface Place {
  readonly venue: string
  /** The language of the name; sent by calendars with several. */
  readonly language?: string
  readonly city: string
}

interface WidgetImage {
  readonly url: string
  readonly alt_text?: string
  readonly sizes?: Readonly<Record<string, { readonly url: string; readonly width: number }>>
}

export interface WidgetEvent {
  readonly title: string
  /** The language of the title; sent by calendars with several. */
  readonly language?: string
  readonly url: string
  readonly all_day: boolean
  readonly start_date: string
  readonly end_date: string
  readonly utc_end_date: string
  readonly no_end_time: boolean
  readonly timezone: string
  readonly timezone_abbr: string
  readonly venue: Place | readonly Place[]
  readonly featured: boolean
  readonly sticky: boolean
  readonly event_status: string
  readonly cost: string
  readonly tickets?: readonly { readonly availability: string }[]
  readonly cost_details: { readonly currency_code?: string; readonly values?: readonly string[] }
  readonly image?: WidgetImage | false
  readonly categories?: readonly { readonly id: number }[]
}

/** The fields of a response that the widget reads. */
export const responseFields = [
  'title',
  'url',
  'all_day',
  'start_date',
  'end_date',
  'utc_end_date',
  'no_end_time',
  'tickets.availability',
  'timezone',
  'timezone_abbr',
  'venue.venue',
  'venue.city',
  'featured',
  'sticky',
  'event_status',
  'cost',
  'cost_details',
  'image.url',
  'image.alt_text',
  'image.sizes',
  'categories.id',
  ...(settingsGivenToWidget.isMultilingual ? ['language', 'venue.language'] : []),
].map((name) => `events.${name}`)

/** Returns the first day of an event (`YYYY-MM-DD`). */
export const firstDay = ({ start_date }: WidgetEvent): string => start_date.slice(0, 10)

/** Returns whether an event is over, by the minute. One of which nobody said when it ends may go on until its day is over. */
export const isOver = (event: WidgetEvent): boolean =>
  event.no_end_time ? lastDayOf(event) < today() : event.utc_end_date <= nowInUtc()

/** Returns whether an event is over that was on today. */
export const isOverToday = (event: WidgetEvent): boolean => lastDayOf(event) >= today() && isOver(event)

/** The days from which an event runs for weeks, as on the pages. */
const WEEKS = 8

/** Returns whether an event runs for weeks and began before a day: it would bury what is on once. */
export const isLongRunning = (event: WidgetEvent, day: string): boolean =>
  firstDay(event) < day && lastDayOf(event) >= (plusDays(firstDay(event), WEEKS - 1) ?? day)

/** Returns the events of a day: sticky ones first, then all-day ones, then by start; last those of today that are over. */
export function sortEventsOfOneDay(day: string, events: readonly WidgetEvent[]): readonly WidgetEvent[] {
  const rank = (event: WidgetEvent) =>
    isOverToday(event) ? 3 : event.sticky ? 0 : event.all_day || firstDay(event) < day ? 1 : 2
  return [...events].sort((a, b) => rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : 1))
}

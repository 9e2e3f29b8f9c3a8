/** Events as the widget requests them. */
import { plusDays } from '../../../domain/time/calendar-days.ts'
import { settingsGivenToWidget } from './given.ts'

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
  readonly timezone: string
  readonly timezone_abbr: string
  readonly venue: Place | readonly Place[]
  readonly featured: boolean
  readonly sticky: boolean
  readonly event_status: string
  readonly cost: string
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

/** Returns the last day of an event (`YYYY-MM-DD`). */
export function lastDay({ start_date, end_date }: WidgetEvent): string {
  const day = end_date.slice(0, 10)
  const isMidnight = end_date.endsWith(' 00:00:00') && start_date < end_date
  return (isMidnight ? plusDays(day, -1) : undefined) ?? day
}

/** Returns the events of a day: sticky ones first, then all-day ones, then by start. */
export function sortEventsOfOneDay(day: string, events: readonly WidgetEvent[]): readonly WidgetEvent[] {
  const rank = (event: WidgetEvent) => (event.sticky ? 0 : event.all_day || firstDay(event) < day ? 1 : 2)
  return [...events].sort((a, b) => rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : 1))
}

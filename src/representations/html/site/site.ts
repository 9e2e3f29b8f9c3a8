/** The context of all pages of the web calendar: root, language, zone and today's date. */
import type { Language, SiteWording } from '../../../locales/index.ts'
import type { Event } from '../../json/event.ts'
import type { Root } from '../../urls.ts'
import type { Dates } from './dates.ts'

/** URLs of the compatible API for clients of other calendars; each ends with a slash. */
export interface Discovery {
  /** The root of the WordPress REST API. */
  readonly root: string
  /** The namespace below it. */
  readonly api: string
  /** The origin of the site. */
  readonly origin: string
}

export interface Site {
  /** The name of the calendar. */
  readonly name: string
  readonly root: Root
  readonly language: Language
  /** The language of the default root. */
  readonly ownLanguage: Language
  readonly word: SiteWording
  readonly dates: Dates
  /** The site zone, and today's date in it. */
  readonly zone: string
  readonly today: string
  /** Set if there is an alias for clients of other calendars. */
  readonly discovery?: Discovery
  /** The paths of static files. */
  readonly files: { readonly style: string; readonly script: string; readonly icon: string }
}

/** Returns the path of a URL of the service. Pages link by path, so they work under any host name. */
export function pathOf(address: string): string {
  return new URL(address).pathname
}

/** Returns the path of a page such as `calendar/2026-11` below the request's root. */
export function sitePath({ root }: Pick<Site, 'root'>, page: string, query = ''): string {
  const base = pathOf(root.url).replace(/\/$/, '')
  return `${base}/${page === '' ? '' : `${page}/`}${query === '' ? '' : `?${query}`}`
}

/** Returns the venues of an event as a list. */
export const venuesOf = ({ venue }: Event) => [venue].flat()

/** The number of hues. Each category has the same hue on every page. */
const HUES = 8

/** Returns the CSS class for the hue of an event's first category, or "". */
export function hueOf({ categories }: Event): string {
  const [first] = categories
  return first === undefined ? '' : `hue-${first.id % HUES}`
}

/** Returns the CSS classes of an event. */
export function classesOf(event: Event, ...more: readonly (string | false)[]): string {
  const { featured, sticky, event_status } = event
  const outcome = event_status !== 'scheduled' && event_status.replace('_', '-')
  return [...more, outcome, featured && 'featured', sticky && 'sticky', hueOf(event)]
    .filter(Boolean)
    .join(' ')
}

/** Returns the events in their order within a day (contract §3.2): sticky, then all-day, then by start. */
export function inDay(day: string, events: readonly Event[]): readonly Event[] {
  const isAllOfIt = ({ all_day, start_date }: Event) => all_day || start_date.slice(0, 10) < day
  const rank = (event: Event) => (event.sticky ? 0 : isAllOfIt(event) ? 1 : 2)
  return [...events].sort(
    (a, b) => rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : Number(a.start_date > b.start_date)),
  )
}

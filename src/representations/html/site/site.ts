/** What all pages of the web calendar share: where they are, in which language, and what today is. */
import type { Language, SiteWording } from '../../../locales/index.ts'
import type { Event } from '../../json/event.ts'
import type { Root } from '../../urls.ts'
import type { Dates } from './dates.ts'

/** Where programs of other calendars find the interface that they know; each address ends in a slash. */
export interface Discovery {
  /** The root of what WordPress calls its REST API. */
  readonly root: string
  /** The namespace below it. */
  readonly api: string
  /** The origin of the site. */
  readonly origin: string
}

export interface Site {
  /** What the calendar is called. */
  readonly name: string
  readonly root: Root
  readonly language: Language
  /** The language of the root without a name of its own. */
  readonly ownLanguage: Language
  readonly word: SiteWording
  readonly dates: Dates
  /** The site zone, and the day there. */
  readonly zone: string
  readonly today: string
  /** Where there is an alias for programs of other calendars. */
  readonly discovery?: Discovery
  /** The paths of files of pages. */
  readonly files: { readonly style: string; readonly script: string; readonly icon: string }
}

/** The path of an address of the service: pages lead from one to another wherever they are reached. */
export function pathOf(address: string): string {
  return new URL(address).pathname
}

/** The path of a page under the root asked through: `calendar/2026-11`. */
export function sitePath({ root }: Pick<Site, 'root'>, page: string, query = ''): string {
  const base = pathOf(root.url).replace(/\/$/, '')
  return `${base}/${page === '' ? '' : `${page}/`}${query === '' ? '' : `?${query}`}`
}

export const venuesOf = ({ venue }: Event) => [venue].flat()

/** One of so many hues for what bears a category: the same for the same category on every page. */
const HUES = 8

export function hueOf({ categories }: Event): string {
  const [first] = categories
  return first === undefined ? '' : `hue-${first.id % HUES}`
}

/** The classes of an event wherever it is shown. */
export function classesOf(event: Event, ...more: readonly (string | false)[]): string {
  const { featured, sticky } = event
  return [...more, featured && 'featured', sticky && 'sticky', hueOf(event)].filter(Boolean).join(' ')
}

/** The order within a day (contract §3.2): sticky ones, then those that take all of it, then by their start. */
export function inDay(day: string, events: readonly Event[]): readonly Event[] {
  const isAllOfIt = ({ all_day, start_date }: Event) => all_day || start_date.slice(0, 10) < day
  const rank = (event: Event) => (event.sticky ? 0 : isAllOfIt(event) ? 1 : 2)
  return [...events].sort(
    (a, b) => rank(a) - rank(b) || (a.start_date < b.start_date ? -1 : Number(a.start_date > b.start_date)),
  )
}

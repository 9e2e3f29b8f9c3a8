/** The context of all pages of the web calendar: root, language, zone and today's date. */
import type { Image } from '../../../contract/resources/shared.ts'
import type { PageLink } from '../../../store/store.ts'
import type { PageIconName } from '../../../web/design/icons.ts'
import type { FindPageText } from '../../../words/index.ts'
import type { InterfaceLanguageCode } from '../../../words/languages.ts'
import type { ListedEvent } from '../../json/event.ts'
import type { Root } from '../../urls.ts'
import type { DateFormats } from './dates.ts'

/** URLs of the compatible API for clients of other calendars; each ends with a slash. */
export interface CompatibleApiUrls {
  /** The root of the WordPress REST API. */
  readonly root: string
  /** The namespace below it. */
  readonly api: string
  /** The origin of the site. */
  readonly origin: string
}

/** The appearance of the site besides its styles. */
interface SiteAppearance {
  /** The name of the theme. */
  readonly theme: string
  /** A sentence for search engines; "" for none. */
  readonly description: string
  /** URLs; "" for none. */
  readonly imprint: string
  readonly privacy: string
  /** Where readers say what they cannot use, and what the operator adds to the accessibility statement; without a contact there is none. */
  readonly accessibility: {
    readonly contact: string
    readonly text: string
    /** The language that the text was written in; undefined for that of the site. */
    readonly language?: InterfaceLanguageCode
  }
  /** HTML at the top and at the bottom of every page. */
  readonly head: string
  readonly foot: string
  /** The colours of the page, in light and in dark surroundings, as `#rrggbb`. */
  readonly paper: { readonly light: string; readonly dark: string }
  /** The picture beside the name. */
  readonly logo: { readonly path: string; readonly width: number; readonly height: number } | undefined
  /** The image that messengers show for pages without one. */
  readonly share: Pick<Image, 'url' | 'width' | 'height'> | undefined
}

/** Map tiles: the template of their addresses, and their attribution as HTML. */
interface Tiles {
  readonly template: string
  readonly attribution: string
}

export interface Site {
  /** The name of the calendar. */
  readonly name: string
  readonly appearance: SiteAppearance
  /** Whether the public may submit events. */
  readonly submits: boolean
  /** The host by which the social web knows the calendar; undefined if it does not federate. */
  readonly socialHost: string | undefined
  /** Whether there are groups: pages link to their list. */
  readonly hasGroups: boolean
  /** The own pages that are public, in the order of the footer. */
  readonly pages: readonly PageLink[]
  /** Undefined if the site has no maps. */
  readonly tiles: Tiles | undefined
  /** The origins of pages that may show public pages in a frame, or `*`. */
  readonly frameAncestors: readonly string[]
  /** The language in its region, for scripts. */
  readonly locale: string
  /** The first day of the week, from 1 (Monday) to 7 (Sunday). */
  readonly firstDay: number
  /** The filters that links to other views keep. */
  readonly kept: KeptFilters
  readonly root: Root
  readonly language: InterfaceLanguageCode
  /** The language of the default root. */
  readonly ownLanguage: InterfaceLanguageCode
  /** The languages of the interface that the calendar offers. */
  readonly languages: readonly InterfaceLanguageCode[]
  readonly word: FindPageText
  readonly dates: DateFormats
  /** The site zone, and today's date in it. */
  readonly zone: string
  readonly today: string
  /** The time in UTC: `YYYY-MM-DD HH:MM:SS`. */
  readonly now: string
  /** Set if there is an alias for clients of other calendars. */
  readonly discovery?: CompatibleApiUrls
  /** The shapes of icons, in a square of 24. */
  readonly icons: Readonly<Record<PageIconName, string>>
  /** The paths of static files. */
  readonly files: {
    readonly style: string
    readonly script: string
    readonly icon: string
    /** The worker that keeps pages to be read without a connection; undefined if the site wants none. */
    readonly worker: string | undefined
    /** The font that most texts need. */
    readonly font: string
    /** The files of maps, if the site has tiles. */
    readonly map?: { readonly style: string; readonly script: string } | undefined
  }
}

/** Returns the path of a URL of the service. Pages link by path, so they work under any host name. */
export const pathOfUrl = (address: string): string => new URL(address).pathname

/** Returns the path of a page such as `calendar/2026-11` below the request's root, with a query or the fields of one. */
export function sitePath(
  { root }: Pick<Site, 'root'>,
  page: string,
  query: string | Readonly<Record<string, string>> = '',
): string {
  const base = pathOfUrl(root.url).replace(/\/$/, '')
  const text = typeof query === 'string' ? query : new URLSearchParams(query).toString()
  return `${base}/${page === '' ? '' : `${page}/`}${text === '' ? '' : `?${text}`}`
}

/** Returns the address of the root of a language. */
export const rootUrlInLanguage = (
  { root, ownLanguage }: Pick<Site, 'root' | 'ownLanguage'>,
  language: InterfaceLanguageCode,
): string => (language === ownLanguage ? root.base : `${root.base}/${language}`)

/** Returns the absolute address of a page in a language. `page` is its path below the root. */
export function urlOfSitePageInLanguage(
  site: Site,
  language: InterfaceLanguageCode,
  page: string,
  query = '',
): string {
  const { root } = site
  const url = rootUrlInLanguage(site, language)
  return new URL(sitePath({ root: { ...root, url } }, page, query), root.base).href
}

export const venuesOf = ({ venue }: ListedEvent) => [venue].flat()

/** The maximum of categories of an event that may give it their colour. */
const MAX_HUES = 5

/** Returns the CSS classes for the colour of a category: its hue, which a chosen colour replaces. */
export const colorClassesOfCategory = (id: number): string => `hue-${id} cat-${id}`

/** Returns the CSS class for the colour of a group. */
export const colorClassOfGroup = (id: number): string => `group-${id}`

/** Returns the CSS classes for the colour of an event: a colour chosen for one of its categories, else the hue of the first. */
function hueOf({ categories }: ListedEvent): string {
  const [first] = categories
  const all = categories.slice(0, MAX_HUES).map(({ id }) => `cat-${id}`)
  return first === undefined ? '' : [`hue-${first.id}`, ...all].join(' ')
}

/** Returns the CSS classes of an event. */
export function eventClasses(event: ListedEvent, ...more: readonly (string | false)[]): string {
  const { featured, sticky, event_status } = event
  const outcome = event_status !== 'scheduled' && event_status.replace('_', '-')
  const own = [outcome, featured && 'featured', sticky && 'sticky', hueOf(event)]
  return [...more, ...own].filter(Boolean).join(' ')
}

/** Returns the events of a day by their hours: those of all of it, then by start. */
export function eventsSortedByHour(day: string, events: readonly ListedEvent[]): readonly ListedEvent[] {
  const isAllOfIt = ({ all_day, start_date }: ListedEvent) => all_day || start_date.slice(0, 10) < day
  return [...events].sort(
    (a, b) =>
      Number(isAllOfIt(b)) - Number(isAllOfIt(a)) ||
      (a.start_date < b.start_date ? -1 : Number(a.start_date > b.start_date)),
  )
}

/** Returns the events in their order within a day of a calendar view (contract §3.2): sticky ones, then by their hours. */
export function eventsInDayOrder(day: string, events: readonly ListedEvent[]): readonly ListedEvent[] {
  const sorted = eventsSortedByHour(day, events)
  return [...sorted.filter(({ sticky }) => sticky), ...sorted.filter(({ sticky }) => !sticky)]
}

// The names of the filters of all pages of the calendar.

/** The filters that stay between views, in the order of the form. */
export const keptFilterNames = [
  'search',
  'categories',
  'tags',
  'venue',
  'organizer',
  'group',
  'featured',
  'free',
  'attendance_mode',
  'event_status',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
] as const
export type FilterName = (typeof keptFilterNames)[number]

/** The filters of an address, without days. */
export type KeptFilters = Readonly<Partial<Record<FilterName, string>>>

/** The views of the screenshots: where they are, on which screen, and on which sheet. */
import type { SheetLayout } from './contact-sheet.ts'
import type { TownContent } from './town-service.ts'

/** A view as a browser shows it. */
export interface Shot {
  readonly name: string
  readonly path: string
  readonly content: TownContent
  readonly screen: keyof typeof screens
  readonly colorScheme: 'light' | 'dark'
  readonly theme: string
}

/** The sizes of windows, in pixels. */
export const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 900 } } as const

/** The themes, that of the service first. */
const themes = ['fasti', 'slate', 'meadow', 'plain']

/** The pages of the town by name. */
export const townPages: Readonly<Record<string, string>> = {
  front: '/',
  month: '/calendar/',
  week: '/calendar/week/',
  day: '/calendar/day/2026-11-21/',
  agenda: '/calendar/agenda/',
  weekend: '/calendar/weekend/2026-11-21/',
  map: '/calendar/map/',
  search: '/calendar/search/?search=lantern',
  cards: '/calendar/agenda/?as=cards',
  event: '/event/night-of-the-lanterns/',
  series: '/event/saturday-market-2026-11-21/',
  theatre: '/event/the-lighthouse-keeper-s-daughter/',
  cancelled: '/event/harbour-tour-by-boat/',
  venue: '/venue/harbour-library/',
  organizer: '/organizer/town-of-alderhaven/',
  category: '/category/music/',
  venues: '/venues/',
  categories: '/categories/',
  submit: '/submit/',
  programme: '/calendar/programme/?from=2026-11-16&to=2026-11-29',
  favourites: '/favourites/?ids=1,6,9',
  german: '/de/',
  japanese: '/ja/event/night-of-the-lanterns/',
  missing: '/event/nothing/',
  doc: '/cal/events/v1/doc',
  desk: '/desk',
  'desk-calendar': '/desk/calendar',
  'desk-events': '/desk/events',
  'desk-event': '/desk/events/1',
}

/** The views of the desk by name; two of them in other languages. */
const deskPages: Readonly<Record<string, string>> = {
  overview: '/desk',
  month: '/desk/calendar',
  week: '/desk/calendar?view=week',
  events: '/desk/events',
  event: '/desk/events/1',
  'new event': '/desk/events/new',
  'one of a series': '/desk/events/25',
  review: '/desk/review',
  venues: '/desk/venues',
  venue: '/desk/venues/1',
  categories: '/desk/categories',
  images: '/desk/media',
  groups: '/desk/groups',
  import: '/desk/import',
  subscriptions: '/desk/subscriptions',
  webhooks: '/desk/webhooks',
  users: '/desk/users',
  settings: '/desk/settings',
  log: '/desk/log',
  trash: '/desk/trash',
  'event, German': '/de/desk/events/1',
  'week, French': '/fr/desk/calendar?view=week',
}

/** Pages that are hard to show, by name. */
export const hardPages: Readonly<Record<string, string>> = {
  month: '/calendar/',
  week: '/calendar/week/',
  'full day': '/calendar/day/2026-11-21/',
  agenda: '/calendar/agenda/',
  cards: '/calendar/agenda/?as=cards',
  'long title':
    '/event/the-extraordinarily-long-winded-annual-general-meeting-of-the-society-for-the-preservation-of-harbour-lights-lightships-lighthouses-and-other-navigational-aids-of-the-northern-coast-with-a-lantern-lec/',
  search: '/calendar/search/?search=studio',
  'nothing found': '/calendar/search/?search=zzzz',
  'bad date': '/calendar/2026-13/',
  missing: '/event/nothing/',
  'missing, German': '/de/venue/nichts/',
  'missing, Japanese': '/ja/organizer/nothing/',
  'wrong filter': '/calendar/agenda/?categories=never',
  'too far': '/calendar/agenda/?page=999',
}

const emptyPages: Readonly<Record<string, string>> = {
  'empty front': '/',
  'empty month': '/calendar/',
  'empty agenda': '/calendar/agenda/',
  'empty map': '/calendar/map/',
  'empty search': '/calendar/search/',
  'empty venues': '/venues/',
  'empty favourites': '/favourites/',
  'empty desk': '/desk',
}

const plain = { screen: 'phone', colorScheme: 'light', theme: 'fasti' } as const

/** Returns a view of every page of some content. */
const shotsOf = (
  pages: Readonly<Record<string, string>>,
  content: TownContent,
  more: Partial<Pick<Shot, 'screen' | 'colorScheme' | 'theme'>> = {},
): readonly Shot[] =>
  Object.entries(pages).map(([name, path]) => ({ ...plain, ...more, name, path, content }))

/** Returns one view of the town. */
export function townShot(
  page: string,
  screen: Shot['screen'],
  colorScheme: Shot['colorScheme'],
  theme = 'fasti',
): Shot {
  return { name: page, path: townPages[page] ?? '/', content: 'town', screen, colorScheme, theme }
}

/** A sheet: its views, in the order in which they stand on it. */
interface Sheet {
  readonly name: string
  readonly shots: readonly Shot[]
  readonly layout: SheetLayout
}

const onPhone: SheetLayout = { width: 195, height: 422, columns: 9 }
const onDesktop: SheetLayout = { width: 426, height: 300, columns: 5 }

const themed = themes.flatMap((theme) =>
  ['front', 'month', 'event', 'venue', 'search'].map((page) => ({
    ...townShot(page, 'desktop', page === 'month' ? 'dark' : 'light', theme),
    name: `${theme}: ${page}`,
  })),
)

/** The contact sheets in `docs/images`. */
export const sheets: readonly Sheet[] = [
  { name: 'sheet-phone-light', shots: shotsOf(townPages, 'town'), layout: onPhone },
  { name: 'sheet-phone-dark', shots: shotsOf(townPages, 'town', { colorScheme: 'dark' }), layout: onPhone },
  {
    name: 'sheet-desktop-light',
    shots: shotsOf(townPages, 'town', { screen: 'desktop' }),
    layout: onDesktop,
  },
  {
    name: 'sheet-desktop-dark',
    shots: shotsOf(townPages, 'town', { screen: 'desktop', colorScheme: 'dark' }),
    layout: onDesktop,
  },
  {
    name: 'sheet-desk',
    shots: shotsOf(deskPages, 'town', { screen: 'desktop' }),
    layout: onDesktop,
  },
  {
    name: 'sheet-desk-dark',
    shots: shotsOf(deskPages, 'town', { screen: 'desktop', colorScheme: 'dark' }),
    layout: onDesktop,
  },
  { name: 'sheet-desk-phone', shots: shotsOf(deskPages, 'town'), layout: onPhone },
  { name: 'sheet-themes', shots: themed, layout: onDesktop },
  {
    name: 'sheet-hard',
    shots: [...shotsOf(hardPages, 'hard'), ...shotsOf(emptyPages, 'empty')],
    layout: onPhone,
  },
]

/** What happens in the town of the demo: once, every week or every month. */
import type { CategoryName, OrganizerKey, TagName, VenueKey } from './town.ts'

/** Something that happens once, on an evening or an afternoon. Prices are whole units of the site's currency; 0 is free. */
export interface Happening {
  /** Titles with the hours at which they start. */
  readonly titles: readonly (readonly [title: string, hour: number])[]
  readonly text: string
  readonly category: CategoryName
  readonly venue: VenueKey
  readonly organizer?: OrganizerKey
  readonly tags?: readonly TagName[]
  readonly minutes: number
  readonly price: number
}

/** What is drawn from for each week. */
export const happenings: readonly Happening[] = [
  {
    titles: [
      ['Jazz on the quay', 20],
      ['String quartet: Nocturnes', 19],
      ['The Tidewater Trio', 20],
      ['Folk session', 20],
    ],
    text: 'An evening with musicians from the coast. Doors open half an hour before.',
    category: 'Music',
    venue: 'club',
    organizer: 'club',
    minutes: 120,
    price: 14,
  },
  {
    titles: [
      ['Organ at noon', 12],
      ['Choral evensong', 17],
      ['Candlelight concert', 19],
    ],
    text: 'Music under the vault of Saint Anne’s. A collection is taken for the roof.',
    category: 'Music',
    venue: 'church',
    tags: ['free entry', 'wheelchair accessible'],
    minutes: 75,
    price: 0,
  },
  {
    titles: [
      ['The Lighthouse Keeper’s Daughter', 19],
      ['A Winter on the Ropewalk', 20],
      ['Improvised: three doors', 20],
    ],
    text: 'A production of the Lantern Theatre. There is one interval.',
    category: 'Theatre',
    venue: 'theatre',
    minutes: 135,
    price: 18,
  },
  {
    titles: [
      ['Reading: Letters from the North Pier', 19],
      ['Poetry at the window', 18],
      ['An evening with the translator', 19],
    ],
    text: 'The author reads, and answers questions over a glass of wine.',
    category: 'Books',
    venue: 'library',
    organizer: 'readers',
    tags: ['wheelchair accessible'],
    minutes: 90,
    price: 6,
  },
  {
    titles: [
      ['Repair café', 13],
      ['Knots and splices for beginners', 15],
      ['Bake with the harbour baker', 10],
    ],
    text: 'Bring what you have; tools and tea are there.',
    category: 'Workshops',
    venue: 'library',
    organizer: 'readers',
    minutes: 180,
    price: 0,
  },
  {
    titles: [
      ['Birdwatching in the dunes', 7],
      ['Sea swimmers’ breakfast', 9],
      ['Night walk without lamps', 21],
    ],
    text: 'Meet at the North Gate. Wear what may get wet.',
    category: 'Sport',
    venue: 'dunes',
    tags: ['outdoors', 'free entry'],
    minutes: 150,
    price: 0,
  },
  {
    titles: [
      ['Puppets: The herring who could whistle', 15],
      ['Circus for the small ones', 11],
    ],
    text: 'For children from four years, and whoever brings them.',
    category: 'Families',
    venue: 'theatre',
    tags: ['families'],
    minutes: 60,
    price: 7,
  },
  {
    titles: [
      ['Handball: Alderhaven against Westkapel', 18],
      ['Table tennis for everybody', 14],
      ['Harbour run', 10],
    ],
    text: 'Spectators are welcome. The kiosk is open.',
    category: 'Sport',
    venue: 'sports',
    organizer: 'sports',
    minutes: 120,
    price: 5,
  },
]

/** What comes back: each becomes one series. `byday` and `rule` are parts of a recurrence rule (RFC 5545 §3.3.10). */
export interface Regular extends Omit<Happening, 'titles'> {
  readonly title: string
  readonly rule: 'weekly' | 'monthly'
  /** The weekday, 1 for Monday to 7 for Sunday; the first of the month for monthly ones. */
  readonly weekday: number
  readonly hour: number
}

export const regulars: readonly Regular[] = [
  {
    title: 'Saturday market',
    text: 'Fish, flowers, cheese and bread, from farms and boats within twenty miles.',
    category: 'Markets',
    venue: 'market',
    organizer: 'town',
    tags: ['outdoors', 'free entry'],
    rule: 'weekly',
    weekday: 6,
    hour: 8,
    minutes: 300,
    price: 0,
  },
  {
    title: 'Harbour film club',
    text: 'An old film, an introduction, and a conversation that lasts longer than the film.',
    category: 'Film',
    venue: 'theatre',
    organizer: 'film',
    rule: 'weekly',
    weekday: 4,
    hour: 20,
    minutes: 150,
    price: 7,
  },
  {
    title: 'Storytelling for the small ones',
    text: 'Stories for children from three to six, on cushions.',
    category: 'Families',
    venue: 'library',
    organizer: 'readers',
    tags: ['families', 'free entry'],
    rule: 'weekly',
    weekday: 3,
    hour: 15,
    minutes: 60,
    price: 0,
  },
  {
    title: 'Saltwind Brass: open rehearsal',
    text: 'Listen, or bring your horn.',
    category: 'Music',
    venue: 'hall',
    organizer: 'brass',
    tags: ['free entry'],
    rule: 'weekly',
    weekday: 2,
    hour: 19,
    minutes: 120,
    price: 0,
  },
  {
    title: 'Town council',
    text: 'The meeting is public. Questions of citizens are first on the agenda.',
    category: 'Town hall',
    venue: 'hall',
    organizer: 'town',
    tags: ['wheelchair accessible', 'free entry'],
    rule: 'monthly',
    weekday: 1,
    hour: 19,
    minutes: 150,
    price: 0,
  },
]

/** What happens in the town of the demo: once, every week or every month. */
import type { CategoryName, OrganizerKey, TagName, VenueKey } from './town.ts'

/** Something that happens once, on an evening or an afternoon. Prices are whole units of the site's currency; 0 is free. */
export interface Happening {
  readonly titles: readonly string[]
  readonly text: string
  readonly category: CategoryName
  readonly venue: VenueKey
  readonly organizer?: OrganizerKey
  readonly tags?: readonly TagName[]
  /** The hours at which it may start, and how many minutes it lasts. */
  readonly hours: readonly number[]
  readonly minutes: number
  readonly price: number
}

/** What is drawn from for each week. */
export const happenings: readonly Happening[] = [
  {
    titles: ['Jazz on the quay', 'String quartet: Nocturnes', 'The Tidewater Trio', 'Folk session'],
    text: 'An evening with musicians from the coast. Doors open half an hour before.',
    category: 'Music',
    venue: 'club',
    organizer: 'club',
    hours: [19, 20],
    minutes: 120,
    price: 14,
  },
  {
    titles: ['Organ at noon', 'Choral evensong', 'Candlelight concert'],
    text: 'Music under the vault of Saint Anne’s. A collection is taken for the roof.',
    category: 'Music',
    venue: 'church',
    tags: ['free entry', 'wheelchair accessible'],
    hours: [12, 17, 19],
    minutes: 75,
    price: 0,
  },
  {
    titles: ['The Lighthouse Keeper’s Daughter', 'A Winter on the Ropewalk', 'Improvised: three doors'],
    text: 'A production of the Lantern Theatre. There is one interval.',
    category: 'Theatre',
    venue: 'theatre',
    hours: [19, 20],
    minutes: 135,
    price: 18,
  },
  {
    titles: [
      'Reading: Letters from the North Pier',
      'Poetry at the window',
      'An evening with the translator',
    ],
    text: 'The author reads, and answers questions over a glass of wine.',
    category: 'Books',
    venue: 'library',
    organizer: 'readers',
    tags: ['wheelchair accessible'],
    hours: [18, 19],
    minutes: 90,
    price: 6,
  },
  {
    titles: ['Repair café', 'Knots and splices for beginners', 'Bake with the harbour baker'],
    text: 'Bring what you have; tools and tea are there.',
    category: 'Workshops',
    venue: 'library',
    organizer: 'readers',
    hours: [10, 13, 15],
    minutes: 180,
    price: 0,
  },
  {
    titles: ['Birdwatching in the dunes', 'Sea swimmers’ breakfast', 'Night walk without lamps'],
    text: 'Meet at the North Gate. Wear what may get wet.',
    category: 'Sport',
    venue: 'dunes',
    tags: ['outdoors', 'free entry'],
    hours: [7, 9, 21],
    minutes: 150,
    price: 0,
  },
  {
    titles: ['Puppets: The herring who could whistle', 'Circus for the small ones'],
    text: 'For children from four years, and whoever brings them.',
    category: 'Families',
    venue: 'theatre',
    tags: ['families'],
    hours: [11, 15],
    minutes: 60,
    price: 7,
  },
  {
    titles: ['Handball: Alderhaven against Westkapel', 'Table tennis for everybody', 'Harbour run'],
    text: 'Spectators are welcome. The kiosk is open.',
    category: 'Sport',
    venue: 'sports',
    organizer: 'sports',
    hours: [14, 18],
    minutes: 120,
    price: 5,
  },
]

/** What comes back: each becomes one series. `byday` and `rule` are parts of a recurrence rule (RFC 5545 §3.3.10). */
export interface Regular extends Omit<Happening, 'titles' | 'hours'> {
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

/** Events in the town of the demo: the data of the screenshots. */
import { readFileSync } from 'node:fs'

const demo = new URL('../src/calendars/demo/', import.meta.url)
type Named = Readonly<Record<string, unknown>>
const lines = readFileSync(new URL('town.jsonl', demo), 'utf8')
  .trim()
  .split('\n')
  .map((line): Named => JSON.parse(line))

/** The args of an item of the demo's town, by its name. */
function townItem(resource: 'venue' | 'organizer', name: string): Named {
  const { resource: _, ...args } =
    lines.find((line) => line.resource === resource && line[resource] === name) ?? {}
  return args
}

const venues = {
  hall: townItem('venue', 'Old Customs House'),
  theatre: townItem('venue', 'Lantern Theatre'),
  market: townItem('venue', 'Fish Market Square'),
  library: townItem('venue', 'Harbour Library'),
  dunes: townItem('venue', 'Dune Park'),
}
const organizers = {
  town: townItem('organizer', 'Town of Alderhaven'),
  brass: townItem('organizer', 'Saltwind Brass Band'),
  readers: townItem('organizer', 'Friends of the Library'),
}

/** The moment that the screenshots show. */
export const NOW = '2026-11-18T09:00:00Z'
/** The site zone of the town. */
export const ZONE = 'Europe/Amsterdam'

/** The pictures of the town: those of the demo. */
const posters = [
  'lanterns',
  'stage',
  'harbour',
  'dunes',
  'market',
  'brass',
  'cinema',
  'books',
  'church',
] as const
type Poster = (typeof posters)[number]

/** Returns a picture as a WebP file. */
export const poster = (name: Poster): Buffer => readFileSync(new URL(`${name}.webp`, demo))

/** The fields of an event to create; `poster` is the name of its image. */
interface Happening {
  readonly title: string
  readonly start_date: string
  readonly end_date: string
  readonly poster?: Poster
  readonly [field: string]: unknown
}

const at = (day: string, from: string, to: string) => ({
  start_date: `2026-${day} ${from}:00`,
  end_date: `2026-${day} ${to}:00`,
})
const during = (first: string, last: string) => ({
  start_date: `2026-${first}`,
  end_date: `2026-${last}`,
  all_day: true,
})

const description =
  '<p>When the last boats are in, the harbour goes dark for a minute, and then four thousand lanterns are lit at once, on masts, on window sills and on the water.</p><p>Walk from the Customs House to the lighthouse: there are stories at seven corners, soup at every bridge, and brass where the two meet.</p><h2>Good to know</h2><ul><li>The quay is closed to cars from four o’clock.</li><li>The whole way is level and can be done in a wheelchair.</li><li>Lanterns can be made at the library all week.</li></ul>'

/** The events of the town around the moment of the screenshots. */
export const happenings: readonly Happening[] = [
  {
    title: 'Night of the Lanterns',
    ...at('11-21', '17:30', '22:00'),
    description,
    excerpt: '<p>Four thousand lanterns, seven stories and a brass band along the harbour.</p>',
    poster: 'lanterns',
    featured: true,
    sticky: true,
    cost: 'Free',
    website: 'https://lanterns.alderhaven.example/',
    categories: ['Festivals'],
    tags: ['outdoors', 'families'],
    venue: [venues.market],
    organizer: [organizers.town],
  },
  {
    title: 'Herring Week',
    ...during('11-16', '11-22'),
    categories: ['Food'],
    venue: [venues.market],
    organizer: [organizers.town],
  },
  {
    title: 'Lantern workshop',
    ...at('11-18', '15:00', '17:00'),
    categories: ['Workshops'],
    tags: ['families'],
    venue: [venues.library],
    organizer: [organizers.readers],
    cost: '€4',
  },
  {
    title: 'Lantern workshop: second evening',
    ...at('11-19', '18:30', '20:30'),
    categories: ['Workshops'],
    venue: [venues.library],
    organizer: [organizers.readers],
    cost: '€4',
  },
  {
    title: 'Town council',
    ...at('11-18', '19:30', '22:00'),
    categories: ['Town hall'],
    venue: [venues.hall],
    organizer: [organizers.town],
  },
  {
    title: 'The Lighthouse Keeper’s Daughter',
    ...at('11-20', '20:00', '22:15'),
    poster: 'stage',
    categories: ['Theatre'],
    venue: [venues.theatre],
    cost: '€18',
    tickets: [
      { name: 'Stalls', price: '18', currency: 'EUR', url: 'https://lantern.example/1' },
      { name: 'Balcony', price: '12', currency: 'EUR', availability: 'sold_out' },
    ],
  },
  {
    title: 'The Lighthouse Keeper’s Daughter',
    ...at('11-21', '20:00', '22:15'),
    poster: 'stage',
    categories: ['Theatre'],
    venue: [venues.theatre],
    cost: '€18',
  },
  {
    title: 'Saltwind Brass: rehearsal with guests',
    poster: 'brass',
    ...at('11-21', '10:30', '12:00'),
    categories: ['Music'],
    venue: [venues.hall],
    organizer: [organizers.brass],
  },
  {
    title: 'Birdwatching in the dunes',
    ...at('11-22', '07:45', '10:30'),
    poster: 'dunes',
    categories: ['Outdoors'],
    tags: ['outdoors'],
    venue: [venues.dunes],
    cost: 'Free',
  },
  {
    title: 'Repair café',
    ...at('11-22', '13:00', '16:30'),
    categories: ['Workshops'],
    venue: [venues.library],
    cost: 'Free',
  },
  {
    title: 'Sea swimmers’ breakfast',
    ...at('11-22', '09:00', '11:00'),
    poster: 'harbour',
    categories: ['Outdoors'],
    venue: [venues.market],
  },
  {
    title: 'Reading: Letters from the North Pier',
    poster: 'books',
    ...at('11-24', '19:00', '20:30'),
    categories: ['Books'],
    venue: [venues.library],
    organizer: [organizers.readers],
  },
  {
    title: 'Boatbuilders’ Days',
    ...during('11-26', '11-29'),
    poster: 'harbour',
    featured: true,
    categories: ['Festivals'],
    venue: [venues.hall],
    organizer: [organizers.town],
    cost: '€5',
  },
  {
    title: 'Brass at dusk',
    poster: 'brass',
    ...at('11-28', '16:15', '17:30'),
    categories: ['Music'],
    venue: [venues.market],
    organizer: [organizers.brass],
    cost: 'Free',
  },
  {
    title: 'First Advent: carols on the quay',
    poster: 'church',
    ...at('11-29', '17:00', '18:30'),
    categories: ['Music'],
    venue: [venues.market],
    organizer: [organizers.brass],
  },
  {
    title: 'Storytelling for the small ones',
    poster: 'books',
    ...at('11-25', '15:30', '16:30'),
    categories: ['Books'],
    tags: ['families'],
    venue: [venues.library],
  },
  {
    title: 'All Saints’ concert',
    poster: 'church',
    ...at('11-01', '17:00', '18:30'),
    categories: ['Music'],
    venue: [venues.theatre],
  },
  {
    title: 'Harbour film club',
    poster: 'cinema',
    ...at('11-05', '20:00', '22:30'),
    categories: ['Film'],
    venue: [venues.theatre],
    cost: '€7',
  },
  {
    title: 'Saint Martin’s procession',
    ...at('11-11', '17:00', '18:30'),
    categories: ['Festivals'],
    tags: ['families'],
    venue: [venues.market],
  },
  {
    title: 'Harbour film club',
    poster: 'cinema',
    ...at('11-12', '20:00', '22:30'),
    categories: ['Film'],
    venue: [venues.theatre],
    cost: '€7',
  },
  {
    title: 'Call with our twin town',
    ...at('11-19', '20:00', '21:00'),
    timezone: 'America/Halifax',
    categories: ['Town hall'],
    organizer: [organizers.town],
  },
  {
    title: 'Winter exhibition: Charts and Coastlines',
    start_date: '2026-11-29',
    end_date: '2027-01-10',
    all_day: true,
    categories: ['Museums'],
    venue: [venues.hall],
  },
  {
    title: 'Saturday market',
    poster: 'market',
    ...at('11-07', '08:00', '13:00'),
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=12',
    description: '<p>Fish, bread, flowers and what the fields have. In December with roast chestnuts.</p>',
    categories: ['Markets'],
    venue: [venues.market],
    organizer: [organizers.town],
  },
  {
    title: 'Choir practice',
    ...at('11-03', '19:30', '21:30'),
    recurrence: 'RRULE:FREQ=WEEKLY;COUNT=10',
    categories: ['Music'],
    venue: [venues.hall],
    cost: 'Free',
  },
  {
    title: 'Harbour tour by boat',
    ...at('11-22', '14:00', '15:30'),
    event_status: 'cancelled',
    categories: ['Outdoors'],
    venue: [venues.market],
    cost: '€9',
  },
  {
    title: 'Talk: how a tide clock works',
    ...at('11-20', '18:00', '19:00'),
    attendance_mode: 'mixed',
    online_url: 'https://talks.alderhaven.example/tides',
    categories: ['Books'],
    venue: [venues.library],
    organizer: [organizers.readers],
    cost: 'Free',
  },
  {
    title: 'Winter films by the harbour',
    ...at('11-29', '19:30', '22:00'),
    status: 'pending',
    venue: { venue: 'Harbour Libary' },
    categories: ['Film'],
    cost: '€8',
    description: '<p>Three short films about the harbour, and soup.</p>',
  },
  {
    title: 'Poetry under the lamps',
    ...at('11-22', '20:00', '22:00'),
    status: 'draft',
    venue: venues.theatre,
  },
]

const long =
  'The Extraordinarily Long-Winded Annual General Meeting of the Society for the Preservation of Harbour Lights, Lightships, Lighthouses and Other Navigational Aids of the Northern Coast, with a Lantern Lecture, a Cold Buffet, Elections of the Committee and a Vote on the Vote of Last Year'
const unbroken = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'

/** Events that are hard to show: long, unbroken, foreign, cancelled, without a place, and a hundred on one day. */
export const hardHappenings: readonly Happening[] = [
  {
    title: long,
    ...at('11-18', '19:00', '23:00'),
    description: `<p>${unbroken.repeat(3)}</p>`,
    categories: [unbroken],
  },
  { title: unbroken, ...at('11-18', '09:30', '09:30'), poster: 'lanterns', cost: '€8 – €14, members free' },
  { title: 'أمسية الفوانيس على رصيف الميناء', ...at('11-19', '20:00', '22:00'), categories: ['موسيقى'] },
  { title: '港の灯りと朗読の夕べ', ...at('11-19', '18:00', '20:00'), event_status: 'cancelled' },
  { title: 'A year of charts', start_date: '2026-01-02', end_date: '2027-03-01', all_day: true },
  { title: 'No place yet', ...at('11-20', '23:30', '23:59'), attendance_mode: 'online' },
  ...Array.from({ length: 100 }, (_, number) => ({
    title: `Open studio ${number + 1}`,
    ...at(
      '11-21',
      `${String(8 + (number % 12)).padStart(2, '0')}:00`,
      `${String(9 + (number % 12)).padStart(2, '0')}:30`,
    ),
    categories: ['Exhibitions'],
  })),
]

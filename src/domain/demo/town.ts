/** Alderhaven, the invented town of the demo: its venues, organizers, categories and tags. */

export const venues = {
  hall: {
    venue: 'Old Customs House',
    address: 'Quay Street 1',
    city: 'Alderhaven',
    zip: '4410',
    geo_lat: 52.01,
    geo_lng: 3.61,
  },
  theatre: {
    venue: 'Lantern Theatre',
    address: 'Ropewalk 22',
    city: 'Alderhaven',
    zip: '4410',
    geo_lat: 52.013,
    geo_lng: 3.615,
  },
  market: { venue: 'Fish Market Square', city: 'Alderhaven', zip: '4410', geo_lat: 52.008, geo_lng: 3.62 },
  library: {
    venue: 'Harbour Library',
    address: 'Pilot Lane 5',
    city: 'Alderhaven',
    zip: '4411',
    geo_lat: 52.011,
    geo_lng: 3.605,
  },
  club: {
    venue: 'Komedia',
    address: 'Salt Alley 8',
    city: 'Alderhaven',
    zip: '4411',
    geo_lat: 52.012,
    geo_lng: 3.618,
  },
  church: {
    venue: 'Saint Anne’s Church',
    address: 'Church Hill 2',
    city: 'Alderhaven',
    zip: '4410',
    geo_lat: 52.014,
    geo_lng: 3.611,
  },
  sports: {
    venue: 'Seawall Sports Hall',
    address: 'Dyke Road 40',
    city: 'Alderhaven',
    zip: '4412',
    geo_lat: 52.004,
    geo_lng: 3.63,
  },
  dunes: { venue: 'Dune Park', address: 'North Gate', city: 'Alderhaven', geo_lat: 52.02, geo_lng: 3.6 },
} as const
export type VenueKey = keyof typeof venues

export const organizers = {
  town: {
    organizer: 'Town of Alderhaven',
    website: 'https://alderhaven.example/',
    email: 'events@alderhaven.example',
  },
  brass: { organizer: 'Saltwind Brass Band', email: 'brass@alderhaven.example' },
  readers: { organizer: 'Friends of the Library' },
  film: { organizer: 'Harbour Film Club', website: 'https://film.alderhaven.example/' },
  club: { organizer: 'Komedia Culture Club', website: 'https://komedia.example/' },
  sports: { organizer: 'Alderhaven Athletics' },
} as const
export type OrganizerKey = keyof typeof organizers

export const categories = [
  'Music',
  'Theatre',
  'Film',
  'Books',
  'Markets',
  'Families',
  'Sport',
  'Exhibitions',
  'Workshops',
  'Town hall',
  'Festivals',
] as const
export type CategoryName = (typeof categories)[number]

export const tags = ['outdoors', 'families', 'free entry', 'wheelchair accessible', 'online'] as const
export type TagName = (typeof tags)[number]

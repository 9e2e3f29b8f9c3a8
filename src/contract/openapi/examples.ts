/** Request examples. Together they create a calendar with one event. */
import type { Action } from '../operations.ts'
import type { ResourceName } from '../resources/index.ts'
import type { Json } from './document.ts'

/** Example body of a sign-in. */
export const credentials = { login: 'ada', password: 'correct horse battery' }

/** Maps an action to the schema of its body and an example. */
export const ownBodies: Readonly<
  Record<string, { readonly schema: string; readonly example: Json } | undefined>
> = {
  'add-user': {
    schema: 'NewUser',
    example: { login: 'bea', role: 'editor', password: 'correct horse battery' },
  },
  'change-user': { schema: 'UserChanges', example: { role: 'author' } },
  'create-token': { schema: 'NewToken', example: { name: 'import job', expires: '2027-12-31' } },
  'create-feed': { schema: 'NewSecretFeed', example: { name: 'Phone', status: ['publish', 'draft'] } },
  'add-subscription': {
    schema: 'NewSubscription',
    example: { address: 'https://opera.example.org/season.ics', every: '6h', categories: ['Opera'] },
  },
  'change-subscription': { schema: 'SubscriptionChanges', example: { every: '1d' } },
}

/** Example fields of an import form. */
export const importing = { file: 'season.ics', source: 'opera.example.org', dry_run: true }

/** Examples by `arg` or by `action.arg`. */
const values: Json = {
  id: 1,
  slug: 'market-day',
  uid: 'market-2027-05-04@market.example.org',
  password: 'sesame',
  force: true,
  namespace: 'cal/events/v1',
  context: 'view',
  page: 1,
  per_page: 10,
  'list.search': 'market',
  'list.include': [1],
  'list.exclude': [2],
  'list.status': ['publish'],
  'list.orderby': 'id',
  'list.order': 'asc',
  'list.slug': 'markets',
  'list.post': 1,
  'list.event': 1,
  'list.hide_empty': false,
  'list.parent': 0,
  'list.has_events': true,
  'list.only_with_upcoming': true,
  'list.start_date': '2027-05-01',
  'list.end_date': '2027-05-31',
  'list.starts_before': '2027-05-31',
  'list.starts_after': '2027-04-30',
  'list.ends_before': '2027-05-31',
  'list.ends_after': '2027-04-30',
  'list.strict_dates': false,
  'list.categories': [1],
  'list.tags': ['outdoors'],
  'list.venue': [1],
  'list.organizer': [1],
  'list.featured': true,
  'list.event_status': ['scheduled', 'rescheduled'],
  'list.geoloc': true,
  'list.geoloc_lat': 45.0764,
  'list.geoloc_lng': 7.6833,
  'list.geoloc_distance': 10,
  'list.external_id': 'market-2027-05-04@market.example.org',
  'list.post_parent': 0,
  'list.ticketed': false,
  'list.hide_from_listings': false,
  author: 0,
  date: '2027-01-10 09:00:00',
  date_utc: '2027-01-10 14:00:00',
  status: 'publish',
  description: '<p>Fruit, bread and flowers.</p>',
  image: '',
  website: 'https://market.example.org/',
  phone: '+39 011 123456',
  email: 'hello@market.example.org',
  show_map: true,
  show_map_link: true,
  name: 'Markets',
  parent: 0,
  title: 'Market day',
  file: 'market.jpg',
  alt_text: 'Stalls full of fruit below a green roof.',
  start_date: '2027-05-04 08:00:00',
  end_date: '2027-05-04 13:00:00',
  excerpt: 'Every first Tuesday.',
  timezone: 'Europe/Rome',
  all_day: false,
  cost: '€5 – €10',
  hide_from_listings: false,
  sticky: false,
  featured: true,
  categories: ['Markets'],
  tags: ['outdoors'],
  event_status: 'scheduled',
  attendance_mode: 'mixed',
  online_url: 'https://market.example.org/live',
  tickets: [{ name: 'Tasting', price: '5.00', currency: 'EUR', availability: 'in_stock' }],
  custom_fields: { stalls: 40 },
  post_parent: 0,
  venue: 'Porta Palazzo',
  address: 'Piazza della Repubblica',
  city: 'Turin',
  country: 'Italy',
  province: 'TO',
  state: '',
  zip: '10152',
  stateprovince: 'TO',
  geo_lat: 45.0764,
  geo_lng: 7.6833,
  organizer: 'Market Society',
  'import.file': importing.file,
  secret: 'Xh0cWm3Jb1r7nQ2sV5tZ8uY4wA6eK9pL0oD-fG_iNjM',
  source: importing.source,
  prune: false,
  dry_run: importing.dry_run,
  columns: 'Event name=title,When=start_date',
  'add-user.login': 'bea',
  'add-user.password': credentials.password,
  'change-user.password': credentials.password,
  role: 'editor',
  'create-token.name': 'import job',
  expires: '2027-12-31',
  'create-feed.name': 'Phone',
  'create-feed.status': ['publish', 'draft'],
  'add-subscription.address': 'https://opera.example.org/season.ics',
  'add-subscription.categories': ['Opera'],
  'add-subscription.login': 'reader:correct horse',
  'change-subscription.address': 'https://opera.example.org/season.ics',
  'change-subscription.login': 'reader:correct horse',
  'change-subscription.categories': ['Opera'],
  every: '6h',
  resource: 'event',
  item: 1,
  user: 1,
  verb: 'update',
  since: '2027-01-01',
  login: credentials.login,
  'sign-in.password': credentials.password,
}

/** Returns the example for an arg of an action. Undefined if it is missing, which a test reports. */
export function exampleOf(name: string, action: Action): unknown {
  // Feeds accept the same filters as lists.
  return values[`${action === 'feed' ? 'list' : action}.${name}`] ?? values[name]
}

/** Example bodies of creates and updates. */
export const bodies: Readonly<Record<ResourceName, { readonly create: Json; readonly update: Json }>> = {
  event: {
    create: {
      title: 'Market day',
      start_date: '2027-05-04 08:00:00',
      end_date: '2027-05-04 13:00:00',
      timezone: 'Europe/Rome',
      cost: '€5 – €10',
      venue: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy' },
      organizer: [{ organizer: 'Market Society' }],
      categories: ['Markets'],
      tags: ['outdoors'],
    },
    update: { title: 'Market morning', end_date: '2027-05-04 12:00:00', website: null },
  },
  venue: {
    create: { venue: 'Porta Palazzo', city: 'Turin', country: 'Italy', geo_lat: 45.0764, geo_lng: 7.6833 },
    update: { phone: '+39 011 123456', show_map: true },
  },
  organizer: {
    create: { organizer: 'Market Society', email: 'hello@market.example.org' },
    update: { website: 'https://market.example.org/' },
  },
  category: {
    create: { name: 'Markets', description: 'Under the open sky.' },
    update: { name: 'Markets and fairs' },
  },
  tag: { create: { name: 'outdoors' }, update: { description: 'Bring a coat.' } },
  media: {
    create: {
      file: 'market.jpg',
      title: 'Porta Palazzo',
      alt_text: 'Stalls full of fruit below a green roof.',
    },
    update: { alt_text: 'Stalls full of fruit below a green roof, early in the morning.' },
  },
}

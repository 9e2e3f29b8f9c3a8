/** The pages of the site in the form of a document: paths below the root, with their args. */
import type { Document } from '../fuzz/generate.ts'

const text = (name: string) => ({ name, in: 'query', schema: { type: 'string' } })
const filters = [
  'search',
  'from',
  'categories',
  'group',
  'venue',
  'geoloc_lat',
  'geoloc_lng',
  'geoloc_distance',
  'page',
].map(text)

const paths = {
  '/': [],
  '/calendar/': filters,
  '/calendar/2027-01/': filters,
  '/calendar/week/2027-W03/': filters,
  '/calendar/day/2027-01-20/': filters,
  '/calendar/weekend/2027-01-23/': filters,
  '/calendar/agenda/': filters,
  '/calendar/map/': filters,
  '/calendar/search/': filters,
  '/calendar/programme/': [...filters, text('to')],
  '/favourites/': [text('ids')],
  '/favourites.ics': [text('ids')],
  '/event/{slug}/': [],
  '/venue/{slug}/': [text('page')],
  '/organizer/{slug}/': [text('page')],
  '/category/{slug}/': [text('page')],
  '/tag/{slug}/': [text('page')],
  '/groups/': [],
  '/group/{slug}/': [text('page')],
  '/fr/': [],
  '/fr/calendar/agenda/': filters,
  '/fr/event/{slug}/': [],
  '/preview/{slug}': [],
  '/accessibility/': [],
  '/sitemap.xml': [],
  '/robots.txt': [],
  '/desk': [],
  '/healthz': [],
  '/readyz': [],
  '/metrics': [],
  '/nothing/': [],
}

const fields = ['title', 'description', 'start_date', 'end_date', 'venue', 'email', 'website', 'cost']
const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string' }]))
const form = { content: { 'application/x-www-form-urlencoded': { schema: { properties } } } }

/** Every page, as an operation without credentials, and the form of visitors. */
export const pages: Document = {
  paths: {
    ...Object.fromEntries(Object.entries(paths).map(([path, parameters]) => [path, { get: { parameters } }])),
    '/submit/': { get: { parameters: [text('group')] }, post: { parameters: [], requestBody: form } },
  },
}

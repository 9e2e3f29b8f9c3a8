/**
 * The plain server: it sends the same events as an engineer writes it in a day, by Fastify on the queries of `plain.ts`: the members of the
 * representation without JSON-LD, with the same embedded items and total. It has no validation, no rights and no ETags.
 * `plain-server.ts CALENDAR FILE`; PORT is the port.
 */
import fastify from 'fastify'
import { type EventRows, openPlain, type Row } from './plain.ts'

const [, , calendar = '', file = ''] = process.argv
const root = `http://127.0.0.1:${process.env.PORT}`
const api = `${root}/cal/events/v1`
const answer = await openPlain(calendar, file)

const dateTime = (seconds: unknown) =>
  new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')
function details(text: string) {
  const [, year, month, day, hour, minutes, seconds] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)/.exec(text) ?? []
  return { year, month, day, hour, minutes, seconds }
}
function dates(row: Row) {
  const [published, modified] = [dateTime(row.date_utc), dateTime(row.modified_utc)]
  return { date: published, date_utc: published, modified, modified_utc: modified }
}
const addresses = (row: Row, kind: string, collection: string) => ({
  global_id: `${root}?id=${row.id}`,
  global_id_lineage: [`${root}?id=${row.id}`],
  url: `${root}/${kind}/${row.slug}/`,
  rest_url: `${api}/${collection}/${row.id}`,
})
const itemOf = (kind: string) => (row: Row) => ({
  ...addresses(row, kind, `${kind}s`),
  ...dates(row),
  ...row,
  image: false,
  [kind]: row.name,
})
const termOf = (kind: string, collection: string) => (row: Row) => {
  const self = `${api}/${collection}/${row.id}`
  const { id, name, slug, description, count } = row
  const term = { id, name, slug, description, taxonomy: `event_${kind}`, count, rest_url: self }
  return { ...term, url: `${root}/${kind}/${slug}/`, urls: { self, collection: `${api}/${collection}` } }
}
const flags = ['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured', 'ticketed']

function eventOf({ event: row, linked }: EventRows) {
  const [start, end] = [String(row.start_date), String(row.end_date)]
  const [utcStart, utcEnd] = [dateTime(row.start_utc), dateTime(row.end_utc)]
  const { id, author, status, title, description, excerpt, slug, timezone, website, event_status } = row
  return {
    ...{ id, author, status, title, description, excerpt, slug, timezone, website, event_status },
    ...addresses(row, 'event', 'events'),
    ...dates(row),
    ...Object.fromEntries(flags.map((name) => [name, row[name] === 1])),
    image: false,
    ...{
      start_date: start,
      start_date_details: details(start),
      end_date: end,
      end_date_details: details(end),
    },
    ...{ utc_start_date: utcStart, utc_start_date_details: details(utcStart) },
    ...{ utc_end_date: utcEnd, utc_end_date_details: details(utcEnd) },
    cost: '',
    cost_details: { currency_symbol: '', currency_code: '', currency_position: '', values: [] },
    venue: linked.venues.map(itemOf('venue'))[0] ?? [],
    organizer: linked.organizers.map(itemOf('organizer')),
    categories: linked.categories.map(termOf('category', 'categories')),
    tags: linked.tags.map(termOf('tag', 'tags')),
    custom_fields: JSON.parse(String(row.custom_fields)),
    tickets: JSON.parse(String(row.tickets)),
  }
}

const app = fastify()
app.route<{ Body?: Readonly<Record<string, unknown>> }>({
  method: ['GET', 'POST', 'PATCH'],
  url: '/cal/events/v1/*',
  handler({ method, url, body = {} }, reply) {
    const { events, total } = answer({ method, path: url, body })
    const shown = events.map(eventOf)
    if (method === 'POST') reply.code(201)
    if (total !== undefined)
      return { events: shown, total, total_pages: Math.ceil(total / 10), rest_url: api }
    return shown[0] ?? reply.code(404).send({ code: 'not-found' })
  },
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')

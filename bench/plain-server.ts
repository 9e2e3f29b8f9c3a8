/**
 * The plain server: it serves the same events, as an engineer writes it in a day, with Fastify, prepared statements, WAL and
 * `synchronous=FULL`. It sends the members of the representation without JSON-LD, with the same embedded venue, organizer,
 * categories, tags and total. It has no validation, no rights, no search and no ETags. `plain-server.ts CALENDAR FILE` copies a calendar's
 * tables into a new file; PORT is the port.
 */
import fastify from 'fastify'
import { openSqlite } from '../src/store/database/sqlite/database.ts'

type Row = Readonly<Record<string, string | number | null>>

const [, , calendar = '', file = ''] = process.argv
const root = `http://127.0.0.1:${process.env.PORT}`
const api = `${root}/cal/events/v1`
const db = await openSqlite(file)
for (const pragma of ['journal_mode=WAL', 'synchronous=FULL', 'cache_size=-64000', 'mmap_size=1073741824'])
  db.exec(`pragma ${pragma}`)
const links = ['venues', 'organizers', 'categories', 'tags'] as const
db.exec(`attach '${calendar.replaceAll("'", "''")}' as calendar`)
for (const table of ['events', ...links]) {
  const columns = db
    .prepare(`select name, type from pragma_table_info('${table}', 'calendar')`)
    .all() as Row[]
  const named = columns.map(({ name, type }) =>
    name === 'id' ? 'id integer primary key' : `"${name}" ${type}`,
  )
  db.exec(`create table ${table} (${named.join()}); insert into ${table} select * from calendar.${table}`)
}
for (const table of links)
  db.exec(`create table event_${table} (event_id integer, target_id integer, position integer, primary key (event_id, target_id)) without rowid;
    insert into event_${table} select * from calendar.event_${table};
    create index event_${table}_target on event_${table} (target_id)`)
db.exec(`detach calendar; create unique index events_slug on events (slug);
  create index events_listed on events (status, start_utc, id); analyze`)

const linked = Object.fromEntries(
  links.map((table) => [
    table,
    db.prepare(
      `select t.* from event_${table} as l join ${table} as t on t.id = l.target_id where l.event_id = ? order by l.position`,
    ),
  ]),
)
const byId = db.prepare(`select * from events where id = ? and status = 'publish'`)
const bySlug = db.prepare(`select * from events where slug = ? and status = 'publish'`)

const dateTime = (seconds: unknown) =>
  new Date(Number(seconds) * 1000).toISOString().slice(0, 19).replace('T', ' ')
function details(text: string) {
  const [, year, month, day, hour, minutes, seconds] = /^(\d+)-(\d+)-(\d+) (\d+):(\d+):(\d+)/.exec(text) ?? []
  return { year, month, day, hour, minutes, seconds }
}
const isTrue = (row: Row, ...names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, row[name] === 1]))
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
const itemOf = (kind: string, collection: string) => (row: Row) => ({
  ...addresses(row, kind, collection),
  ...dates(row),
  ...row,
  image: false,
  [kind]: row.name,
})
const termOf = (kind: string, collection: string) => (row: Row) => {
  const self = `${api}/${collection}/${row.id}`
  const { id, name, slug, description, count } = row
  return {
    ...{ id, name, slug, description, taxonomy: `event_${kind}`, count, rest_url: self },
    url: `${root}/${kind}/${slug}/`,
    urls: { self, collection: `${api}/${collection}` },
  }
}
const embedded = (table: string, event: Row) => linked[table]?.all(event.id) as Row[]

function eventOf(row: Row) {
  const [start, end] = [String(row.start_date), String(row.end_date)]
  const [utcStart, utcEnd] = [dateTime(row.start_utc), dateTime(row.end_utc)]
  const { id, author, status, title, description, excerpt, slug, timezone, website, event_status } = row
  return {
    ...{ id, author, status, title, description, excerpt, slug, timezone, website, event_status },
    ...addresses(row, 'event', 'events'),
    ...dates(row),
    ...isTrue(
      row,
      'all_day',
      'show_map',
      'show_map_link',
      'hide_from_listings',
      'sticky',
      'featured',
      'ticketed',
    ),
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
    venue: embedded('venues', row).map(itemOf('venue', 'venues'))[0] ?? [],
    organizer: embedded('organizers', row).map(itemOf('organizer', 'organizers')),
    categories: embedded('categories', row).map(termOf('category', 'categories')),
    tags: embedded('tags', row).map(termOf('tag', 'tags')),
    custom_fields: JSON.parse(String(row.custom_fields)),
    tickets: JSON.parse(String(row.tickets)),
  }
}

const inCategory =
  'and id in (select event_id from event_categories join categories as c on c.id = target_id where c.slug = ?)'
const listed = (rest: string) => ({
  rows: db.prepare(
    `select * from events where status = 'publish' and end_utc >= ? and start_utc <= ? ${rest} order by start_utc, id limit 10 offset ?`,
  ),
  total: db.prepare(
    `select count(*) as total from events where status = 'publish' and end_utc >= ? and start_utc <= ? ${rest}`,
  ),
})
const [all, ofCategory] = [listed(''), listed(inCategory)]
const seconds = (text: string | undefined, otherwise: number) =>
  text === undefined ? otherwise : Math.floor(Date.parse(`${text.replace(' ', 'T')}Z`) / 1000)
const YEARS = 2 * 365 * 86_400

const app = fastify()
app.get<{ Querystring: Record<string, string | undefined> }>('/cal/events/v1/events', ({ query }) => {
  const now = Math.floor(Date.now() / 1000)
  const [start, end] = [seconds(query.start_date, now), seconds(query.end_date, now + YEARS)]
  const { categories } = query
  const args = [start, end, ...(categories === undefined ? [] : [categories])]
  const { rows, total } = categories === undefined ? all : ofCategory
  const [{ total: count } = { total: 0 }] = total.all(...args) as { readonly total: number }[]
  const page = rows.all(...args, (Number(query.page ?? 1) - 1) * 10) as Row[]
  return { events: page.map(eventOf), total: count, total_pages: Math.ceil(count / 10), rest_url: api }
})
const one = (row: Row | undefined) => (row === undefined ? { code: 'not-found' } : eventOf(row))
app.get<{ Params: { id: string } }>('/cal/events/v1/events/:id', ({ params }) =>
  one((byId.all(params.id) as Row[])[0]),
)
app.get<{ Params: { slug: string } }>('/cal/events/v1/events/by-slug/:slug', ({ params }) =>
  one((bySlug.all(params.slug) as Row[])[0]),
)

const [last] = db.prepare('select * from events order by id desc limit 1').all() as Row[]
const names = Object.keys(last ?? {})
const insert = db.prepare(`insert into events (${names.join()}) values (${names.map(() => '?').join()})`)
const link = Object.fromEntries(
  links.map((table) => [table, db.prepare(`insert into event_${table} values (?, ?, ?)`)]),
)
interface Sent {
  readonly title: string
  readonly description: string
  readonly start_date: string
  readonly end_date: string
  readonly venue: number
  readonly organizer: number
  readonly categories: readonly number[]
  readonly tags: readonly number[]
}
let next = Number(last?.id ?? 0)
app.post<{ Body: Sent }>('/cal/events/v1/events', ({ body }, reply) => {
  next += 1
  const now = Math.floor(Date.now() / 1000)
  const { title, description, start_date, end_date } = body
  const row: Row = {
    ...last,
    ...{ id: next, slug: `plain-${next}`, title, description, start_date, end_date, status: 'publish' },
    ...{
      start_utc: seconds(start_date, now),
      end_utc: seconds(end_date, now),
      date_utc: now,
      modified_utc: now,
    },
  }
  db.exec('begin immediate')
  insert.run(...names.map((name) => row[name] ?? null))
  const targets = {
    venues: [body.venue],
    organizers: [body.organizer],
    categories: body.categories,
    tags: body.tags,
  }
  for (const [table, ids] of Object.entries(targets))
    for (const [position, id] of ids.entries()) link[table]?.run(next, id, position)
  db.exec('commit')
  reply.code(201)
  return eventOf((byId.all(next) as Row[])[0] ?? row)
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.stdout.write('ready\n')

/**
 * Creates calendars of any size by SQL directly in the file: events with venue, organizer, two categories and three
 * tags each, spread over six years, one of them past. The benchmark measures the service, not the import.
 */
import { randomBytes } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { type NodeSqliteDatabase, openSqlite } from '../src/store/database/sqlite/database.ts'

/** The number of each. */
export const counts = { venues: 2000, organizers: 500, categories: 50, tags: 200, phrases: 4000, series: 200 }

const consonants = 'b ch d f gr h j k l m n p qu r s st t v w z'.split(' ')
const syllables = consonants.flatMap((first) => ['a', 'e', 'i', 'o', 'u'].map((vowel) => first + vowel))

/**
 * Words of an invented language, the most frequent first. Their trigrams are about as common in texts as those of real words, so that an
 * index of trigrams has as much to read.
 */
export const words: readonly string[] = Array.from({ length: 2000 }, (_, rank) => {
  const [first, second] = [rank % syllables.length, Math.floor(rank / syllables.length)]
  return [first, second * 7 + first * 3, rank * 13 + second]
    .map((at) => syllables[at % syllables.length] ?? '')
    .join('')
})

/** The slug of a category that one event in twenty-five has. */
export const CATEGORY = 'c7'

let state = 1
function next(below: number): number {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((state / 0x80000000) * below)
}
const text = (count: number) =>
  Array.from({ length: count }, () => words[Math.floor((next(100_000) / 100_000) ** 2 * words.length)]).join(
    ' ',
  )
const capital = (phrase: string) => phrase.slice(0, 1).toUpperCase() + phrase.slice(1)

type Row = Readonly<Record<string, string | number | null>>

function inserting(db: NodeSqliteDatabase, table: string, rows: readonly Row[]): void {
  const names = Object.keys(rows[0] ?? {})
  const statement = db.prepare(
    `insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`,
  )
  for (const row of rows) statement.run(...names.map((name) => row[name]))
}

const counted = (count: number, row: (id: number) => Row) =>
  Array.from({ length: count }, (_, at) => row(at + 1))
/** The columns of every item. */
const kept = { version: 1, modified_utc: 1_700_000_000, origins: '[]' }
/** The columns of every event, venue and organizer. */
const published = {
  ...kept,
  author: 1,
  status: 'publish',
  date_utc: 1_700_000_000,
  date_set: 1,
  description: '',
  website: '',
}

function venue(id: number): Row {
  const place = {
    name: `Venue ${id}`,
    address: `${id} High Street`,
    city: `Town ${id % 90}`,
    country: 'France',
  }
  const name_key = place.name.toLowerCase()
  const search_text = Object.values(place).join('\n').toLowerCase()
  const geo = { geo_lat: 43 + (id % 700) / 100, geo_lng: (id % 650) / 100 }
  const rest = { province: '', state: '', zip: '', phone: '', show_map: 1, show_map_link: 1 }
  return { ...published, ...place, ...rest, ...geo, name_key, slug: `venue-${id}`, search_text }
}

function organizer(id: number): Row {
  const name = `Organizer ${id}`
  const [name_key, search_text] = [name.toLowerCase(), name.toLowerCase()]
  return { ...published, name, name_key, search_text, slug: `organizer-${id}`, phone: '', email: '' }
}

const term = (letter: string) => (id: number) => {
  const slug = `${letter}${id}`
  const name = slug.toUpperCase()
  return { ...kept, name, name_key: slug, slug, description: '', count: 0, search_text: `${slug}\n${slug}\n` }
}

/** What all dates of a series have. */
const pattern = JSON.stringify({
  columns: {
    search_text: '',
    cost: null,
    tickets: [],
    ticketed: 0,
    free: 0,
    custom_fields: {},
    note: '',
    description: '',
    excerpt: '',
    website: '',
    event_status: 'scheduled',
    attendance_mode: 'offline',
    online_url: '',
    status_reason: '',
    show_map: 1,
    show_map_link: 1,
    hide_from_listings: 0,
    sticky: 0,
    featured: 0,
    language: '',
    translations: {},
    readable_in: '',
    assignee: null,
    post_parent: null,
    image: null,
    origin: null,
  },
  links: { venue: [], organizer: [], category: [], tag: [] },
})

/** A series without dates: the calendar decides which events are its occurrences. */
function series(id: number): Row {
  const { description: _, website: __, ...columns } = published
  const day = { all_day: 0, start_date: '2026-01-01 10:00:00', end_date: '2026-01-01 11:00:00' }
  const rule = { recurrence: '["RRULE:FREQ=WEEKLY"]', timezone: 'UTC', made_until: '2030-01-01 00:00:00' }
  const name = { slug: `series-${id}`, title: `Series ${id}`, title_key: `series ${id}`, uid: `series-${id}` }
  return { ...columns, ...day, ...rule, ...name, id, is_complete: 1, pattern }
}

/**
 * Fills the tables of venues, organizers and terms, and a temporary one of phrases. The result is always the same.
 */
function fillLinked(db: NodeSqliteDatabase): void {
  state = 1
  inserting(db, 'venues', counted(counts.venues, venue))
  inserting(db, 'organizers', counted(counts.organizers, organizer))
  inserting(db, 'categories', counted(counts.categories, term('c')))
  inserting(db, 'tags', counted(counts.tags, term('t')))
  inserting(db, 'series', counted(counts.series, series))
  db.exec('create temp table phrases (id integer primary key, title text, text text)')
  const phrase = (id: number) => ({ id, title: capital(text(3)), text: text(12) })
  inserting(db, 'phrases', counted(counts.phrases, phrase))
}

const DAY = 86_400
const YEARS = 365 * DAY
/** One draft for this many published events. No list shows drafts. */
const DRAFTS = 50

/** One event in this many is an occurrence of a series. */
const OCCURRENCES = 50
const OCCURRENCE = 7
const isOccurrence = `n % ${OCCURRENCES} = ${OCCURRENCE}`

/** Returns SQL for a pseudo-random number below a limit, derived from the row's number and `salt`. */
const scattered = (salt: number, below: number) => `((n * ${48_271 + 2 * salt}) % 2147483647 % ${below})`

/** Returns SQL for all numbers from 1 to `count`. */
const numbers = (count: number) =>
  `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${count})`

function fillEvents(db: NodeSqliteDatabase, count: number, now: number): void {
  const first = Math.floor(now / DAY) * DAY - YEARS
  const start = `(${first} + ${scattered(1, 6 * 365)} * ${DAY} + ${scattered(2, 24)} * 3600)`
  const wall = (seconds: string) => `strftime('%Y-%m-%d %H:%M:%S', ${seconds}, 'unixepoch')`
  const columns: Readonly<Record<string, string>> = {
    id: 'n',
    version: '1',
    modified_utc: '1700000000',
    origins: `'[]'`,
    author: '1',
    status: `iif(n % ${DRAFTS + 1} = 0, 'draft', 'publish')`,
    date_utc: `1600000000 + ${scattered(3, 100_000_000)}`,
    date_set: '1',
    slug: `'event-' || n`,
    title: `p.title || ' ' || n`,
    title_key: `lower(p.title) || ' ' || n`,
    description: `'<p>' || q.text || '</p>'`,
    excerpt: `''`,
    search_text: `lower(p.title) || ' ' || n || char(10) || q.text || char(10)`,
    website: `''`,
    all_day: '0',
    start_date: wall('start'),
    end_date: wall('start + 7200'),
    start_utc: 'start',
    end_utc: 'start + 7200',
    timezone: `'UTC'`,
    cost: `'null'`,
    show_map: '1',
    show_map_link: '1',
    hide_from_listings: '0',
    sticky: '0',
    featured: `n % 20 = 0`,
    ticketed: '0',
    tickets: `'[]'`,
    custom_fields: `'{}'`,
    uid: 'lower(hex(randomblob(16)))',
    series: `iif(${isOccurrence}, 1 + n / ${OCCURRENCES} % ${counts.series}, null)`,
    recurrence_id: `iif(${isOccurrence}, ${wall('n * 60')}, '')`,
  }
  db.exec(`insert into events (${Object.keys(columns).join()})
    ${numbers(count)}, placed as (select n, ${start} as start from numbers)
    select ${Object.values(columns).join()} from placed
    join phrases as p on p.id = 1 + ${scattered(4, counts.phrases)} join phrases as q on q.id = 1 + ${scattered(5, counts.phrases)}`)
}

function fillLinks(db: NodeSqliteDatabase, count: number): void {
  // The targets of one event are consecutive, so that they differ.
  const links = (table: string, below: number, each: number, salt: number) => {
    for (let at = 0; at < each; at++)
      db.exec(`insert into ${table} (event_id, target_id, position) ${numbers(count)}
        select n, 1 + (${scattered(salt, below)} + ${at}) % ${below}, ${at} from numbers`)
  }
  links('event_venues', counts.venues, 1, 6)
  links('event_organizers', counts.organizers, 1, 7)
  links('event_categories', counts.categories, 2, 8)
  links('event_tags', counts.tags, 3, 9)
  for (const table of ['categories', 'tags'])
    db.exec(`update ${table} set count = (select count(*) from event_${table} as link
      join events on events.id = link.event_id where link.target_id = ${table}.id and events.status = 'publish')`)
}

/** Drops indexes and triggers that would be updated row by row. Returns a function that recreates them. */
function withoutIndexes(db: NodeSqliteDatabase): () => void {
  const found = db
    .prepare(`select type, name, sql from sqlite_schema where sql is not null and
      (type = 'trigger' or type = 'index' and tbl_name like 'event%')`)
    .all() as { readonly type: string; readonly name: string; readonly sql: string }[]
  for (const { type, name } of found) db.exec(`drop ${type} ${name}`)
  return () => {
    for (const { sql } of found) db.exec(sql)
    db.exec(`insert into events_text (events_text) values ('rebuild')`)
    db.exec('update text_index set indexed_id = (select max(id) from events)')
  }
}

/** Fills an empty calendar that no process has open with published events and additional drafts. */
export async function fillCalendar(file: string, events: number): Promise<void> {
  const now = Temporal.Now.instant()
  const count = events + Math.floor(events / DRAFTS)
  const db = await openSqlite(file)
  try {
    for (const pragma of ['journal_mode=OFF', 'synchronous=OFF', 'cache_size=-400000', 'foreign_keys=OFF'])
      db.exec(`pragma ${pragma}`)
    db.exec('begin')
    const restore = withoutIndexes(db)
    fillLinked(db)
    fillEvents(db, count, Math.floor(now.epochMilliseconds / 1000))
    fillLinks(db, count)
    restore()
    db.exec('update revision set value = value + 1')
    db.exec('commit')
    db.exec('pragma journal_mode=WAL')
  } finally {
    db.close()
  }
}

/** Returns the id of the `nth` published event, counted from 0. */
export const publishedId = (nth: number): number => nth + Math.floor(nth / DRAFTS) + 1

/** The id of a single event, for updates: the series of these calendars have no patterns. */
export function singleId(nth: number): number {
  const id = publishedId(nth)
  if (id % OCCURRENCES !== OCCURRENCE) return id
  // The plain server has no drafts.
  return (id + 1) % (DRAFTS + 1) === 0 ? id + 2 : id + 1
}

/** Returns a random name. */
export const anyName = () => randomBytes(6).toString('hex')

/** Returns the body of a create with a new name: an evening with a venue, an organizer, two categories and three tags. */
export const concert = (day = '2027-05-04') => ({
  title: `Concert ${anyName()}`,
  description: 'An evening with music by candlelight.',
  start_date: `${day} 18:00:00`,
  end_date: `${day} 20:00:00`,
  venue: 1,
  organizer: 1,
  categories: [1, 2],
  tags: [1, 2, 3],
})

/**
 * Creates calendars of any size by SQL directly in the file: events with venue, organizer, two categories and three
 * tags each, spread over six years, one of them past. The benchmark measures the service, not the import.
 */
import { randomBytes } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import { type NodeSqliteDatabase, openSqlite } from '../src/store/database/sqlite/database.ts'
import { counts, fillLinked } from './linked.ts'

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
  return id % OCCURRENCES === OCCURRENCE ? id + 1 : id
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

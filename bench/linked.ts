/**
 * The items that the events of a generated calendar reference: venues, organizers, terms, and phrases for their
 * texts.
 */
import type { NodeSqliteDatabase } from '../src/store/database/sqlite/database.ts'

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
export const kept = { version: 1, modified_utc: 1_700_000_000, origins: '[]' }
/** The columns of every event, venue and organizer. */
export const published = {
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

/** A series without dates: the calendar decides which events are its occurrences. */
function series(id: number): Row {
  const { description: _, website: __, ...columns } = published
  const day = { all_day: 0, start_date: '2026-01-01 10:00:00', end_date: '2026-01-01 11:00:00' }
  const rule = { recurrence: '["RRULE:FREQ=WEEKLY"]', timezone: 'UTC', made_until: '2030-01-01 00:00:00' }
  const name = { slug: `series-${id}`, title: `Series ${id}`, title_key: `series ${id}`, uid: `series-${id}` }
  return { ...columns, ...day, ...rule, ...name, id, is_complete: 1, pattern: '{}' }
}

/**
 * Fills the tables of venues, organizers and terms, and a temporary one of phrases. The result is always the same.
 */
export function fillLinked(db: NodeSqliteDatabase): void {
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

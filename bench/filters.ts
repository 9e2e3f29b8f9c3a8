/**
 * Measures the database time of each filter of events, alone and in pairs, on many events: a page of ten with its total.
 * `npx tsx bench/filters.ts [EVENTS]`; prints the slowest first, and the plans of the statements that the almanac leaves to
 * the database. Each case is asked once before it is measured, so that its words are known.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Temporal } from 'temporal-polyfill'
import { fold } from '../src/domain/letters.ts'
import { windowOf } from '../src/domain/window.ts'
import { openStore } from '../src/store/open.ts'
import { openSqlite } from '../src/store/sqlite-database.ts'
import type { Asker, EventQuery } from '../src/store/store.ts'

const EVENTS = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'fasti-filters-'))
const url = `sqlite:${join(folder, 'fasti.db')}`
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const asker: Asker = { moment, sight: { user: undefined, reads: 'none', edits: 'none' } }
/** Two thousand words, of which the commonest is in every fifth text or so and most are rare, as in a language. */
const words = Array.from({ length: 2000 }, (_, rank) => {
  const syllables = ['ka', 'mo', 'ri', 'ten', 'sul', 'ver', 'an', 'do', 'pe', 'lix', 'or', 'bu']
  const at = (place: number) =>
    syllables[Math.floor(rank / place ** 2 + rank * place * 7) % syllables.length] ?? ''
  return `${at(1)}${at(2)}${at(3)}${rank}`
})
const [common = '', known = '', rare = ''] = [0, 20, 1500].map((rank) => words[rank])

let state = 1
const next = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((state / 0x80000000) * below)
}
const word = () => words[Math.floor((next(1_000_000) / 1_000_000) ** 1.35 * words.length)] ?? ''
const text = (count: number) => Array.from({ length: count }, word).join(' ')

/** Fills the tables directly: what is measured is reading. */
async function fill(): Promise<void> {
  const db = await openSqlite(join(folder, 'fasti.db'))
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    return db
      .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...Object.values(row))
  }
  const kept = { version: 1, modified_utc: 1_700_000_000, origins: '[]' }
  const published = {
    ...kept,
    author: 1,
    status: 'publish',
    date_utc: 1_700_000_000,
    date_set: 1,
    description: '',
    image: null,
    website: '',
  }
  db.exec('begin')
  for (let id = 1; id <= 50; id++)
    insert('categories', {
      ...kept,
      name: `C${id}`,
      name_key: `c${id}`,
      slug: `c${id}`,
      description: '',
      count: 1,
      search_text: `c${id}`,
      parent: id > 10 ? id % 10 || null : null,
    })
  for (let id = 1; id <= 200; id++)
    insert('tags', {
      ...kept,
      name: `T${id}`,
      name_key: `t${id}`,
      slug: `t${id}`,
      description: '',
      count: 1,
      search_text: `t${id}`,
    })
  const place = {
    address: '',
    city: '',
    country: '',
    province: '',
    state: '',
    zip: '',
    phone: '',
    stateprovince: null,
    show_map: 1,
    show_map_link: 1,
  }
  for (let id = 1; id <= 2000; id++)
    insert('venues', {
      ...published,
      ...place,
      name: `V${id}`,
      name_key: `v${id}`,
      slug: `v${id}`,
      search_text: `v${id}`,
      geo_lat: id % 4 === 0 ? null : 35 + next(2500) / 100,
      geo_lng: id % 4 === 0 ? null : next(3000) / 100,
    })
  for (let id = 1; id <= 500; id++)
    insert('organizers', {
      ...published,
      name: `O${id}`,
      name_key: `o${id}`,
      slug: `o${id}`,
      search_text: `o${id}`,
      phone: '',
      email: '',
    })
  for (let id = 1; id <= EVENTS; id++) {
    const start = 1_420_000_000 + next(500_000_000)
    const title = `${text(3)} ${id}`
    const wall = '2027-01-01 00:00:00'
    insert('events', {
      ...published,
      title,
      title_key: fold(title),
      slug: `e${id}`,
      excerpt: '',
      search_text: `${fold(title)}\n${text(40)}\n`,
      all_day: 0,
      start_date: wall,
      end_date: wall,
      start_utc: start,
      end_utc: start + 7200,
      timezone: 'UTC',
      cost: 'null',
      show_map: 1,
      show_map_link: 1,
      hide_from_listings: next(50) === 0 ? 1 : 0,
      sticky: 0,
      featured: next(20) === 0 ? 1 : 0,
      ticketed: next(3) === 0 ? 1 : 0,
      password_hash: next(100) === 0 ? 'x' : null,
      post_parent: id > 100 && next(50) === 0 ? 1 + next(100) : null,
      tickets: '[]',
      custom_fields: '{}',
      status: next(30) === 0 ? 'draft' : 'publish',
    })
    for (const [table, most, count] of [
      ['event_venues', 2000, 1],
      ['event_organizers', 500, 1],
      ['event_categories', 50, 2],
      ['event_tags', 200, 3],
    ] as const) {
      for (const target of new Set(Array.from({ length: count }, () => 1 + next(most))))
        insert(table, { event_id: id, target_id: target, position: 0 })
    }
  }
  db.exec('commit')
  db.exec('analyze')
  db.close()
}

const defaults = windowOf({}, false, moment)
const window = 'window' in defaults ? defaults.window : {}
const base: EventQuery = {
  page: 1,
  per_page: 10,
  order: 'asc',
  orderby: 'start_date',
  status: ['publish'],
  window,
  hidden: false,
}
const at = (date: string) => Temporal.Instant.from(`${date}T00:00:00Z`).epochMilliseconds / 1000

const filters: Readonly<Record<string, Partial<EventQuery>>> = {
  default: {},
  'no window': { window: {} },
  'one month': { window: { startFrom: at('2027-03-01'), startTo: at('2027-04-01') } },
  'under way': { window: { startTo: at('2027-03-02'), endFrom: at('2027-03-01') } },
  'search common': { search: { include: [common], exclude: [] } },
  'search rare': { search: { include: [rare], exclude: [] } },
  'search words': { search: { include: [known, 'mo'], exclude: [common] } },
  category: { categories: [3, 13, 23, 33, 43] },
  tag: { tags: [7] },
  venue: { venue: [99] },
  organizer: { organizer: [42] },
  featured: { featured: true },
  ticketed: { ticketed: true },
  geoloc: { geoloc: true },
  near: { circle: { lat: 48.85, lng: 2.35, distance: 25 } },
  parent: { post_parent: 5 },
  include: { include: [1, 2, 3, 500, 70_000] },
  'by title': { orderby: 'title' },
  'by modified': { orderby: 'modified', order: 'desc' },
}

async function measure(): Promise<void> {
  const opened = await openStore(url, moment)
  await opened.close()
  await fill()
  const store = await openStore(url, moment)
  const time = async (query: EventQuery) => {
    const times: number[] = []
    const list = () => store.snapshot((reading) => reading.list('event', query, asker))
    const { total } = await list()
    for (let run = 0; run < 5; run++) {
      const start = performance.now()
      await list()
      times.push(performance.now() - start)
    }
    return { ms: times.sort((a, b) => a - b)[2] ?? 0, total }
  }
  const names = Object.keys(filters)
  const rows: { name: string; ms: number; total: number }[] = []
  for (const [index, a] of names.entries()) {
    for (const b of names.slice(index)) {
      const query = { ...base, ...filters[a], ...filters[b] }
      rows.push({ name: a === b ? a : `${a} + ${b}`, ...(await time(query)) })
    }
  }
  rows.sort((a, b) => b.ms - a.ms)
  const slow = rows.filter(({ ms }) => ms > 5).length
  for (const { name, ms, total } of rows.slice(0, 40))
    process.stdout.write(`${ms.toFixed(2).padStart(9)} ms  ${String(total).padStart(7)}  ${name}\n`)
  process.stdout.write(
    `${rows.length} cases, ${slow} above 5 ms, median ${rows[Math.floor(rows.length / 2)]?.ms.toFixed(2)} ms\n`,
  )
  for (const name of names)
    process.stdout.write(
      `${(rows.find((row) => row.name === name)?.ms ?? 0).toFixed(2).padStart(9)} ms  alone: ${name}\n`,
    )
  await store.close()
  await printPlans()
}

const statements: Readonly<Record<string, string>> = {
  'the words of a search': `select group_concat(rowid) from events_text where events_text match '"${common}"'`,
  'titles with the words, of protected events': `select group_concat(id) from events
    where password_hash is not null and instr(title_key, '${common}') > 0`,
  'the events of a page': 'select * from events where id in (1, 2, 3)',
  'the venues of a page': 'select * from event_venues where event_id in (1, 2, 3)',
  'many in the order of titles': 'select id from events where 1 = 1 order by title_key, title, id limit 1000',
}

async function printPlans(): Promise<void> {
  const db = await openSqlite(join(folder, 'fasti.db'))
  for (const [name, statement] of Object.entries(statements)) {
    const steps = db.prepare(`explain query plan ${statement}`).all() as { detail: string }[]
    process.stdout.write(`${name}\n${steps.map(({ detail }) => `    ${detail}\n`).join('')}`)
  }
  db.close()
}

await measure().finally(() => rmSync(folder, { recursive: true, force: true }))

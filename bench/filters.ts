/**
 * Measures the time of each event filter, alone and in pairs, on many events: a page of ten with its total. `npx
 * tsx bench/filters.ts [EVENTS]` prints the slowest first, and the query plans of the statements that the almanac
 * leaves to the database. Each query runs once before it is measured, so that its search is cached.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { Temporal } from 'temporal-polyfill'
import { windowOfArgs } from '../src/domain/time/window.ts'
import { openSqlite } from '../src/store/database/sqlite/database.ts'
import { openStore } from '../src/store/open.ts'
import type { EventQuery, Viewer } from '../src/store/store.ts'
import { fillVaried, words } from './varied.ts'

const EVENTS = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'fasti-filters-'))
const url = `sqlite:${join(folder, 'fasti.db')}`
const moment = { now: Temporal.Instant.from('2027-01-15T12:00:00Z'), zone: 'UTC' }
const viewer: Viewer = { moment, scope: { user: undefined, reads: 'none', edits: 'none' } }
const [common = '', known = '', rare = ''] = [0, 20, 1500].map((rank) => words[rank])

const defaults = windowOfArgs({}, moment)
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
  group: { group: [3] },
  'main calendar': { in_main: true },
  'awaits the main calendar': { awaits_main: true },
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
  await fillVaried(join(folder, 'fasti.db'), EVENTS)
  const store = await openStore(url, moment)
  const time = async (query: EventQuery) => {
    const times: number[] = []
    const list = () => store.snapshot((reading) => reading.list('event', query, viewer))
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

/**
 * A calendar in which every filter matches something: hidden, protected, featured and nested events, venues with
 * and without coordinates.
 */
import { foldedText } from '../src/domain/text/letters.ts'
import { openSqlite } from '../src/store/database/sqlite/database.ts'
import { kept, published } from './linked.ts'

/**
 * Two thousand words with frequencies as in a language: the most frequent is in about every fifth text, most are
 * rare.
 */
export const words = Array.from({ length: 2000 }, (_, rank) => {
  const syllables = ['ka', 'mo', 'ri', 'ten', 'sul', 'ver', 'an', 'do', 'pe', 'lix', 'or', 'bu']
  const at = (place: number) =>
    syllables[Math.floor(rank / place ** 2 + rank * place * 7) % syllables.length] ?? ''
  return `${at(1)}${at(2)}${at(3)}${rank}`
})

let state = 1
const next = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
  return Math.floor((state / 0x80000000) * below)
}
const word = () => words[Math.floor((next(1_000_000) / 1_000_000) ** 1.35 * words.length)] ?? ''
const text = (count: number) => Array.from({ length: count }, word).join(' ')

/** Fills the tables of a file directly, since only reading is measured. */
export async function fillVaried(file: string, events: number): Promise<void> {
  const db = await openSqlite(file)
  const insert = (table: string, row: Record<string, string | number | null>) => {
    const names = Object.keys(row)
    return db
      .prepare(`insert into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...Object.values(row))
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
  for (let id = 1; id <= events; id++) {
    const start = 1_420_000_000 + next(500_000_000)
    const title = `${text(3)} ${id}`
    const wall = '2027-01-01 00:00:00'
    insert('events', {
      ...published,
      title,
      title_key: foldedText(title),
      slug: `e${id}`,
      excerpt: '',
      search_text: `${foldedText(title)}\n${text(40)}\n`,
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

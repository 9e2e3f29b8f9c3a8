/** The calendar: events, venues, organizers, terms, media, their links, and the revision. */
import type { DialectName } from '../database/connection.ts'
import { type Db, named, sql } from '../database/sql.ts'
import {
  createIndex,
  createTable,
  idType,
  type Migration,
  ownedBy,
  primaryKey,
  setNullBy,
  textType,
} from './migration.ts'

interface Columns {
  readonly text?: readonly string[]
  readonly integer?: readonly string[]
  readonly flag?: readonly string[]
  readonly maybeText?: readonly string[]
  readonly maybeInteger?: readonly string[]
  readonly maybeReal?: readonly string[]
}

async function createItems(db: Db, dialect: DialectName, name: string, columns: Columns): Promise<void> {
  const typed = (names: readonly string[] = [], type: (column: string) => string) =>
    names.map((column) => [column, type(column)] as const)
  const text = textType(dialect)
  const references: readonly (readonly [column: string, table: string])[] = [
    ['image', 'media'],
    ['post_parent', name],
    ['parent', name],
  ]
  await createTable(
    db,
    name,
    Object.fromEntries([
      ['id', idType(dialect)],
      ...typed(columns.text, () => `${text} not null`),
      ...typed(columns.integer, () => 'bigint not null'),
      ...typed(columns.flag, (column) => `integer not null check ("${column}" in (0, 1))`),
      ...typed(columns.maybeText, () => text),
      ...typed(columns.maybeInteger, () => 'bigint'),
      ...typed(columns.maybeReal, () => 'double precision'),
    ]),
    references
      .filter(([column]) => columns.maybeInteger?.includes(column))
      .map(([column, table]) => setNullBy(`${name}_${column}`, column, table)),
  )
}

const kept = { text: ['origins'], integer: ['version', 'modified_utc'] }
const published = {
  text: [...kept.text, 'status', 'slug', 'description', 'website', 'search_text'],
  integer: [...kept.integer, 'author', 'date_utc'],
  flag: ['date_set'],
  maybeInteger: ['image'],
}
const term = {
  text: [...kept.text, 'name', 'name_key', 'slug', 'description', 'search_text'],
  integer: [...kept.integer, 'count'],
}

const tables: Readonly<Record<string, Columns>> = {
  media: {
    text: ['title', 'alt_text', 'file', 'extension', 'mime_type', 'sizes', 'source_url'],
    integer: ['version', 'author', 'date_utc', 'modified_utc', 'width', 'height', 'filesize'],
  },
  events: {
    ...published,
    text: [
      ...published.text,
      'title',
      'title_key',
      'excerpt',
      'start_date',
      'end_date',
      'timezone',
      'cost',
      'tickets',
      'custom_fields',
    ],
    integer: [...published.integer, 'start_utc', 'end_utc'],
    flag: [
      ...published.flag,
      'all_day',
      'show_map',
      'show_map_link',
      'hide_from_listings',
      'sticky',
      'featured',
      'ticketed',
    ],
    maybeText: ['password_hash'],
    maybeInteger: [...published.maybeInteger, 'post_parent'],
  },
  venues: {
    ...published,
    text: [
      ...published.text,
      'name',
      'name_key',
      'address',
      'city',
      'country',
      'province',
      'state',
      'zip',
      'phone',
    ],
    flag: [...published.flag, 'show_map', 'show_map_link'],
    maybeText: ['stateprovince'],
    maybeReal: ['geo_lat', 'geo_lng'],
  },
  organizers: { ...published, text: [...published.text, 'name', 'name_key', 'phone', 'email'] },
  categories: { ...term, maybeInteger: ['parent'] },
  tags: term,
  users: { text: ['login', 'role'], integer: ['created_utc'], maybeText: ['password_hash'] },
}

async function createLinks(db: Db, targets: string): Promise<void> {
  const name = `event_${targets}`
  const columns = { event_id: ownedBy('events'), target_id: ownedBy(targets), position: 'integer not null' }
  await createTable(db, name, columns, [primaryKey(`${name}_key`, ['event_id', 'target_id'])])
  await createIndex(db, name, ['target_id', 'event_id'], `${name}_target`)
}

const indexes: readonly (readonly [table: string, columns: readonly string[]])[] = [
  ['events', ['start_utc', 'id']],
  ['events', ['end_utc']],
  ['events', ['date_utc']],
  ['events', ['modified_utc']],
  ['events', ['title_key', 'title', 'id']],
  ['events', ['post_parent']],
  ['events', ['author']],
  ['venues', ['date_utc', 'id']],
  ['venues', ['name_key', 'name', 'id']],
  ['organizers', ['date_utc', 'id']],
  ['organizers', ['name_key', 'name', 'id']],
  ['categories', ['name_key', 'name', 'id']],
  ['categories', ['parent']],
  ['tags', ['name_key', 'name', 'id']],
]

async function createIndexes(db: Db): Promise<void> {
  for (const [table, columns] of indexes) await createIndex(db, table, columns)
  for (const table of ['events', 'venues', 'organizers']) {
    const [of, slug] = [named(table), named(`${table}_slug`)]
    await sql`create unique index ${slug} on ${of} (slug) where status <> 'trash'`.execute(db)
    await sql`create index ${named(`${table}_slug_any`)} on ${of} (slug)`.execute(db)
    const unlisted = named(`${table}_unlisted`)
    await sql`create index ${unlisted} on ${of} (status, date_utc) where status <> 'publish'`.execute(db)
  }
  await createIndex(db, 'users', ['login'], 'users_login', true)
  for (const table of ['categories', 'tags']) await createIndex(db, table, ['slug'], `${table}_slug`, true)
}

export const calendar: Migration = {
  name: '001-calendar',
  async up(db, dialect) {
    for (const [name, columns] of Object.entries(tables)) await createItems(db, dialect, name, columns)
    for (const targets of ['venues', 'organizers', 'categories', 'tags']) await createLinks(db, targets)
    await createIndexes(db)
    await createTable(db, 'revision', { id: 'integer primary key', value: 'bigint not null' })
    await sql`insert into revision (id, value) values (1, 0)`.execute(db)
    const text = textType(dialect)
    const imports = { key: `${text} primary key`, resource: `${text} not null`, item_id: 'bigint not null' }
    await createTable(db, 'imports', imports)
  },
}

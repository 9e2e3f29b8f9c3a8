/**
 * Cleans titles, names and other plain texts that were stored before the rule of contract §1: tags, also those that are never
 * closed, run in clients that put texts into HTML. A cleaned item is a new version, and other processes and programs are told.
 */
import { type Db, rows, updateRow } from '../database/rows.ts'
import { joined, named, type Parameter, raw, sql } from '../database/sql.ts'
import {
  cleanEvent,
  cleanMedia,
  cleanOrganizer,
  cleanSeries,
  cleanTerm,
  cleanVenue,
} from './cleaned-texts.ts'
import type { Migration } from './migration.ts'

type Row = Readonly<Record<string, string | null>>

/** The plain texts of a table; `clean` returns the columns that change, the derived ones included. */
interface Texts {
  readonly table: 'events' | 'series' | 'venues' | 'organizers' | 'categories' | 'tags' | 'media'
  readonly resource: string
  /** The columns that may hold a tag. */
  readonly columns: readonly string[]
  /** The other columns that `clean` needs. */
  readonly others: readonly string[]
  readonly clean: (row: Row) => Readonly<Record<string, Parameter>>
}

const place = ['address', 'city', 'country', 'province', 'state', 'zip']
const term = { columns: ['name'], others: ['slug', 'description'], clean: cleanTerm } as const

const all: readonly Texts[] = [
  {
    table: 'events',
    resource: 'event',
    columns: ['title', 'cost', 'tickets', 'custom_fields'],
    others: ['description', 'excerpt'],
    clean: cleanEvent,
  },
  {
    table: 'series',
    resource: 'series',
    columns: ['title', 'pattern'],
    others: [],
    clean: cleanSeries,
  },
  {
    table: 'venues',
    resource: 'venue',
    columns: ['name', ...place, 'phone', 'stateprovince'],
    others: ['description', 'website'],
    clean: cleanVenue,
  },
  {
    table: 'organizers',
    resource: 'organizer',
    columns: ['name', 'phone'],
    others: ['description', 'website', 'email'],
    clean: cleanOrganizer,
  },
  { table: 'categories', resource: 'category', ...term },
  { table: 'tags', resource: 'tag', ...term },
  { table: 'media', resource: 'media', columns: ['title', 'alt_text'], others: [], clean: cleanMedia },
]

const BATCH = 500

/** Cleans one table. Returns the ids of the items that changed. */
async function cleanTable(db: Db, texts: Texts, now: number): Promise<readonly number[]> {
  const { table, columns, others, clean } = texts
  const selected = joined(['id', 'version', ...columns, ...others].map(named))
  const hasTag = joined(
    columns.map((column) => sql`${named(column)} like '%<%'`),
    ' or ',
  )
  const changed: number[] = []
  for (let last = 0; ; ) {
    const found = await rows(
      db,
      sql<Row & { readonly id: number; readonly version: number }>`select ${selected} from ${named(table)}
        where id > ${last} and (${hasTag}) order by id limit ${BATCH}`,
    )
    for (const { id, version, ...row } of found) {
      const changes = clean(row)
      // Derived columns are not selected.
      if (columns.every((name) => !(name in changes) || changes[name] === row[name])) continue
      await updateRow(db, table, id, { ...changes, version: version + 1, modified_utc: now })
      changed.push(id)
    }
    const end = found.at(-1)
    if (end === undefined || found.length < BATCH) return changed
    last = end.id
  }
}

/** How the items of a table stand: as `store/log/standing.ts` has it. */
function standingOf({ table }: Texts) {
  const isTerm = table === 'categories' || table === 'tags'
  const status = isTerm || table === 'media' ? `'publish'` : 'status'
  const isListed = table === 'events' ? ' and hide_from_listings = 0' : ''
  return {
    author: raw(isTerm ? '0' : 'author'),
    isLive: raw(`case when ${status} = 'trash' then 0 else 1 end`),
    isPublic: raw(`case when ${status} = 'publish'${isListed} then 1 else 0 end`),
  }
}

/** Tells other processes and programs that items changed: rows of the journal and of the changes, as a write adds them. */
async function tell(
  db: Db,
  texts: Texts,
  ids: readonly number[],
  { revision, now }: { readonly revision: number; readonly now: number },
): Promise<void> {
  const { author, isLive, isPublic } = standingOf(texts)
  const { resource } = texts
  for (let at = 0; at < ids.length; at += BATCH) {
    const some = sql`from ${named(texts.table)} where id in (${joined(ids.slice(at, at + BATCH))})`
    await sql`insert into journal (revision, resource, item_id, change, public_change)
      select ${raw(String(revision))}, ${raw(`'${resource}'`)}, id, case when ${isLive} = 1 then 'updated' else '' end,
        case when ${isPublic} = 1 then 'updated' else '' end ${some}`.execute(db)
    await sql`insert into changes (resource, item_id, revision, at_utc, author, is_live, is_public, live_since, public_since,
        public_revision)
      select ${raw(`'${resource}'`)}, id, ${raw(String(revision))}, ${raw(String(now))}, ${author}, ${isLive}, ${isPublic}, 0, 0,
        case when ${isPublic} = 1 then ${raw(String(revision))} end ${some}
      on conflict (resource, item_id) do update set revision = excluded.revision, at_utc = excluded.at_utc,
        author = excluded.author, is_live = excluded.is_live, is_public = excluded.is_public,
        public_revision = coalesce(excluded.public_revision, changes.public_revision)`.execute(db)
  }
}

export const plainTexts: Migration = {
  name: '024-plain-texts',
  async up(db, _dialect, now) {
    const changed: (readonly [Texts, readonly number[]])[] = []
    for (const texts of all) changed.push([texts, await cleanTable(db, texts, now)])
    if (changed.every(([, ids]) => ids.length === 0)) return
    const [row] = await rows(
      db,
      sql<{ readonly value: number }>`update revision set value = value + 1 returning value`,
    )
    const revision = row?.value ?? 0
    for (const [texts, ids] of changed) await tell(db, texts, ids, { revision, now })
  },
}

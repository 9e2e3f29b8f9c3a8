/** From the database to the almanac: all of it at once. */
import { type Kysely, sql } from 'kysely'
import type { Database } from '../tables.ts'
import { type Almanac, emptyAlmanac, type Kind, kinds, LONG, type Place } from './almanac.ts'
import { type Entry, FUTURE, HIDDEN, LISTED, PUBLISH, put } from './columns.ts'
import { renameTerms } from './named-terms.ts'
import { type Ordered, orderedOf } from './ordered.ts'

type Db = Kysely<Database>

const BATCH = 5000

export const entry =
  sql.raw(`id, start_utc, end_utc, date_utc, modified_utc, author, status, hide_from_listings, featured,
  ticketed, case when password_hash is null then 0 else 1 end as is_protected, post_parent`)

export const linkTables = {
  venue: 'event_venues',
  organizer: 'event_organizers',
  category: 'event_categories',
  tag: 'event_tags',
} as const satisfies Record<Exclude<Kind, 'parent'>, keyof Database>

export const linkKinds = kinds.filter((kind) => kind !== 'parent')

async function* entriesInOrder(db: Db): AsyncIterable<readonly Entry[]> {
  for (let [start, id] = [Number.MIN_SAFE_INTEGER, 0]; ; ) {
    const { rows } = await sql<Entry>`select ${entry} from events where (start_utc, id) > (${start}, ${id})
      order by start_utc, id limit ${BATCH}`.execute(db)
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    ;[start, id] = [last.start_utc, last.id]
  }
}

export interface LinkRow {
  readonly event_id: number
  readonly target_id: number
}

async function* linksInOrder(db: Db, kind: keyof typeof linkTables): AsyncIterable<readonly LinkRow[]> {
  for (let [target, event] = [0, 0]; ; ) {
    const { rows } = await sql<LinkRow>`select event_id, target_id from ${sql.table(linkTables[kind])}
      where (target_id, event_id) > (${target}, ${event}) order by target_id, event_id limit ${BATCH}`.execute(
      db,
    )
    const last = rows.at(-1)
    if (last === undefined) return
    yield rows
    ;[target, event] = [last.target_id, last.event_id]
  }
}

/** Puts every event into columns in the order of lists, so that at first a slot is a place in that order. */
async function fillColumns(db: Db, almanac: Almanac): Promise<void> {
  const { columns } = almanac
  for await (const rows of entriesInOrder(db)) for (const row of rows) put(columns, row)
  const slots = Int32Array.from({ length: columns.size }, (_, slot) => slot)
  const where = (is: (slot: number) => boolean) => orderedOf(slots.filter(is))
  for (const slot of slots) {
    if (columns.status[slot] === FUTURE) almanac.scheduled.add(slot)
    const isHidden = ((columns.marks[slot] ?? 0) & HIDDEN) !== 0
    if (columns.status[slot] === PUBLISH && !isHidden) columns.standing[slot] = LISTED
  }
  almanac.all = orderedOf(slots)
  almanac.listed = where((slot) => columns.standing[slot] === LISTED)
  almanac.long = where((slot) => (columns.end[slot] ?? 0) - (columns.start[slot] ?? 0) > LONG)
  almanac.byId = orderedOf(slots.sort((a, b) => (columns.id[a] ?? 0) - (columns.id[b] ?? 0)))
}

function slotFinder({ columns, byId }: Almanac): (id: number) => number | undefined {
  const largest = columns.id[byId.slots[byId.length - 1] ?? 0] ?? 0
  // Ids are seldom given away without being kept; where they are sparse, a map is smaller than a table.
  if (largest > byId.length * 8) {
    const slots = new Map(Array.from(byId.slots, (slot) => [columns.id[slot] ?? 0, slot]))
    return (id) => slots.get(id)
  }
  const slots = new Int32Array(largest + 1)
  for (const slot of byId.slots) slots[columns.id[slot] ?? 0] = slot
  return (id) => slots[id]
}

/** Adds slots, sorted, to the lists of their targets. */
function listed(lists: Map<number, Ordered>, target: number, slots: readonly number[]): void {
  if (slots.length > 0) lists.set(target, orderedOf(Int32Array.from(slots).sort()))
}

async function fillTargets(db: Db, almanac: Almanac): Promise<void> {
  const slotOf = slotFinder(almanac)
  for (const kind of linkKinds) {
    let [target, slots]: [number, number[]] = [0, []]
    for await (const rows of linksInOrder(db, kind)) {
      for (const { event_id, target_id } of rows) {
        if (target_id !== target) {
          listed(almanac.targets[kind], target, slots)
          ;[target, slots] = [target_id, []]
        }
        const slot = slotOf(event_id)
        if (slot !== undefined) slots.push(slot)
      }
    }
    listed(almanac.targets[kind], target, slots)
  }
  const { columns, all, targets } = almanac
  const children = new Map<number, number[]>()
  for (const slot of all.slots) {
    const parent = columns.parent[slot] ?? 0
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), slot])
  }
  for (const [parent, slots] of children) listed(targets.parent, parent, slots)
}

export async function readPlaces(db: Db, ids?: readonly number[]): Promise<readonly Place[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${sql.join(ids)})`
  const { rows } = await sql<Place>`select id, author, status, date_utc, geo_lat, geo_lng from venues
    where geo_lat is not null and geo_lng is not null and ${within}`.execute(db)
  return rows
}

export async function filled(db: Db): Promise<Almanac> {
  const almanac = emptyAlmanac()
  await fillColumns(db, almanac)
  await fillTargets(db, almanac)
  for (const place of await readPlaces(db)) almanac.places.set(place.id, place)
  await renameTerms(db, almanac.terms)
  return almanac
}

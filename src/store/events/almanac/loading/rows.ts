/** Reads what the almanac holds from the database: entries, links and places. */
import { flagFilters } from '../../../../contract/resources/event-flags.ts'
import type { DialectName } from '../../../database/connection.ts'
import type { Db } from '../../../database/rows.ts'
import { joined, named, type Sql, sql } from '../../../database/sql.ts'
import { linkTables } from '../../../records/links.ts'
import type { Place } from '../almanac.ts'
import { type Entry, filterBits, HIDDEN, PROTECTED } from '../columns.ts'

/** Rows of one query: few enough that other requests are served in between. */
const BATCH = { entries: 5000, links: 50_000 }

const isProtected = sql`case when password_hash is null then 0 else 1 end`

/** The selected columns, in the order of `Row`. */
const values = sql`id, start_utc, end_utc, date_utc, modified_utc, author, status, event_status, attendance_mode, post_parent,
  hide_from_listings,  ${isProtected}, ${joined(flagFilters.map(named))}`

type Row = readonly [
  ...numbers: readonly [
    id: number,
    start: number,
    end: number,
    date: number,
    modified: number,
    author: number,
  ],
  status: Entry['status'],
  event_status: Entry['event_status'],
  attendance_mode: Entry['attendance_mode'],
  parent: number | null,
  ...flags: readonly (0 | 1)[],
]

/** The bits of a row's flags, in the row's order. */
const bits = [HIDDEN, PROTECTED, ...flagFilters.map((name) => filterBits[name])]

function entryOf([
  id,
  start_utc,
  end_utc,
  date_utc,
  modified_utc,
  author,
  status,
  event_status,
  attendance_mode,
  post_parent,
  ...flags
]: Row): Entry {
  const times = { start_utc, end_utc, date_utc, modified_utc }
  let marks = 0
  for (let at = 0; at < bits.length; at++) if (flags[at] === 1) marks |= bits[at] ?? 0
  return { id, ...times, author, status, event_status, attendance_mode, marks, post_parent }
}

/** Aggregates rows into one JSON text, in any order, which takes a fifth of the time of reading the rows one by one. */
function asOneText(dialect: DialectName, value: 'row' | 'event_id'): Sql<string> {
  const isRow = value === 'row'
  if (dialect === 'sqlite')
    return isRow ? sql`json_group_array(json_array(${values}))` : sql`json_group_array(event_id)`
  return isRow
    ? sql`coalesce(json_agg(json_build_array(${values}))::text, '[]')`
    : sql`json_agg(event_id)::text`
}

/** Sorts what the database has aggregated: usually it is in order already, and to aggregate in order takes twice the time. */
function entriesIn(text = '[]'): readonly Entry[] {
  const rows: readonly Row[] = JSON.parse(text)
  return rows.map(entryOf).sort((a, b) => a.start_utc - b.start_utc || a.id - b.id)
}

/** Reads the entries of the given events. */
export async function entriesOf(
  db: Db,
  dialect: DialectName,
  ids: readonly number[],
): Promise<readonly Entry[]> {
  const { rows } = await sql<{ text: string }>`select ${asOneText(dialect, 'row')} as text
    from events where id in (${joined(ids)})`.execute(db)
  return entriesIn(rows[0]?.text)
}

/** Reads all entries in the order of lists, in batches. */
export async function* entriesInOrder(db: Db, dialect: DialectName): AsyncIterable<readonly Entry[]> {
  for (let [start, id] = [Number.MIN_SAFE_INTEGER, 0]; ; ) {
    const { rows } = await sql<{ text: string }>`select ${asOneText(dialect, 'row')} as text
      from (select * from events where (start_utc, id) > (${start}, ${id})
        order by start_utc, id limit ${BATCH.entries}) as entries`.execute(db)
    const entries = entriesIn(rows[0]?.text)
    const last = entries.at(-1)
    if (last === undefined) return
    yield entries
    ;[start, id] = [last.start_utc, last.id]
  }
}

/** Some of the events linked to a target. */
interface Linked {
  readonly target_id: number
  readonly events: readonly number[]
}

/** Reads the events of all targets of one kind, by target. */
export async function* linksInOrder(
  db: Db,
  dialect: DialectName,
  kind: keyof typeof linkTables,
): AsyncIterable<Linked> {
  for (let [target, event] = [0, 0]; ; ) {
    const { rows } = await sql<{ target_id: number; last: number; text: string }>`
      select target_id, max(event_id) as last, ${asOneText(dialect, 'event_id')} as text
      from (select target_id, event_id from ${named(linkTables[kind])}
        where (target_id, event_id) > (${target}, ${event})
        order by target_id, event_id limit ${BATCH.links}) as links
      group by target_id order by target_id`.execute(db)
    for (const { target_id, last, text } of rows) {
      const events: readonly number[] = JSON.parse(text)
      yield { target_id, events }
      ;[target, event] = [target_id, last]
    }
    if (rows.length === 0) return
  }
}

/** Reads the places of venues; of all, or of those with these ids. */
export async function readPlaces(db: Db, ids?: readonly number[]): Promise<readonly Place[]> {
  const within = ids === undefined ? sql`1 = 1` : sql`id in (${joined(ids)})`
  const { rows } = await sql<Place>`select id, author, status, date_utc, geo_lat, geo_lng from venues
    where geo_lat is not null and geo_lng is not null and ${within}`.execute(db)
  return rows
}

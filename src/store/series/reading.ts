/** Reads series and their occurrences, on both databases. */
import { linkNames } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { shownSeriesAndWhetherTitlesOnly } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, queryRows, quotedName, sql } from '../database/sql.ts'
import { internalPartsOfRecords } from '../records/duties.ts'
import { linkTableNames } from '../records/links.ts'
import {
  byIdAmongFewSql,
  loadGroupsThatRecordsAreIn,
  queryFirstRecord,
  queryRecords,
} from '../records/query-records.ts'
import type {
  EventItem,
  EventRecord,
  LinkIds,
  LinkName,
  OccurrenceRecord,
  SeriesHead,
  SeriesHeadWithWithheldDates,
  SeriesReading,
  SeriesRecord,
  SeriesSummary,
  Viewer,
} from '../store.ts'

// Reads what occurrences tell of their series.

const head = sql`id, slug, title, status, uid, recurrence, timezone, all_day, start_date, end_date`

/** Returns what occurrences tell of these series, by id. */
export async function seriesHeadsOfEvents(
  db: Db,
  records: readonly EventRecord[],
): Promise<ReadonlyMap<number, SeriesHeadWithWithheldDates>> {
  const ids = [...new Set(records.flatMap(({ series }) => series ?? []))]
  if (ids.length === 0) return new Map()
  const found = await queryRows(
    db,
    sql<Omit<SeriesHead, 'recurrence'> & { recurrence: string }>`
      select ${head} from series where ${isOneOfSql(quotedName('id'), ids)}`,
  )
  return new Map(
    found.map((row) => [row.id, { ...row, recurrence: JSON.parse(row.recurrence), withheld: [] }]),
  )
}

/** More dates than linked data lists. */
const MAX_WITHHELD = 100

/** Returns the `recurrence_id` of the first occurrences of a series that are not public, in their order. */
async function withheldDates(db: Db, series: number, viewer: Viewer): Promise<readonly string[]> {
  const found = await queryRows(
    db,
    sql<{ recurrence_id: string }>`select recurrence_id from events
      where series = ${series} and not ${isPublicSql('events', viewer)}
      order by recurrence_id limit ${MAX_WITHHELD}`,
  )
  return found.map(({ recurrence_id }) => recurrence_id)
}

/** Adds to single events the dates of their series whose occurrences are not public. */
export async function addWithheldDatesToEvents(
  db: Db,
  items: readonly EventItem[],
  viewer: Viewer,
): Promise<readonly EventItem[]> {
  const whole: EventItem[] = []
  for (const item of items) {
    const { series } = item
    const withheld = series === undefined ? [] : await withheldDates(db, series.id, viewer)
    whole.push(series === undefined ? item : { ...item, series: { ...series, withheld } })
  }
  return whole
}

// Reads the occurrences of series without their texts, on both databases.

const light = sql`id, series, recurrence_id, own_fields, trash_act, version, status, author, date_utc, slug, all_day,
  timezone, start_date, end_date, start_utc, end_utc, previous_start_date, password_hash, group_id`

/** Returns the reads of occurrences over one connection. */
const occurrenceReads = (
  db: Db,
): Pick<SeriesReading, 'occurrences' | 'occurrencesAfter' | 'occurrencesToMove' | 'occurrencesFrom'> => ({
  occurrences: (series) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where series = ${series} order by recurrence_id`,
    ),
  occurrencesAfter: (series, after, most) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where id in
        (select id from events where series = ${series} and id > ${after} order by id limit ${most}) order by id`,
    ),
  occurrencesToMove: ({ id, moved_by, moved_to }, most) => {
    const ahead = moved_by > 0 ? sql`recurrence_id < ${moved_to}` : sql`recurrence_id > ${moved_to}`
    const direction = moved_by > 0 ? sql`desc` : sql`asc`
    return queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events where series = ${id} and ${ahead}
        order by recurrence_id ${direction} limit ${most}`,
    )
  },
  occurrencesFrom: (series, place) =>
    queryRows(
      db,
      sql<OccurrenceRecord>`select ${light} from events
        where series = ${series} and recurrence_id >= ${place} order by recurrence_id`,
    ),
})

/** Ids of one statement. */
const AT_ONCE = 500

export function* batchesOfList<T>(all: readonly T[]): Iterable<readonly T[]> {
  for (let at = 0; at < all.length; at += AT_ONCE) yield all.slice(at, at + AT_ONCE)
}

/** Adds to the records what their representations show. */
export async function seriesSummariesOfRecords(
  db: Db,
  records: readonly SeriesRecord[],
  viewer: Viewer,
): Promise<readonly SeriesSummary[]> {
  if (records.length === 0) return []
  const among_ = isOneOfSql(
    quotedName('series'),
    records.map(({ id }) => id),
  )
  const counted = await queryRows(
    db,
    sql<{ series: number; count: number }>`select series, count(*) as count from events
      where ${among_} and status <> 'trash' group by series`,
  )
  const now = epochOfInstant(viewer.moment.now)
  const coming = allOfSql([among_, isPublicSql('events', viewer), sql`start_utc >= ${now}`])
  const next = await queryRows(
    db,
    sql<{
      series: number
      start_date: string
    }>`select events.series, min(events.start_date) as start_date from events
      join (select series, min(start_utc) as start_utc from events where ${coming} group by series) as soonest
      on soonest.series = events.series and soonest.start_utc = events.start_utc
      where ${isPublicSql('events', viewer)} group by events.series`,
  )
  const groups = await loadGroupsThatRecordsAreIn(db, records)
  const internal = await internalPartsOfRecords(
    db,
    records.map(({ pattern: { columns }, ...record }) => ({
      ...record,
      note: columns.note ?? '',
      assignee: columns.assignee ?? null,
    })),
    viewer,
  )
  const counts = new Map(counted.map(({ series, count }) => [series, Number(count)]))
  const starts = new Map(next.map(({ series, start_date }) => [series, start_date]))
  return records.map((record, at) => ({
    ...shownSeriesAndWhetherTitlesOnly(record, viewer),
    count: counts.get(record.id) ?? 0,
    next: starts.get(record.id) ?? null,
    group: groups.get(record.group_id ?? 0),
    internal: internal[at],
  }))
}

async function linksOfAll(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, LinkIds>> {
  const found = new Map(
    ids.map((id) => [id, { venue: [], organizer: [], category: [], tag: [] } as Record<LinkName, number[]>]),
  )
  for (const some of batchesOfList(ids)) {
    for (const name of linkNames) {
      const links = await queryRows(
        db,
        sql<{
          event_id: number
          target_id: number
        }>`select event_id, target_id from ${quotedName(linkTableNames[name])}
          where ${isOneOfSql(quotedName('event_id'), some)} order by event_id, position, target_id`,
      )
      for (const { event_id, target_id } of links) found.get(event_id)?.[name].push(target_id)
    }
  }
  return found
}

const targetTables = {
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
} as const

async function existing(db: Db, links: LinkIds): Promise<LinkIds> {
  const kept: Record<LinkName, readonly number[]> = { ...links }
  for (const name of linkNames) {
    if (links[name].length === 0) continue
    const found = await queryRows(
      db,
      sql<{
        id: number
      }>`select id from ${quotedName(targetTables[name])} where ${isOneOfSql(quotedName('id'), links[name])}`,
    )
    const ids = new Set(found.map(({ id }) => id))
    kept[name] = links[name].filter((id) => ids.has(id))
  }
  return kept
}

/** Returns what `read` finds for the ids or texts, of which one statement takes some. */
async function inSlices<T, R>(
  all: readonly T[],
  read: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const found: R[] = []
  for (const some of batchesOfList(all)) found.push(...(await read(some)))
  return found
}

async function eventRecords(db: Db, ids: readonly number[]): Promise<ReadonlyMap<number, EventRecord>> {
  const found = await inSlices(ids, (some) =>
    queryRecords(db, 'event', sql`select * from events where ${isOneOfSql(quotedName('id'), some)}`),
  )
  return new Map(found.map((record) => [record.id, record]))
}

const singleEvents = (db: Db, uids: readonly string[]): Promise<readonly EventRecord[]> =>
  inSlices(uids, (some) =>
    queryRecords(
      db,
      'event',
      sql`select * from events where ${isOneOfSql(quotedName('uid'), some)} and series is null order by id`,
    ),
  )

/** Returns the read operations of series over one connection. */
export const seriesReadOperations = (db: Db): SeriesReading => ({
  ...occurrenceReads(db),
  eventRecords: (ids) => eventRecords(db, ids),
  linksOfAll: (ids) => linksOfAll(db, ids),
  existing: (links) => existing(db, links),
  seriesWithUid: (uid) =>
    queryFirstRecord(db, 'series', sql`select * from series where uid = ${uid} ${byIdAmongFewSql} limit 1`),
  singleEvents: (uids) => singleEvents(db, uids),
  async incompleteSeries() {
    const found = await queryRows(
      db,
      sql<{
        id: number
      }>`select id from series where is_complete = 0 or unspread <> '' or moved_by <> 0 order by id`,
    )
    return found.map(({ id }) => id)
  },
})

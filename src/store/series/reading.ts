/** Reads series and their occurrences, on both databases. */

import { linkNames } from '../../contract/resources/index.ts'
import type { MoveProgress } from '../../domain/series/occurrences.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { slicesOf } from '../../support/slices.ts'
import { shownSeriesAndWhetherTitlesOnly } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isPublicSql } from '../conditions/visibility.ts'
import { type Db, quotedName, type Sql, sql } from '../database/sql.ts'
import { internalPartsOfRecords } from '../records/duties.ts'
import { linksOfEvents } from '../records/links.ts'
import {
  byIdAmongFewSql,
  existingIds,
  loadGroupsThatRecordsAreIn,
  queryFirstRecord,
  queryRecords,
  recordsOfIdsInAnyOrder,
} from '../records/query-records.ts'
import type {
  EventItem,
  EventRecord,
  LinkIds,
  LinkName,
  OccurrenceRecord,
  SeriesHead,
  SeriesHeadWithWithheldDates,
  SeriesRecord,
  SeriesSummary,
  Viewer,
} from '../types/index.ts'

// Reads what occurrences tell of their series.

const head = sql`id, slug, title, status, uid, recurrence, timezone, all_day, start_date, end_date`

/** Returns what occurrences tell of these series, by id. */
export async function seriesHeadsOfEvents(
  db: Db,
  records: readonly EventRecord[],
): Promise<ReadonlyMap<number, SeriesHeadWithWithheldDates>> {
  const ids = [...new Set(records.flatMap(({ series }) => series ?? []))]
  if (ids.length === 0) return new Map()
  const found = await sql<Omit<SeriesHead, 'recurrence'> & { recurrence: string }>`
      select ${head} from series where ${isOneOfSql(quotedName('id'), ids)}`.rows(db)
  return new Map(
    found.map((row) => [row.id, { ...row, recurrence: JSON.parse(row.recurrence), withheld: [] }]),
  )
}

/** More dates than linked data lists. */
const MAX_WITHHELD = 100

/** Returns the `recurrence_id` of the first occurrences of a series that are not public, in their order. */
async function withheldDates(db: Db, series: number, viewer: Viewer): Promise<readonly string[]> {
  return sql`select recurrence_id from events
      where series = ${series} and not ${isPublicSql('events', viewer)}
      order by recurrence_id limit ${MAX_WITHHELD}`.column<string>(db)
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

/** Returns all occurrences of these series, by series, in the order of the rule. */
export async function occurrencesOfSeries(
  db: Db,
  series: readonly number[],
): Promise<ReadonlyMap<number, readonly OccurrenceRecord[]>> {
  const all = new Map(series.map((id) => [id, [] as OccurrenceRecord[]]))
  const found = await sql<OccurrenceRecord>`select ${light} from events
      where ${isOneOfSql(quotedName('series'), series)} order by series, recurrence_id`.rows(db)
  for (const one of found) all.get(one.series ?? 0)?.push(one)
  return all
}

/** Returns the reads of occurrences over one connection. */
const occurrenceReads = (db: Db) => ({
  /** All occurrences of a series, in the order of the rule, those in the trash included. Statuses are as stored. */
  occurrences: (series: number) =>
    sql<OccurrenceRecord>`select ${light} from events where series = ${series} order by recurrence_id`.rows(
      db,
    ),
  /** The occurrences of a series after a place that have fields of their own, or are at one of these places, in the order of the rule. Statuses are as stored. */
  async occurrencesOwnOrAt(series: number, after: string, places: readonly string[]) {
    const thatAre = (isMeant: Sql) =>
      sql<OccurrenceRecord>`select ${light} from events
          where series = ${series} and recurrence_id > ${after} and ${isMeant}`.rows(db)
    const found = new Map<string, OccurrenceRecord>()
    for (const one of await thatAre(sql`own_fields <> '[]'`)) found.set(one.recurrence_id, one)
    for (const one of await inSlices(places, (some) =>
      thatAre(isOneOfSql(quotedName('recurrence_id'), some)),
    ))
      found.set(one.recurrence_id, one)
    return [...found.values()].sort((a, b) => (a.recurrence_id < b.recurrence_id ? -1 : 1))
  },
  /** The first `most` occurrences of a series with ids above `after`, in the order of ids. Statuses are as stored. */
  occurrencesAfter: (series: number, after: number, most: number) =>
    sql<OccurrenceRecord>`select ${light} from events where id in
        (select id from events where series = ${series} and id > ${after} order by id limit ${most}) order by id`.rows(
      db,
    ),
  /** The next `most` occurrences that a move of their series reaches, in its order. Statuses are as stored. */
  occurrencesToMove: (
    { id, moved_by, moved_to }: Pick<SeriesRecord, 'id' | keyof MoveProgress>,
    most: number,
  ) => {
    const ahead = moved_by > 0 ? sql`recurrence_id < ${moved_to}` : sql`recurrence_id > ${moved_to}`
    const direction = moved_by > 0 ? sql`desc` : sql`asc`
    return sql<OccurrenceRecord>`select ${light} from events where series = ${id} and ${ahead}
        order by recurrence_id ${direction} limit ${most}`.rows(db)
  },
  /** The occurrences of a series at a place or later, in the order of the rule. Statuses are as stored. */
  occurrencesFrom: (series: number, place: string) =>
    sql<OccurrenceRecord>`select ${light} from events
        where series = ${series} and recurrence_id >= ${place} order by recurrence_id`.rows(db),
})

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
  const counted = await sql<{ series: number; count: number }>`select series, count(*) as count from events
      where ${among_} and status <> 'trash' group by series`.rows(db)
  const now = epochOfInstant(viewer.moment.now)
  const coming = allOfSql([among_, isPublicSql('events', viewer), sql`start_utc >= ${now}`])
  const next = await sql<{
    series: number
    start_date: string
  }>`select events.series, min(events.start_date) as start_date from events
      join (select series, min(start_utc) as start_utc from events where ${coming} group by series) as soonest
      on soonest.series = events.series and soonest.start_utc = events.start_utc
      where ${isPublicSql('events', viewer)} group by events.series`.rows(db)
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

/** Returns what `read` finds for the ids or texts, of which one statement takes some. */
async function inSlices<T, R>(
  all: readonly T[],
  read: (some: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  const found: R[] = []
  for (const some of slicesOf(all)) found.push(...(await read(some)))
  return found
}

const eventsWithProposalOrChildren = (
  db: Db,
  ids: readonly number[],
): Promise<readonly { title: string }[]> =>
  inSlices(ids, (some) =>
    sql<{ title: string }>`select title from events where ${isOneOfSql(quotedName('id'), some)} and
        (exists (select 1 from proposals where event_id = events.id)
          or exists (select 1 from events as child where child.post_parent = events.id))
        order by start_utc, id`.rows(db),
  )

const singleEvents = (db: Db, uids: readonly string[]): Promise<readonly EventRecord[]> =>
  inSlices(uids, (some) =>
    queryRecords(
      db,
      'event',
      sql`select * from events where ${isOneOfSql(quotedName('uid'), some)} and series is null order by id`,
    ),
  )

/** Returns the read operations of series over one connection. */
export const seriesReadOperations = (db: Db) => ({
  ...occurrenceReads(db),
  /** The records of the events with these ids, by id. Statuses are as stored. */
  async eventRecords(ids: readonly number[]) {
    const found = await inSlices(ids, (some) => recordsOfIdsInAnyOrder(db, 'event', some))
    return new Map(found.map((record) => [record.id, record]))
  },
  /** The titles of those of these events that have a submission, a draft of changes, a decision on one, or children. */
  eventsWithProposalOrChildren: (ids: readonly number[]) => eventsWithProposalOrChildren(db, ids),
  /** The links of several events, by id. */
  linksOfAll: (ids: readonly number[]) => linksOfEvents(db, ids),
  /** Whether a series outside the trash has an item in the pattern of its dates. */
  async isInPatternOfSeries(name: LinkName, id: number) {
    const isLinked =
      db.dialect === 'sqlite'
        ? sql`exists (select 1 from json_each(pattern, ${`$.links.${name}`}) where value = ${id})`
        : sql`cast(cast(pattern as json) #> cast(${`{links,${name}}`} as text[]) as jsonb) @> cast(${String(id)} as jsonb)`
    const found = sql`select 1 from series where status <> 'trash' and ${isLinked} limit 1`
    return await found.exists(db)
  },
  /** Of the targets of links, those that still exist. */
  async existing(links: LinkIds) {
    const kept: Record<LinkName, readonly number[]> = { ...links }
    for (const name of linkNames) {
      const ids = await existingIds(db, name, links[name])
      kept[name] = links[name].filter((id) => ids.has(id))
    }
    return kept
  },
  /** The series with that iCalendar UID. */
  seriesWithUid: (uid: string) =>
    queryFirstRecord(db, 'series', sql`select * from series where uid = ${uid} ${byIdAmongFewSql} limit 1`),
  /** The events with these iCalendar UIDs that belong to no series, by id. Statuses are as stored. */
  singleEvents: (uids: readonly string[]) => singleEvents(db, uids),
  /** The ids of the series whose rule gives more occurrences than exist, or whose changes have not reached all of them, ascending. */
  async incompleteSeries() {
    return sql`select id from series where is_complete = 0 or unspread <> '' or moved_by <> 0 order by id`.column<number>(
      db,
    )
  },
})

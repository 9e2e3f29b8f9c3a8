/** Lists series by their occurrences: found in the almanac, then read from the database (contract §10.2). */

import { slicesOf } from '../../support/slices.ts'
import { allOfSql, hasStatusSql, isOneOfSql, qualifiedColumn } from '../conditions/visibility.ts'
import { type Db, joinedSql, quotedName, type Sql, sql } from '../database/sql.ts'
import { findEventIds } from '../events/page.ts'
import type { EventSources } from '../events/sources.ts'
import { itemsFromRecordsByResource } from '../records/items.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type { EventQuery, Page, SeriesQuery, Viewer } from '../types/index.ts'

/** The most series that a list covers, below the number of parameters that SQLite takes. */
const MAX_SERIES = 30_000

/** The first matching occurrence of each series, in the order of the list. Which series it shows is decided later. */
function occurrencesOf({ events, orderby, order }: SeriesQuery, { scope }: Viewer): EventQuery {
  return {
    ...events,
    status: scope.reads === 'none' ? ['publish'] : ['any', 'trash'],
    isOccurrence: true,
    collapse: 'series',
    orderby: isOfEvents(orderby) ? orderby : 'start_date',
    order,
    page: 1,
    per_page: MAX_SERIES,
  }
}

const isOfEvents = (orderby: EventQuery['orderby']) =>
  orderby === 'start_date' || orderby === 'end_date' || orderby === 'distance'

async function seriesOf(db: Db, events: readonly number[]): Promise<readonly number[]> {
  const series = new Map<number, number>()
  for (const some of slicesOf(events)) {
    const found = await sql<{ id: number; series: number }>`select id, series from events
        where ${isOneOfSql(quotedName('id'), some)} and series is not null`.rows(db)
    for (const row of found) series.set(row.id, row.series)
  }
  return events.flatMap((id) => series.get(id) ?? [])
}

const orders: Partial<Record<EventQuery['orderby'], readonly string[]>> = {
  title: ['title_key', 'title', 'id'],
  date: ['date_utc', 'id'],
  modified: ['modified_utc', 'id'],
}

function orderOf({ orderby, order }: SeriesQuery): Sql {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return joinedSql(
    (orders[orderby] ?? ['id']).map((name) => sql`${qualifiedColumn('series', name)} ${direction}`),
  )
}

export async function listSeries(
  source: EventSources,
  query: SeriesQuery,
  viewer: Viewer,
): Promise<Page<'series'>> {
  await source.upToDate()
  const { ids } = await findEventIds(source, occurrencesOf(query, viewer), viewer)
  return source.read((db) => pageOfSeries(db, ids, query, viewer))
}

/** Returns one page of the series that events are occurrences of. */
async function pageOfSeries(
  db: Db,
  events: readonly number[],
  query: SeriesQuery,
  viewer: Viewer,
): Promise<Page<'series'>> {
  const excluded = new Set(query.exclude)
  const found = (await seriesOf(db, events)).filter((id) => !excluded.has(id))
  const where = allOfSql([
    isOneOfSql(quotedName('series.id'), found),
    hasStatusSql('series', query.status, viewer),
  ])
  const shown = await sql`select id from series where ${where} order by ${orderOf(query)}`.column<number>(db)
  const listed = new Set(shown)
  const ordered = isOfEvents(query.orderby) ? found.filter((id) => listed.has(id)) : [...listed]
  const page = ordered.slice((query.page - 1) * query.per_page, query.page * query.per_page)
  const read = await recordsOfIdsInAnyOrder(db, 'series', page)
  const records = new Map(read.map((record) => [record.id, record]))
  const items = await itemsFromRecordsByResource.series(
    db,
    page.flatMap((id) => records.get(id) ?? []),
    viewer,
  )
  return { items, total: ordered.length }
}

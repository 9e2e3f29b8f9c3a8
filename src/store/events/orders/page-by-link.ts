/** The order of event lists by the names of what events link to, which only the database has. */
import { setImmediate as breath } from 'node:timers/promises'
import { allOf, isNotPasswordHiddenSql, isOneOfSql, isShownSql } from '../../conditions/visibility.ts'
import { type Db, queryRows } from '../../database/rows.ts'
import { quotedName, type Sql, sql } from '../../database/sql.ts'
import type { EventQuery, Viewer } from '../../store.ts'
import type { PageBounds } from '../page-order.ts'

/** Events of one statement. */
const AT_ONCE = 1000

/** Yields parts of a list in order. Other tasks run between two of them. */
async function* partsOf(ids: readonly number[]): AsyncIterable<readonly number[]> {
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    if (at > 0) await breath()
    yield ids.slice(at, at + AT_ONCE)
  }
}

/** Orders by the name of the first linked item. */
const linkOrders = ['venue', 'category'] as const
type LinkOrder = (typeof linkOrders)[number]

/** Returns the order by a linked item that a query asks for; undefined for any other. */
export const linkOrderOf = ({ orderby }: Pick<EventQuery, 'orderby'>): LinkOrder | undefined =>
  linkOrders.find((one) => one === orderby)

interface EventKey {
  readonly id: number
  readonly key: string
}

/** Selects the folded names of what events link to, those that come first first. What the viewer may not see has no name. */
const namesOf: Readonly<Record<LinkOrder, (events: readonly number[], viewer: Viewer) => Sql<EventKey>>> = {
  venue: (events, viewer) => sql`select event_id as id, venues.name_key as key
    from event_venues join venues on venues.id = target_id join events on events.id = event_id
    where ${allOf([isOneOfSql(quotedName('event_id'), events), isShownSql('venues', viewer), isNotPasswordHiddenSql(viewer)])}
    order by event_id, position`,
  category: (events, viewer) => sql`select event_id as id, categories.name_key as key
    from event_categories join categories on categories.id = target_id join events on events.id = event_id
    where ${allOf([isOneOfSql(quotedName('event_id'), events), isNotPasswordHiddenSql(viewer)])}
    order by event_id, categories.name_key`,
}

async function keysOf(db: Db, ids: readonly number[], by: LinkOrder, viewer: Viewer) {
  const keys = new Map<number, string>()
  for await (const some of partsOf(ids))
    for (const { id, key } of await queryRows(db, namesOf[by](some, viewer)))
      if (!keys.has(id)) keys.set(id, key)
  return keys
}

/** Returns the ids without those of further occurrences of a series. */
async function oncePerSeries(db: Db, ids: readonly number[]): Promise<readonly number[]> {
  const series = new Map<number, number>()
  for await (const some of partsOf(ids)) {
    const found = sql<{ readonly id: number; readonly series: number }>`select id, series from events
      where ${isOneOfSql(quotedName('id'), some)} and series is not null`
    for (const row of await queryRows(db, found)) series.set(row.id, row.series)
  }
  const seen = new Set<number>()
  return ids.filter((id) => {
    const of = series.get(id)
    if (of === undefined) return true
    return !seen.has(of) && seen.add(of)
  })
}

/**
 * Returns a page of ids by the names of what the events link to, ties by id; those that link to nothing come last, in either direction. If
 * collapsed, the first of each series stands for it.
 */
export async function pageByLink(
  db: Db,
  ids: Float64Array,
  { query, by, viewer }: { readonly query: EventQuery; readonly by: LinkOrder; readonly viewer: Viewer },
  { skip, count }: PageBounds,
): Promise<readonly number[]> {
  const keys = await keysOf(db, [...ids], by, viewer)
  const sign = query.order === 'asc' ? 1 : -1
  const sorted = [...ids].sort((one, other) => {
    const [a, b] = [keys.get(one), keys.get(other)]
    if (a === undefined || b === undefined)
      return Number(a === undefined) - Number(b === undefined) || sign * (one - other)
    return sign * (a === b ? one - other : a < b ? -1 : 1)
  })
  const shown = query.collapse === undefined ? sorted : await oncePerSeries(db, sorted)
  return shown.slice(skip, skip + count)
}

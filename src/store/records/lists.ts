/** Pages of collections: events from the almanac, everything else by SQL. */

import type { ResourceName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import {
  groupOrMediaListConditionSql,
  pageListConditionSql,
  termListConditionSql,
  venueOrOrganizerListConditionSql,
} from '../conditions/filters.ts'
import type { Condition } from '../conditions/visibility.ts'
import type { DialectName } from '../database/dialects.ts'
import { queryFirstRow, quotedName, sql } from '../database/sql.ts'
import { readPageOfEventItems } from '../events/page.ts'
import { findWordFormsInItemNames, type TableWithNames } from '../events/similar-words.ts'
import { listSeries } from '../series/list.ts'
import type { Page, QueryOf, TermQuery, VenueOrOrganizerQuery, Viewer } from '../store.ts'
import { itemsFromRecordsByResource } from './items.ts'
import {
  itemTable,
  orderOfGroupQuery,
  orderOfPageQuery,
  orderOfTermQuery,
  orderOfVenueOrOrganizerQuery,
  queryRecords,
  type RowOf,
} from './query-records.ts'
import type { SnapshotAndAlmanac } from './snapshot-and-almanac.ts'

type ListedName = VenueOrOrganizerName | TermName | 'group' | 'media' | 'page'

interface Plan {
  readonly where: Condition
  readonly order: ReturnType<typeof orderOfVenueOrOrganizerQuery>
}

type ListsBySql = { [N in ListedName]: (dialect: DialectName, query: QueryOf<N>, viewer: Viewer) => Plan }

const linkedPlan =
  (name: VenueOrOrganizerName) => (dialect: DialectName, query: VenueOrOrganizerQuery, viewer: Viewer) => ({
    where: venueOrOrganizerListConditionSql(dialect, name, query, viewer),
    order: orderOfVenueOrOrganizerQuery(name, query),
  })
const termPlan = (name: TermName) => (dialect: DialectName, query: TermQuery, viewer: Viewer) => ({
  where: termListConditionSql(dialect, name, query, viewer),
  order: orderOfTermQuery(name, query, viewer),
})
const plans: ListsBySql = {
  venue: linkedPlan('venue'),
  organizer: linkedPlan('organizer'),
  category: termPlan('category'),
  tag: termPlan('tag'),
  group: (dialect, query) => ({
    where: groupOrMediaListConditionSql(dialect, 'groups', query),
    order: orderOfGroupQuery(query),
  }),
  media: (dialect, query) => ({
    where: groupOrMediaListConditionSql(dialect, 'media', query),
    order: sql`media.date_utc desc, media.id desc`,
  }),
  page: (dialect, query, viewer) => ({
    where: pageListConditionSql(dialect, query, viewer),
    order: orderOfPageQuery(query),
  }),
}

const nameTables = {
  venue: 'venues',
  organizer: 'organizers',
  category: 'categories',
  tag: 'tags',
  group: undefined,
  media: undefined,
  page: undefined,
} as const satisfies Readonly<Record<ListedName, TableWithNames | undefined>>

async function countRows(db: SnapshotAndAlmanac['db'], table: string, where: Condition): Promise<number> {
  const counted = await queryFirstRow(
    db,
    sql<{ total: number }>`select count(*) as total from ${quotedName(table)} where ${where}`,
  )
  return Number(counted?.total ?? 0)
}

/** Whether a query forgives: a search of media does not. */
const isForgivingQuery = (query: QueryOf<ListedName>): query is VenueOrOrganizerQuery | TermQuery =>
  'isForgiving' in query && query.isForgiving === true

/** Returns the condition of a list, and how many rows have it. Where none has the words of a query that forgives, similar ones count. */
async function conditionOf<N extends ListedName>(
  name: N,
  { db, dialect }: SnapshotAndAlmanac,
  query: QueryOf<N>,
  viewer: Viewer,
) {
  const [table, names] = [itemTable(name), nameTables[name]]
  const { where, order } = plans[name](dialect, query, viewer)
  const total = await countRows(db, table, where)
  const exact = { where, order, total }
  if (total > 0 || names === undefined || !isForgivingQuery(query)) return exact
  const forms = await findWordFormsInItemNames(db, names, query, viewer)
  if (forms === undefined) return exact
  const similar = plans[name](dialect, { ...query, forms }, viewer).where
  return { where: similar, order, total: await countRows(db, table, similar) }
}

const listRecords =
  <N extends ListedName>(name: N) =>
  async (source: SnapshotAndAlmanac, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>> => {
    const { db } = source
    const { where, order, total } = await conditionOf(name, source, query, viewer)
    const skipped = (query.page - 1) * query.per_page
    if (skipped >= total) return { items: [], total }
    const page = sql<
      RowOf<N>
    >`select * from ${quotedName(itemTable(name))} where ${where} order by ${order} limit ${query.per_page} offset ${skipped}`
    return {
      items: await itemsFromRecordsByResource[name](db, await queryRecords(db, name, page), viewer),
      total,
    }
  }

type Lists = {
  readonly [N in ResourceName]: (
    source: SnapshotAndAlmanac,
    query: QueryOf<N>,
    viewer: Viewer,
  ) => Promise<Page<N>>
}

const lists: Lists = {
  event: readPageOfEventItems,
  series: listSeries,
  venue: listRecords('venue'),
  organizer: listRecords('organizer'),
  category: listRecords('category'),
  tag: listRecords('tag'),
  group: listRecords('group'),
  media: listRecords('media'),
  page: listRecords('page'),
}

/** Returns one page of any collection. Throws `AnotherViewNeeded`. */
export function listItems<N extends ResourceName>(
  source: SnapshotAndAlmanac,
  name: N,
  query: QueryOf<N>,
  viewer: Viewer,
): Promise<Page<N>> {
  return lists[name](source, query, viewer)
}

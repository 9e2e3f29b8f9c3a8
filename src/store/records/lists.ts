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
import { countRowsFrom, type Db, quotedName, sql } from '../database/sql.ts'
import { readPageOfEventItems } from '../events/page.ts'
import { findWordFormsInItemNames } from '../events/similar-words.ts'
import type { EventSources } from '../events/sources.ts'
import { listSeries } from '../series/list.ts'
import { itemTables } from '../tables.ts'
import type { Page, QueryOf, TermQuery, VenueOrOrganizerQuery, Viewer } from '../types/index.ts'
import { itemsFromRecordsByResource } from './items.ts'
import { isLinkName } from './links.ts'
import {
  orderOfGroupQuery,
  orderOfPageQuery,
  orderOfTermQuery,
  orderOfVenueOrOrganizerQuery,
  queryRecords,
  type RowOf,
} from './query-records.ts'

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

/** Whether a query forgives: a search of media does not. */
const isForgivingQuery = (query: QueryOf<ListedName>): query is VenueOrOrganizerQuery | TermQuery =>
  'isForgiving' in query && query.isForgiving === true

/** Returns the condition of a list, and how many rows have it. Where none has the words of a query that forgives, similar ones count. */
async function conditionOf<N extends ListedName>(name: N, db: Db, query: QueryOf<N>, viewer: Viewer) {
  const { dialect } = db
  const table = itemTables[name]
  const { where, order } = plans[name](dialect, query, viewer)
  const total = await countRowsFrom(db, sql`${quotedName(table)} where ${where}`)
  const exact = { where, order, total }
  if (total > 0 || !isForgivingQuery(query)) return exact
  const forms = isLinkName(name) ? await findWordFormsInItemNames(db, name, query, viewer) : undefined
  if (forms === undefined) return exact
  const similar = plans[name](dialect, { ...query, forms }, viewer).where
  return { where: similar, order, total: await countRowsFrom(db, sql`${quotedName(table)} where ${similar}`) }
}

const listRecords =
  <N extends ListedName>(name: N) =>
  ({ read }: EventSources, query: QueryOf<N>, viewer: Viewer): Promise<Page<N>> =>
    read(async (db) => {
      const { where, order, total } = await conditionOf(name, db, query, viewer)
      const skipped = (query.page - 1) * query.per_page
      if (skipped >= total) return { items: [], total }
      const page = sql<
        RowOf<N>
      >`select * from ${quotedName(itemTables[name])} where ${where} order by ${order} limit ${query.per_page} offset ${skipped}`
      return {
        items: await itemsFromRecordsByResource[name](db, await queryRecords(db, name, page), viewer),
        total,
      }
    })

type Lists = {
  readonly [N in ResourceName]: (source: EventSources, query: QueryOf<N>, viewer: Viewer) => Promise<Page<N>>
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

/** Returns one page of any collection. */
export function listItems<N extends ResourceName>(
  source: EventSources,
  name: N,
  query: QueryOf<N>,
  viewer: Viewer,
): Promise<Page<N>> {
  return lists[name](source, query, viewer)
}

/** The orders of lists (contract §3.2, §3.4, §3.5). The last column always breaks ties. */
import type { ResourceName, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { shownTermCountSql, termTableAndLinkTable } from '../conditions/term.ts'
import { joinedSql, quotedName, rawSql, type Sql, sql } from '../database/sql.ts'
import type { GroupQuery, PageQuery, TermQuery, VenueOrOrganizerQuery, Viewer } from '../store.ts'

type Order = Sql

/** `null` sorts lowest on both databases where the column may be null. */
function by(columns: readonly Sql[], order: 'asc' | 'desc'): Order {
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  return joinedSql(columns.map((column) => sql`${column} ${direction}`))
}

const refs = (table: string, names: readonly string[]) => names.map((name) => quotedName(`${table}.${name}`))

/**
 * The order by id of the few rows that an index finds, before a limit. By the plain id, PostgreSQL walks the whole table in its order
 * as long as it has no statistics of it: each look-up of an import takes as long as the events before it (`npm run trial large`).
 */
export const byIdAmongFewSql: Sql = sql`order by id + 0`

const linkedColumns = {
  date: ['date_utc', 'id'],
  name: ['name_key', 'name', 'id'],
  modified: ['modified_utc', 'id'],
  id: ['id'],
} as const

/** Returns the order of a query for venues or organizers. */
export function orderOfVenueOrOrganizerQuery(
  name: VenueOrOrganizerName,
  { orderby, order }: VenueOrOrganizerQuery,
): Order {
  return by(refs(`${name}s`, linkedColumns[orderby]), order)
}

function given(id: Sql, values: readonly (string | number)[]): Sql {
  const cases = values.map((value, at) => sql`when ${value} then ${rawSql(String(at))}`)
  return values.length === 0
    ? id
    : sql`(case ${id} ${joinedSql(cases, ' ')} else ${rawSql(String(values.length))} end)`
}

/** Returns the order of a query for terms. */
export function orderOfTermQuery(name: TermName, query: TermQuery, viewer: Viewer): Order {
  const { table } = termTableAndLinkTable(name)
  const of = (column: string) => quotedName(`${table}.${column}`)
  const columns: Record<TermQuery['orderby'], readonly Sql[]> = {
    name: refs(table, ['name_key', 'name']),
    id: [],
    slug: [of('slug')],
    count: [shownTermCountSql(name, viewer)],
    description: [of('description')],
    parent: name === 'category' ? [sql`coalesce(${of('parent')}, 0)`] : [],
    include: [given(of('id'), query.include ?? [])],
    include_slugs: [given(of('slug'), query.slug === undefined ? [] : [query.slug])],
    term_group: [],
  }
  return by([...columns[query.orderby], of('id')], query.order)
}

/** Returns the order of a query for groups: by name. */
export const orderOfGroupQuery = ({ order }: GroupQuery): Order =>
  by(refs('groups', ['name_key', 'name', 'id']), order)

const pageColumns = {
  menu_order: ['menu_order', 'title_key', 'title', 'id'],
  title: ['title_key', 'title', 'id'],
  date: ['date_utc', 'id'],
  modified: ['modified_utc', 'id'],
  id: ['id'],
} as const

/** Returns the order of a query for own pages. */
export const orderOfPageQuery = ({ orderby, order }: PageQuery): Order =>
  by(refs('pages', pageColumns[orderby]), order)

/** Returns the table of a resource. */
export function itemTable<N extends ResourceName>(name: N) {
  const tables = {
    event: 'events',
    series: 'series',
    venue: 'venues',
    organizer: 'organizers',
    category: 'categories',
    tag: 'tags',
    group: 'groups',
    media: 'media',
    page: 'pages',
  } as const
  return tables[name]
}

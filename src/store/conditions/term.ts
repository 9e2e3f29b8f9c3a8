/** The filters of categories and tags as SQL (contract §3.5). */
import type { TermName } from '../../contract/resources/index.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { contains, type DialectName } from '../database/dialects.ts'
import { named, type Sql, sql } from '../database/sql.ts'
import type { TermQuery, Viewer } from '../store.ts'
import { all, among, type Condition, column, isOpen } from './visibility.ts'

const tables = { category: 'categories', tag: 'tags' } as const

/** Returns the table and the link table of a taxonomy. */
export function termTables(name: TermName) {
  return { table: tables[name], links: `event_${tables[name]}` as const }
}

/** The displayed count: the stored one plus the scheduled events whose date has passed. */
export function countShown(name: TermName, { moment }: Viewer): Sql<number> {
  const { table, links } = termTables(name)
  return sql`(${column(table, 'count')} + (select count(*) from events cross join ${named(links)} as due
    where due.event_id = events.id and events.status = 'future' and events.date_utc <= ${epochOf(moment.now)} and due.target_id = ${column(table, 'id')}))`
}

function isOfEvent(name: TermName, event: number, viewer: Viewer): Condition {
  const { table, links } = termTables(name)
  return sql`exists (select 1 from ${named(links)} as link join events on events.id = link.event_id
    where link.target_id = ${column(table, 'id')} and events.id = ${event} and ${isOpen('events', viewer)})`
}

/** Returns the condition of a list of terms. */
export function termConditions(
  dialect: DialectName,
  name: TermName,
  query: TermQuery,
  viewer: Viewer,
): Condition {
  const { table } = termTables(name)
  const id = column(table, 'id')
  const { search, event, include, exclude, slug, parent } = query
  return all([
    ...(query.hide_empty && event === undefined ? [sql<boolean>`${countShown(name, viewer)} > 0`] : []),
    ...(event === undefined ? [] : [isOfEvent(name, event, viewer)]),
    ...(search === undefined ? [] : [contains(dialect, named(`${table}.search_text`), search)]),
    ...(include === undefined ? [] : [among(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${among(id, exclude)}`]),
    ...(slug === undefined ? [] : [sql<boolean>`${column(table, 'slug')} = ${slug}`]),
    ...(parent === undefined
      ? []
      : [
          parent === 0
            ? sql<boolean>`${column(table, 'parent')} is null`
            : sql<boolean>`${column(table, 'parent')} = ${parent}`,
        ]),
  ])
}

/** The filters of categories and tags as SQL (contract §3.5). */
import type { TermName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { DialectName } from '../database/dialects.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { TermQuery, Viewer } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import {
  allOfSql,
  type Condition,
  isNotPasswordHiddenFromViewerSql,
  isOneOfSql,
  qualifiedColumn,
} from './visibility.ts'
import { hasFormOfEachWordSql, makeItemTextToSearch, searchedTextContainsSql } from './words.ts'

const tables = { category: 'categories', tag: 'tags' } as const

/** Returns the table and the link table of a taxonomy. */
export function termTableAndLinkTable(name: TermName) {
  return { table: tables[name], links: `event_${tables[name]}` as const }
}

/** The displayed count: the stored one plus the scheduled events whose date has passed. */
export function shownTermCountSql(name: TermName, { moment }: Viewer): Sql<number> {
  const { table, links } = termTableAndLinkTable(name)
  return sql`(${qualifiedColumn(table, 'count')} + (select count(*) from events cross join ${quotedName(links)} as due
    where due.event_id = events.id and events.status = 'future' and events.date_utc <= ${epochOfInstant(moment.now)} and due.target_id = ${qualifiedColumn(table, 'id')}))`
}

function isOfEvent(name: TermName, event: number, viewer: Viewer): Condition {
  const { table, links } = termTableAndLinkTable(name)
  return sql`exists (select 1 from ${quotedName(links)} as link join events on events.id = link.event_id
    where link.target_id = ${qualifiedColumn(table, 'id')} and events.id = ${event} and ${isNotPasswordHiddenFromViewerSql(viewer)})`
}

/** On an event outside the trash; a category also where one below it is. */
function isUsed(name: TermName): Condition {
  const { table, links } = termTableAndLinkTable(name)
  const direct = sql`select link.target_id as id from ${quotedName(links)} as link join events on events.id = link.event_id
    where events.status <> 'trash'`
  const above = sql`union select categories.parent from categories join used on used.id = categories.id
    where categories.parent is not null`
  return name === 'tag'
    ? sql`${qualifiedColumn(table, 'id')} in (${direct})`
    : sql`${qualifiedColumn(table, 'id')} in (with recursive used(id) as (${direct} ${above}) select id from used)`
}

/** Returns the condition of a query for terms. */
export function termListConditionSql(
  dialect: DialectName,
  name: TermName,
  query: TermQuery,
  viewer: Viewer,
): Condition {
  const { table } = termTableAndLinkTable(name)
  const id = qualifiedColumn(table, 'id')
  const text = makeItemTextToSearch(table, query.shown)
  const { search, forms, event, unused, include, exclude, slug, parent } = query
  const hidesEmpty = query.hide_empty && event === undefined && unused === undefined
  return allOfSql([
    isReadableInSql(table, query.readable),
    ...(hidesEmpty ? [sql<boolean>`${shownTermCountSql(name, viewer)} > 0`] : []),
    ...(unused === undefined ? [] : [unused ? sql<boolean>`not ${isUsed(name)}` : isUsed(name)]),
    ...(event === undefined ? [] : [isOfEvent(name, event, viewer)]),
    ...(search === undefined || forms !== undefined ? [] : [searchedTextContainsSql(dialect, text, search)]),
    ...(forms === undefined ? [] : [hasFormOfEachWordSql(dialect, text, forms)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
    ...(slug === undefined ? [] : [sql<boolean>`${qualifiedColumn(table, 'slug')} = ${slug}`]),
    ...(parent === undefined
      ? []
      : [
          parent === 0
            ? sql<boolean>`${qualifiedColumn(table, 'parent')} is null`
            : sql<boolean>`${qualifiedColumn(table, 'parent')} = ${parent}`,
        ]),
  ])
}

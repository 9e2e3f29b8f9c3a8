import type { TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { DialectName } from '../database/dialects.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import { itemTables, linkTables } from '../tables.ts'
import type {
  GroupQuery,
  MediaQuery,
  PageQuery,
  TermQuery,
  VenueOrOrganizerQuery,
  Viewer,
} from '../types/index.ts'
import {
  allOfSql,
  type Condition,
  hasStatusSql,
  isInMainCalendarSql,
  isNotPasswordHiddenFromViewerSql,
  isOneOfSql,
  isPublicSql,
  isReadableInSql,
  isShownToSql,
  notSql,
  qualifiedColumn,
  whereGiven,
} from './visibility.ts'
import { hasFormOfEachWordSql, hasWordsSql, makeItemTextToSearch, searchedTextContainsSql } from './words.ts'

/** Returns the condition of what lists of all resources filter by: languages in which items can be read, and ids. */
const isAmongSql = (
  table: string,
  { readable, include, exclude }: Pick<PageQuery, 'readable' | 'include' | 'exclude'>,
): Condition =>
  allOfSql([
    isReadableInSql(table, readable),
    whereGiven(include, (ids) => isOneOfSql(qualifiedColumn(table, 'id'), ids)),
    whereGiven(exclude, (ids) => notSql(isOneOfSql(qualifiedColumn(table, 'id'), ids))),
  ])

// The filters of categories and tags as SQL (contract §3.5).

/** The displayed count: the stored one plus the scheduled events whose date has passed. */
export function shownTermCountSql(name: TermName, { moment }: Viewer): Sql<number> {
  const [table, links] = [itemTables[name], linkTables[name]]
  return sql`(${qualifiedColumn(table, 'count')} + (select count(*) from events cross join ${quotedName(links)} as due
    where due.event_id = events.id and events.status = 'future' and events.date_utc <= ${epochOfInstant(moment.now)} and due.target_id = ${qualifiedColumn(table, 'id')}))`
}

function isOfEvent(name: TermName, event: number, viewer: Viewer): Condition {
  const [table, links] = [itemTables[name], linkTables[name]]
  return sql`exists (select 1 from ${quotedName(links)} as link join events on events.id = link.event_id
    where link.target_id = ${qualifiedColumn(table, 'id')} and events.id = ${event} and ${isNotPasswordHiddenFromViewerSql(viewer)})`
}

/** On an event outside the trash; a category also where one below it is. */
function isUsed(name: TermName): Condition {
  const [table, links] = [itemTables[name], linkTables[name]]
  const direct = sql`select link.target_id as id from ${quotedName(links)} as link join events on events.id = link.event_id
    where events.status <> 'trash'`
  const above = sql`union select categories.parent from categories join used on used.id = categories.id
    where categories.parent is not null`
  return name === 'tag'
    ? sql`${qualifiedColumn(table, 'id')} in (${direct})`
    : sql`${qualifiedColumn(table, 'id')} in (with recursive used(id) as (${direct} ${above}) select id from used)`
}

export function termListConditionSql(
  dialect: DialectName,
  name: TermName,
  query: TermQuery,
  viewer: Viewer,
): Condition {
  const table = itemTables[name]
  const text = makeItemTextToSearch(table, query.shown)
  const { search, forms, event, unused, slug, parent } = query
  const hidesEmpty = query.hide_empty && event === undefined && unused === undefined
  const column = (column: string) => qualifiedColumn(table, column)
  return allOfSql([
    isAmongSql(table, query),
    hidesEmpty ? sql`${shownTermCountSql(name, viewer)} > 0` : undefined,
    whereGiven(unused, (unused) => (unused ? notSql(isUsed(name)) : isUsed(name))),
    whereGiven(event, (event) => isOfEvent(name, event, viewer)),
    forms === undefined
      ? whereGiven(search, (search) => searchedTextContainsSql(dialect, text, search))
      : hasFormOfEachWordSql(dialect, text, forms),
    whereGiven(slug, (slug) => sql`${column('slug')} = ${slug}`),
    whereGiven(parent, (id) =>
      id === 0 ? sql`${column('parent')} is null` : sql`${column('parent')} = ${id}`,
    ),
  ])
}

// The filters of venues and organizers as SQL (contract §3.4).

/** Linked to an event that satisfies `condition`. */
function hasEvent(name: VenueOrOrganizerName, condition: Condition): Condition {
  return sql`exists (select 1 from ${quotedName(`event_${name}s`)} as link join events on events.id = link.event_id
    where link.target_id = ${qualifiedColumn(`${name}s`, 'id')} and ${condition})`
}

export function venueOrOrganizerListConditionSql(
  dialect: DialectName,
  name: VenueOrOrganizerName,
  query: VenueOrOrganizerQuery,
  viewer: Viewer,
): Condition {
  const table = `${name}s` as const
  const text = makeItemTextToSearch(table, query.shown)
  const seen = allOfSql([isShownToSql('events', viewer), isNotPasswordHiddenFromViewerSql(viewer)])
  const listed = allOfSql([
    isPublicSql('events', viewer),
    isNotPasswordHiddenFromViewerSql(viewer),
    sql`events.hide_from_listings = 0`,
  ])
  const upcoming = allOfSql([
    listed,
    sql`events.end_utc >= ${epochOfInstant(viewer.moment.now)}`,
    query.in_main === true ? isInMainCalendarSql : undefined,
  ])
  const inUse = hasEvent(name, sql`events.status <> 'trash'`)
  const { search, forms, event, has_events, unused } = query
  return allOfSql([
    hasStatusSql(table, query.status, viewer),
    isAmongSql(table, query),
    forms === undefined
      ? whereGiven(search, (words) => hasWordsSql(dialect, text, words))
      : hasFormOfEachWordSql(dialect, text, forms),
    whereGiven(event, (event) =>
      hasEvent(name, allOfSql([sql`events.id = ${event}`, isNotPasswordHiddenFromViewerSql(viewer)])),
    ),
    whereGiven(has_events, (has) => (has ? hasEvent(name, seen) : notSql(hasEvent(name, seen)))),
    whereGiven(unused, (unused) => (unused ? notSql(inUse) : inUse)),
    query.only_with_upcoming ? hasEvent(name, upcoming) : undefined,
  ])
}

// The filters of groups and of media as SQL (contract §2.2, §16).

export function groupOrMediaListConditionSql(
  dialect: DialectName,
  table: 'groups' | 'media',
  query: GroupQuery | MediaQuery,
): Condition {
  const text = makeItemTextToSearch(table, query.shown)
  return allOfSql([
    isAmongSql(table, query),
    whereGiven(query.search, (words) => hasWordsSql(dialect, text, words)),
    whereGiven('described' in query ? query.described : undefined, (is) =>
      is ? sql`media.alt_text <> ''` : sql`media.alt_text = ''`,
    ),
  ])
}

// The filters of own pages as SQL (contract §23).

/** Returns the condition of a query for own pages. */
export function pageListConditionSql(dialect: DialectName, query: PageQuery, viewer: Viewer): Condition {
  const text = makeItemTextToSearch('pages', query.shown)
  return allOfSql([
    hasStatusSql('pages', query.status, viewer),
    isAmongSql('pages', query),
    whereGiven(query.search, (words) => hasWordsSql(dialect, text, words)),
    whereGiven(query.in_footer, (is) => sql`pages.in_footer = ${is ? 1 : 0}`),
  ])
}

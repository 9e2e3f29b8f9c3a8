/** The filters of lists as SQL. */
import type { TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { DialectName } from '../database/dialects.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import type { GroupQuery, MediaQuery, PageQuery, TermQuery, VenueOrOrganizerQuery, Viewer } from '../store.ts'
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
  qualifiedColumn,
} from './visibility.ts'
import { hasFormOfEachWordSql, hasWordsSql, makeItemTextToSearch, searchedTextContainsSql } from './words.ts'

// The filters of categories and tags as SQL (contract §3.5).

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

// The filters of venues and organizers as SQL (contract §3.4).

/** Linked to an event that satisfies `condition`. */
function hasEvent(name: VenueOrOrganizerName, condition: Condition): Condition {
  return sql`exists (select 1 from ${quotedName(`event_${name}s`)} as link join events on events.id = link.event_id
    where link.target_id = ${qualifiedColumn(`${name}s`, 'id')} and ${condition})`
}

/** Returns the condition of a query for venues or organizers. */
export function venueOrOrganizerListConditionSql(
  dialect: DialectName,
  name: VenueOrOrganizerName,
  query: VenueOrOrganizerQuery,
  viewer: Viewer,
): Condition {
  const table = `${name}s` as const
  const id = qualifiedColumn(table, 'id')
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
    ...(query.in_main === true ? [isInMainCalendarSql] : []),
  ])
  const inUse = hasEvent(name, sql`events.status <> 'trash'`)
  const { search, forms, event, has_events, unused, include, exclude } = query
  return allOfSql([
    hasStatusSql(table, query.status, viewer),
    isReadableInSql(table, query.readable),
    ...(search === undefined || forms !== undefined ? [] : [hasWordsSql(dialect, text, search)]),
    ...(forms === undefined ? [] : [hasFormOfEachWordSql(dialect, text, forms)]),
    ...(event === undefined
      ? []
      : [hasEvent(name, allOfSql([sql`events.id = ${event}`, isNotPasswordHiddenFromViewerSql(viewer)]))]),
    ...(has_events === undefined
      ? []
      : [has_events ? hasEvent(name, seen) : sql<boolean>`not ${hasEvent(name, seen)}`]),
    ...(unused === undefined ? [] : [unused ? sql<boolean>`not ${inUse}` : inUse]),
    ...(query.only_with_upcoming ? [hasEvent(name, upcoming)] : []),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

// The filters of groups and of media as SQL (contract §2.2, §16).

/** Returns the condition of a query for groups or media. */
export function groupOrMediaListConditionSql(
  dialect: DialectName,
  table: 'groups' | 'media',
  { search, include, exclude, readable, shown }: GroupQuery | MediaQuery,
): Condition {
  const id = quotedName(`${table}.id`)
  return allOfSql([
    isReadableInSql(table, readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, makeItemTextToSearch(table, shown), search)]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

// The filters of own pages as SQL (contract §23).

/** Returns the condition of a query for own pages. */
export function pageListConditionSql(
  dialect: DialectName,
  { search, in_footer, status, include, exclude, readable, shown }: PageQuery,
  viewer: Viewer,
): Condition {
  const id = qualifiedColumn('pages', 'id')
  return allOfSql([
    hasStatusSql('pages', status, viewer),
    isReadableInSql('pages', readable),
    ...(search === undefined ? [] : [hasWordsSql(dialect, makeItemTextToSearch('pages', shown), search)]),
    ...(in_footer === undefined ? [] : [sql<boolean>`pages.in_footer = ${in_footer ? 1 : 0}`]),
    ...(include === undefined ? [] : [isOneOfSql(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${isOneOfSql(id, exclude)}`]),
  ])
}

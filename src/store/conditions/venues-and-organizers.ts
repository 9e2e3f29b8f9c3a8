/** The filters of venues and organizers as SQL (contract §3.4). */
import type { VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { DialectName } from '../database/dialects.ts'
import { quotedName, sql } from '../database/sql.ts'
import type { VenueOrOrganizerQuery, Viewer } from '../store.ts'
import { isReadableInSql } from './readable.ts'
import {
  allOfSql,
  type Condition,
  hasStatusSql,
  isInMainCalendarSql,
  isNotPasswordHiddenFromViewerSql,
  isOneOfSql,
  isPublicSql,
  isShownToSql,
  qualifiedColumn,
} from './visibility.ts'
import { hasFormOfEachWordSql, hasWordsSql, makeItemTextToSearch } from './words.ts'

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

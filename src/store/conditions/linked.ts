/** The filters of venues and organizers as SQL (contract §3.4). */
import type { LinkedName } from '../../contract/resources/index.ts'
import { epochOf } from '../../domain/time/moment.ts'
import type { DialectName } from '../database/dialects.ts'
import { named, sql } from '../database/sql.ts'
import type { LinkedQuery, Viewer } from '../store.ts'
import { all, among, type Condition, column, hasStatus, isOpen, isPublic, isShown } from './visibility.ts'
import { hasWords } from './words.ts'

/** Linked to an event that satisfies `condition`. */
function hasEvent(name: LinkedName, condition: Condition): Condition {
  return sql`exists (select 1 from ${named(`event_${name}s`)} as link join events on events.id = link.event_id
    where link.target_id = ${column(`${name}s`, 'id')} and ${condition})`
}

/** Returns the condition of a list of venues or organizers. */
export function linkedConditions(
  dialect: DialectName,
  name: LinkedName,
  query: LinkedQuery,
  viewer: Viewer,
): Condition {
  const table = `${name}s`
  const id = column(table, 'id')
  const seen = all([isShown('events', viewer), isOpen(viewer)])
  const listed = all([isPublic('events', viewer), isOpen(viewer), sql`events.hide_from_listings = 0`])
  const upcoming = all([listed, sql`events.end_utc >= ${epochOf(viewer.moment.now)}`])
  const inUse = hasEvent(name, sql`events.status <> 'trash'`)
  const { search, event, has_events, unused, include, exclude } = query
  return all([
    hasStatus(table, query.status, viewer),
    ...(search === undefined ? [] : [hasWords(dialect, named(`${table}.search_text`), search)]),
    ...(event === undefined ? [] : [hasEvent(name, all([sql`events.id = ${event}`, isOpen(viewer)]))]),
    ...(has_events === undefined
      ? []
      : [has_events ? hasEvent(name, seen) : sql<boolean>`not ${hasEvent(name, seen)}`]),
    ...(unused === undefined ? [] : [unused ? sql<boolean>`not ${inUse}` : inUse]),
    ...(query.only_with_upcoming ? [hasEvent(name, upcoming)] : []),
    ...(include === undefined ? [] : [among(id, include)]),
    ...(exclude === undefined ? [] : [sql<boolean>`not ${among(id, exclude)}`]),
  ])
}

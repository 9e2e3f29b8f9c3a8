/** The filters of events as SQL (contract §3.1–§3.3). */
import { type RawBuilder, sql } from 'kysely'
import type { Window } from '../../domain/window.ts'
import type { DialectName } from '../dialects.ts'
import type { Asker, Circle, EventQuery } from '../store.ts'
import {
  all,
  among,
  any,
  type Condition,
  column,
  hasStatus,
  isEditable,
  isOpen,
  isShown,
} from './visibility.ts'
import { hasWords } from './words.ts'

const of = (name: string) => column('events', name)

function inWindow({ startFrom, startTo, endFrom, endTo }: Window): readonly Condition[] {
  return [
    ...(startFrom === undefined ? [] : [sql<boolean>`${of('start_utc')} >= ${startFrom}`]),
    ...(startTo === undefined ? [] : [sql<boolean>`${of('start_utc')} <= ${startTo}`]),
    ...(endFrom === undefined ? [] : [sql<boolean>`${of('end_utc')} >= ${endFrom}`]),
    ...(endTo === undefined ? [] : [sql<boolean>`${of('end_utc')} <= ${endTo}`]),
  ]
}

function linkedTo(links: string, ids: readonly number[]): Condition {
  return sql`${of('id')} in (select event_id from ${sql.table(links)} where ${among(sql.ref('target_id'), ids)})`
}

const EARTH_RADIUS = 6371.0088

/** Half the squared chord between a venue and a point, on a globe of radius 1: grows with the distance. */
export function haversine({ lat, lng }: Circle): RawBuilder<number> {
  const half = (of: string, from: number) =>
    sql`sin(radians(${sql.ref(`venues.${of}`)} - ${sql.lit(from)}) / 2)`
  const cosine = sql.lit(Math.cos((lat * Math.PI) / 180))
  const [dLat, dLng] = [half('geo_lat', lat), half('geo_lng', lng)]
  return sql`(${dLat} * ${dLat} + ${cosine} * cos(radians(venues.geo_lat)) * ${dLng} * ${dLng})`
}

function within(circle: Circle): Condition {
  const angle = Math.min(circle.distance / EARTH_RADIUS, Math.PI)
  return sql`${haversine(circle)} <= ${sql.lit(Math.sin(angle / 2) ** 2)}`
}

/** A shown venue of the event for which `condition` holds. */
function hasVenue(asker: Asker, condition: Condition): Condition {
  return sql`exists (select 1 from event_venues join venues on venues.id = event_venues.target_id
    where event_venues.event_id = ${of('id')} and ${isShown('venues', asker)} and ${condition})`
}

/** The same the other way round, for conditions that few venues meet: the venues first, then their events. */
function atVenue(asker: Asker, condition: Condition): Condition {
  return sql`${of('id')} in (select event_venues.event_id from event_venues join venues on venues.id = event_venues.target_id
    where ${isShown('venues', asker)} and ${condition})`
}

const isLocated: Condition = sql`venues.geo_lat is not null and venues.geo_lng is not null`

/** The distance to the nearest shown venue, for ordering. */
export function nearest(circle: Circle, asker: Asker): RawBuilder<number> {
  return sql`(select min(${haversine(circle)}) from event_venues join venues on venues.id = event_venues.target_id
    where event_venues.event_id = ${of('id')} and ${isShown('venues', asker)} and ${isLocated})`
}

/** Filters on what a password protects: they never match an event that is protected from the reader. */
function onProtected(query: EventQuery, asker: Asker): readonly Condition[] {
  const { geoloc, circle } = query
  const lists = [
    ['event_categories', query.categories],
    ['event_tags', query.tags],
    ['event_venues', query.venue],
    ['event_organizers', query.organizer],
  ] as const
  return [
    ...lists.flatMap(([table, ids]) => (ids === undefined ? [] : [linkedTo(table, ids)])),
    ...(query.featured === undefined ? [] : [sql<boolean>`${of('featured')} = ${query.featured ? 1 : 0}`]),
    ...(query.ticketed === undefined ? [] : [sql<boolean>`${of('ticketed')} = ${query.ticketed ? 1 : 0}`]),
    ...(geoloc === undefined
      ? []
      : [geoloc ? hasVenue(asker, isLocated) : sql<boolean>`not ${hasVenue(asker, isLocated)}`]),
    ...(circle === undefined ? [] : [atVenue(asker, all([isLocated, within(circle)]))]),
  ]
}

function searched(dialect: DialectName, query: EventQuery, asker: Asker): readonly Condition[] {
  if (query.search === undefined) return []
  const open = all([isOpen('events', asker), hasWords(dialect, sql`events.search_text`, query.search)])
  const closed = all([
    sql`not ${isOpen('events', asker)}`,
    hasWords(dialect, sql`events.title_key`, query.search),
  ])
  return [any([open, closed])]
}

function hiding(query: EventQuery, asker: Asker): Condition {
  return query.hidden
    ? all([sql`${of('hide_from_listings')} = 1`, isEditable('events', asker)])
    : sql`${of('hide_from_listings')} = 0`
}

/** Everything that a list of events asks for. */
export function eventConditions(dialect: DialectName, query: EventQuery, asker: Asker): Condition {
  const filters = onProtected(query, asker)
  return all([
    hasStatus('events', query.status, asker),
    hiding(query, asker),
    ...inWindow(query.window),
    ...(filters.length === 0 ? [] : [isOpen('events', asker), ...filters]),
    ...searched(dialect, query, asker),
    ...(query.include === undefined ? [] : [among(of('id'), query.include)]),
    ...(query.exclude === undefined ? [] : [sql<boolean>`not ${among(of('id'), query.exclude)}`]),
    ...parent(query.post_parent),
  ])
}

function parent(id: number | undefined): readonly Condition[] {
  if (id === undefined) return []
  return [id === 0 ? sql<boolean>`${of('post_parent')} is null` : sql<boolean>`${of('post_parent')} = ${id}`]
}

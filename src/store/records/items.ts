/** Reads records with their linked items, terms and images, for many records at once. */
import {
  type LinkedName,
  type ResourceName,
  type TermName,
  termNames,
} from '../../contract/resources/index.ts'
import { mayEdit } from '../../domain/publication/access.ts'
import { statusAt } from '../../domain/publication/status.ts'
import { epochOf } from '../../domain/time/moment.ts'
import { isOpened } from '../conditions/opened.ts'
import { termTables } from '../conditions/term.ts'
import { all, among, column, isShown } from '../conditions/visibility.ts'
import type { Db } from '../database/rows.ts'
import { named, sql } from '../database/sql.ts'
import { seriesHeads, seriesItems } from '../series/reading.ts'
import type {
  EventItem,
  EventLink,
  EventRecord,
  Item,
  PublishedItem,
  RecordOf,
  TermItem,
  Viewer,
} from '../store.ts'
import { type RowOf, recordOf } from './json-columns.ts'
import { imagesOf } from './media.ts'
import { tableOf } from './orders.ts'
import { type DueCounts, dueCounts, termItems, withDue } from './term-counts.ts'

/** The record with its status as of now. */
export function asOfNow<R>(record: R, { moment }: Pick<Viewer, 'moment'>): R {
  const scheduled = record as { status?: EventRecord['status']; date_utc?: number }
  if (scheduled.status !== 'future' || scheduled.date_utc === undefined) return record
  return { ...record, status: statusAt(scheduled.status, scheduled.date_utc, epochOf(moment.now)) }
}

/** Adds the images of venues and organizers. */
async function published<R extends { image: number | null }>(
  db: Db,
  records: readonly R[],
): Promise<readonly PublishedItem<R>[]> {
  const images = await imagesOf(db, records)
  return records.map((record) => ({
    record,
    image: record.image === null ? undefined : images.get(record.image),
  }))
}

async function linkedItems<N extends LinkedName>(
  db: Db,
  name: N,
  events: readonly number[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, readonly PublishedItem<RecordOf<N>>[]>> {
  if (events.length === 0) return new Map()
  const table = tableOf(name)
  const { rows } = await sql<RowOf<N> & { event_id: number }>`
    select ${named(table)}.*, link.event_id from ${named(`event_${table}`)} as link
    join ${named(table)} on ${column(table, 'id')} = link.target_id
    where ${all([among(named('link.event_id'), events), isShown(table, viewer)])}
    order by link.event_id, link.position`.execute(db)
  const items = await published(
    db,
    rows.map((row) => recordOf(name, row)),
  )
  return grouped(
    items.map((item, at) => [rows[at]?.event_id ?? 0, { ...item, record: asOfNow(item.record, viewer) }]),
  )
}

function grouped<T>(pairs: readonly (readonly [number, T])[]): ReadonlyMap<number, readonly T[]> {
  const groups = new Map<number, T[]>()
  for (const [key, one] of pairs) {
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [one])
    else group.push(one)
  }
  return groups
}

async function termsOfEvents<N extends TermName>(
  db: Db,
  name: N,
  events: readonly number[],
  due: DueCounts,
): Promise<ReadonlyMap<number, readonly TermItem<RecordOf<N>>[]>> {
  if (events.length === 0) return new Map()
  const { table, links } = termTables(name)
  const { rows } = await sql<RowOf<N> & { event_id: number }>`
    select ${named(table)}.*, link.event_id from ${named(links)} as link
    join ${named(table)} on ${column(table, 'id')} = link.target_id
    where ${among(named('link.event_id'), events)}
    order by link.event_id, ${column(table, 'name_key')}, ${column(table, 'name')}, ${column(table, 'id')}`.execute(
    db,
  )
  const found = rows.map((row) => recordOf(name, row))
  const items = withDue(name, found, due)
  return grouped(items.map((item, at) => [rows[at]?.event_id ?? 0, item]))
}

/**
 * Whether a password hides the event from the viewer. Viewers who sent it or may edit the event see everything
 * (contract §4.7).
 */
function isProtected({ id, password_hash, author, status }: EventRecord, viewer: Viewer): boolean {
  const isEditable = () => mayEdit(viewer.scope, { author, isPublic: status === 'publish' })
  return password_hash !== null && !isEditable() && !isOpened(viewer, id)
}

/** Returns the slugs of the parents that the viewer may see, by id. */
async function parentsOf(
  db: Db,
  records: readonly EventRecord[],
  viewer: Viewer,
): Promise<ReadonlyMap<number, { readonly slug: string }>> {
  const ids = [...new Set(records.flatMap(({ post_parent }) => post_parent ?? []))]
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; slug: string }>`
    select id, slug from events where ${all([among(named('id'), ids), isShown('events', viewer)])}`.execute(
    db,
  )
  return new Map(rows.map(({ id, slug }) => [id, { slug }]))
}

const allLinks: readonly EventLink[] = ['venue', 'organizer', 'category', 'tag']

/** Returns events with their linked items of these kinds; lists of others are empty. */
export async function eventItems(
  db: Db,
  records: readonly EventRecord[],
  viewer: Viewer,
  links = allLinks,
): Promise<readonly EventItem[]> {
  if (records.length === 0) return []
  const ids = records.map(({ id }) => id)
  const of = (link: EventLink) => (links.includes(link) ? ids : [])
  const venues = await linkedItems(db, 'venue', of('venue'), viewer)
  const organizers = await linkedItems(db, 'organizer', of('organizer'), viewer)
  const due = await dueCounts(db, termNames, viewer)
  const categories = await termsOfEvents(db, 'category', of('category'), due)
  const tags = await termsOfEvents(db, 'tag', of('tag'), due)
  const parents = await parentsOf(db, records, viewer)
  const series = await seriesHeads(db, records)
  const items = await published(
    db,
    records.map((record) => asOfNow(record, viewer)),
  )
  return items.map((item) => ({
    venues: venues.get(item.record.id) ?? [],
    organizers: organizers.get(item.record.id) ?? [],
    categories: categories.get(item.record.id) ?? [],
    tags: tags.get(item.record.id) ?? [],
    parent: parents.get(item.record.post_parent ?? 0),
    series: series.get(item.record.series ?? 0),
    isProtected: isProtected(item.record, viewer),
    ...item,
  }))
}

type ItemsOf = {
  [N in ResourceName]: (
    db: Db,
    records: readonly RecordOf<N>[],
    viewer: Viewer,
  ) => Promise<readonly Item<N>[]>
}

export const itemsOf: ItemsOf = {
  event: (db, records, viewer) => eventItems(db, records, viewer),
  series: (db, records, viewer) =>
    seriesItems(
      db,
      records.map((record) => asOfNow(record, viewer)),
      viewer,
    ),
  venue: (db, records, viewer) =>
    published(
      db,
      records.map((record) => asOfNow(record, viewer)),
    ),
  organizer: (db, records, viewer) =>
    published(
      db,
      records.map((record) => asOfNow(record, viewer)),
    ),
  category: (db, records, viewer) => termItems(db, 'category', records, viewer),
  tag: (db, records, viewer) => termItems(db, 'tag', records, viewer),
  media: async (_db, records) => records.map((record) => ({ record })),
}

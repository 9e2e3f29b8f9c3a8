/** Reads records with their linked items, terms and images, for many records at once. */
import {
  type LinkedName,
  linkNames,
  type ResourceName,
  type TermName,
  termNames,
} from '../../contract/resources/index.ts'
import { compareText } from '../../domain/text/compare.ts'
import { isPasswordHidden } from '../conditions/password-hidden.ts'
import {
  imageWithSeenTranslations,
  isShownTo,
  withCurrentStatus,
  withoutTranslationDrafts,
  withSeenTranslations,
} from '../conditions/shown.ts'
import { allOfSql, isOneOfSql, isShownSql } from '../conditions/visibility.ts'
import type { Db } from '../database/rows.ts'
import { quotedName, sql } from '../database/sql.ts'
import { seriesHeads, withWithheldDates } from '../series/heads.ts'
import { seriesItems } from '../series/reading.ts'
import type {
  EventItem,
  EventLinkKind,
  EventRecord,
  Item,
  PublishedItem,
  RecordOf,
  TermItem,
  VenueRecord,
  Viewer,
} from '../store.ts'
import { type LinkIdsByEvent, linkTargetsOf } from './links.ts'
import { imagesOfRecords } from './media.ts'
import { groupsOfRecords, recordsOfIds } from './query-records.ts'
import { type CountDueEvents, dueEventCounter, groupItems, termItems, withDueCounts } from './term-counts.ts'

/** Adds the images of events, venues and organizers, and shows their status as of now. */
export async function withImagesAndStatus<
  R extends Pick<VenueRecord, 'image' | 'author' | 'status' | 'translations'>,
>(db: Db, records: readonly R[], viewer: Viewer): Promise<readonly PublishedItem<R>[]> {
  const images = await imagesOfRecords(db, records)
  return records.map((record) => ({
    record: withSeenTranslations(withCurrentStatus(record, viewer), viewer),
    image: record.image === null ? undefined : images.get(record.image),
  }))
}

/** The ids of all that these events link to, each once. */
const idsOf = (targets: LinkIdsByEvent): readonly number[] => [...new Set([...targets.values()].flat())]

/** Gives each event the items that it links to, where they are known. */
function spread<T>(
  targets: LinkIdsByEvent,
  items: ReadonlyMap<number, T>,
): ReadonlyMap<number, readonly T[]> {
  const of = (id: number) => items.get(id) ?? []
  return new Map([...targets].map(([event, ids]) => [event, ids.flatMap(of)]))
}

/** Where the links of events and what they link to come from. */
export interface LinkedSource {
  targets: (kinds: readonly EventLinkKind[], events: readonly number[]) => ReturnType<typeof linkTargetsOf>
  /** Returns the records of these ids that exist, in any order. */
  records<N extends EventLinkKind>(name: N, ids: readonly number[]): Promise<readonly RecordOf<N>[]>
  /** Counts the scheduled events of terms that have become public. */
  due(viewer: Viewer): Promise<CountDueEvents>
}

/** Reads everything from the database. */
export const databaseLinkedSource = (db: Db): LinkedSource => ({
  targets: (kinds, events) => linkTargetsOf(db, kinds, events),
  records: (name, ids) => recordsOfIds(db, name, ids),
  due: (viewer) => dueEventCounter(db, termNames, viewer),
})

/** Returns the venues or organizers of events. Each is read once, and shared by the events that link to it. */
export async function linkedItemsByEvent<N extends LinkedName>(
  db: Db,
  { name, targets }: { readonly name: N; readonly targets: LinkIdsByEvent },
  viewer: Viewer,
  { records }: LinkedSource,
) {
  const ids = idsOf(targets)
  if (ids.length === 0) return new Map<number, readonly PublishedItem<RecordOf<N>>[]>()
  const shown = (await records(name, ids)).filter((record) => isShownTo(record, viewer))
  const items = await withImagesAndStatus(db, shown, viewer)
  return spread(targets, new Map(items.map((item) => [item.record.id, item])))
}

type Named = RecordOf<TermName>

/** By name, as the databases order: the names of most terms differ in their first letters. */
const byName = (a: Named, b: Named) =>
  compareText(a.name_key, b.name_key) || compareText(a.name, b.name) || a.id - b.id

/** Returns the terms of events, by name, without drafts of translations. Each is read once, and shared by the events that have it. */
export async function termsOfEvents<N extends TermName>(
  name: N,
  targets: LinkIdsByEvent,
  due: CountDueEvents,
  { records }: LinkedSource,
) {
  const ids = idsOf(targets)
  if (ids.length === 0) return new Map<number, readonly TermItem<RecordOf<N>>[]>()
  const found = (await records(name, ids)).map((record) => withoutTranslationDrafts(record, false))
  const items = withDueCounts(name, [...found].sort(byName), due)
  const place = new Map(items.map(({ record }, at) => [record.id, at]))
  const byPlace = (a: number, b: number) => (place.get(a) ?? 0) - (place.get(b) ?? 0)
  const ordered = new Map([...targets].map(([event, of]) => [event, [...of].sort(byPlace)]))
  return spread(ordered, new Map(items.map((item) => [item.record.id, item])))
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
    select id, slug from events where ${allOfSql([isOneOfSql(quotedName('id'), ids), isShownSql('events', viewer)])}`.execute(
    db,
  )
  return new Map(rows.map(({ id, slug }) => [id, { slug }]))
}

/** The kinds of linked items that events are read with, all by default, and where these come from. */
interface WhichItems {
  readonly links?: readonly EventLinkKind[] | undefined
  readonly source?: LinkedSource | undefined
}

/** Returns events with their linked items of these kinds, as `source` tells them; lists of others are empty. */
export async function eventItems(
  db: Db,
  records: readonly EventRecord[],
  viewer: Viewer,
  { links = linkNames, source = databaseLinkedSource(db) }: WhichItems = {},
): Promise<readonly EventItem[]> {
  if (records.length === 0) return []
  const ids = records.map(({ id }) => id)
  const targets = await source.targets(links, ids)
  const venues = await linkedItemsByEvent(db, { name: 'venue', targets: targets.venue }, viewer, source)
  const organizers = await linkedItemsByEvent(
    db,
    { name: 'organizer', targets: targets.organizer },
    viewer,
    source,
  )
  const due = await source.due(viewer)
  const categories = await termsOfEvents('category', targets.category, due, source)
  const tags = await termsOfEvents('tag', targets.tag, due, source)
  const parents = await parentsOf(db, records, viewer)
  const series = await seriesHeads(db, records)
  const groups = await groupsOfRecords(db, records)
  const items = await withImagesAndStatus(db, records, viewer)
  return items.map((item) => ({
    venues: venues.get(item.record.id) ?? [],
    organizers: organizers.get(item.record.id) ?? [],
    categories: categories.get(item.record.id) ?? [],
    tags: tags.get(item.record.id) ?? [],
    parent: parents.get(item.record.post_parent ?? 0),
    series: series.get(item.record.series ?? 0),
    group: groups.get(item.record.group_id ?? 0),
    isProtected: isPasswordHidden(item.record, viewer),
    ...item,
  }))
}

type ItemsOf = {
  [N in ResourceName]: (
    db: Db,
    records: readonly RecordOf<N>[],
    viewer: Viewer,
    source?: LinkedSource,
  ) => Promise<readonly Item<N>[]>
}

export const itemReaders: ItemsOf = {
  event: async (db, records, viewer, source) =>
    withWithheldDates(db, await eventItems(db, records, viewer, { source }), viewer),
  series: (db, records, viewer) =>
    seriesItems(
      db,
      records.map((record) => withCurrentStatus(record, viewer)),
      viewer,
    ),
  venue: withImagesAndStatus,
  organizer: withImagesAndStatus,
  category: (db, records, viewer) => termItems(db, 'category', records, viewer),
  tag: (db, records, viewer) => termItems(db, 'tag', records, viewer),
  group: groupItems,
  media: async (_db, records, viewer) =>
    records.map((record) => ({ record: imageWithSeenTranslations(record, viewer) })),
}

/** Reads records with their linked items, terms and images, for many records at once. */
import {
  linkNames,
  type ResourceName,
  type TermName,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { compareText } from '../../domain/text/letters.ts'
import {
  hideTranslationDraftsOfItem,
  imageWithoutUnseenTranslations,
  isPasswordHidden,
  isRecordShownTo,
  recordWithCurrentStatus,
  recordWithoutUnseenParts,
} from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isShownToSql } from '../conditions/visibility.ts'
import { type Db, quotedName, sql } from '../database/sql.ts'
import { addWithheldDatesToEvents, seriesHeadsOfEvents, seriesSummariesOfRecords } from '../series/reading.ts'
import type {
  EventItem,
  EventLinkKind,
  EventRecord,
  EventWithLinkedItems,
  Item,
  ListedEventRecord,
  RecordAndItsImage,
  RecordOf,
  TermItem,
  VenueRecord,
  Viewer,
} from '../types/index.ts'
import { internalPartsOfRecords } from './duties.ts'
import { databaseLinkedItemsReader, type LinkedItemsReader, type LinkIdsByEvent } from './links.ts'
import { imagesOfRecords } from './media.ts'
import { loadGroupsThatRecordsAreIn } from './query-records.ts'
import {
  addNewlyPublicCounts,
  type CountNewlyPublicEvents,
  groupItemsWithCountsOfRecords,
  termItemsWithCountsOfRecords,
} from './terms.ts'

/** Adds the images of events, venues and organizers, and shows their status as of now. */
async function withImagesAndStatus<
  R extends Pick<VenueRecord, 'image' | 'author' | 'status' | 'translations'>,
>(db: Db, records: readonly R[], viewer: Viewer): Promise<readonly RecordAndItsImage<R>[]> {
  const images = await imagesOfRecords(db, records)
  return records.map((record) => ({
    record: recordWithoutUnseenParts(recordWithCurrentStatus(record, viewer), viewer),
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

/** Returns the venues or organizers of events. Each is read once, and shared by the events that link to it. */
async function venuesOrOrganizersByEvent<N extends VenueOrOrganizerName>(
  db: Db,
  { name, targets }: { readonly name: N; readonly targets: LinkIdsByEvent },
  viewer: Viewer,
  { records }: LinkedItemsReader,
) {
  const ids = idsOf(targets)
  if (ids.length === 0) return new Map<number, readonly RecordAndItsImage<RecordOf<N>>[]>()
  const shown = (await records(name, ids)).filter((record) => isRecordShownTo(record, viewer))
  const items = await withImagesAndStatus(db, shown, viewer)
  return spread(targets, new Map(items.map((item) => [item.record.id, item])))
}

type Named = RecordOf<TermName>

/** By name, as the databases order: the names of most terms differ in their first letters. */
const byName = (a: Named, b: Named) =>
  compareText(a.name_key, b.name_key) || compareText(a.name, b.name) || a.id - b.id

/** Returns the terms of events, by name, without drafts of translations. Each is read once, and shared by the events that have it. */
async function categoriesOrTagsByEvent<N extends TermName>(
  name: N,
  targets: LinkIdsByEvent,
  due: CountNewlyPublicEvents,
  { records }: LinkedItemsReader,
) {
  const ids = idsOf(targets)
  if (ids.length === 0) return new Map<number, readonly TermItem<RecordOf<N>>[]>()
  const found = (await records(name, ids)).map((record) => hideTranslationDraftsOfItem(record, false))
  const items = addNewlyPublicCounts(name, [...found].sort(byName), due)
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
    select id, slug from events where ${allOfSql([isOneOfSql(quotedName('id'), ids), isShownToSql('events', viewer)])}`.execute(
    db,
  )
  return new Map(rows.map(({ id, slug }) => [id, { slug }]))
}

/** The kinds of linked items that events are read with, all by default, and where these come from. */
interface WhichItems {
  readonly links?: readonly EventLinkKind[] | undefined
  readonly source?: LinkedItemsReader | undefined
}

/** Returns events with their linked items of these kinds, as `source` tells them; lists of others are empty. */
export async function eventsWithLinkedItems<R extends ListedEventRecord>(
  db: Db,
  records: readonly R[],
  viewer: Viewer,
  { links = linkNames, source = databaseLinkedItemsReader(db) }: WhichItems = {},
): Promise<readonly EventWithLinkedItems<R>[]> {
  if (records.length === 0) return []
  const targets = await source.targets(
    links,
    records.map(({ id }) => id),
  )
  const venues = await venuesOrOrganizersByEvent(
    db,
    { name: 'venue', targets: targets.venue },
    viewer,
    source,
  )
  const organizers = await venuesOrOrganizersByEvent(
    db,
    { name: 'organizer', targets: targets.organizer },
    viewer,
    source,
  )
  const due = await source.due(viewer)
  const categories = await categoriesOrTagsByEvent('category', targets.category, due, source)
  const tags = await categoriesOrTagsByEvent('tag', targets.tag, due, source)
  const items = await withImagesAndStatus(db, records, viewer)
  return items.map((item) => ({
    venues: venues.get(item.record.id) ?? [],
    organizers: organizers.get(item.record.id) ?? [],
    categories: categories.get(item.record.id) ?? [],
    tags: tags.get(item.record.id) ?? [],
    isProtected: isPasswordHidden(item.record, viewer),
    ...item,
  }))
}

/** Returns events with everything that their representations show, and with linked items as `eventsWithLinkedItems` does. */
export async function eventItemsOfRecords(
  db: Db,
  records: readonly EventRecord[],
  viewer: Viewer,
  which?: WhichItems,
): Promise<readonly EventItem[]> {
  const items = await eventsWithLinkedItems(db, records, viewer, which)
  const parents = await parentsOf(db, records, viewer)
  const series = await seriesHeadsOfEvents(db, records)
  const groups = await loadGroupsThatRecordsAreIn(db, records)
  const internal = await internalPartsOfRecords(
    db,
    items.map(({ record }) => record),
    viewer,
  )
  return items.map((item, at) =>
    Object.assign(item, {
      parent: parents.get(item.record.post_parent ?? 0),
      series: series.get(item.record.series ?? 0),
      group: groups.get(item.record.group_id ?? 0),
      internal: internal[at],
    }),
  )
}

type ItemsOf = {
  [N in ResourceName]: (
    db: Db,
    records: readonly RecordOf<N>[],
    viewer: Viewer,
    source?: LinkedItemsReader,
  ) => Promise<readonly Item<N>[]>
}

export const itemsFromRecordsByResource: ItemsOf = {
  event: async (db, records, viewer, source) =>
    addWithheldDatesToEvents(db, await eventItemsOfRecords(db, records, viewer, { source }), viewer),
  series: (db, records, viewer) =>
    seriesSummariesOfRecords(
      db,
      records.map((record) => recordWithCurrentStatus(record, viewer)),
      viewer,
    ),
  venue: withImagesAndStatus,
  organizer: withImagesAndStatus,
  category: (db, records, viewer, source) =>
    termItemsWithCountsOfRecords(db, 'category', records, viewer, source),
  tag: (db, records, viewer, source) => termItemsWithCountsOfRecords(db, 'tag', records, viewer, source),
  group: groupItemsWithCountsOfRecords,
  media: async (_db, records, viewer) =>
    records.map((record) => ({ record: imageWithoutUnseenTranslations(record, viewer) })),
  page: async (_db, records, viewer) =>
    records.map((record) => ({
      record: hideTranslationDraftsOfItem(
        recordWithCurrentStatus(record, viewer),
        viewer.scope.administers === true,
      ),
    })),
}

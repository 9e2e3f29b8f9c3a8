/** The read operations of every resource, on both databases. */

import {
  type ItemName,
  isPublishable,
  type PublishableName,
  type ResourceName,
  type VenueOrOrganizerName,
} from '../../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { recordWithCurrentStatus } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isShownToSql, qualifiedColumn } from '../conditions/visibility.ts'
import {
  countRowsFrom,
  type Db,
  joinedSql,
  quotedName,
  type Sql,
  type SqlBool,
  sql,
} from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { seriesReadOperations } from '../series/reading.ts'
import { itemTables, linkTables } from '../tables.ts'
import type {
  AuthoredResourceName,
  ItemAddress,
  ItemIdAndVersion,
  LinkName,
  MergedRecord,
  RecordOf,
  Viewer,
} from '../types/index.ts'
import { dutyReading } from './duties.ts'
import { itemsFromRecordsByResource } from './items.ts'
import { linksOfEvent } from './links.ts'
import { mediaReadOperations } from './media.ts'
import {
  byIdAmongFewSql,
  everyRecord,
  publicRecordsOfNames,
  queryFirstRecord,
  queryRecords,
} from './query-records.ts'
import {
  importKeysOfEvents,
  importKeysOfItem,
  importsByKey,
  importsWithPrefix,
  siteReading,
} from './settings.ts'
import { idMergedInto, idOfFormerSlug, slugInAddress, takenSlugsAmong } from './slugs.ts'
import { termReading } from './terms.ts'

/** How many events with one UID are found: those of moved calendars may share one. */
const MAX_SAME_UID = 500

/** Returns the condition that an item is at an address; undefined where none can be. A slug never finds an item in the trash. */
export function isAtAddressSql(name: ResourceName, address: ItemAddress): Sql<SqlBool> | undefined {
  const table = itemTables[name]
  if ('id' in address) return sql`${qualifiedColumn(table, 'id')} = ${address.id}`
  const slug = slugInAddress(address.slug)
  if (slug === undefined) return undefined
  return allOfSql([
    sql`${qualifiedColumn(table, 'slug')} = ${slug}`,
    ...(isPublishable(name) ? [sql<SqlBool>`${qualifiedColumn(table, 'status')} <> 'trash'`] : []),
  ])
}

async function find<N extends ResourceName>(
  db: Db,
  name: N,
  address: ItemAddress,
  moment: Moment,
): Promise<RecordOf<N> | undefined> {
  const where = isAtAddressSql(name, address)
  if (where === undefined) return undefined
  const table = itemTables[name]
  const record = await queryFirstRecord(db, name, sql`select * from ${quotedName(table)} where ${where}`)
  return record && recordWithCurrentStatus(record, { moment })
}

/** Returns the first scheduled publication after a moment; undefined for none. In seconds since 1970 UTC. */
export async function nextPublication(db: Db, now: number): Promise<number | undefined> {
  const scheduled = (['events', 'series', 'venues', 'organizers', 'pages'] as const).map(
    (table) =>
      sql`select min(date_utc) as date_utc from ${quotedName(table)} where status = 'future' and date_utc > ${now}`,
  )
  const [next] = await sql<{
    date_utc: number | null
  }>`select min(date_utc) as date_utc from (${joinedSql(scheduled, ' union all ')}) as scheduled`.rows(db)
  return next?.date_utc ?? undefined
}

const itemReading = (db: Db) => ({
  /** Finds a record by id or slug, independent of the viewer. A slug never finds an item in the trash. */
  find: <N extends ResourceName>(name: N, address: ItemAddress, moment: Moment) =>
    find(db, name, address, moment),
  /** Adds what the representations of the records show to this viewer. */
  items: <N extends ResourceName>(name: N, records: readonly RecordOf<N>[], viewer: Viewer) =>
    itemsFromRecordsByResource[name](db, records, viewer),
  /** Every record of a resource by id, in batches, for exports. */
  all: <N extends ResourceName>(name: N) => everyRecord(db, name),
  /** Returns those of `ids` that this viewer sees: public or readable, and not in the trash. */
  async visible(name: PublishableName, ids: readonly number[], viewer: Viewer): Promise<ReadonlySet<number>> {
    if (ids.length === 0) return new Set()
    const table = itemTables[name]
    const where = allOfSql([isOneOfSql(quotedName('id'), ids), isShownToSql(table, viewer)])
    return new Set(await sql`select id from ${quotedName(table)} where ${where}`.column<number>(db))
  },
  /** The time of the next scheduled publication after now, in seconds since 1970 UTC. */
  nextPublication: ({ now }: Moment) => nextPublication(db, epochOfInstant(now)),
  /** Those of a kind that are of a group, ascending. */
  ofGroup: (name: 'event' | 'series', group: number) =>
    sql`select id from ${quotedName(itemTables[name])} where group_id = ${group} order by id`.column<number>(
      db,
    ),
  /** Whether the calendar has no items. */
  async isEmpty() {
    for (const table of [
      'events',
      'venues',
      'organizers',
      'categories',
      'tags',
      'groups',
      'pages',
    ] as const) {
      if (await sql`select 1 from ${quotedName(table)} limit 1`.exists(db)) return false
    }
    return true
  },
  revision: () => lastRevisionIn(db),
})

const linkReading = (db: Db) => ({
  linksOf: (eventId: number) => linksOfEvent(db, eventId),
  /** The events that link to an item. */
  async linkedTo(name: LinkName, id: number) {
    return sql`select event_id from ${quotedName(linkTables[name])} where target_id = ${id}`.column<number>(
      db,
    )
  },
})

const nameReading = (db: Db) => ({
  /** Public items with the same folded name, lowest id first. */
  alike: <N extends VenueOrOrganizerName>(name: N, nameKey: string, moment: Moment) =>
    publicRecordsOfNames(db, name, [nameKey], moment),
  /** Drafts of an author with the same folded name, lowest id first. */
  draftsAlike: <N extends VenueOrOrganizerName>(name: N, nameKey: string, author: number) =>
    queryRecords(
      db,
      name,
      sql`select * from ${quotedName(itemTables[name])}
        where name_key = ${nameKey} and status = 'draft' and author = ${author} order by id`,
    ),
  /** The id of the item that a merged one became part of; undefined if none was merged, or that one is gone. */
  mergedInto: (
    name: ResourceName,
    wanted: ItemAddress | { readonly text: string } | { readonly name: string },
  ) => idMergedInto(db, name, wanted),
  /** The id of the item outside of the trash that had a slug, or of the one that this was merged into; undefined for none. */
  itemOfFormerSlug: (name: ResourceName, slug: string) => idOfFormerSlug(db, name, slug),
  /** The former slugs of all items of a resource, by id, for exports. */
  async formerSlugs(name: ResourceName) {
    const rows = await sql<{
      item_id: number
      slug: string
    }>`select item_id, slug from former_slugs where resource = ${name} order by item_id, slug`.rows(db)
    const found = new Map<number, string[]>()
    for (const { item_id, slug } of rows) found.set(item_id, [...(found.get(item_id) ?? []), slug])
    return found
  },
  /** The venues or organizers with this folded name that were merged into others. */
  async mergedAlike<N extends VenueOrOrganizerName>(
    name: N,
    nameKey: string,
  ): Promise<readonly MergedRecord<N>[]> {
    const found = await sql<{ record: string; into_id: number }>`select record, into_id from merges
        where resource = ${name} and name_key = ${nameKey} order by id`.rows(db)
    return found.map(({ record, into_id }) => ({ record: JSON.parse(record), into: into_id }))
  },
  /** Returns those of `slugs` that items of a resource have or had, and whether one has it now. Items in the trash block none. */
  async takenSlugs(name: ItemName, slugs: readonly string[]): Promise<ReadonlyMap<string, boolean>> {
    const taken = await takenSlugsAmong(
      db,
      slugs.map((slug) => ({ name, slug })),
    )
    return new Map(taken.map(({ slug, here }) => [slug, here === 1]))
  },
})

const importReading = (db: Db) => ({
  /** The event with that iCalendar UID; undefined if there is none. */
  eventWithUid: (uid: string) =>
    queryFirstRecord(db, 'event', sql`select * from events where uid = ${uid} ${byIdAmongFewSql} limit 1`),
  /** The ids of the events with that iCalendar UID, ascending. */
  eventsWithUid: (uid: string) =>
    sql`select id from events where uid = ${uid} ${byIdAmongFewSql} limit ${MAX_SAME_UID}`.column<number>(db),
  /** The item that a source was imported as. */
  imported: async (key: string) => (await importsByKey(db, [key])).get(key),
  /** The items that at most some hundred sources were imported as, by key. */
  importedAs: (keys: readonly string[]) => importsByKey(db, keys),
  /** Every recorded import whose key begins with `prefix`. */
  importsUnder: (prefix: string) => importsWithPrefix(db, prefix),
  /** The keys of all sources that the item was imported from. */
  importKeysOf: (resource: string, id: number) => importKeysOfItem(db, resource, id),
  /** The same of several events, by event. */
  importKeysOfEvents: (ids: readonly number[]) => importKeysOfEvents(db, ids),
})

const userReading = (db: Db) => ({
  async hasUser(id: number) {
    return await sql`select 1 from users where id = ${id}`.exists(db)
  },
  /** Whether there are users. The service is in local mode until there is one. */
  async hasUsers() {
    return await sql`select 1 from users limit 1`.exists(db)
  },
  /** The items of a kind that a user is author of, in any status. */
  authored: (name: AuthoredResourceName, author: number) =>
    sql<ItemIdAndVersion>`select id, version from ${quotedName(itemTables[name])} where author = ${author} order by id`.rows(
      db,
    ),
  /** The number of own pages outside of the trash. */
  pagesOutsideTrash: () => countRowsFrom(db, sql`pages where status <> 'trash'`),
})

/** Returns the read operations over one connection: the store itself, a snapshot, or a transaction. */
export const readOperations = (db: Db) => ({
  ...itemReading(db),
  ...linkReading(db),
  ...dutyReading(db),
  ...termReading(db),
  ...nameReading(db),
  ...mediaReadOperations(db),
  ...importReading(db),
  ...siteReading(db),
  ...userReading(db),
  ...seriesReadOperations(db),
})

/** The read operations of every resource, on both databases. */
import { isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { recordWithCurrentStatus } from '../conditions/shown-records.ts'
import { allOfSql, isOneOfSql, isShownToSql, qualifiedColumn } from '../conditions/visibility.ts'
import {
  countRowsFrom,
  type Db,
  joinedSql,
  queryFirstRow,
  queryRows,
  quotedName,
  type Sql,
  type SqlBool,
  sql,
} from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { seriesReadOperations } from '../series/reading.ts'
import type {
  ImportReading,
  ItemAddress,
  ItemIdAndVersion,
  ItemReadingOfAllResources,
  LinkReading,
  NamesakeReading,
  Reading,
  RecordOf,
  TermReading,
  UsersAndSettingsReading,
} from '../store.ts'
import { dutyReading } from './duties.ts'
import { publicRecordsOfNames } from './in-sets.ts'
import { itemsFromRecordsByResource } from './items.ts'
import { eventIdsLinkedToItem, linksOfEvent } from './links.ts'
import { mediaReadOperations } from './media.ts'
import {
  byIdAmongFewSql,
  everyRecord,
  existingIds,
  itemTable,
  queryFirstRecord,
  queryRecords,
} from './query-records.ts'
import {
  categoryAndGroupColors,
  findIdempotencyRecord,
  importKeysOfItem,
  importsByKey,
  importsWithPrefix,
  publicPageLinks,
  storedSettings,
} from './settings.ts'
import {
  formerSlugsById,
  idMergedInto,
  idOfFormerSlug,
  mergedAwayItemsWithNameKey,
  slugInAddress,
  takenSlugsAmong,
} from './slugs.ts'
import {
  categoryIdsWithDescendants,
  childIdsOfCategoryOrEvent,
  findSameNamedTermId,
  findTermId,
  isSameOrDescendant,
} from './terms.ts'

/** How many events with one UID are found: those of moved calendars may share one. */
const MAX_SAME_UID = 500

/** Returns the condition that an item is at an address; undefined where none can be. A slug never finds an item in the trash. */
export function isAtAddressSql(name: ResourceName, address: ItemAddress): Sql<SqlBool> | undefined {
  const table = itemTable(name)
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
  const table = itemTable(name)
  const record = await queryFirstRecord(db, name, sql`select * from ${quotedName(table)} where ${where}`)
  return record && recordWithCurrentStatus(record, { moment })
}

const idsOf = async (db: Db, select: Sql) =>
  (await queryRows(db, sql<{ readonly id: number }>`${select}`)).map(({ id }) => id)

async function nextPublication(db: Db, now: number): Promise<number | undefined> {
  const scheduled = (['events', 'series', 'venues', 'organizers', 'pages'] as const).map(
    (table) =>
      sql`select min(date_utc) as date_utc from ${quotedName(table)} where status = 'future' and date_utc > ${now}`,
  )
  const [next] = await queryRows(
    db,
    sql<{
      date_utc: number | null
    }>`select min(date_utc) as date_utc from (${joinedSql(scheduled, ' union all ')}) as scheduled`,
  )
  return next?.date_utc ?? undefined
}

async function isEmpty(db: Db): Promise<boolean> {
  for (const table of ['events', 'venues', 'organizers', 'categories', 'tags', 'groups', 'pages'] as const) {
    if ((await queryFirstRow(db, sql`select 1 from ${quotedName(table)} limit 1`)) !== undefined) return false
  }
  return true
}

const itemReading = (db: Db): ItemReadingOfAllResources => ({
  find: (name, address, moment) => find(db, name, address, moment),
  items: (name, records, viewer) => itemsFromRecordsByResource[name](db, records, viewer),
  all: (name) => everyRecord(db, name),
  async visible(name, ids, viewer) {
    if (ids.length === 0) return new Set()
    const table = itemTable(name)
    const where = allOfSql([isOneOfSql(quotedName('id'), ids), isShownToSql(table, viewer)])
    return new Set(await idsOf(db, sql`select id from ${quotedName(table)} where ${where}`))
  },
  children: (name, id) => childIdsOfCategoryOrEvent(db, name, id),
  isBelow: (name, id, ancestor) => isSameOrDescendant(db, name, id, ancestor),
  nextPublication: ({ now }) => nextPublication(db, epochOfInstant(now)),
  ofGroup: (name, group) =>
    idsOf(db, sql`select id from ${quotedName(itemTable(name))} where group_id = ${group} order by id`),
  isEmpty: () => isEmpty(db),
  revision: () => lastRevisionIn(db),
})

const linkReading = (db: Db): LinkReading => ({
  linksOf: (eventId) => linksOfEvent(db, eventId),
  linkedTo: (name, id) => eventIdsLinkedToItem(db, name, id),
})

const termReading = (db: Db): TermReading => ({
  terms: (name, ids) => existingIds(db, name, ids),
  async term(name, reference) {
    const found = await findTermId(db, name, reference)
    if (found !== undefined) return found
    if ('id' in reference) return idMergedInto(db, name, reference)
    const text = 'text' in reference ? reference.text : reference.name
    return (await idOfFormerSlug(db, name, text)) ?? idMergedInto(db, name, reference)
  },
  sameTerm: (name, text, parent) => findSameNamedTermId(db, name, text, parent),
  descendants: (categories) => categoryIdsWithDescendants(db, categories),
  itemColors: () => categoryAndGroupColors(db),
})

const nameReading = (db: Db): NamesakeReading => ({
  alike: (name, nameKey, moment) => publicRecordsOfNames(db, name, [nameKey], moment),
  draftsAlike: (name, nameKey, author) =>
    queryRecords(
      db,
      name,
      sql`select * from ${quotedName(itemTable(name))}
        where name_key = ${nameKey} and status = 'draft' and author = ${author} order by id`,
    ),
  mergedInto: (name, wanted) => idMergedInto(db, name, wanted),
  itemOfFormerSlug: (name, slug) => idOfFormerSlug(db, name, slug),
  formerSlugs: (name) => formerSlugsById(db, name),
  mergedAlike: (name, nameKey) => mergedAwayItemsWithNameKey(db, name, nameKey),
  takenSlugs: (name, slugs) => takenSlugsAmong(db, name, slugs),
})

const importReading = (db: Db): ImportReading => ({
  eventWithUid: (uid) =>
    queryFirstRecord(db, 'event', sql`select * from events where uid = ${uid} ${byIdAmongFewSql} limit 1`),
  eventsWithUid: (uid) =>
    idsOf(db, sql`select id from events where uid = ${uid} ${byIdAmongFewSql} limit ${MAX_SAME_UID}`),
  imported: async (key) => (await importsByKey(db, [key])).get(key),
  importedAs: (keys) => importsByKey(db, keys),
  importsUnder: (prefix) => importsWithPrefix(db, prefix),
  importKeysOf: (resource, id) => importKeysOfItem(db, resource, id),
})

const siteReading = (db: Db): UsersAndSettingsReading => ({
  async hasUser(id) {
    return (await queryFirstRow(db, sql`select 1 from users where id = ${id}`)) !== undefined
  },
  async hasUsers() {
    return (await queryFirstRow(db, sql`select 1 from users limit 1`)) !== undefined
  },
  authored: (name, author) =>
    queryRows(
      db,
      sql<ItemIdAndVersion>`select id, version from ${quotedName(itemTable(name))} where author = ${author} order by id`,
    ),
  idempotencyRecord: (key, moment) => findIdempotencyRecord(db, key, moment),
  pageLinks: () => publicPageLinks(db),
  pagesOutsideTrash: () => countRowsFrom(db, sql`pages where status <> 'trash'`),
  settings: () => storedSettings(db),
})

/** Returns the read operations over one connection: the store itself, a snapshot, or a transaction. */
export const readOperations = (db: Db): Reading => ({
  ...itemReading(db),
  ...linkReading(db),
  ...dutyReading(db),
  ...termReading(db),
  ...nameReading(db),
  ...mediaReadOperations(db),
  ...importReading(db),
  ...siteReading(db),
  ...seriesReadOperations(db),
})

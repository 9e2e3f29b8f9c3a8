/** Events as lists on pages show them: without texts, and with the columns of all of them in one text. */
import { noTranslations, type Translations } from '../../domain/content/translations.ts'
import { isPasswordHidden } from '../conditions/password-hidden.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryFirstRow } from '../database/rows.ts'
import { joinedSql, jsonAggregateSql, quotedName, rawSql, sql } from '../database/sql.ts'
import { categoriesOrTagsByEvent, venuesOrOrganizersByEvent, withImagesAndStatus } from '../records/items.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { LinkKindShownInLists, ListedEventItem, ListedEventRecord, Viewer } from '../store.ts'
import { linkedItemsReaderOf } from './linked-records.ts'

const columns: readonly (keyof ListedEventRecord)[] = [
  ...([
    'id',
    'slug',
    'title',
    'author',
    'status',
    'date_utc',
    'password_hash',
    'image',
    'series',
    'group_id',
  ] as const),
  ...(['all_day', 'start_date', 'end_date', 'start_utc', 'end_utc', 'timezone'] as const),
  ...(['language', 'translations'] as const),
  ...([
    'cost',
    'tickets',
    'event_status',
    'previous_start_date',
    'attendance_mode',
    'featured',
    'sticky',
    'show_map',
  ] as const),
]

const pairs = joinedSql(columns.map((column) => sql`${rawSql(`'${column}'`)}, ${quotedName(column)}`))

const noTickets: ListedEventRecord['tickets'] = []

const translationsIn = (text: string): Translations => (text === '{}' ? noTranslations : JSON.parse(text))

/** Reads the records of these events that exist, in any order. A text of all rows takes two thirds of the time of rows. */
async function listedRecords(db: Db, ids: readonly number[]): Promise<readonly ListedEventRecord[]> {
  const object = db.dialect === 'sqlite' ? sql`json_object(${pairs})` : sql`json_build_object(${pairs})`
  const found = await queryFirstRow(
    db,
    sql<{ readonly text: string }>`
      select ${jsonAggregateSql(db.dialect, object)} as text from events where ${isOneOfSql(quotedName('id'), ids)}`,
  )
  type Read = ListedEventRecord & Readonly<Record<'cost' | 'tickets' | 'translations', string>>
  const all: readonly Read[] = JSON.parse(found?.text ?? '[]')
  return all.map((record) =>
    Object.assign(record, {
      cost: JSON.parse(record.cost),
      tickets: record.tickets === '[]' ? noTickets : JSON.parse(record.tickets),
      translations: translationsIn(record.translations),
    }),
  )
}

/** Reads the events with these ids, in the given order, as lists on pages show them to a viewer. */
export async function readListedEvents(
  from: SnapshotAndAlmanac,
  ids: readonly number[],
  viewer: Viewer,
  links: readonly LinkKindShownInLists[],
): Promise<readonly ListedEventItem[]> {
  if (ids.length === 0) return []
  const { db } = from
  const records = await listedRecords(db, ids)
  const source = await linkedItemsReaderOf(from)
  const targets = await source.targets(links, ids)
  const venues = await venuesOrOrganizersByEvent(
    db,
    { name: 'venue', targets: targets.venue },
    viewer,
    source,
  )
  const categories = await categoriesOrTagsByEvent('category', targets.category, () => 0, source)
  const items = await withImagesAndStatus(db, records, viewer)
  const byId = new Map(items.map((item) => [item.record.id, item]))
  return ids.flatMap((id) => {
    const item = byId.get(id)
    if (item === undefined) return []
    return Object.assign(item, {
      venues: venues.get(id) ?? [],
      categories: categories.get(id) ?? [],
      isProtected: isPasswordHidden(item.record, viewer),
    })
  })
}

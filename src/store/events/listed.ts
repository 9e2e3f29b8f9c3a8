/** Events as lists on pages show them: without texts, and with the columns of all of them in one text. */
import { noTranslations, type Translations } from '../../domain/languages.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import { newSharedBudgetCache, type SharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { isPasswordHidden } from '../conditions/shown-records.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import {
  type Db,
  joinedSql,
  jsonAggregateSql,
  queryFirstRow,
  quotedName,
  rawSql,
  sql,
} from '../database/sql.ts'
import { lastRevisionIn } from '../log/journal.ts'
import { categoriesOrTagsByEvent, venuesOrOrganizersByEvent, withImagesAndStatus } from '../records/items.ts'
import { databaseLinkedItemsReader, type LinkedItemsReader } from '../records/links.ts'
import { recordsOfIdsInAnyOrder } from '../records/query-records.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type {
  EventLinkKind,
  LinkKindShownInLists,
  ListedEventItem,
  ListedEventRecord,
  RecordOf,
  Viewer,
} from '../store.ts'
import type { AlmanacAndRevision, AlmanacFollower } from './almanac/follower.ts'

// The venues, organizers, categories and tags that reads have shown with events. The journal tells which records are still valid, so
// that another event with the same venue is read without it.

interface Kept<N extends EventLinkKind> {
  readonly record: RecordOf<N>
  /** The newest revision at which the record is known to be valid. */
  asOf: number
}

type Records = { readonly [N in EventLinkKind]: SharedBudgetCache<number, Kept<N>> }

/** Estimated size of a record in bytes, with what was represented of it last. */
const RECORD = 4096

/** Cached records by follower of the journal. */
const recordsOf = memoizedByObject(
  (_: AlmanacFollower): Records => ({
    venue: newSharedBudgetCache(),
    organizer: newSharedBudgetCache(),
    category: newSharedBudgetCache(),
    tag: newSharedBudgetCache(),
  }),
)

/** Returns what events link to at the revision of the almanac, which `db` shows. */
export function recallingLinkedItemsReader(
  db: Db,
  { almanac, revision }: AlmanacAndRevision,
  follower: AlmanacFollower,
): LinkedItemsReader {
  const { isAsOf } = follower.changes
  const all = recordsOf(follower)
  const { targets, due } = databaseLinkedItemsReader(db)

  async function records<N extends EventLinkKind>(name: N, ids: readonly number[]) {
    const kept: Records[N] = all[name]
    const found: RecordOf<N>[] = []
    const missing: number[] = []
    for (const id of ids) {
      const one = kept.get(id)
      if (one !== undefined && one.asOf <= revision && isAsOf(name, id, one.asOf)) {
        one.asOf = revision
        found.push(one.record)
      } else missing.push(id)
    }
    if (missing.length === 0) return found
    const read = await recordsOfIdsInAnyOrder(db, name, missing)
    for (const record of read) kept.set(record.id, { record, asOf: revision }, RECORD)
    return [...found, ...read]
  }

  const isNoneScheduled = () => almanac.revision === revision && almanac.scheduled.size === 0
  return { targets, records, due: async (viewer) => (isNoneScheduled() ? () => 0 : due(viewer)) }
}

/** Returns where the links of events and what they link to come from, for reads of a snapshot. */
export async function linkedItemsReaderOf({
  db,
  follower,
  changeCounter,
}: SnapshotAndAlmanac): Promise<LinkedItemsReader> {
  const known = follower.current(changeCounter)
  const isSame = known !== undefined && (await lastRevisionIn(db)) === known.revision
  return isSame ? recallingLinkedItemsReader(db, known, follower) : databaseLinkedItemsReader(db)
}

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

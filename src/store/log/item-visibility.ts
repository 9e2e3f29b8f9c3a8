/** How items stand before and after a write: who may find them in lists. */
import { isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { quotedName, rawSql, sql } from '../database/sql.ts'
import { itemTable } from '../records/orders.ts'
import type { RecordOf } from '../store.ts'
import type { RememberedRecords } from '../types/records.ts'

/** How an item that exists stands. */
export interface ItemVisibility {
  /** The id of its author; 0 for terms, groups and own pages. */
  readonly author: number
  /** Whether it is outside the trash. */
  readonly isLive: boolean
  /** Whether the public may find it in lists. Scheduled items count as published once a write has settled them. */
  readonly isPublic: boolean
  /** The id of its group; 0 for none. */
  readonly group: number
}

/** One item that a write changed: how it stood before, and after. Undefined where it did not exist. */
export interface ItemChange {
  readonly resource: string
  readonly item_id: number
  readonly before: ItemVisibility | undefined
  readonly after: ItemVisibility | undefined
  /** Whether only those see what changed who may edit the item. */
  readonly isInternal?: true
}

/** The columns that a standing depends on. A write that changes none of them keeps it. */
export const visibilityColumns = ['status', 'hide_from_listings', 'group_id'] as const

interface Row {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly hidden: number
  readonly group_id: number | null
}

const MAX_IDS = 500

function columnsOf(name: ResourceName) {
  const author = rawSql(['category', 'tag', 'group', 'page'].includes(name) ? '0' : 'author')
  const status = rawSql(isPublishable(name) ? 'status' : `'publish'`)
  const hidden = rawSql(name === 'event' ? 'hide_from_listings' : '0')
  const group = rawSql(name === 'event' || name === 'series' ? 'group_id' : 'null')
  return sql`id, ${author} as author, ${status} as status, ${hidden} as hidden, ${group} as group_id`
}

const standing = ({ author, status, hidden, group_id }: Omit<Row, 'id'>): ItemVisibility => ({
  author,
  isLive: status !== 'trash',
  isPublic: status === 'publish' && hidden === 0,
  group: group_id ?? 0,
})

/** How a record stands. */
export function visibilityOf(record: RecordOf<ResourceName>): ItemVisibility {
  return standing({
    author: 'author' in record ? record.author : 0,
    status: 'status' in record ? record.status : 'publish',
    hidden: 'hide_from_listings' in record ? record.hide_from_listings : 0,
    group_id: 'group_id' in record ? record.group_id : null,
  })
}

/** Returns how those of the items stand that exist, by id. Those that are known are not read. */
export async function visibilitiesOf(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
  known: RememberedRecords,
): Promise<ReadonlyMap<number, ItemVisibility>> {
  const found = new Map<number, ItemVisibility>()
  const unknown: number[] = []
  for (const id of ids) {
    const record = known.record(name, id)
    if (record === undefined) unknown.push(id)
    else found.set(id, visibilityOf(record))
  }
  for (let at = 0; at < unknown.length; at += MAX_IDS) {
    const some = isOneOfSql(quotedName('id'), unknown.slice(at, at + MAX_IDS))
    const select = sql<Row>`select ${columnsOf(name)} from ${quotedName(itemTable(name))} where ${some}`
    for (const row of await queryRows(db, select)) found.set(row.id, standing(row))
  }
  return found
}

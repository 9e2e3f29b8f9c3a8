/** How items stand before and after a write: who may find them in lists. */
import { isPublished, type ResourceName } from '../../contract/resources/index.ts'
import { among } from '../conditions/visibility.ts'
import { type Db, rows } from '../database/rows.ts'
import { named, raw, sql } from '../database/sql.ts'
import { tableOf } from '../records/orders.ts'

/** How an item that exists stands. */
export interface Standing {
  /** The id of its author; 0 for terms. */
  readonly author: number
  /** Whether it is outside the trash. */
  readonly isLive: boolean
  /** Whether the public may find it in lists. Scheduled items count as published once a write has settled them. */
  readonly isPublic: boolean
}

/** The columns that a standing depends on. A write that changes none of them keeps it. */
export const standingColumns = ['status', 'hide_from_listings'] as const

interface Row {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly hidden: number
}

const MAX_IDS = 500

function columnsOf(name: ResourceName) {
  const author = raw(name === 'category' || name === 'tag' ? '0' : 'author')
  const status = raw(isPublished(name) ? 'status' : `'publish'`)
  const hidden = raw(name === 'event' ? 'hide_from_listings' : '0')
  return sql`id, ${author} as author, ${status} as status, ${hidden} as hidden`
}

/** Returns how those of the items stand that exist, by id. */
export async function standingsOf(
  db: Db,
  name: ResourceName,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Standing>> {
  const found = new Map<number, Standing>()
  for (let at = 0; at < ids.length; at += MAX_IDS) {
    const some = among(named('id'), ids.slice(at, at + MAX_IDS))
    const select = sql<Row>`select ${columnsOf(name)} from ${named(tableOf(name))} where ${some}`
    for (const { id, author, status, hidden } of await rows(db, select))
      found.set(id, {
        author,
        isLive: status !== 'trash',
        isPublic: status === 'publish' && hidden === 0,
      })
  }
  return found
}

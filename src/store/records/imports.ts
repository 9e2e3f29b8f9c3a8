/** Recorded imports, by the beginning of their key. */
import { type Db, rows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { Reading, Store } from '../store.ts'

/** Returns every import whose key begins with `prefix`, ordered by key. */
export function importsUnder(db: Db, prefix: string): ReturnType<Store['importsUnder']> {
  return rows(
    db,
    sql`select key, item_id from imports where substr(key, 1, ${prefix.length}) = ${prefix} order by key`,
  )
}

/** Returns the keys of all sources that the item `id` of `resource` was imported from, ordered. */
export async function importKeysOf(
  db: Db,
  resource: string,
  id: number,
): ReturnType<Reading['importKeysOf']> {
  const found = await rows(
    db,
    sql<{
      key: string
    }>`select key from imports where item_id = ${id} and resource = ${resource} order by key`,
  )
  return found.map(({ key }) => key)
}

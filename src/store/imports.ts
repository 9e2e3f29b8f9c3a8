/** What was imported, by the beginning of its key. */
import { type Db, rows } from './rows.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'

/** Every import whose key begins so, by key. */
export function importsUnder(db: Db, prefix: string): ReturnType<Store['importsUnder']> {
  return rows(
    db,
    sql`select key, item_id from imports where substr(key, 1, ${prefix.length}) = ${prefix} order by key`,
  )
}

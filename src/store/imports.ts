/** What was imported, by the beginning of its key. */
import { type Kysely, sql } from 'kysely'
import type { Store } from './store.ts'
import type { Database } from './tables.ts'

/** Every import whose key begins so, by key. */
export function importsUnder(db: Kysely<Database>, prefix: string): ReturnType<Store['importsUnder']> {
  return db
    .selectFrom('imports')
    .select(['key', 'item_id'])
    .where(sql`substr(key, 1, ${prefix.length})`, '=', prefix)
    .orderBy('key')
    .execute()
}

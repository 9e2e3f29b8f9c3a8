/** Recorded imports, by the beginning of their key. */
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import type { ImportedItem, Reading } from '../store.ts'

/** Returns every import whose key begins with `prefix`, ordered by key. */
export function importsWithPrefix(db: Db, prefix: string): ReturnType<Reading['importsUnder']> {
  return queryRows(
    db,
    sql`select key, item_id from imports where key >= ${prefix} and key < ${`${prefix}\u{10ffff}`} order by key`,
  )
}

/** Returns the keys of all sources that the item `id` of `resource` was imported from, ordered. */
export async function importKeysOfItem(
  db: Db,
  resource: string,
  id: number,
): ReturnType<Reading['importKeysOf']> {
  const found = await queryRows(
    db,
    sql<{
      key: string
    }>`select key from imports where item_id = ${id} and resource = ${resource} order by key`,
  )
  return found.map(({ key }) => key)
}

/** Returns the items that sources were imported as, by key. */
export async function importsByKey(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImportedItem>> {
  if (keys.length === 0) return new Map()
  const found = await queryRows(
    db,
    sql<ImportedItem & { readonly key: string }>`
      select key, resource, item_id from imports where ${isOneOfSql(quotedName('key'), keys)}`,
  )
  return new Map(found.map(({ key, resource, item_id }) => [key, { resource, item_id }]))
}

/** Records imports by key. A key that is recorded already names the new item from then on. */
export async function rememberImports(db: Db, items: ReadonlyMap<string, ImportedItem>): Promise<void> {
  if (items.size === 0) return
  const values = [...items].map(([key, { resource, item_id }]) => sql`(${key}, ${resource}, ${item_id})`)
  await sql`insert into imports (key, resource, item_id) values ${joinedSql(values)}
    on conflict (key) do update set resource = excluded.resource, item_id = excluded.item_id`.execute(db)
}

/** Forgets the import recorded under a key. */
export async function forgetImportByKey(db: Db, key: string): Promise<void> {
  await sql`delete from imports where key = ${key}`.execute(db)
}

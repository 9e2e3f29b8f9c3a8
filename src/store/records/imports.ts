/** Recorded imports, by the beginning of their key. */
import { type Db, queryFirstRow, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
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

/** Returns the item that a source was imported as. */
export const importedItem = (db: Db, key: string): Promise<ImportedItem | undefined> =>
  queryFirstRow(db, sql<ImportedItem>`select resource, item_id from imports where key = ${key}`)

/** Records an import. A key that is recorded already names the new item from then on. */
export async function rememberImport(db: Db, key: string, { resource, item_id }: ImportedItem): Promise<void> {
  await sql`insert into imports (key, resource, item_id) values (${key}, ${resource}, ${item_id})
    on conflict (key) do update set resource = excluded.resource, item_id = excluded.item_id`.execute(db)
}

/** Forgets the import recorded under a key. */
export async function forgetImportByKey(db: Db, key: string): Promise<void> {
  await sql`delete from imports where key = ${key}`.execute(db)
}

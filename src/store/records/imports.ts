/** Recorded imports, by the beginning of their key. */
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import type { EventRecord, ImportedItem, Reading } from '../store.ts'
import { queryRecords } from './query-records.ts'

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
  const found = await queryRows(
    db,
    sql<ImportedItem & { readonly key: string }>`
      select key, resource, item_id from imports where ${isOneOfSql(quotedName('key'), keys)}`,
  )
  return new Map(found.map(({ key, resource, item_id }) => [key, { resource, item_id }]))
}

/**
 * Returns the first event of each of these UIDs. Each is looked up by itself: of a table without statistics, PostgreSQL would read every
 * row for a list of UIDs.
 */
export async function eventsByUid(
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, EventRecord>> {
  if (uids.length === 0) return new Map()
  const values = uids.map((uid) => sql`(cast(${uid} as text))`)
  const found = await queryRecords(
    db,
    'event',
    sql`with wanted (uid) as (values ${joinedSql(values)}) select * from events where id in
      (select (select min(other.id + 0) from events as other where other.uid = wanted.uid) from wanted)`,
  )
  return new Map(found.map((record) => [record.uid, record]))
}

/** Returns those of these UIDs that series have. */
export async function uidsAmongSeries(db: Db, uids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await queryRows(
    db,
    sql<{ readonly uid: string }>`select uid from series where ${isOneOfSql(quotedName('uid'), uids)}`,
  )
  return new Set(found.map(({ uid }) => uid))
}

/** Rows of one statement: below the number of parameters that SQLite takes. */
const AT_ONCE = 400

/** Records imports by key. A key that is recorded already names the new item from then on. */
export async function rememberImports(db: Db, items: ReadonlyMap<string, ImportedItem>): Promise<void> {
  const all = [...items]
  for (let at = 0; at < all.length; at += AT_ONCE) {
    const some = all.slice(at, at + AT_ONCE)
    const values = some.map(([key, { resource, item_id }]) => sql`(${key}, ${resource}, ${item_id})`)
    await sql`insert into imports (key, resource, item_id) values ${joinedSql(values)}
      on conflict (key) do update set resource = excluded.resource, item_id = excluded.item_id`.execute(db)
  }
}

/** Forgets the import recorded under a key. */
export async function forgetImportByKey(db: Db, key: string): Promise<void> {
  await sql`delete from imports where key = ${key}`.execute(db)
}

/** The settings of the site: one row each, as text. */
import { type Db, insertRows, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { SettingChanges, StoredSettings } from '../store.ts'

/** Returns the settings that were set, by name. */
export async function storedSettings(db: Db): Promise<StoredSettings> {
  const all = await queryRows(
    db,
    sql<{ readonly name: string; readonly value: string }>`select * from settings`,
  )
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** Sets each setting with a text, and forgets each with undefined. */
export async function saveSettings(db: Db, changes: SettingChanges): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await sql`delete from settings where name = ${name}`.execute(db)
    if (value !== undefined) await insertRows(db, 'settings', [{ name, value }])
  }
}

/** The most categories, and the most groups, that get a hue of their own. */
const MAX_COLORED = 1000

interface ItemColor {
  readonly id: number
  readonly color: string
}

/** Returns the ids of the categories and their chosen colours, "" for none, by id. */
export const categoryColors = (db: Db): Promise<readonly ItemColor[]> =>
  queryRows(db, sql<ItemColor>`select id, color from categories order by id limit ${MAX_COLORED}`)

/** Returns the ids of the groups and their chosen colours, "" for none, by id. */
export const groupColors = (db: Db): Promise<readonly ItemColor[]> =>
  queryRows(db, sql<ItemColor>`select id, color from groups order by id limit ${MAX_COLORED}`)

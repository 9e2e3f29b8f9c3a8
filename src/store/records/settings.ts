/** The settings of the site: one row each, as text. */
import { type Db, insertRows, rows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { SettingChanges, StoredSettings } from '../store.ts'

/** Returns the settings that were set, by name. */
export async function storedSettings(db: Db): Promise<StoredSettings> {
  const all = await rows(db, sql<{ readonly name: string; readonly value: string }>`select * from settings`)
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** Sets each setting with a text, and forgets each with undefined. */
export async function saveSettings(db: Db, changes: SettingChanges): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await sql`delete from settings where name = ${name}`.execute(db)
    if (value !== undefined) await insertRows(db, 'settings', [{ name, value }])
  }
}

/** Returns the categories with a colour of their own, by id. */
export function categoryColors(db: Db): Promise<readonly { readonly id: number; readonly color: string }[]> {
  return rows(
    db,
    sql<{
      readonly id: number
      readonly color: string
    }>`select id, color from categories where color <> '' order by id`,
  )
}

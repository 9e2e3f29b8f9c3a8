/** The settings of the site: one row each, as text. */
import {
  noTranslations,
  type Translations,
  translationsWithoutDrafts,
} from '../../domain/content/translations.ts'
import { type Db, insertRows, queryRows } from '../database/rows.ts'
import { sql } from '../database/sql.ts'
import type { PageLink, SettingChanges, StoredSettings } from '../store.ts'

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

/** Returns the own pages that are public or will be, in the order of the footer, without their texts and without drafts of translations. */
export async function publicPageLinks(db: Db): Promise<readonly PageLink[]> {
  const found = await queryRows(
    db,
    sql<Omit<PageLink, 'translations'> & { readonly translations: string }>`
      select id, status, date_utc, slug, title, in_footer, language, translations from pages
      where status in ('publish', 'future') order by menu_order, title_key, title, id`,
  )
  return found.map(({ translations, ...page }) => ({
    ...page,
    translations: translations === '{}' ? noTranslations : titlesIn(JSON.parse(translations)),
  }))
}

const titlesIn = (translations: Translations): Translations =>
  Object.fromEntries(
    Object.entries(translationsWithoutDrafts(translations)).map(([tag, { content: _, ...one }]) => [
      tag,
      one,
    ]),
  )

/** The most categories, and the most groups, that get a hue of their own. */
const MAX_COLORED = 1000

interface ItemColor {
  readonly id: number
  readonly color: string
}

/** Returns the ids of the categories and of the groups, with their chosen colours, "" for none, by id. */
export async function categoryAndGroupColors(
  db: Db,
): Promise<{ readonly categories: readonly ItemColor[]; readonly groups: readonly ItemColor[] }> {
  // One statement: every page that is made after a write begins with it.
  const found = await queryRows(
    db,
    sql<ItemColor & { readonly is_group: 0 | 1 }>`
      select * from (select 0 as is_group, id, color from categories order by id limit ${MAX_COLORED}) as categories
      union all
      select * from (select 1 as is_group, id, color from groups order by id limit ${MAX_COLORED}) as all_groups
      order by is_group, id`,
  )
  const colorsOf = (is_group: 0 | 1) =>
    found.filter((one) => one.is_group === is_group).map(({ id, color }) => ({ id, color }))
  return { categories: colorsOf(0), groups: colorsOf(1) }
}

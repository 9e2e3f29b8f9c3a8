/** The settings of the site: one row each, as text. */
import { noTranslations, type Translations, translationsWithoutDrafts } from '../../domain/languages.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { anyOfSql, isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, quotedName, replacing, type SqlBool, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import type {
  IdempotencyRecord,
  ImportedItem,
  PageLink,
  SettingChanges,
  StoredSettings,
} from '../types/index.ts'

/** Returns the settings that were set, by name. */
export async function storedSettings(db: Db): Promise<StoredSettings> {
  const all = await sql<{ readonly name: string; readonly value: string }>`select * from settings`.rows(db)
  return Object.fromEntries(all.map(({ name, value }) => [name, value]))
}

/** Sets each setting with a text, and forgets each with undefined. */
export async function saveSettings(db: Db, changes: SettingChanges): Promise<void> {
  for (const [name, value] of Object.entries(changes)) {
    await sql`delete from settings where name = ${name}`.execute(db)
    if (value !== undefined) await insertRows(db, 'settings', [{ name, value }])
  }
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

// Idempotency records: responses stored under their keys for 24 hours (contract §8).

const KEPT_SECONDS = 86_400

/** Returns the reads of the site over one connection. */
export const siteReading = (db: Db) => ({
  settings: () => storedSettings(db),
  /** The own pages that are public or will be, in the order of the footer, without their texts and without drafts of translations. */
  async pageLinks() {
    const found = await sql<Omit<PageLink, 'translations'> & { readonly translations: string }>`
        select id, status, date_utc, slug, title, in_footer, language, translations from pages
        where status in ('publish', 'future') order by menu_order, title_key, title, id`.rows(db)
    return found.map(({ translations, ...page }) => ({
      ...page,
      translations: translations === '{}' ? noTranslations : titlesIn(JSON.parse(translations)),
    }))
  },
  /** The ids of the categories and of the groups, with their chosen colours, "" for none, by id. */
  async itemColors() {
    // One statement: every page that is made after a write begins with it.
    const found = await sql<ItemColor & { readonly is_group: 0 | 1 }>`
        select * from (select 0 as is_group, id, color from categories order by id limit ${MAX_COLORED}) as categories
        union all
        select * from (select 1 as is_group, id, color from groups order by id limit ${MAX_COLORED}) as all_groups
        order by is_group, id`.rows(db)
    const colorsOf = (is_group: 0 | 1) =>
      found.filter((one) => one.is_group === is_group).map(({ id, color }) => ({ id, color }))
    return { categories: colorsOf(0), groups: colorsOf(1) }
  },
  /** The record of an idempotency key; undefined if there is none or it is older than a day. */
  idempotencyRecord(key: string, { now }: Moment) {
    return sql<IdempotencyRecord>`select request, answer from kept_answers
        where key = ${key} and kept_utc > ${epochOfInstant(now) - KEPT_SECONDS}`.first(db)
  },
})

/** Stores a record, and deletes those older than a day. */
export async function saveIdempotencyRecord(
  db: Db,
  key: string,
  { request, answer }: IdempotencyRecord,
  { now }: Moment,
): Promise<void> {
  const kept_utc = epochOfInstant(now)
  await sql`delete from kept_answers where kept_utc <= ${kept_utc - KEPT_SECONDS}`.execute(db)
  await insertRows(db, 'kept_answers', [{ key, request, answer, kept_utc }])
}

// Recorded imports, by the beginning of their key.

/** The most events of one statement. */
const MOST_EVENTS = 500

/** Returns every import whose key begins with `prefix`, ordered by key. */
export function importsWithPrefix(db: Db, prefix: string) {
  return sql<{
    readonly key: string
    readonly item_id: number
  }>`select key, item_id from imports where key >= ${prefix} and key < ${`${prefix}\u{10ffff}`} order by key`.rows(
    db,
  )
}

/** Returns every import whose key begins with one of these prefixes, by prefix, ordered by key. */
export async function importsWithPrefixes(
  db: Db,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, Awaited<ReturnType<typeof importsWithPrefix>>>> {
  const isUnder = prefixes.map(
    (prefix) => sql<SqlBool>`(key >= ${prefix} and key < ${`${prefix}\u{10ffff}`})`,
  )
  const found = await sql<{ readonly key: string; readonly item_id: number }>`
      select key, item_id from imports where ${anyOfSql(isUnder)} order by key`.rows(db)
  return new Map(prefixes.map((prefix) => [prefix, found.filter(({ key }) => key.startsWith(prefix))]))
}

/** Returns the keys of all sources that these events were imported from, by event, ordered. */
export async function importKeysOfEvents(
  db: Db,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const keys = new Map(ids.map((id) => [id, [] as string[]]))
  for await (const some of slicesWithPauses(ids, MOST_EVENTS)) {
    const found = await sql<{
      readonly key: string
      readonly item_id: number
    }>`select key, item_id from imports
        where ${isOneOfSql(quotedName('item_id'), some)} and resource = 'event' order by key`.rows(db)
    for (const { key, item_id } of found) keys.get(item_id)?.push(key)
  }
  return keys
}

/** Returns the keys of all sources that the item `id` of `resource` was imported from, ordered. */
export async function importKeysOfItem(db: Db, resource: string, id: number): Promise<readonly string[]> {
  return sql`select key from imports where item_id = ${id} and resource = ${resource} order by key`.column<string>(
    db,
  )
}

/** Returns the items that sources were imported as, by key. */
export async function importsByKey(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, ImportedItem>> {
  if (keys.length === 0) return new Map()
  const found = await sql<ImportedItem & { readonly key: string }>`
      select key, resource, item_id from imports where ${isOneOfSql(quotedName('key'), keys)}`.rows(db)
  return new Map(found.map(({ key, resource, item_id }) => [key, { resource, item_id }]))
}

/** Records imports by key. A key that is recorded already names the new item from then on. */
export async function rememberImports(db: Db, items: ReadonlyMap<string, ImportedItem>): Promise<void> {
  const rows = [...items].map(([key, { resource, item_id }]) => ({ key, resource, item_id }))
  await insertRows(db, 'imports', rows, replacing('key', ['resource', 'item_id']))
}

/** Forgets the import recorded under a key. */
export async function forgetImportByKey(db: Db, key: string): Promise<void> {
  await sql`delete from imports where key = ${key}`.execute(db)
}

/** The slugs that items had before, which triggers keep (`migrations/071-former-slugs.ts`). */
import { isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { unicodeNormalizedText } from '../../domain/text/normalized.ts'
import { slugify } from '../../domain/text/slug.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, queryFirstRow, queryRows } from '../database/rows.ts'
import { quotedName, type Sql, sql } from '../database/sql.ts'
import { idMergedInto } from './merged.ts'
import { itemTable } from './orders.ts'

/** Whether an item is outside of the trash, by its columns alone. */
export const isLiveSql = (name: ResourceName): Sql =>
  isPublishable(name) ? sql`item.status <> 'trash'` : sql`1 = 1`

/** Returns the select of those of these slugs that items other than `except`, outside of the trash, had; also those that were merged into others. */
export const formerSlugsAmongSql = (name: ResourceName, slugs: readonly string[], except = 0): Sql =>
  sql`select former.slug from former_slugs as former
    left join ${quotedName(itemTable(name))} as item on item.id = former.item_id
    where former.item_id <> ${except} and (item.id is null or ${isLiveSql(name)}) and former.resource = ${name} and ${isOneOfSql(quotedName('former.slug'), slugs)}`

/**
 * Returns the id of the item outside of the trash that had a slug, or of the one that this was merged into; undefined where none had it,
 * or another item has it now.
 */
export async function idOfFormerSlug(db: Db, name: ResourceName, slug: string): Promise<number | undefined> {
  // No stored text contains NUL.
  if (name === 'media' || slug.includes('\0')) return undefined
  const found = await queryFirstRow(
    db,
    sql<{ item_id: number; here: number | null; live: number }>`
      select former.item_id, item.id as here, case when ${isLiveSql(name)} then 1 else 0 end as live from former_slugs as former
      left join ${quotedName(itemTable(name))} as item on item.id = former.item_id
      where former.resource = ${name} and former.slug = ${unicodeNormalizedText(slug, 'NFKC').toLowerCase()}`,
  )
  if (found === undefined) return undefined
  if (found.here === null) return idMergedInto(db, name, { id: found.item_id })
  return found.live === 1 ? found.item_id : undefined
}

/** Returns the former slugs of all items of a resource, by id. */
export async function formerSlugsById(
  db: Db,
  name: ResourceName,
): Promise<ReadonlyMap<number, readonly string[]>> {
  const rows = await queryRows(
    db,
    sql<{
      item_id: number
      slug: string
    }>`select item_id, slug from former_slugs where resource = ${name} order by item_id, slug`,
  )
  const found = new Map<number, string[]>()
  for (const { item_id, slug } of rows) found.set(item_id, [...(found.get(item_id) ?? []), slug])
  return found
}

/** Gives an item former slugs, except those that another item has or had. Returns whether it has more than before. */
export async function addFormerSlugs(
  db: Db,
  name: ResourceName,
  id: number,
  slugs: readonly string[],
): Promise<boolean> {
  const wanted = [...new Set(slugs.map(slugify).filter(Boolean))]
  if (wanted.length === 0) return false
  const taken = await queryRows(
    db,
    sql<{
      slug: string
    }>`select slug from former_slugs where resource = ${name} and ${isOneOfSql(quotedName('slug'), wanted)}
      union select item.slug from ${quotedName(itemTable(name))} as item
        where ${isOneOfSql(quotedName('item.slug'), wanted)} and ${isLiveSql(name)}`,
  )
  const known = new Set(taken.map(({ slug }) => slug))
  const rows = wanted
    .filter((slug) => !known.has(slug))
    .map((slug) => ({ resource: name, slug, item_id: id }))
  if (rows.length > 0) await insertRows(db, 'former_slugs', rows)
  return rows.length > 0
}

/** Slugs that are free, were had, or lead on. */

import { type ItemName, isPublishable, type ResourceName } from '../../contract/resources/index.ts'
import { foldedText, numberedSlug, slugify, unicodeNormalizedText } from '../../domain/text/letters.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, insertRows, joinedSql, quotedName, type Sql, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import { itemTables } from '../tables.ts'
import type { ItemAddress } from '../types/index.ts'

/**
 * Returns the slug that an address means, in the form of stored slugs; undefined where none can be. No stored text contains NUL: SQLite would
 * compare only the part before it, and PostgreSQL would fail.
 */
export const slugInAddress = (slug: string): string | undefined =>
  slug.includes('\0') ? undefined : unicodeNormalizedText(slug, 'NFKC').toLowerCase()

// Finds what became of items that were merged into others.

/** How many merges of merged items are followed. */
const MAX_STEPS = 20

type Wanted = ItemAddress | { readonly text: string } | { readonly name: string }

/** Returns the condition that a merged item is the wanted one; undefined where none can be. */
function matching(wanted: Wanted) {
  if ('id' in wanted) return sql`merges.item_id = ${wanted.id}`
  if ('slug' in wanted) {
    const slug = slugInAddress(wanted.slug)
    return slug === undefined ? undefined : sql`merges.slug = ${slug}`
  }
  const text = 'name' in wanted ? wanted.name : wanted.text
  const id = 'text' in wanted && /^\d{1,15}$/.test(text) ? Number(text) : 0
  return sql`(merges.item_id = ${id} or merges.slug = ${text.toLowerCase()} or merges.name_key = ${foldedText(text)})`
}

/** Returns the id of the item that a merged one became part of; undefined if none was merged, or that one is gone. */
export async function idMergedInto(db: Db, name: ResourceName, wanted: Wanted): Promise<number | undefined> {
  const wantedSql = matching(wanted)
  if (wantedSql === undefined) return undefined
  let where = wantedSql
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const found = await sql<{
      into_id: number
      live: number | null
    }>`select merges.into_id, other.id as live from merges
        left join ${quotedName(itemTables[name])} as other on other.id = merges.into_id
        where merges.resource = ${name} and ${where} order by merges.id desc limit 1`.first(db)
    if (found === undefined) return undefined
    if (found.live !== null) return found.into_id
    where = sql`merges.item_id = ${found.into_id}`
  }
  return undefined
}

// The slugs that items had before, which triggers keep (`migrations/071-former-slugs.ts`).

/** Whether an item is outside of the trash, by its columns alone. */
const isLiveSql = (name: ResourceName): Sql =>
  isPublishable(name) ? sql`item.status <> 'trash'` : sql`1 = 1`

/** Returns the select of those of these slugs that items other than `except`, outside of the trash, had; also those that were merged into others. */
function formerSlugsAmongSql(name: ResourceName, slugs: readonly string[], except = 0): Sql {
  const isTrashed = sql`select 1 from ${quotedName(itemTables[name])} as item where item.id = former.item_id and not ${isLiveSql(name)}`
  return sql`select former.slug from former_slugs as former
    where former.item_id <> ${except} and former.resource = ${name} and ${isOneOfSql(quotedName('former.slug'), slugs)} and not exists (${isTrashed})`
}

/**
 * Returns the id of the item outside of the trash that had a slug, or of the one that this was merged into; undefined where none had it,
 * or another item has it now.
 */
export async function idOfFormerSlug(db: Db, name: ResourceName, slug: string): Promise<number | undefined> {
  // No stored text contains NUL.
  if (name === 'media' || slug.includes('\0')) return undefined
  const found = await sql<{ item_id: number; here: number | null; live: number }>`
      select former.item_id, item.id as here, case when ${isLiveSql(name)} then 1 else 0 end as live from former_slugs as former
      left join ${quotedName(itemTables[name])} as item on item.id = former.item_id
      where former.resource = ${name} and former.slug = ${unicodeNormalizedText(slug, 'NFKC').toLowerCase()}`.first(
    db,
  )
  if (found === undefined) return undefined
  if (found.here === null) return idMergedInto(db, name, { id: found.item_id })
  return found.live === 1 ? found.item_id : undefined
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
  const taken =
    await sql`select slug from former_slugs where resource = ${name} and ${isOneOfSql(quotedName('slug'), wanted)}
      union select item.slug from ${quotedName(itemTables[name])} as item
        where ${isOneOfSql(quotedName('item.slug'), wanted)} and ${isLiveSql(name)}`.column<string>(db)
  const known = new Set(taken)
  const rows = wanted
    .filter((slug) => !known.has(slug))
    .map((slug) => ({ resource: name, slug, item_id: id }))
  if (rows.length > 0) await insertRows(db, 'former_slugs', rows)
  return rows.length > 0
}

// Finds the free slug nearest to a wanted one (contract §4.4) by the slug index.

/** Candidates of one statement, each looked up in the index. */
export const AT_ONCE = 20

type Taken = (candidates: readonly number[]) => Promise<readonly boolean[]>

/** The most slugs of one statement: SQLite keeps hundreds of statements that are prepared, and their memory grows with it. */
const MOST_TAKEN = 400

/** A slug of items of a resource. */
export interface SlugOfResource {
  readonly name: ItemName
  readonly slug: string
}

/** Returns the select of those of these slugs of one resource that items had, and of those that items have. */
function takenSql(name: ItemName, slugs: readonly string[]): Sql {
  const values = slugs.map((slug) => sql`(cast(${slug} as text))`)
  return sql`select cast(${name} as text) as name, former.slug, 0 as here from (${formerSlugsAmongSql(name, slugs)}) as former
    union all select cast(${name} as text), slug, 1 from (with wanted (slug) as (values ${joinedSql(values)}) select wanted.slug from wanted
      where (select count(*) from ${quotedName(itemTables[name])} as item
        where item.slug = wanted.slug and ${isLiveSql(name)}) > 0) as present`
}

/**
 * Returns those of these slugs that items have or had, and whether one has it now: of two, the latter comes last. Each is looked up by itself:
 * of a table without statistics, PostgreSQL would read every row for a list of slugs.
 */
export async function takenSlugsAmong(
  db: Db,
  wanted: readonly SlugOfResource[],
): Promise<readonly (SlugOfResource & { readonly here: number })[]> {
  const taken: (SlugOfResource & { readonly here: number })[] = []
  for await (const some of slicesWithPauses(wanted, MOST_TAKEN)) {
    const names = [...new Set(some.map(({ name }) => name))]
    const each = names.map((one) =>
      takenSql(
        one,
        some.flatMap(({ name, slug }) => (name === one ? [slug] : [])),
      ),
    )
    const found = sql<
      SlugOfResource & { readonly here: number }
    >`${joinedSql(each, ' union all ')} order by here`
    taken.push(...(await found.rows(db)))
  }
  return taken
}

/** A slug that an item is to get. */
interface WantedSlug {
  readonly name: ItemName | 'series'
  readonly slug: string
  /** The id of an item whose own slug, and former ones, count as free. */
  readonly except?: number | undefined
  /** Somebody chose the slug, so that the item that had it before gives it up. */
  readonly isChosen?: boolean
  /** Whether an item has or had a slug, where that is known. */
  readonly isTaken?: (slug: string) => boolean | undefined
}

/** Returns which numbered candidates of a slug items other than `except` have; or had, unless the slug is chosen. */
function takenAmong(db: Db, { name, slug, except, isChosen = false, isTaken }: WantedSlug): Taken {
  const table = itemTables[name]
  return async (candidates) => {
    const slugs = candidates.map((n) => numberedSlug(slug, n))
    const known = except === undefined && !isChosen ? slugs.flatMap((one) => isTaken?.(one) ?? []) : []
    if (known.length === slugs.length) return known
    const found = await sql`
        select item.slug from ${quotedName(table)} as item
          where ${isOneOfSql(quotedName('item.slug'), slugs)} and item.id <> ${except ?? 0} and ${isLiveSql(name)}
          ${isChosen ? sql`` : sql`union all ${formerSlugsAmongSql(name, slugs, except)}`}`.column<string>(db)
    const taken = new Set(found)
    return slugs.map((candidate) => taken.has(candidate))
  }
}

/**
 * Returns a free candidate that follows a taken one, between a taken and a free one. Each step divides the range by
 * 21.
 */
async function between(low: number, high: number, taken: Taken): Promise<number> {
  if (high - low <= 1) return high
  const step = Math.max(1, (high - low) / (AT_ONCE + 1))
  const tried = Array.from({ length: AT_ONCE }, (_, at) => Math.floor(low + step * (at + 1)))
  const candidates = [...new Set(tried)].filter((n) => n > low && n < high)
  const isTaken = await taken(candidates)
  const first = isTaken.indexOf(false)
  const from = first === -1 ? candidates.at(-1) : candidates[first - 1]
  return between(from ?? low, first === -1 ? high : (candidates[first] ?? high), taken)
}

/**
 * Returns the slug itself or, where it is taken, the slug with a number: the first free one of -2 … -21, beyond
 * those a free one that follows a taken one. So the number of statements grows with the logarithm of the taken
 * slugs: five for 8,000 of them.
 */
export async function freeSlug(db: Db, wanted: WantedSlug): Promise<string> {
  const { slug } = wanted
  const taken = takenAmong(db, wanted)
  const free = async (candidates: readonly number[]) => {
    const isTaken = await taken(candidates)
    return candidates.find((_, at) => !isTaken[at])
  }
  // The slug itself is usually free.
  const near = (await free([1])) ?? (await free(Array.from({ length: AT_ONCE }, (_, at) => 2 + at)))
  if (near !== undefined) return numberedSlug(slug, near)
  for (let low = AT_ONCE + 1; ; low *= 2 ** AT_ONCE) {
    const doubled = Array.from({ length: AT_ONCE }, (_, at) => low * 2 ** (at + 1))
    const high = await free(doubled)
    if (high !== undefined) return numberedSlug(slug, await between(high / 2, high, taken))
  }
}

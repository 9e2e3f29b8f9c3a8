/** Finds the free slug nearest to a wanted one (contract §4.4) by the slug index. */
import type { ItemName } from '../../contract/resources/index.ts'
import { numberedSlug } from '../../domain/text/slug.ts'
import { isOneOfSql } from '../conditions/visibility.ts'
import { type Db, queryRows } from '../database/rows.ts'
import { joinedSql, quotedName, sql } from '../database/sql.ts'
import { slicesWithPauses } from '../series/slices.ts'
import { formerSlugsAmongSql, isLiveSql } from './former-slugs.ts'
import { itemTable } from './orders.ts'

/** Candidates of one statement, each looked up in the index. */
export const AT_ONCE = 20

type Taken = (candidates: readonly number[]) => Promise<readonly boolean[]>

/** The most slugs of one statement. */
const MOST_TAKEN = 400

/**
 * Returns those of these slugs that items have or had, and whether one has it now. Each is looked up by itself: of a table without
 * statistics, PostgreSQL would read every row for a list of slugs.
 */
export async function takenSlugsAmong(
  db: Db,
  name: ItemName,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, boolean>> {
  const taken = new Map<string, boolean>()
  for await (const some of slicesWithPauses(slugs, MOST_TAKEN)) {
    const values = some.map((slug) => sql`(cast(${slug} as text))`)
    const found = await queryRows(
      db,
      sql<{ slug: string; here: number }>`
        select former.slug, 0 as here from (${formerSlugsAmongSql(name, some)}) as former
        union all select slug, 1 from (with wanted (slug) as (values ${joinedSql(values)}) select wanted.slug from wanted
          where (select count(*) from ${quotedName(itemTable(name))} as item
            where item.slug = wanted.slug and ${isLiveSql(name)}) > 0) as present
        order by here`,
    )
    for (const { slug, here } of found) taken.set(slug, here === 1)
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
  const table = itemTable(name)
  return async (candidates) => {
    const slugs = candidates.map((n) => numberedSlug(slug, n))
    const known = except === undefined && !isChosen ? slugs.flatMap((one) => isTaken?.(one) ?? []) : []
    if (known.length === slugs.length) return known
    const found = await queryRows(
      db,
      sql<{ slug: string }>`
        select item.slug from ${quotedName(table)} as item
          where ${isOneOfSql(quotedName('item.slug'), slugs)} and item.id <> ${except ?? 0} and ${isLiveSql(name)}
          ${isChosen ? sql`` : sql`union ${formerSlugsAmongSql(name, slugs, except)}`}`,
    )
    const taken = new Set(found.map((row) => row.slug))
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

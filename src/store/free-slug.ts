/** The free slug nearest to one that is wanted (contract §4.4), found by the index of slugs. */
import type { ItemName } from '../contract/resources/index.ts'
import { slugCandidate } from '../domain/slug.ts'
import { among } from './conditions/visibility.ts'
import { tableOf } from './orders.ts'
import { type Db, rows } from './rows.ts'
import { named, sql } from './sql.ts'

/** Candidates looked up by one statement, each in the index. */
const AT_ONCE = 20

type Taken = (candidates: readonly number[]) => Promise<readonly boolean[]>

/** Which of the numbered candidates of a slug are taken by items other than `except`. */
function takenAmong(db: Db, name: ItemName, slug: string, except: number): Taken {
  const table = tableOf(name)
  const live = name === 'category' || name === 'tag' ? sql`1 = 1` : sql`status <> 'trash'`
  return async (candidates) => {
    const slugs = candidates.map((n) => slugCandidate(slug, n))
    const found = await rows(
      db,
      sql<{ slug: string }>`
        select slug from ${named(table)} where ${among(named('slug'), slugs)} and id <> ${except} and ${live}`,
    )
    const taken = new Set(found.map((row) => row.slug))
    return slugs.map((candidate) => taken.has(candidate))
  }
}

/** The first candidate between a taken and a free one that is free and follows a taken one; each step divides the range by 21. */
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
 * The slug itself, or with a number behind it where it is taken: of -2 … -21 the first that is free, beyond those a free one
 * that follows a taken one. So the number of statements grows with the logarithm of the slugs taken: five for 8,000 of them.
 */
export async function freeSlug(db: Db, name: ItemName, slug: string, except = 0): Promise<string> {
  const taken = takenAmong(db, name, slug, except)
  const free = async (candidates: readonly number[]) => {
    const isTaken = await taken(candidates)
    return candidates.find((_, at) => !isTaken[at])
  }
  // The first is free more often than not.
  const near = (await free([1])) ?? (await free(Array.from({ length: AT_ONCE }, (_, at) => 2 + at)))
  if (near !== undefined) return slugCandidate(slug, near)
  for (let low = AT_ONCE + 1; ; low *= 2 ** AT_ONCE) {
    const doubled = Array.from({ length: AT_ONCE }, (_, at) => low * 2 ** (at + 1))
    const high = await free(doubled)
    if (high !== undefined) return slugCandidate(slug, await between(high / 2, high, taken))
  }
}

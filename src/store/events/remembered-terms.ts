/** The terms that lists were asked for: a list of a category would take a quarter longer to find the category than to find its events. */
import type { TermName } from '../../contract/resources/index.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import type { readOperations } from '../records/reading.ts'
import type { AlmanacFollower } from './almanac/follower.ts'

type TermReads = Pick<ReturnType<typeof readOperations>, 'term' | 'descendants'>

interface Remembered<T> {
  readonly found: T
  /** The newest revision that the read is known to include. */
  readonly asOf: number
}

/** Bytes of what is remembered of one read, besides its ids, about. */
const READ = 300
const ID = 8

/**
 * Returns these reads of terms, which remember what they found while no term of the taxonomy is renamed, added or removed. `counter` is the
 * store's change counter, if known.
 */
export function rememberingTerms(
  { term, descendants }: TermReads,
  { changes, current }: AlmanacFollower,
  counter: () => number | undefined,
): TermReads {
  const ids = newSharedBudgetCache<string, Remembered<number>>()
  const below = newSharedBudgetCache<string, Remembered<readonly number[]>>()
  const isValid = (name: TermName, { asOf }: Remembered<unknown>, revision: number) =>
    asOf <= revision && changes.namesAsOf(name, asOf)
  return {
    async term(name, reference) {
      const asOf = current(counter())?.revision
      if (asOf === undefined) return term(name, reference)
      const key = `${name} ${JSON.stringify(reference)}`
      const known = ids.get(key)
      if (known !== undefined && isValid(name, known, asOf)) return known.found
      const found = await term(name, reference)
      if (found !== undefined) ids.set(key, { found, asOf }, READ + key.length)
      return found
    },
    async descendants(categories) {
      const asOf = current(counter())?.revision
      if (asOf === undefined) return descendants(categories)
      const key = categories.join()
      const known = below.get(key)
      if (known !== undefined && isValid('category', known, asOf)) return known.found
      const found = await descendants(categories)
      below.set(key, { found, asOf }, READ + key.length + ID * found.length)
      return found
    },
  }
}

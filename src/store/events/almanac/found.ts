/** The result of a text search, as an ordered list of slots. */
import type { IdsMatchingByTextOrTitle } from '../text-query.ts'

import type { Almanac } from './almanac.ts'
import { type AlmanacColumns, PROTECTED_MARK_BIT } from './columns.ts'
import { compareStarts, type OrderedSlots, orderedSlotsFromSorted } from './ordered.ts'
import { slotsOfIds } from './slots-of.ts'

/** The same result, by slot. */
interface FoundSlots {
  readonly list: OrderedSlots
  /** Whether any of these events is protected. If so, the sets below tell which text matched. */
  readonly isProtected: boolean
  readonly whole: ReadonlySet<number>
  readonly titles: ReadonlySet<number>
}

interface Made extends FoundSlots {
  readonly columns: AlmanacColumns
}

/** Sorting a slot takes as long as looking at so many slots of the complete list (`many` of the bench). */
const LOOKED_AT = 256

/**
 * Returns the slots in the order of lists. A few are sorted, many are picked out of the
 * complete list.
 */
export function slotsInStartOrder({ columns, all }: Almanac, slots: readonly number[]): OrderedSlots {
  if (slots.length * LOOKED_AT < all.length)
    return orderedSlotsFromSorted([...slots].sort((a, b) => compareStarts(columns, a, b)))
  const marked = new Uint8Array(columns.size)
  for (const slot of slots) marked[slot] = 1
  const found = new Int32Array(slots.length)
  let length = 0
  for (let at = 0; at < all.length; at++) {
    const slot = all.slots[at] ?? 0
    if (marked[slot] === 1) found[length++] = slot
  }
  return { slots: found, length }
}

function made(almanac: Almanac, { whole, titles }: IdsMatchingByTextOrTitle): Made {
  const { columns } = almanac
  const [found, titled] = [slotsOfIds(almanac, whole), slotsOfIds(almanac, titles)]
  const isProtected = (slot: number) => ((columns.marks[slot] ?? 0) & PROTECTED_MARK_BIT) !== 0
  const secret = new Set(almanac.secret.length === 0 ? [] : found.filter(isProtected))
  const others = titled.filter((slot) => !secret.has(slot))
  return {
    columns,
    list: slotsInStartOrder(almanac, others.length === 0 ? found : [...found, ...others]),
    isProtected: secret.size + titled.length > 0,
    whole: secret,
    titles: new Set(titled),
  }
}

/** The texts of any changed event get new `IdsMatchingByTextOrTitle`, so the slots stay valid until the next sweep. */
const known = new WeakMap<IdsMatchingByTextOrTitle, Made>()

/** Returns the slots of a search result. They are computed once for each `IdsMatchingByTextOrTitle`. */
export function slotsOfTextMatches(almanac: Almanac, texts: IdsMatchingByTextOrTitle): FoundSlots {
  const one = known.get(texts)
  if (one !== undefined && one.columns === almanac.columns) return one
  const next = made(almanac, texts)
  known.set(texts, next)
  return next
}

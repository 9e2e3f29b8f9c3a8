/** Predicates over lists of slots: a mark for each slot that is in one. */
import type { Almanac } from './almanac.ts'
import type { OrderedSlots } from './ordered.ts'

export type SlotTest = (slot: number) => boolean

/** Returns a predicate that holds for the slots of any of the lists. */
export function inAnyListTest(
  { columns }: Almanac,
  lists: readonly { slots: ArrayLike<number>; length: number }[],
): SlotTest {
  const marked = new Uint8Array(columns.size)
  for (const { slots, length } of lists) for (let at = 0; at < length; at++) marked[slots[at] ?? 0] = 1
  return (slot) => marked[slot] === 1
}

interface Marked {
  readonly list: OrderedSlots
  readonly columns: Almanac['columns']
  readonly test: SlotTest
}

const marked = new WeakMap<Almanac, Marked>()

/**
 * Returns a predicate that holds for the slots of the result of a search, which no write changes. The last one is kept: a page
 * of days needs it for each of its days.
 */
export function searchResultTest(almanac: Almanac, list: OrderedSlots): SlotTest {
  const known = marked.get(almanac)
  if (known?.list === list && known.columns === almanac.columns) return known.test
  const test = inAnyListTest(almanac, [list])
  marked.set(almanac, { list, columns: almanac.columns, test })
  return test
}

/** The orders of event lists other than by start: pages of slots by a key or by relevance. */
import type { EventQuery, Viewer } from '../types/index.ts'
import type { Almanac, Selection } from './almanac/almanac.ts'
import { compareStarts } from './almanac/columns.ts'
import { comparisonByNumber, type SlotComparison } from './almanac/find.ts'

/** How well the event in a slot matches a search: the greater, the better. */
export type SlotScoreFunction = (slot: number) => number

/** Returns the comparison of an order: by a number and then by id; by relevance the best first, and then by start. */
export function slotComparison(
  query: EventQuery,
  almanac: Almanac,
  viewer: Viewer,
  rank: SlotScoreFunction | undefined,
): SlotComparison {
  const byStart: SlotComparison = (a, b) => compareStarts(almanac.columns, a, b)
  if (rank !== undefined) return (a, b) => rank(b) - rank(a) || byStart(a, b)
  return comparisonByNumber(query, almanac, viewer) ?? byStart
}

/** Returns `count` slots of a selection from the `skip`th on, in an order. */
export function slotPageInOrder(
  compare: SlotComparison,
  { slots }: Selection,
  skip: number,
  count: number,
): Int32Array {
  return firstOf(slots(), skip + count, compare).slice(skip)
}

/** Returns the first `count` slots in an order, without sorting all of them where there are many. */
function firstOf(slots: Int32Array, count: number, compare: SlotComparison): Int32Array {
  if (count * 8 > slots.length) return slots.sort(compare).slice(0, count)
  const best: number[] = []
  for (const slot of slots) {
    const last = best[count - 1]
    if (last !== undefined && compare(last, slot) <= 0) continue
    let [low, high] = [0, best.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (compare(best[middle] ?? 0, slot) < 0) low = middle + 1
      else high = middle
    }
    best.splice(low, 0, slot)
    if (best.length > count) best.pop()
  }
  return Int32Array.from(best)
}

/** A page: how many events come before it, and how many it has. */
export interface PageSkipAndCount {
  readonly skip: number
  readonly count: number
}

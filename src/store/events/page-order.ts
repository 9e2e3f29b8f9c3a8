/** The orders of event lists other than by start: pages of slots by a key or by relevance. */
import type { EventQuery, Viewer } from '../store.ts'
import type { Almanac, Selection } from './almanac/almanac.ts'
import { slotDistanceFunction } from './almanac/filters.ts'

/** How well the event in a slot matches a search: the greater, the better. */
export type SlotScoreFunction = (slot: number) => number

type Key = (slot: number) => number

/** The column of numbers that an order is by; that of ids for an order by something else. */
function orderColumn(columns: Almanac['columns'], orderby: EventQuery['orderby']): ArrayLike<number> {
  const { id, end, date, modified, status, author } = columns
  const known = new Map<string, ArrayLike<number>>(
    Object.entries({ end_date: end, date, modified, status, author }),
  )
  return known.get(orderby) ?? id
}

function keyOf(query: EventQuery, almanac: Almanac, viewer: Viewer): Key {
  const { orderby, circle } = query
  if (orderby === 'distance' && circle !== undefined) return slotDistanceFunction(almanac, circle, viewer)
  const column = orderColumn(almanac.columns, orderby)
  return (slot) => column[slot] ?? 0
}

/** Compares two slots: by a key and then by id; by relevance the best first, and then by start. */
export function slotComparison(
  query: EventQuery,
  almanac: Almanac,
  viewer: Viewer,
  rank: SlotScoreFunction | undefined,
): (a: number, b: number) => number {
  const { id, start } = almanac.columns
  const byId = (a: number, b: number) => (id[a] ?? 0) - (id[b] ?? 0)
  if (rank !== undefined)
    return (a, b) => rank(b) - rank(a) || (start[a] ?? 0) - (start[b] ?? 0) || byId(a, b)
  const key = keyOf(query, almanac, viewer)
  const sign = query.order === 'asc' ? 1 : -1
  return (a, b) => {
    const [x, y] = [key(a), key(b)]
    return sign * (x === y ? byId(a, b) : x < y ? -1 : 1)
  }
}

/** Returns `count` slots of a selection from the `skip`th on, in an order. */
export function slotPageInOrder(
  compare: (a: number, b: number) => number,
  { slots }: Selection,
  skip: number,
  count: number,
): Int32Array {
  return firstOf(slots(), skip + count, compare).slice(skip)
}

/** Returns the first `count` slots in an order, without sorting all of them where there are many. */
function firstOf(slots: Int32Array, count: number, compare: (a: number, b: number) => number): Int32Array {
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

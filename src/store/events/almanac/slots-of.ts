/** Finds the slots of many events. */
import type { Almanac } from './almanac.ts'
import { DEAD_SLOT } from './columns.ts'

function isAscending(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at++) if ((ids[at - 1] ?? 0) > (ids[at] ?? 0)) return false
  return true
}

/**
 * Returns the slots of the given ids, in the order of the ids. Ids without a slot are skipped. Each search begins where the last
 * one ended, with growing steps: the nearer two ids are, the less it reads.
 */
export function slotsOf({ columns, byId }: Almanac, ids: readonly number[]): number[] {
  const { id, standing } = columns
  const { slots, length } = byId
  const found: number[] = []
  let low = 0
  for (const wanted of isAscending(ids) ? ids : Float64Array.from(ids).sort()) {
    let step = 1
    while (low + step < length && (id[slots[low + step] ?? 0] ?? 0) < wanted) step *= 2
    let high = Math.min(low + step, length)
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((id[slots[middle] ?? 0] ?? 0) < wanted) low = middle + 1
      else high = middle
    }
    const slot = slots[low] ?? 0
    if (low < length && id[slot] === wanted && standing[slot] !== DEAD_SLOT) found.push(slot)
  }
  return found
}

/** Finds the slots of many events. */
import type { Almanac } from './almanac.ts'
import { DEAD_STANDING } from './columns.ts'

/** Whether no id is less than the one before it. */
export function isAscending(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at++) if ((ids[at - 1] ?? 0) > (ids[at] ?? 0)) return false
  return true
}

/**
 * Returns the slots of the given ids, in the order of the ids. Ids without a slot are skipped. Each is at most as far behind the last
 * one as its id is greater: as few ids are missing, it is there, or shortly before (`many` of the bench).
 */
export function slotsOfIds({ columns, byId }: Almanac, ids: readonly number[]): number[] {
  const { id, standing } = columns
  const { slots, length } = byId
  const idAt = (at: number) => id[slots[at] ?? 0] ?? 0
  const found: number[] = []
  let low = 0
  for (const wanted of isAscending(ids) ? ids : Float64Array.from(ids).sort()) {
    let high = Math.min(low + Math.max(0, wanted - idAt(low)), length)
    if (high < length && idAt(high) === wanted) low = high
    let step = 1
    for (; high - step >= low && idAt(high - step) >= wanted; step *= 2) high -= step
    low = Math.max(low, high - step + 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (idAt(middle) < wanted) low = middle + 1
      else high = middle
    }
    const slot = slots[low] ?? 0
    if (low < length && id[slot] === wanted && standing[slot] !== DEAD_STANDING) found.push(slot)
  }
  return found
}

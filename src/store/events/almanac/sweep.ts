/** Removes the dead slots that changed events leave behind. */
import type { Almanac } from './almanac.ts'
import { gathered } from './columns.ts'
import type { Ordered } from './ordered.ts'

const MAX_DEAD = 10_000

function swept({ slots, length }: Ordered, moved: Int32Array): Ordered {
  const next = new Int32Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const slot = moved[slots[at] ?? 0] ?? -1
    if (slot >= 0) next[count++] = slot
  }
  return { slots: next.slice(0, count), length: count }
}

/** Removes the dead slots once there are many. */
export function sweep(almanac: Almanac): void {
  const { columns, all, targets } = almanac
  if (almanac.dead < Math.max(MAX_DEAD, columns.size >> 2)) return
  const moved = new Int32Array(columns.size).fill(-1)
  for (let at = 0; at < all.length; at++) moved[all.slots[at] ?? 0] = at
  almanac.columns = gathered(columns, all.slots, all.length)
  for (const name of ['byId', 'listed', 'long', 'all'] as const) almanac[name] = swept(almanac[name], moved)
  for (const lists of Object.values(targets)) {
    for (const [target, list] of lists) {
      const left = swept(list, moved)
      if (left.length === 0) lists.delete(target)
      else lists.set(target, left)
    }
  }
  const scheduled = [...almanac.scheduled].map((slot) => moved[slot] ?? -1)
  almanac.scheduled.clear()
  for (const slot of scheduled) almanac.scheduled.add(slot)
  almanac.dead = 0
}

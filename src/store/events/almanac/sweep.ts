/** Removes the dead slots that changed events leave behind. */
import type { Almanac } from './almanac.ts'
import { copySlotsToNewColumns } from './columns.ts'
import type { OrderedSlots } from './ordered.ts'

const MAX_DEAD = 10_000

function swept({ slots, length }: OrderedSlots, moved: Int32Array): OrderedSlots {
  const next = new Int32Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const slot = moved[slots[at] ?? 0] ?? -1
    if (slot >= 0) next[count++] = slot
  }
  return { slots: next.slice(0, count), length: count }
}

/** Removes the dead slots once there are many. */
export function removeDeadSlotsIfMany(almanac: Almanac): void {
  if (almanac.dead >= Math.max(MAX_DEAD, almanac.columns.size >> 2)) renumber(almanac)
}

/** Numbers the slots in the order of lists, without dead ones, unless they are numbered so already. */
export function renumberSlots(almanac: Almanac): void {
  const { slots, length } = almanac.all
  let at = 0
  while (at < length && slots[at] === at) at += 1
  if (at < length || length < almanac.columns.size) renumber(almanac)
}

function renumber(almanac: Almanac): void {
  const { columns, all, targets } = almanac
  const moved = new Int32Array(columns.size).fill(-1)
  for (let at = 0; at < all.length; at++) moved[all.slots[at] ?? 0] = at
  almanac.columns = copySlotsToNewColumns(columns, all.slots, all.length)
  for (const name of ['byId', 'listed', 'lasting', 'long', 'secret', 'all'] as const)
    almanac[name] = swept(almanac[name], moved)
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

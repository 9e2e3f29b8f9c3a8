/** Slots in the order of lists: by start, then by id. */
import type { AlmanacColumns } from './columns.ts'

export interface OrderedSlots {
  slots: Int32Array
  /** How many of `slots` are in use. */
  length: number
}

/** Returns an empty list. */
export function noSlots(): OrderedSlots {
  return { slots: new Int32Array(4), length: 0 }
}

/** Returns a list of these slots, which must be in order. */
export function orderedSlotsFromSorted(slots: readonly number[] | Int32Array): OrderedSlots {
  return { slots: new Int32Array(slots), length: slots.length }
}

/** Returns the first position whose slot is not `before`. All slots that are `before` must come first. */
function firstNot({ slots, length }: OrderedSlots, before: (slot: number) => boolean): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (before(slots[middle] ?? 0)) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the first position whose event starts at or after `second` (seconds since 1970 UTC). */
export function positionOfStart({ start }: AlmanacColumns, list: OrderedSlots, second: number): number {
  return firstNot(list, (slot) => (start[slot] ?? 0) < second)
}

/** Compares two slots in the order of lists: negative where `a` comes first. */
export function compareStarts({ start, id }: AlmanacColumns, a: number, b: number): number {
  return (start[a] ?? 0) - (start[b] ?? 0) || (id[a] ?? 0) - (id[b] ?? 0)
}

/** Inserts a slot at a position. */
export function insertSlotAt(list: OrderedSlots, slot: number, at: number): void {
  if (list.length === list.slots.length) {
    const larger = new Int32Array(list.length + Math.max(4, list.length >> 2))
    larger.set(list.slots)
    list.slots = larger
  }
  list.slots.copyWithin(at + 1, at, list.length)
  list.slots[at] = slot
  list.length += 1
}

/** Inserts a slot at its position in the order. */
export function addSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): void {
  insertSlotAt(
    list,
    slot,
    firstNot(list, (other) => compareStarts(columns, other, slot) < 0),
  )
}

/** Whether a slot is in the list. A dead slot of the same event may be next to the living one. */
export function hasSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): boolean {
  let at = firstNot(list, (other) => compareStarts(columns, other, slot) < 0)
  for (; at < list.length; at++) {
    const other = list.slots[at] ?? 0
    if (other === slot) return true
    if (compareStarts(columns, other, slot) !== 0) return false
  }
  return false
}

/** Removes a slot, if it is present. */
export function removeSlot(columns: AlmanacColumns, list: OrderedSlots, slot: number): void {
  const at = firstNot(list, (other) => compareStarts(columns, other, slot) < 0)
  if (at === list.length || list.slots[at] !== slot) return
  list.slots.copyWithin(at, at + 1, list.length)
  list.length -= 1
}

/** Returns the position of an id in a list ordered by id: where it is or would be inserted. */
export function positionOfId({ id }: AlmanacColumns, byId: OrderedSlots, wanted: number): number {
  return firstNot(byId, (slot) => (id[slot] ?? 0) < wanted)
}

/** Sets the slot of an id in a list ordered by id. Replaces the old slot or inserts a new one. */
export function setSlotInIdOrder({ id }: AlmanacColumns, byId: OrderedSlots, slot: number): void {
  const at = firstNot(byId, (other) => (id[other] ?? 0) < (id[slot] ?? 0))
  if (at < byId.length && id[byId.slots[at] ?? 0] === id[slot]) byId.slots[at] = slot
  else insertSlotAt(byId, slot, at)
}

/** Removes the slot at a position. */
export function removeSlotAt(list: OrderedSlots, at: number): void {
  list.slots.copyWithin(at, at + 1, list.length)
  list.length -= 1
}

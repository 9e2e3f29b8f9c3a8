/** Slots that several lists have together. */

/** Lists of slots, which may overlap and repeat slots. */
export type SlotLists = readonly ArrayLike<number>[]

/** Calls `act` with every slot. */
export function eachSlot(lists: SlotLists, act: (slot: number) => void): void {
  for (const list of lists) for (let at = 0; at < list.length; at++) act(list[at] ?? 0)
}

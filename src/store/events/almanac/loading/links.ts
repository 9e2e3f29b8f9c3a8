/**
 * Reads the links of events into the almanac. They take as long as everything else, and lists without filters need
 * none, so they are read when a list first filters by them.
 */
import { linkNames } from '../../../../contract/resources/index.ts'
import type { Db } from '../../../database/rows.ts'
import type { DialectName } from '../../../database/sql.ts'
import type { Almanac } from '../almanac.ts'
import { orderedSlotsFromSorted } from '../ordered.ts'
import { renumberSlots } from '../sweep.ts'
import { iterateEventsOfEachLinkTarget } from './rows.ts'

/** Returns the function that finds the slot of an id, for each of millions of links. */
function slotFinder({ columns, byId }: Almanac): (id: number) => number | undefined {
  const slots = byId.slots.subarray(0, byId.length)
  const largest = columns.id[slots.at(-1) ?? 0] ?? 0
  // Usually few ids are unused. Where many are, a map is smaller than a table.
  if (largest > slots.length * 8 + 1024) {
    const known = new Map(Array.from(slots, (slot) => [columns.id[slot] ?? 0, slot]))
    return (id) => known.get(id)
  }
  const table = new Int32Array(largest + 1).fill(-1)
  for (const slot of slots) table[columns.id[slot] ?? 0] = slot
  return (id) => {
    const slot = table[id] ?? -1
    return slot < 0 ? undefined : slot
  }
}

/** Reads the links of all events, as `db` shows them. It must show the revision of the almanac, which must not change meanwhile. */
export async function readLinksIntoAlmanac(db: Db, dialect: DialectName, almanac: Almanac): Promise<void> {
  renumberSlots(almanac)
  const slotOf = slotFinder(almanac)
  for (const kind of linkNames) {
    almanac.targets[kind].clear()
    for await (const { target, events } of iterateEventsOfEachLinkTarget(db, dialect, kind)) {
      const slots = new Int32Array(events.length)
      let count = 0
      for (const id of events) {
        const slot = slotOf(id)
        if (slot !== undefined) slots[count++] = slot
      }
      if (count > 0)
        almanac.targets[kind].set(target, orderedSlotsFromSorted(slots.subarray(0, count).sort()))
    }
  }
  almanac.isLinked = true
}

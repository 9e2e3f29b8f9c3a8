/** Reads the almanac from the database, other than the links of events. */

import type { Db } from '../../../database/rows.ts'
import type { DialectName } from '../../../database/sql.ts'
import { type Almanac, emptyAlmanac, slotOfEvent } from '../almanac.ts'
import {
  type AlmanacColumns,
  appendEntries,
  copySlotsToNewColumns,
  FUTURE_STATUS,
  HIDDEN_MARK_BIT,
  LISTED_STANDING,
  PROTECTED_MARK_BIT,
  PUBLISH_STATUS,
  writeSlotValue,
} from '../columns.ts'
import { compareStarts, type OrderedSlots, orderedSlotsFromSorted } from '../ordered.ts'
import { listNameOfDuration } from './durations.ts'
import { refreshTermNames } from './named-terms.ts'
import { readSeriesIdsOfOccurrences } from './occurrences.ts'
import { readEntriesInOrder, readGroupMainCalendarRules, readVenuePoints } from './rows.ts'

/** The slots from 0 on that pass a test. */
function slotsWhere(count: number, test: (slot: number) => boolean): OrderedSlots {
  const slots = new Int32Array(count)
  let length = 0
  for (let slot = 0; slot < count; slot++) if (test(slot)) slots[length++] = slot
  return orderedSlotsFromSorted(slots.subarray(0, length))
}

/** Returns the slots in the order of lists; undefined if they are in that order already, as they usually are. */
function sorted(columns: AlmanacColumns): Int32Array | undefined {
  let slot = 1
  while (slot < columns.size && compareStarts(columns, slot - 1, slot) < 0) slot += 1
  if (slot >= columns.size) return undefined
  return slotsWhere(columns.size, () => true).slots.sort((a, b) => compareStarts(columns, a, b))
}

/** Writes every event into the columns in list order, so that at first the slot is the position in that order. */
async function fillColumns(db: Db, dialect: DialectName, almanac: Almanac): Promise<void> {
  for await (const entries of readEntriesInOrder(db, dialect)) appendEntries(almanac.columns, entries)
  const order = sorted(almanac.columns)
  if (order !== undefined) almanac.columns = copySlotsToNewColumns(almanac.columns, order, order.length)
  const { columns } = almanac
  const { size, status, marks, standing, start, end } = columns
  for (let slot = 0; slot < size; slot++) {
    if (status[slot] === FUTURE_STATUS) almanac.scheduled.add(slot)
    const isHidden = ((marks[slot] ?? 0) & HIDDEN_MARK_BIT) !== 0
    if (status[slot] === PUBLISH_STATUS && !isHidden) standing[slot] = LISTED_STANDING
  }
  almanac.all = slotsWhere(size, () => true)
  almanac.listed = slotsWhere(size, (slot) => standing[slot] === LISTED_STANDING)
  for (const name of ['lasting', 'long'] as const)
    almanac[name] = slotsWhere(
      size,
      (slot) => listNameOfDuration((end[slot] ?? 0) - (start[slot] ?? 0)) === name,
    )
  almanac.secret = slotsWhere(size, (slot) => ((marks[slot] ?? 0) & PROTECTED_MARK_BIT) !== 0)
}

/** Orders all slots by id. */
function fillIds(almanac: Almanac): void {
  const { id, size } = almanac.columns
  let largest = 0
  for (let slot = 0; slot < size; slot++) largest = Math.max(largest, id[slot] ?? 0)
  // Usually few ids are unused: a table in the order of ids is filled in one pass. Where many are, sorting takes less memory.
  if (largest > size * 8 + 1024) {
    almanac.byId = orderedSlotsFromSorted(almanac.all.slots.toSorted((a, b) => (id[a] ?? 0) - (id[b] ?? 0)))
    return
  }
  const slots = new Int32Array(largest + 1).fill(-1)
  for (let slot = 0; slot < size; slot++) slots[id[slot] ?? 0] = slot
  almanac.byId = orderedSlotsFromSorted(slots.filter((slot) => slot >= 0))
}

/** Adds a slot, greater than those before it, to the list of a target. */
function append(lists: Map<number, number[]>, target: number, slot: number): void {
  const slots = lists.get(target)
  if (slots === undefined) lists.set(target, [slot])
  else slots.push(slot)
}

async function fillSeries(db: Db, almanac: Almanac): Promise<void> {
  const { columns, targets } = almanac
  for await (const rows of readSeriesIdsOfOccurrences(db)) {
    for (const { id, series } of rows) {
      const slot = slotOfEvent(almanac, id)
      if (slot !== undefined) writeSlotValue(columns, 'series', slot, series)
    }
  }
  for (const kind of ['series', 'parent', 'group'] as const) {
    const lists = new Map<number, number[]>()
    for (let slot = 0; slot < columns.size; slot++) {
      const target = columns[kind][slot] ?? 0
      if (target > 0) append(lists, target, slot)
    }
    for (const [target, slots] of lists) targets[kind].set(target, orderedSlotsFromSorted(slots))
  }
}

/** Reads the almanac of everything that `db` shows, other than links (see links.ts). */
export async function readAlmanac(db: Db, dialect: DialectName): Promise<Almanac> {
  const almanac = emptyAlmanac()
  await fillColumns(db, dialect, almanac)
  fillIds(almanac)
  await fillSeries(db, almanac)
  for (const place of await readVenuePoints(db)) almanac.places.set(place.id, place)
  for (const { id, main } of await readGroupMainCalendarRules(db)) almanac.mains.set(id, main)
  await refreshTermNames(db, almanac.terms)
  return almanac
}

/** Reads the whole almanac from the database. */
import type { DialectName } from '../../../database/connection.ts'
import type { Db } from '../../../database/rows.ts'
import { type Almanac, emptyAlmanac, kinds, LONG } from '../almanac.ts'
import { FUTURE, HIDDEN, LISTED, PUBLISH, put } from '../columns.ts'
import { type Ordered, orderedOf } from '../ordered.ts'
import { renameTerms } from './named-terms.ts'
import { occurrences } from './occurrences.ts'
import { entriesInOrder, linksInOrder, readPlaces } from './rows.ts'

export const linkKinds = kinds.filter((kind) => kind !== 'parent' && kind !== 'series')

/** Writes every event into the columns in list order, so that at first the slot is the position in that order. */
async function fillColumns(db: Db, dialect: DialectName, almanac: Almanac): Promise<void> {
  const { columns } = almanac
  for await (const entries of entriesInOrder(db, dialect)) for (const entry of entries) put(columns, entry)
  const slots = Int32Array.from({ length: columns.size }, (_, slot) => slot)
  const where = (is: (slot: number) => boolean) => orderedOf(slots.filter(is))
  for (const slot of slots) {
    if (columns.status[slot] === FUTURE) almanac.scheduled.add(slot)
    const isHidden = ((columns.marks[slot] ?? 0) & HIDDEN) !== 0
    if (columns.status[slot] === PUBLISH && !isHidden) columns.standing[slot] = LISTED
  }
  almanac.all = orderedOf(slots)
  almanac.listed = where((slot) => columns.standing[slot] === LISTED)
  almanac.long = where((slot) => (columns.end[slot] ?? 0) - (columns.start[slot] ?? 0) > LONG)
  almanac.byId = orderedOf(slots.sort((a, b) => (columns.id[a] ?? 0) - (columns.id[b] ?? 0)))
}

function slotFinder({ columns, byId }: Almanac): (id: number) => number | undefined {
  const largest = columns.id[byId.slots[byId.length - 1] ?? 0] ?? 0
  // Usually few ids are unused. Where many are, a map is smaller than a table.
  if (largest > byId.length * 8) {
    const slots = new Map(Array.from(byId.slots, (slot) => [columns.id[slot] ?? 0, slot]))
    return (id) => slots.get(id)
  }
  const slots = new Int32Array(largest + 1)
  for (const slot of byId.slots) slots[columns.id[slot] ?? 0] = slot
  return (id) => slots[id]
}

/** Stores the sorted slots as the list of a target. */
function listed(lists: Map<number, Ordered>, target: number, slots: readonly number[]): void {
  if (slots.length > 0) lists.set(target, orderedOf(Int32Array.from(slots).sort()))
}

async function fillSeries(
  db: Db,
  { columns, targets }: Almanac,
  slotOf: (id: number) => number | undefined,
): Promise<void> {
  const lists = new Map<number, number[]>()
  for await (const rows of occurrences(db)) {
    for (const { id, series } of rows) {
      const slot = slotOf(id)
      if (slot === undefined) continue
      columns.series[slot] = series
      const slots = lists.get(series) ?? []
      slots.push(slot)
      lists.set(series, slots)
    }
  }
  for (const [series, slots] of lists) listed(targets.series, series, slots)
}

async function fillTargets(db: Db, dialect: DialectName, almanac: Almanac): Promise<void> {
  const slotOf = slotFinder(almanac)
  for (const kind of linkKinds) {
    let [target, slots]: [number, number[]] = [0, []]
    for await (const { target_id, events } of linksInOrder(db, dialect, kind)) {
      if (target_id !== target) {
        listed(almanac.targets[kind], target, slots)
        ;[target, slots] = [target_id, []]
      }
      for (const id of events) {
        const slot = slotOf(id)
        if (slot !== undefined) slots.push(slot)
      }
    }
    listed(almanac.targets[kind], target, slots)
  }
  await fillSeries(db, almanac, slotOf)
  const { columns, all, targets } = almanac
  const children = new Map<number, number[]>()
  for (const slot of all.slots) {
    const parent = columns.parent[slot] ?? 0
    if (parent > 0) children.set(parent, [...(children.get(parent) ?? []), slot])
  }
  for (const [parent, slots] of children) listed(targets.parent, parent, slots)
}

/** Reads the almanac of everything that `db` shows. */
export async function filled(db: Db, dialect: DialectName): Promise<Almanac> {
  const almanac = emptyAlmanac()
  await fillColumns(db, dialect, almanac)
  await fillTargets(db, dialect, almanac)
  for (const place of await readPlaces(db)) almanac.places.set(place.id, place)
  await renameTerms(db, almanac.terms)
  return almanac
}

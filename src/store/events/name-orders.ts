/** Lists in the order of titles, and of names of what events link to. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Condition, isOneOfSql, isShownToSql } from '../conditions/visibility.ts'
import { AnotherViewNeeded } from '../database/errors.ts'
import { type Db, queryRows, quotedName, type Sql, sql } from '../database/sql.ts'
import type { SnapshotAndAlmanac } from '../records/snapshot-and-almanac.ts'
import type { EventQuery, Viewer } from '../store.ts'
import { type Almanac, type Selection, slotOfEvent, slotsLinkedToItem } from './almanac/almanac.ts'
import {
  type AlmanacColumns,
  DEAD_STANDING,
  insertSlotAt,
  type OrderedSlots,
  orderedSlotsFromSorted,
} from './almanac/columns.ts'
import { isUnprotectedForViewer } from './almanac/filters.ts'
import type { EventOrderByLinkedName } from './almanac/find.ts'
import { type PageSkipAndCount, slotPageInOrder } from './page-order.ts'

// The order of event lists by the names of what events link to: the database has the names, the almanac the links.

/** Venues or categories by the names that the viewer sees: equal names have equal ranks. */
type NameRanks = ReadonlyMap<number, number>

interface NamedRow {
  readonly id: number
  readonly name_key: string
}

const namesSql: Readonly<Record<EventOrderByLinkedName, (viewer: Viewer) => Sql<NamedRow>>> = {
  venue: (viewer) =>
    sql`select id, name_key from venues where ${isShownToSql('venues', viewer)} order by name_key, id`,
  category: () => sql`select id, name_key from categories order by name_key, id`,
}

/** Returns the ranks of the names that the viewer sees, in their order. */
export async function readNameRanks(db: Db, by: EventOrderByLinkedName, viewer: Viewer): Promise<NameRanks> {
  const ranks = new Map<number, number>()
  let [rank, last] = [0, '']
  for (const { id, name_key } of await queryRows(db, namesSql[by](viewer))) {
    if (name_key !== last) rank += 1
    last = name_key
    ranks.set(id, rank)
  }
  return ranks
}

/** A page by names: which names, and whose view of the events. */
interface ByNames {
  readonly by: EventOrderByLinkedName
  readonly ranks: NameRanks
  readonly query: EventQuery
  readonly viewer: Viewer
}

/** Returns by slot the rank of the first of its names; infinite without one, and where a password hides it. */
function firstRanks({ almanac }: Selection, { by, ranks, viewer }: ByNames): Float64Array {
  const looking = { almanac, viewer, now: epochOfInstant(viewer.moment.now) }
  const first = new Float64Array(almanac.columns.size).fill(Number.POSITIVE_INFINITY)
  for (const [target, rank] of ranks) {
    const { slots, length } = slotsLinkedToItem(almanac, by, target)
    for (let at = 0; at < length; at++) {
      const slot = slots[at] ?? 0
      if (first[slot] === Number.POSITIVE_INFINITY && isUnprotectedForViewer(looking, slot))
        first[slot] = rank
    }
  }
  return first
}

/**
 * Returns the slots of a page by the first name of what the events link to, ties by id; those without a name come last in either
 * direction. If collapsed, the first of each series stands for it: then the selection has all of them.
 */
export function slotPageInLinkNameOrder(
  selection: Selection,
  names: ByNames,
  { skip, count }: PageSkipAndCount,
): Int32Array {
  const { id, series } = selection.almanac.columns
  const first = firstRanks(selection, names)
  const sign = names.query.order === 'asc' ? 1 : -1
  const compare = (a: number, b: number) => {
    const [one = 0, other = 0] = [first[a], first[b]]
    if (one === other) return sign * ((id[a] ?? 0) - (id[b] ?? 0))
    const isNamed = Number.isFinite(one) && Number.isFinite(other)
    return (isNamed ? sign : 1) * (one < other ? -1 : 1)
  }
  if (names.query.collapse === undefined) return slotPageInOrder(compare, selection, skip, count)
  const seen = new Set<number>()
  const isShown = (slot: number) => {
    const of = series[slot] ?? 0
    return of === 0 || (!seen.has(of) && seen.add(of))
  }
  return selection
    .slots()
    .sort(compare)
    .filter(isShown)
    .slice(skip, skip + count)
}

// The order of event lists by title: the database has the titles, and their order is kept beside the almanac, 4 bytes an event.

/** Slots in the order of titles; dead ones stay in it. */
interface TitleOrder extends OrderedSlots {
  /** The first slot that is not in it yet. */
  next: number
}

/** The orders of all events. Columns are replaced where slots get other numbers. */
const orders = new WeakMap<AlmanacColumns, TitleOrder>()

/** Above this number of events, they are found in the order of all. */
export const MAX_SORTED_BY_DATABASE = 1000
const ROWS_AT_ONCE = 10_000
/** Above this number of changed events, the order is read again. */
const MAX_CHANGED = 250

const everything: Condition = sql`1 = 1`

/** Reads the order of all events, some at a time. The almanac may become newer meanwhile: then the changed events lack. */
async function readOrder(db: Db, almanac: Almanac): Promise<void> {
  const { columns } = almanac
  const next = columns.size
  const slots: number[] = []
  for (let after = everything; ; ) {
    const rows = await queryRows(
      db,
      sql<{ id: number; title_key: string; title: string }>`select id, title_key, title from events
        where ${after} order by title_key, title, id limit ${ROWS_AT_ONCE}`,
    )
    if (almanac.columns !== columns) throw new AnotherViewNeeded()
    for (const { id } of rows) {
      const slot = slotOfEvent(almanac, id)
      if (slot !== undefined && slot < next) slots.push(slot)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < ROWS_AT_ONCE) break
    after = sql`(title_key, title, id) > (${last.title_key}, ${last.title}, ${last.id})`
  }
  orders.set(columns, { ...orderedSlotsFromSorted(slots), next })
}

/** Puts the events in their places that changed since the order was brought up to date. */
async function place(db: Db, almanac: Almanac, order: TitleOrder, slots: readonly number[]): Promise<void> {
  const { columns, revision } = almanac
  const { next } = order
  const ids = slots.map((slot) => columns.id[slot] ?? 0)
  const rows = await queryRows(
    db,
    sql<{ id: number; follower: number | null }>`select id, (select other.id from events as other
      where (other.title_key, other.title, other.id) > (events.title_key, events.title, events.id)
      order by other.title_key, other.title, other.id limit 1) as follower
      from events where ${isOneOfSql(quotedName('id'), ids)} order by title_key desc, title desc, id desc`,
  )
  if (almanac.revision !== revision || almanac.columns !== columns) throw new AnotherViewNeeded()
  // Another reader may have been faster.
  if (order.next !== next) return
  for (const { id, follower } of rows) {
    const before = follower === null ? undefined : slotOfEvent(almanac, follower)
    const at = before === undefined ? order.length : order.slots.indexOf(before)
    insertSlotAt(order, slotOfEvent(almanac, id) ?? 0, at)
  }
  order.next = columns.size
}

/** Slots in the order of titles, and the columns that they are slots of. */
interface SlotsInOrder {
  readonly columns: AlmanacColumns
  readonly slots: Int32Array
}

/** Returns these events in the order of titles; without any, all events, and perhaps dead slots. Throws `AnotherViewNeeded`. */
export async function slotsInTitleOrder(
  source: SnapshotAndAlmanac,
  few: Float64Array | undefined,
): Promise<SlotsInOrder> {
  const { db, follower, changeCounter } = source
  const { almanac, revision } = await follower.follow(db, changeCounter)
  if (almanac.revision !== revision) throw new AnotherViewNeeded()
  if (few !== undefined) {
    const rows = await queryRows(
      db,
      sql<{ id: number }>`select id from events where ${isOneOfSql(quotedName('id'), [...few])}
        order by title_key, title, id`,
    )
    const slots = Int32Array.from(rows.flatMap(({ id }) => slotOfEvent(almanac, id) ?? []))
    return { columns: almanac.columns, slots }
  }
  const { columns } = almanac
  const known = orders.get(columns)
  const changed: number[] = []
  for (let slot = known?.next ?? columns.size; slot < columns.size; slot++)
    if (columns.standing[slot] !== DEAD_STANDING) changed.push(slot)
  if (known === undefined || changed.length > MAX_CHANGED) {
    await readOrder(db, almanac)
    return slotsInTitleOrder(source, few)
  }
  if (changed.length > 0) await place(db, almanac, known, changed)
  return { columns, slots: known.slots.subarray(0, known.length) }
}

/** Returns the slots of a page by title. If collapsed, the first of each series stands for it: then the selection has all of them. */
export function slotPageInTitleOrder(
  selection: Selection,
  { columns, slots: inOrder }: SlotsInOrder,
  { order, collapse }: EventQuery,
  { skip, count }: PageSkipAndCount,
): readonly number[] {
  if (selection.almanac.columns !== columns) throw new AnotherViewNeeded()
  const { size, series } = columns
  const isSelected = new Uint8Array(size)
  for (const slot of selection.slots()) isSelected[slot] = 1
  const seen = new Set<number>()
  const page: number[] = []
  let passed = 0
  for (let at = 0; at < inOrder.length && page.length < count; at++) {
    const slot = inOrder[order === 'asc' ? at : inOrder.length - 1 - at] ?? 0
    if (isSelected[slot] === 0) continue
    const of = collapse === undefined ? 0 : (series[slot] ?? 0)
    if (of !== 0 && seen.has(of)) continue
    seen.add(of)
    passed += 1
    if (passed > skip) page.push(slot)
  }
  return page
}

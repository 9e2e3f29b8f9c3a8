/** Lists in the order of titles, and of names of what events link to. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type Condition, isOneOfSql, isShownToSql } from '../conditions/visibility.ts'
import { type Db, quotedName, type Sql, sql } from '../database/sql.ts'
import { itemsChangedSinceRevision, JOURNAL_DEPTH, lastRevisionIn } from '../log/journal.ts'
import type { EventQuery, Viewer } from '../types/index.ts'
import {
  type Almanac,
  inAnyListTest,
  type Selection,
  slotOfEvent,
  slotsLinkedToItem,
} from './almanac/almanac.ts'
import { isUnprotectedForViewer } from './almanac/filters.ts'
import type { EventOrderByLinkedName } from './almanac/find.ts'
import { eventIdsOfSlots } from './field-search.ts'
import { type PageSkipAndCount, slotPageInOrder } from './page-order.ts'
import type { EventSources } from './sources.ts'
import { queryIdsMeetingCondition } from './texts.ts'

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
  for (const { id, name_key } of await namesSql[by](viewer).rows(db)) {
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

// The order of event lists by title: the database has the titles.

/** Above this number of events, they are found in the order of all, which is read once: in 50 ms of 100,000 events. */
const MAX_SORTED_BY_DATABASE = 1000

/** Above this number of events that were written since, the order of all is read anew. */
const MAX_MENDED = 200

const everything: Condition = sql`1 = 1`

const readIdsByTitle = (db: Db, where: Condition): Promise<readonly number[]> =>
  queryIdsMeetingCondition(db, {
    from: sql`(select id from events where ${where} order by title_key, title, id) as titled`,
    id: sql`id`,
    where: everything,
  })

/** Returns those of these events that exist, the last by title first, each with the event that follows it by title. */
const nextByTitle = (db: Db, ids: readonly number[]) =>
  sql<{ readonly id: number; readonly next: number | null }>`select id, (select id from events as others
        where (others.title_key, others.title, others.id) > (events.title_key, events.title, events.id)
        order by title_key, title, id limit 1) as next
      from events where ${isOneOfSql(quotedName('id'), ids)} order by title_key desc, title desc, id desc`.rows(
    db,
  )

/** Puts events that were written into their places among all. */
async function mended(
  db: Db,
  ids: readonly number[],
  written: readonly number[],
): Promise<readonly number[]> {
  if (written.length === 0) return ids
  const isWritten = new Set(written)
  const inOrder = ids.filter((id) => !isWritten.has(id))
  // What follows an event is in its place before.
  for (const { id, next } of await nextByTitle(db, written))
    inOrder.splice(next === null ? inOrder.length : inOrder.indexOf(next), 0, id)
  return inOrder
}

/** The events in the order of their titles at a revision. */
interface TitleOrder {
  readonly revision: number
  readonly ids: readonly number[]
}

/** Returns the order that the database shows: the one of before with what was written since in its places, unless that is a lot. */
async function titleOrderAfter(db: Db, before: TitleOrder | undefined): Promise<TitleOrder> {
  const revision = await lastRevisionIn(db)
  if (before !== undefined && revision - before.revision <= JOURNAL_DEPTH) {
    const changed = await itemsChangedSinceRevision(db, before.revision)
    const written = changed.flatMap(({ resource, item_id }) => (resource === 'event' ? item_id : []))
    if (written.length <= MAX_MENDED) return { revision, ids: await mended(db, before.ids, written) }
  }
  return { revision, ids: await readIdsByTitle(db, everything) }
}

/** The last known orders: each goes on from the one before as long as the almanac does. */
const orders = new WeakMap<Almanac, Promise<TitleOrder>>()

async function allIdsByTitle({ almanac, read }: EventSources): Promise<readonly number[]> {
  const now = almanac()
  const { revision } = now
  const last = orders.get(now)?.catch(() => undefined)
  const order = Promise.resolve(last).then((known) =>
    known !== undefined && known.revision >= revision ? known : read((db) => titleOrderAfter(db, known)),
  )
  orders.set(now, order)
  return (await order).ids
}

/** Returns the ids of selected events, and perhaps of others, in the order of titles. */
export function idsByTitle(
  source: EventSources,
  { almanac, total, slots }: Selection,
): Promise<readonly number[]> {
  if (total > MAX_SORTED_BY_DATABASE) return allIdsByTitle(source)
  const ids = [...eventIdsOfSlots(almanac, slots())]
  return source.read((db) => readIdsByTitle(db, isOneOfSql(quotedName('id'), ids)))
}

/** Returns the ids of a page by title. If collapsed, the first of each series stands for it: then the selection has all of them. */
export function idPageInTitleOrder(
  { almanac, total, slots }: Selection,
  inOrder: readonly number[],
  { order, collapse }: EventQuery,
  { skip, count }: PageSkipAndCount,
): readonly number[] {
  const { series } = almanac.columns
  const isSelected = inAnyListTest(almanac, [{ slots: slots(), length: total }])
  const seen = new Set<number>()
  const page: number[] = []
  let passed = 0
  for (let at = 0; at < inOrder.length && page.length < count; at++) {
    const id = inOrder[order === 'asc' ? at : inOrder.length - 1 - at] ?? 0
    const slot = slotOfEvent(almanac, id)
    if (slot === undefined || !isSelected(slot)) continue
    const of = collapse === undefined ? 0 : (series[slot] ?? 0)
    if (of !== 0 && seen.has(of)) continue
    seen.add(of)
    passed += 1
    if (passed > skip) page.push(id)
  }
  return page
}

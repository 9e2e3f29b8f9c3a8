/** The order of event lists by the names of what events link to: the database has the names, the almanac the links. */
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { isShownToSql } from '../../conditions/visibility.ts'
import { type Db, queryRows } from '../../database/rows.ts'
import { type Sql, sql } from '../../database/sql.ts'
import type { EventQuery, Viewer } from '../../store.ts'
import { slotsLinkedToItem } from '../almanac/almanac.ts'
import { isUnprotectedForViewer } from '../almanac/filters/filters.ts'
import type { EventOrderByLinkedName } from '../almanac/find.ts'
import type { Selection } from '../almanac/selection.ts'
import { type PageSkipAndCount, slotPageInOrder } from '../page-order.ts'

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

/** Parts of the filters of event lists: by links, by group, and by the main calendar. */
import { type LinkKind, slotsLinkedToItem } from '../almanac.ts'
import type { OrderedSlots } from '../ordered.ts'
import type { QueryContext } from '../selection.ts'
import { inAnyListTest, type SlotTest } from '../slot-tests.ts'

/** Filters of slots: all tests must pass, and all lists contain the slot. */
export interface AlmanacFilters {
  readonly tests: readonly SlotTest[]
  /** Lists that contain every matching slot and no other living slot. */
  readonly lists: readonly OrderedSlots[]
}

/** Returns the filters for the slots of any of these lists. A single list is scanned directly if it is the shortest; several lists are merged into a predicate. */
export function inAnyListFilters(looking: QueryContext, lists: readonly OrderedSlots[]): AlmanacFilters {
  return lists.length === 1
    ? { tests: [], lists }
    : { tests: [inAnyListTest(looking.almanac, lists)], lists: [] }
}

/** No filter: every slot matches. */
export const noFilters: AlmanacFilters = { tests: [], lists: [] }

/** Returns the filters for the events that are linked to any of these items; undefined for no filter. */
export function linkedItemFilters(
  looking: QueryContext,
  kind: LinkKind,
  ids: readonly number[] | undefined,
): AlmanacFilters {
  return ids === undefined
    ? noFilters
    : inAnyListFilters(
        looking,
        ids.map((id) => slotsLinkedToItem(looking.almanac, kind, id)),
      )
}

/** Returns the filters for the events of groups; 0 stands for those of no group. */
export function filtersByGroupIds(looking: QueryContext, ids: readonly number[] | undefined): AlmanacFilters {
  if (ids === undefined || !ids.includes(0)) return linkedItemFilters(looking, 'group', ids)
  const { group } = looking.almanac.columns
  return { tests: [(slot) => ids.includes(group[slot] ?? 0)], lists: [] }
}

/** Returns the filters for the events in the main calendar, or for those that are not. Where no event has a group, all are. */
export function mainCalendarFilters({ almanac }: QueryContext, wanted: boolean | undefined): AlmanacFilters {
  if (wanted === undefined || (wanted && almanac.targets.group.size === 0)) return noFilters
  const { columns, mains } = almanac
  const isIn: SlotTest = (slot) => {
    const [group, own] = [columns.group[slot] ?? 0, columns.main[slot] ?? 0]
    return group === 0 || own === 2 || (own === 0 && mains.get(group) === 'all')
  }
  return { tests: [(slot) => isIn(slot) === wanted], lists: [] }
}

/** Returns the filters for the events of groups with review that are not in the main calendar, or for all others. */
export function awaitingMainCalendarFilters(
  looking: QueryContext,
  wanted: boolean | undefined,
): AlmanacFilters {
  if (wanted === undefined) return noFilters
  const { columns, mains } = looking.almanac
  const isAdded: SlotTest = (slot) => columns.main[slot] === 2
  const isReviewed = (id: number) => mains.get(id) === 'review'
  if (!wanted) return { tests: [(slot) => isAdded(slot) || !isReviewed(columns.group[slot] ?? 0)], lists: [] }
  const reviewed = linkedItemFilters(looking, 'group', [...mains.keys()].filter(isReviewed))
  return { ...reviewed, tests: [...reviewed.tests, (slot) => !isAdded(slot)] }
}

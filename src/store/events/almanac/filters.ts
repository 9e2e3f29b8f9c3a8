/** The filters of event lists (contract §3), as predicates on slots and as lists of matching slots. */
import {
  flagFilters,
  passwordHiddenFilters,
  unhiddenFilters,
  type ValueFilter,
} from '../../../contract/resources/fields/filters.ts'
import type { StatusFilter } from '../../../contract/resources/shared.ts'
import { settableStatuses } from '../../../contract/resources/shared.ts'
import { centralAngle, EARTH_RADIUS } from '../../../domain/globe.ts'
import { type AccessedItem, scopeMayEdit, scopeMayRead } from '../../../domain/publication/access.ts'
import { hasSentPassword } from '../../conditions/opened.ts'
import type { EventQuery } from '../../store.ts'
import { type LinkKind, slotsLinkedTo } from './almanac.ts'
import { almanacStatuses, FUTURE, filterBits, HIDDEN_BIT, PROTECTED_BIT, PUBLISH } from './columns.ts'
import { slotsInOrder, type TextMatches, textSlots } from './found.ts'
import { readableNumberTest, valueNumber } from './loading/field-values.ts'
import { inAnyListTest, type SlotTest } from './marked.ts'
import type { OrderedSlots } from './ordered.ts'
import { listsAtVenues, pointOf, type QueryContext } from './places.ts'
import { slotsOf } from './slots-of.ts'

function isPublic({ almanac: { columns }, now }: QueryContext, slot: number): boolean {
  const status = columns.status[slot]
  return status === PUBLISH || (status === FUTURE && (columns.date[slot] ?? 0) <= now)
}

/** The event in a slot, in the form that the access rule takes. */
const accessed = (looking: QueryContext, slot: number): AccessedItem => ({
  author: looking.almanac.columns.author[slot] ?? 0,
  isPublic: isPublic(looking, slot),
  group: looking.almanac.columns.group[slot] ?? 0,
})

const isEditable = (looking: QueryContext, slot: number) =>
  scopeMayEdit(looking.viewer.scope, accessed(looking, slot))

const isMarkedProtected = ({ almanac: { columns } }: QueryContext, slot: number) =>
  ((columns.marks[slot] ?? 0) & PROTECTED_BIT) !== 0

/**
 * Whether the viewer sees the whole event: it has no password, or the viewer may edit it or sent its password
 * (contract §1.10).
 */
function isOpen(looking: QueryContext, slot: number): boolean {
  if (!isMarkedProtected(looking, slot) || isEditable(looking, slot)) return true
  return hasSentPassword(looking.viewer, looking.almanac.columns.id[slot] ?? 0)
}

/** Which statuses the filter shows to the viewer (contract §3.2). */
function statusTest(looking: QueryContext, filters: readonly StatusFilter[]): SlotTest {
  const { almanac, viewer } = looking
  const wanted = new Set<string>(filters.includes('any') ? [...filters, ...settableStatuses] : filters)
  return (slot) => {
    if (isPublic(looking, slot)) return wanted.has('publish')
    const isWanted = wanted.has(almanacStatuses[almanac.columns.status[slot] ?? 0] ?? '')
    return isWanted && scopeMayRead(viewer.scope, accessed(looking, slot))
  }
}

function hidingTest(looking: QueryContext, hidden: boolean): SlotTest {
  const { marks } = looking.almanac.columns
  const isHidden: SlotTest = (slot) => ((marks[slot] ?? 0) & HIDDEN_BIT) !== 0
  return hidden ? (slot) => isHidden(slot) && isEditable(looking, slot) : (slot) => !isHidden(slot)
}

interface AlmanacFilters {
  readonly tests: readonly SlotTest[]
  /** Lists that contain every matching slot and no other living slot. */
  readonly lists: readonly OrderedSlots[]
}

/** A single list is scanned directly if it is the shortest; several lists are merged into a predicate. */
function oneOf(looking: QueryContext, lists: readonly OrderedSlots[]): AlmanacFilters {
  return lists.length === 1
    ? { tests: [], lists }
    : { tests: [inAnyListTest(looking.almanac, lists)], lists: [] }
}

const none: AlmanacFilters = { tests: [], lists: [] }

function linked(looking: QueryContext, kind: LinkKind, ids: readonly number[] | undefined): AlmanacFilters {
  return ids === undefined
    ? none
    : oneOf(
        looking,
        ids.map((id) => slotsLinkedTo(looking.almanac, kind, id)),
      )
}

function located(looking: QueryContext, { geoloc, circle }: EventQuery): readonly AlmanacFilters[] {
  const radius = circle === undefined ? 0 : Math.min(circle.distance / EARTH_RADIUS, Math.PI)
  const anywhere =
    geoloc === undefined
      ? undefined
      : inAnyListTest(
          looking.almanac,
          listsAtVenues(looking, () => true),
        )
  return [
    anywhere === undefined
      ? none
      : { tests: [geoloc ? anywhere : (slot: number) => !anywhere(slot)], lists: [] },
    circle === undefined
      ? none
      : oneOf(
          looking,
          listsAtVenues(looking, (place) => centralAngle(circle, pointOf(place)) <= radius),
        ),
  ]
}

function flagged(looking: QueryContext, bit: number, wanted: boolean | undefined): AlmanacFilters {
  const { marks } = looking.almanac.columns
  return wanted === undefined
    ? none
    : { tests: [(slot) => (((marks[slot] ?? 0) & bit) !== 0) === wanted], lists: [] }
}

/** The events of groups; 0 stands for those of none. */
function ofGroups(looking: QueryContext, ids: readonly number[] | undefined): AlmanacFilters {
  if (ids === undefined || !ids.includes(0)) return linked(looking, 'group', ids)
  const { group } = looking.almanac.columns
  return { tests: [(slot) => ids.includes(group[slot] ?? 0)], lists: [] }
}

/** In the main calendar, or not. Where no event has a group, all are. */
function inMain({ almanac }: QueryContext, wanted: boolean | undefined): AlmanacFilters {
  if (wanted === undefined || (wanted && almanac.targets.group.size === 0)) return none
  const { columns, openGroups } = almanac
  const isIn: SlotTest = (slot) => {
    const [group, own] = [columns.group[slot] ?? 0, columns.main[slot] ?? 0]
    return group === 0 || own === 2 || (own === 0 && openGroups.has(group))
  }
  return { tests: [(slot) => isIn(slot) === wanted], lists: [] }
}

/** Matches events whose field equals one of the values. */
function equal({ almanac: { columns } }: QueryContext, name: ValueFilter, query: EventQuery): AlmanacFilters {
  const sent = query[name]
  if (sent === undefined) return none
  const wanted = new Set([sent].flat().map((value) => valueNumber(name, value)))
  return testOf((value) => wanted.has(value), columns[name])
}

const testOf = (isMatch: (value: number) => boolean, values: ArrayLike<number>) =>
  ({ tests: [(slot: number) => isMatch(values[slot] ?? 0)], lists: [] }) satisfies AlmanacFilters

const joined = (all: readonly AlmanacFilters[]): AlmanacFilters => ({
  tests: all.flatMap(({ tests }) => tests),
  lists: all.flatMap(({ lists }) => lists),
})

/** Filters on protected fields never match an event whose password hides it from the viewer (contract §1.10). */
function onProtected(looking: QueryContext, query: EventQuery): AlmanacFilters {
  const filters = joined([
    linked(looking, 'venue', query.venue),
    linked(looking, 'organizer', query.organizer),
    linked(looking, 'category', query.categories),
    linked(looking, 'tag', query.tags),
    ...flagFilters.map((name) => flagged(looking, filterBits[name], query[name])),
    ...passwordHiddenFilters.map((name) => equal(looking, name, query)),
    ...located(looking, query),
  ])
  return filters.tests.length + filters.lists.length === 0
    ? none
    : { ...filters, tests: [(slot) => isOpen(looking, slot), ...filters.tests] }
}

function chosen(looking: QueryContext, query: EventQuery): AlmanacFilters {
  const { include, exclude, post_parent, author, series, isOccurrence, group, in_main } = query
  const { columns } = looking.almanac
  const excluded = new Set(exclude)
  const children = post_parent ? linked(looking, 'parent', [post_parent]) : none
  return joined([
    include === undefined
      ? none
      : oneOf(looking, [slotsInOrder(looking.almanac, slotsOf(looking.almanac, include))]),
    exclude === undefined ? none : { tests: [(slot) => !excluded.has(columns.id[slot] ?? 0)], lists: [] },
    linked(looking, 'series', series),
    ofGroups(looking, group),
    inMain(looking, in_main),
    query.readable === undefined ? none : testOf(readableNumberTest(query.readable), columns.content),
    isOccurrence === undefined ? none : { tests: [(slot) => (columns.series[slot] ?? 0) > 0], lists: [] },
    author === undefined ? none : { tests: [(slot) => columns.author[slot] === author], lists: [] },
    ...unhiddenFilters.map((name) => equal(looking, name, query)),
    query.isProtected === undefined
      ? none
      : { tests: [(slot) => isMarkedProtected(looking, slot) && !isEditable(looking, slot)], lists: [] },
    post_parent === 0 ? { tests: [(slot) => columns.parent[slot] === 0], lists: [] } : children,
  ])
}

/** Matches by the whole text or, where a password hides that from the viewer, by the title. */
function searched(looking: QueryContext, texts: TextMatches): AlmanacFilters {
  const { list, isProtected, whole, titles } = textSlots(looking.almanac, texts)
  const { marks } = looking.almanac.columns
  const test: SlotTest = (slot) =>
    ((marks[slot] ?? 0) & PROTECTED_BIT) === 0 || (isOpen(looking, slot) ? whole : titles).has(slot)
  return { tests: isProtected ? [test] : [], lists: [list] }
}

/**
 * Returns the filters of a query other than its window and its default status. `texts` is the result of its search,
 * if it has one.
 */
export function almanacFilters(
  looking: QueryContext,
  query: EventQuery,
  isPlain: boolean,
  texts: TextMatches | undefined,
): AlmanacFilters {
  return joined([
    isPlain
      ? none
      : { tests: [statusTest(looking, query.status), hidingTest(looking, query.hidden)], lists: [] },
    chosen(looking, query),
    onProtected(looking, query),
    texts === undefined ? none : searched(looking, texts),
  ])
}

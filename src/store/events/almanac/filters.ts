/** The filters of lists, as marks on the slots of the almanac. */

import {
  type EqualityFilterName,
  flagFilterNames,
  passwordHiddenFilterNames,
  unprotectedFilterNames,
} from '../../../contract/resources/fields/index.ts'
import { type StatusFilter, settableStatuses } from '../../../contract/resources/shared.ts'
import { centralAngle, EARTH_RADIUS_KM, type Point } from '../../../domain/places.ts'
import { type AccessedItem, scopeMayEdit, scopeMayRead } from '../../../domain/publication.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import { hasSentPassword } from '../../conditions/shown-records.ts'
import type { Circle, EventQuery, Viewer } from '../../types/index.ts'
import type { IdsMatchingByTextOrTitle } from '../texts.ts'
import {
  type Almanac,
  inAnyListTest,
  type LinkKind,
  type QueryContext,
  type SlotTest,
  slotsLinkedToItem,
  slotsOfIds,
  type VenuePoint,
} from './almanac.ts'
import {
  type AlmanacColumns,
  almanacStatuses,
  compareStarts,
  FUTURE_STATUS,
  filterMarkBits,
  HIDDEN_MARK_BIT,
  type OrderedSlots,
  orderedSlotsFromSorted,
  PROTECTED_MARK_BIT,
  PUBLISH_STATUS,
} from './columns.ts'
import { filterNumberForValue, readableInNumberTest } from './loading.ts'

// Venues with coordinates: which ones the viewer sees, and their distances.

function isShown(
  { viewer: { scope }, now }: QueryContext,
  { status, date_utc, author }: VenuePoint,
): boolean {
  if (status === 'trash') return false
  const isPublic = status === 'publish' || (status === 'future' && date_utc <= now)
  return scopeMayRead(scope, { author, isPublic })
}

const venueAsPoint = ({ geo_lat, geo_lng }: VenuePoint): Point => ({
  lat: geo_lat,
  lng: geo_lng,
})

/** Returns the event lists of the venues that the viewer sees and that satisfy `isWanted`. */
function slotListsAtVenuesWhere(
  looking: QueryContext,
  isWanted: (place: VenuePoint) => boolean,
): readonly OrderedSlots[] {
  const places = [...looking.almanac.places.values()].filter(
    (place) => isShown(looking, place) && isWanted(place),
  )
  return places.map(({ id }) => slotsLinkedToItem(looking.almanac, 'venue', id))
}

/**
 * Returns the distance, as an angle, from a point to an event's nearest venue that the viewer sees; infinite
 * without one.
 */
export function slotDistanceFunction(
  almanac: Almanac,
  circle: Circle,
  viewer: Viewer,
): (slot: number) => number {
  const looking = { almanac, viewer, now: epochOfInstant(viewer.moment.now) }
  const nearest = new Float64Array(almanac.columns.size).fill(Number.POSITIVE_INFINITY)
  for (const place of almanac.places.values()) {
    if (!isShown(looking, place)) continue
    const far = centralAngle(circle, venueAsPoint(place))
    const { slots, length } = slotsLinkedToItem(almanac, 'venue', place.id)
    for (let at = 0; at < length; at++)
      nearest[slots[at] ?? 0] = Math.min(nearest[slots[at] ?? 0] ?? far, far)
  }
  return (slot) => nearest[slot] ?? Number.POSITIVE_INFINITY
}

// The result of a text search, as an ordered list of slots.

/** The same result, by slot. */
interface FoundSlots {
  readonly list: OrderedSlots
  /** Whether any of these events is protected. If so, the sets below tell which text matched. */
  readonly isProtected: boolean
  readonly whole: ReadonlySet<number>
  readonly titles: ReadonlySet<number>
}

interface Made extends FoundSlots {
  readonly columns: AlmanacColumns
}

/** Sorting a slot takes as long as looking at so many slots of the complete list (`many` of the bench). */
const LOOKED_AT = 256

/**
 * Returns the slots in the order of lists. A few are sorted, many are picked out of the
 * complete list.
 */
function slotsInStartOrder({ columns, all }: Almanac, slots: readonly number[]): OrderedSlots {
  if (slots.length * LOOKED_AT < all.length)
    return orderedSlotsFromSorted([...slots].sort((a, b) => compareStarts(columns, a, b)))
  const marked = new Uint8Array(columns.size)
  for (const slot of slots) marked[slot] = 1
  const found = new Int32Array(slots.length)
  let length = 0
  for (let at = 0; at < all.length; at++) {
    const slot = all.slots[at] ?? 0
    if (marked[slot] === 1) found[length++] = slot
  }
  return { slots: found, length }
}

function made(almanac: Almanac, { whole, titles }: IdsMatchingByTextOrTitle): Made {
  const { columns } = almanac
  const [found, titled] = [slotsOfIds(almanac, whole), slotsOfIds(almanac, titles)]
  const isProtected = (slot: number) => ((columns.marks[slot] ?? 0) & PROTECTED_MARK_BIT) !== 0
  const secret = new Set(almanac.secret.length === 0 ? [] : found.filter(isProtected))
  const others = titled.filter((slot) => !secret.has(slot))
  return {
    columns,
    list: slotsInStartOrder(almanac, others.length === 0 ? found : [...found, ...others]),
    isProtected: secret.size + titled.length > 0,
    whole: secret,
    titles: new Set(titled),
  }
}

/** The texts of any changed event get new `IdsMatchingByTextOrTitle`, so the slots stay valid until the next sweep. */
const known = new WeakMap<IdsMatchingByTextOrTitle, Made>()

/** Returns the slots of a search result. They are computed once for each `IdsMatchingByTextOrTitle`. */
export function slotsOfTextMatches(almanac: Almanac, texts: IdsMatchingByTextOrTitle): FoundSlots {
  const one = known.get(texts)
  if (one !== undefined && one.columns === almanac.columns) return one
  const next = made(almanac, texts)
  known.set(texts, next)
  return next
}

// The filters of event lists (contract §3), as predicates on slots and as lists of matching slots.

// Parts of the filters of event lists: by links, by group, and by the main calendar.

/** Filters of slots: all tests must pass, and all lists contain the slot. */
interface AlmanacFilters {
  readonly tests: readonly SlotTest[]
  /** Lists that contain every matching slot and no other living slot. */
  readonly lists: readonly OrderedSlots[]
}

/** Returns the filters for the slots of any of these lists. A single list is scanned directly if it is the shortest; several lists are merged into a predicate. */
function inAnyListFilters(looking: QueryContext, lists: readonly OrderedSlots[]): AlmanacFilters {
  return lists.length === 1
    ? { tests: [], lists }
    : { tests: [inAnyListTest(looking.almanac, lists)], lists: [] }
}

/** No filter: every slot matches. */
const noFilters: AlmanacFilters = { tests: [], lists: [] }

/** Returns the filters for the events that are linked to any of these items; undefined for no filter. */
function linkedItemFilters(
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
function filtersByGroupIds(looking: QueryContext, ids: readonly number[] | undefined): AlmanacFilters {
  if (ids === undefined || !ids.includes(0)) return linkedItemFilters(looking, 'group', ids)
  const { group } = looking.almanac.columns
  return { tests: [(slot) => ids.includes(group[slot] ?? 0)], lists: [] }
}

/** Returns the filters for the events in the main calendar, or for those that are not. Where no event has a group, all are. */
function mainCalendarFilters({ almanac }: QueryContext, wanted: boolean | undefined): AlmanacFilters {
  if (wanted === undefined || (wanted && almanac.targets.group.size === 0)) return noFilters
  const { columns, mains } = almanac
  const isIn: SlotTest = (slot) => {
    const [group, own] = [columns.group[slot] ?? 0, columns.main[slot] ?? 0]
    return group === 0 || own === 2 || (own === 0 && mains.get(group) === 'all')
  }
  return { tests: [(slot) => isIn(slot) === wanted], lists: [] }
}

/** Returns the filters for the events of groups with review that are not in the main calendar, or for all others. */
function awaitingMainCalendarFilters(looking: QueryContext, wanted: boolean | undefined): AlmanacFilters {
  if (wanted === undefined) return noFilters
  const { columns, mains } = looking.almanac
  const isAdded: SlotTest = (slot) => columns.main[slot] === 2
  const isReviewed = (id: number) => mains.get(id) === 'review'
  if (!wanted) return { tests: [(slot) => isAdded(slot) || !isReviewed(columns.group[slot] ?? 0)], lists: [] }
  const reviewed = linkedItemFilters(looking, 'group', [...mains.keys()].filter(isReviewed))
  return { ...reviewed, tests: [...reviewed.tests, (slot) => !isAdded(slot)] }
}

function isPublic({ almanac: { columns }, now }: QueryContext, slot: number): boolean {
  const status = columns.status[slot]
  return status === PUBLISH_STATUS || (status === FUTURE_STATUS && (columns.date[slot] ?? 0) <= now)
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
  ((columns.marks[slot] ?? 0) & PROTECTED_MARK_BIT) !== 0

/**
 * Returns whether the viewer sees the whole event: it has no password, or the viewer may edit it or sent its password
 * (contract §1.10).
 */
export function isUnprotectedForViewer(looking: QueryContext, slot: number): boolean {
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
  const isHidden: SlotTest = (slot) => ((marks[slot] ?? 0) & HIDDEN_MARK_BIT) !== 0
  return hidden ? (slot) => isHidden(slot) && isEditable(looking, slot) : (slot) => !isHidden(slot)
}

function located(looking: QueryContext, { geoloc, circle }: EventQuery): readonly AlmanacFilters[] {
  const radius = circle === undefined ? 0 : Math.min(circle.distance / EARTH_RADIUS_KM, Math.PI)
  const anywhere =
    geoloc === undefined
      ? undefined
      : inAnyListTest(
          looking.almanac,
          slotListsAtVenuesWhere(looking, () => true),
        )
  return [
    anywhere === undefined
      ? noFilters
      : { tests: [geoloc ? anywhere : (slot: number) => !anywhere(slot)], lists: [] },
    circle === undefined
      ? noFilters
      : inAnyListFilters(
          looking,
          slotListsAtVenuesWhere(looking, (place) => centralAngle(circle, venueAsPoint(place)) <= radius),
        ),
  ]
}

function flagged(looking: QueryContext, bit: number, wanted: boolean | undefined): AlmanacFilters {
  const { marks } = looking.almanac.columns
  return wanted === undefined
    ? noFilters
    : { tests: [(slot) => (((marks[slot] ?? 0) & bit) !== 0) === wanted], lists: [] }
}

/** Matches events whose field equals one of the values. */
function equal({ almanac }: QueryContext, name: EqualityFilterName, query: EventQuery): AlmanacFilters {
  const sent = query[name]
  if (sent === undefined) return noFilters
  const wanted = new Set([sent].flat().map((value) => filterNumberForValue(name, value)))
  return testOf((value) => wanted.has(value), almanac.columns[name])
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
    linkedItemFilters(looking, 'venue', query.venue),
    linkedItemFilters(looking, 'organizer', query.organizer),
    linkedItemFilters(looking, 'category', query.categories),
    linkedItemFilters(looking, 'tag', query.tags),
    ...flagFilterNames.map((name) => flagged(looking, filterMarkBits[name], query[name])),
    ...passwordHiddenFilterNames.map((name) => equal(looking, name, query)),
    ...located(looking, query),
  ])
  return filters.tests.length + filters.lists.length === 0
    ? noFilters
    : { ...filters, tests: [(slot) => isUnprotectedForViewer(looking, slot), ...filters.tests] }
}

function chosen(looking: QueryContext, query: EventQuery): AlmanacFilters {
  const { include, exclude, post_parent, author, series, isOccurrence, group, in_main, awaits_main } = query
  const { after = Number.NEGATIVE_INFINITY, before = Number.POSITIVE_INFINITY } = query.published ?? {}
  const { columns } = looking.almanac
  const excluded = new Set(exclude)
  const children = post_parent ? linkedItemFilters(looking, 'parent', [post_parent]) : noFilters
  return joined([
    include === undefined
      ? noFilters
      : inAnyListFilters(looking, [slotsInStartOrder(looking.almanac, slotsOfIds(looking.almanac, include))]),
    exclude === undefined
      ? noFilters
      : { tests: [(slot) => !excluded.has(columns.id[slot] ?? 0)], lists: [] },
    linkedItemFilters(looking, 'series', series),
    filtersByGroupIds(looking, group),
    mainCalendarFilters(looking, in_main),
    awaitingMainCalendarFilters(looking, awaits_main),
    query.readable === undefined ? noFilters : testOf(readableInNumberTest(query.readable), columns.content),
    isOccurrence === undefined
      ? noFilters
      : { tests: [(slot) => (columns.series[slot] ?? 0) > 0], lists: [] },
    author === undefined ? noFilters : { tests: [(slot) => columns.author[slot] === author], lists: [] },
    query.published === undefined ? noFilters : testOf((date) => date > after && date < before, columns.date),
    ...unprotectedFilterNames.map((name) => equal(looking, name, query)),
    query.isProtected === undefined
      ? noFilters
      : { tests: [(slot) => isMarkedProtected(looking, slot) && !isEditable(looking, slot)], lists: [] },
    post_parent === 0 ? { tests: [(slot) => columns.parent[slot] === 0], lists: [] } : children,
  ])
}

/** Matches by the whole text or, where a password hides that from the viewer, by the title. */
function searched(looking: QueryContext, texts: IdsMatchingByTextOrTitle): AlmanacFilters {
  const { list, isProtected, whole, titles } = slotsOfTextMatches(looking.almanac, texts)
  const { marks } = looking.almanac.columns
  const test: SlotTest = (slot) =>
    ((marks[slot] ?? 0) & PROTECTED_MARK_BIT) === 0 ||
    (isUnprotectedForViewer(looking, slot) ? whole : titles).has(slot)
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
  texts: IdsMatchingByTextOrTitle | undefined,
): AlmanacFilters {
  return joined([
    isPlain
      ? noFilters
      : { tests: [statusTest(looking, query.status), hidingTest(looking, query.hidden)], lists: [] },
    chosen(looking, query),
    onProtected(looking, query),
    texts === undefined ? noFilters : searched(looking, texts),
  ])
}

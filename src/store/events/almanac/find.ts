/** Finds the events of a list (contract §3), in the order of their starts. */
import { accessScopeKey } from '../../../domain/publication.ts'
import { epochOfInstant } from '../../../domain/time/moment.ts'
import type { StartAndEndLimits } from '../../../domain/time/window.ts'
import { numberOfObject } from '../../../support/remembered.ts'
import type { EventQuery, Viewer } from '../../types/index.ts'
import type { IdsMatchingByTextOrTitle } from '../texts.ts'
import {
  type Almanac,
  BRIEF_EVENT_SECONDS,
  inAnyListTest,
  LONG_EVENT_SECONDS,
  publishDueInAlmanac,
  type QueryContext,
  type Selection,
  type SlotTest,
  searchResultTest,
} from './almanac.ts'
import {
  type AlmanacColumns,
  compareStarts,
  DEAD_STANDING,
  hasSlot,
  KEPT_STANDING,
  LISTED_STANDING,
  type OrderedSlots,
  positionOfStart,
} from './columns.ts'
import { almanacFilters, slotDistanceFunction, slotsOfTextMatches } from './filters.ts'

// The events of a list within a window, in order, found by binary search instead of a full scan.

/**
 * The slots of `list` from position `from` to before `to`, except those at the positions `without` (ascending). The
 * `early` slots come first: events that began before the window and reach into it.
 */
interface SlotSpan {
  readonly list: OrderedSlots
  readonly early: readonly number[]
  readonly from: number
  readonly to: number
  readonly without: readonly number[]
}

const least = (a: number | undefined, b: number | undefined) => Math.min(a ?? Infinity, b ?? Infinity)
const most = (a: number | undefined, b: number | undefined) => Math.max(a ?? -Infinity, b ?? -Infinity)

/** Whether an event with that start and end is within the window. */
function liesIn(
  { startFrom, startTo, endFrom, endTo }: StartAndEndLimits,
  start: number,
  end: number,
): boolean {
  return (
    (startFrom === undefined || start >= startFrom) &&
    (startTo === undefined || start <= startTo) &&
    (endFrom === undefined || end >= endFrom) &&
    (endTo === undefined || end <= endTo)
  )
}

/** Returns the positions before which no event of up to `duration` seconds can be within the window, and after which none can. */
function reach(
  { columns }: Almanac,
  list: OrderedSlots,
  { startFrom, startTo, ...ends }: StartAndEndLimits,
  duration: number,
) {
  const { endFrom, endTo } = ends
  const earliest = most(startFrom, endFrom === undefined ? undefined : endFrom - duration)
  const from = positionOfStart(columns, list, earliest)
  const to = positionOfStart(columns, list, least(startTo, endTo) + 1)
  return { earliest, from, to: Math.max(from, to) }
}

/** Returns the events of more than a day that may begin before the window or end after it; others that do are close to its bounds. */
function lengthy(almanac: Almanac, window: StartAndEndLimits): readonly Int32Array[] {
  const endFrom = window.endFrom ?? window.endTo
  if (endFrom === undefined) return []
  const { lasting, long } = almanac
  const ends = { ...window, endFrom }
  const slotsOf = (list: OrderedSlots, duration: number) => {
    const { from, to } = reach(almanac, list, ends, duration)
    return list.slots.subarray(from, to)
  }
  return [slotsOf(long, Number.POSITIVE_INFINITY), slotsOf(lasting, LONG_EVENT_SECONDS)]
}

/** Returns the span of a list within a window. `holds` tells whether a slot is in the list. */
export function slotSpanWithin(
  almanac: Almanac,
  list: OrderedSlots,
  window: StartAndEndLimits,
  holds: (slot: number) => boolean,
): SlotSpan {
  const { columns } = almanac
  const { start, end } = columns
  const { earliest, from, to } = reach(almanac, list, window, BRIEF_EVENT_SECONDS)
  const fits = (slot: number) => liesIn(window, start[slot] ?? 0, end[slot] ?? 0)
  const { endFrom, endTo } = window
  const early: number[] = []
  const without = new Set<number>()
  // An event of up to a day can only end past the bound if it starts close to it.
  const begun = endFrom === undefined ? from : Math.min(positionOfStart(columns, list, endFrom), to)
  const rest = Math.max(begun, from)
  if (endTo !== undefined)
    for (let at = Math.max(positionOfStart(columns, list, endTo - BRIEF_EVENT_SECONDS), rest); at < to; at++)
      if (!fits(list.slots[at] ?? 0)) without.add(at)
  const look = (slot: number) => {
    if ((start[slot] ?? 0) < earliest) {
      if (endFrom !== undefined && fits(slot) && holds(slot)) early.push(slot)
    } else if (endTo !== undefined && !fits(slot) && holds(slot)) {
      const at = positionOf(almanac, list, slot)
      if (at >= rest && at < to) without.add(at)
    }
  }
  for (const slots of lengthy(almanac, window)) for (const slot of slots) look(slot)
  early.sort((a, b) => compareStarts(columns, a, b))
  // Most events that have begun are over: listing those under way takes less space than listing those to skip.
  for (let at = from; at < rest; at++) {
    const slot = list.slots[at] ?? 0
    if (fits(slot)) early.push(slot)
  }
  return { list, early, from: rest, to, without: [...without].sort((a, b) => a - b) }
}

function positionOf({ columns }: Almanac, list: OrderedSlots, slot: number): number {
  let [low, high] = [0, list.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (compareStarts(columns, list.slots[middle] ?? 0, slot) < 0) low = middle + 1
    else high = middle
  }
  return low
}

export function slotSpanLength({ early, from, to, without }: SlotSpan): number {
  return early.length + to - from - without.length
}

/** Returns `count` slots of the span from the `skip`th on; from its end backwards where `order` is descending. */
export function pageOfSlotSpan(
  span: SlotSpan,
  skip: number,
  count: number,
  order: 'asc' | 'desc',
): readonly number[] {
  const length = slotSpanLength(span)
  const wanted = Math.max(0, Math.min(count, length - skip))
  const first = order === 'asc' ? skip : length - skip - wanted
  const slots = forwards(span, first, wanted)
  return order === 'asc' ? slots : slots.reverse()
}

function forwards({ list, early, from, to, without }: SlotSpan, first: number, count: number): number[] {
  const slots = early.slice(first, first + count)
  let at = from + Math.max(0, first - early.length)
  let hole = 0
  while (hole < without.length && (without[hole] ?? 0) <= at) {
    at += 1
    hole += 1
  }
  for (; slots.length < count && at < to; at++) {
    if (without[hole] === at) hole += 1
    else slots.push(list.slots[at] ?? 0)
  }
  return slots
}

/** Calls `visit` with every slot of the span, in order. */
function eachOf({ list, early, from, to, without }: SlotSpan, visit: (slot: number) => void): void {
  for (const slot of early) visit(slot)
  let hole = 0
  for (let at = from; at < to; at++) {
    if (without[hole] === at) hole += 1
    else visit(list.slots[at] ?? 0)
  }
}

/** Returns every slot of the span, in order. */
export function allSlotsOfSlotSpan(span: SlotSpan): Int32Array {
  const { list, early, from, to, without } = span
  if (without.length === 0 && early.length === 0) return list.slots.slice(from, to)
  const slots = new Int32Array(slotSpanLength(span))
  let count = 0
  eachOf(span, (slot) => {
    slots[count++] = slot
  })
  return slots
}

// Selections cached for one state of the almanac: the pages of a list and most viewers request the same events.

interface Remembered {
  readonly revision: number
  readonly columns: AlmanacColumns
  readonly settled: Almanac['settled']
  readonly selections: Map<string, Selection>
  slots: number
}

const MAX_SELECTIONS = 1000
/** In total, of the slots allocated for single selections. */
const MAX_SLOTS = 2_000_000

const remembered = new WeakMap<Almanac, Remembered>()

function selectionsOf(almanac: Almanac): Remembered {
  const { revision, columns, settled } = almanac
  const known = remembered.get(almanac)
  if (known?.revision === revision && known.columns === columns && known.settled === settled) return known
  const next = { revision, columns, settled, selections: new Map(), slots: 0 }
  remembered.set(almanac, next)
  return next
}

/** Returns the cached selection of a query, or calls `find` and caches its result. The almanac must be settled. */
function cachedSelection(almanac: Almanac, key: string, find: () => Selection): Selection {
  const known = selectionsOf(almanac)
  const before = known.selections.get(key)
  if (before !== undefined) return before
  const found = find()
  known.slots += found.held
  if (known.selections.size >= MAX_SELECTIONS || known.slots > MAX_SLOTS) {
    known.selections.clear()
    known.slots = found.held
  }
  known.selections.set(key, found)
  return found
}

function ofSpan(almanac: Almanac, span: SlotSpan): Selection {
  return {
    almanac,
    total: slotSpanLength(span),
    held: span.early.length + span.without.length,
    slice: (skip, count, order) => pageOfSlotSpan(span, skip, count, order),
    slots: () => allSlotsOfSlotSpan(span),
  }
}

/** Returns the slots of a span whose standing is at least `least` and that pass all tests. */
function ofTests(almanac: Almanac, span: SlotSpan, least: number, tests: readonly SlotTest[]): Selection {
  const { standing } = almanac.columns
  const found = allSlotsOfSlotSpan(span)
  let total = 0
  // Lists are long: the standing is checked first, in a loop over the column itself.
  for (let at = 0; at < found.length; at++) {
    const slot = found[at] ?? 0
    if ((standing[slot] ?? 0) >= least) found[total++] = slot
  }
  for (const test of tests) {
    let passed = 0
    for (let at = 0; at < total; at++) {
      const slot = found[at] ?? 0
      if (test(slot)) found[passed++] = slot
    }
    total = passed
  }
  return ofSlots(almanac, { slots: found.slice(0, total), length: total })
}

/** Returns the selection of all slots of a list of its own. */
function ofSlots(almanac: Almanac, list: OrderedSlots): Selection {
  const total = list.length
  return { ...ofSpan(almanac, { list, early: [], from: 0, to: total, without: [] }), held: total }
}

/** The orders by the names of what events link to. */
const linkOrders = ['venue', 'category'] as const
export type EventOrderByLinkedName = (typeof linkOrders)[number]

/** Returns the order by a linked item that a query asks for; undefined for any other. */
export const linkOrderOfQuery = ({
  orderby,
}: Pick<EventQuery, 'orderby'>): EventOrderByLinkedName | undefined =>
  linkOrders.find((one) => one === orderby)

/** Whether the filters or the order of a query need the links of events. */
export const queryNeedsLinks = (query: EventQuery): boolean =>
  linkOrderOfQuery(query) !== undefined ||
  [query.venue, query.organizer, query.categories, query.tags].some((ids) => ids !== undefined) ||
  [query.geoloc, query.circle, query.search_in].some((filter) => filter !== undefined)

/** Whether the query is for public events only. */
const isPlain = ({ hidden, status }: EventQuery) => !hidden && status.length === 1 && status[0] === 'publish'

function found(
  looking: QueryContext,
  query: EventQuery,
  texts: IdsMatchingByTextOrTitle | undefined,
): Selection {
  const { almanac } = looking
  const { standing } = almanac.columns
  const [whole, least] = isPlain(query) ? [almanac.listed, LISTED_STANDING] : [almanac.all, KEPT_STANDING]
  const stands: SlotTest = (slot) => (standing[slot] ?? DEAD_STANDING) >= least
  const { tests, lists } = almanacFilters(looking, query, isPlain(query), texts)
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), whole)
  const within: SlotTest = (slot) => hasSlot(almanac.columns, shortest, slot)
  const span = slotSpanWithin(almanac, shortest, query.window, shortest === whole ? stands : within)
  const result = texts && slotsOfTextMatches(almanac, texts).list
  const others = lists
    .filter((list) => list !== shortest)
    .map((list) => (list === result ? searchResultTest(almanac, list) : inAnyListTest(almanac, [list])))
  const isWhole = shortest === whole && others.length + tests.length === 0
  return isWhole ? ofSpan(almanac, span) : ofTests(almanac, span, least, [...others, ...tests])
}

/** Whether one slot comes before another one in the list. */
type IsBefore = (slot: number, other: number) => boolean

/** Slots are in the order of starts: a list from the last start on begins with the last occurrence of a series. */
const atStart: Readonly<Record<'asc' | 'desc', IsBefore>> = { asc: () => false, desc: () => true }

/** Compares two slots: negative where the first one comes before the other. */
export type SlotComparison = (a: number, b: number) => number

/** Returns the comparison by the number that a query orders by, and then by id; undefined where it orders by something else. */
export function comparisonByNumber(
  { orderby, order, circle }: EventQuery,
  almanac: Almanac,
  viewer: Viewer,
): SlotComparison | undefined {
  const { id, end, date, modified, status, author } = almanac.columns
  const columns = new Map<string, ArrayLike<number>>(
    Object.entries({ end_date: end, id, date, modified, status, author }),
  )
  const column = columns.get(orderby)
  const distance =
    orderby === 'distance' && circle !== undefined ? slotDistanceFunction(almanac, circle, viewer) : undefined
  const key = distance ?? (column && ((slot: number) => column[slot] ?? 0))
  if (key === undefined) return undefined
  const sign = order === 'asc' ? 1 : -1
  return (a, b) => {
    const [one, two] = [key(a), key(b)]
    return sign * (one === two ? (id[a] ?? 0) - (id[b] ?? 0) : one < two ? -1 : 1)
  }
}

/** Which of two occurrences a list shows first, of which the second comes later in the order of starts. */
function orderOf(almanac: Almanac, query: EventQuery, viewer: Viewer): IsBefore {
  if (query.orderby === 'start_date') return atStart[query.order]
  const compare = comparisonByNumber(query, almanac, viewer)
  // By relevance the first by start stands for its series; of titles and names only the database knows the order.
  return compare === undefined ? atStart.asc : (slot, other) => compare(slot, other) < 0
}

/** Returns the selection with one occurrence of each series: the first in the order of the list. */
function collapsed(selection: Selection, isBefore: IsBefore): Selection {
  const { almanac } = selection
  const { series } = almanac.columns
  if (almanac.targets.series.size === 0) return selection
  const slots = selection.slots()
  const shown = new Map<number, number>()
  for (const slot of slots) {
    const of = series[slot] ?? 0
    if (of === 0) continue
    const first = shown.get(of)
    if (first === undefined || isBefore(slot, first)) shown.set(of, slot)
  }
  let total = 0
  for (const slot of slots) {
    const of = series[slot] ?? 0
    if (of === 0 || shown.get(of) === slot) slots[total++] = slot
  }
  return ofSlots(almanac, { slots: slots.slice(0, total), length: total })
}

/** Returns the events within the window of a query, and those outside of it whose series has one within. */
function withWholeSeries(
  looking: QueryContext,
  query: EventQuery,
  texts: IdsMatchingByTextOrTitle | undefined,
): Selection {
  const { almanac } = looking
  const { series } = almanac.columns
  const within = found(looking, query, texts)
  if (almanac.targets.series.size === 0) return within
  const [slots, begun] = [new Set<number>(), new Set<number>()]
  for (const slot of within.slots()) {
    slots.add(slot)
    begun.add(series[slot] ?? 0)
  }
  begun.delete(0)
  const ever = found(looking, { ...query, window: {} }, texts).slots()
  const list = ever.filter((slot) => slots.has(slot) || begun.has(series[slot] ?? 0))
  return ofSlots(almanac, { slots: list, length: list.length })
}

function textOf(query: EventQuery): string {
  const { page, per_page, order, orderby, ...which } = query
  const collapsing = which.collapse === undefined ? '' : ` by ${orderby} ${order}`
  return `${JSON.stringify(which)}${collapsing}`
}

/** Cached by query object: the same query is repeated after each write. */
const keys = new WeakMap<EventQuery, string>()

/** A key for the viewers whose selections of plain events are equal: it names whose protected events are not blanked. */
function editingOf({ scope }: Viewer): string {
  const { edits, user, groups } = scope
  if (groups !== undefined) return ` in groups ${accessScopeKey(scope)}`
  if (edits === 'none') return ''
  return edits === 'all' ? ' edits all' : ` edits ${edits} ${user}`
}

/**
 * A key for what a query for places depends on: whose venues are seen, and how many of those to be published are by now; "" for any other
 * query.
 */
function placesOf({ geoloc }: EventQuery, { places }: Almanac, { scope, moment }: Viewer): string {
  if (geoloc === undefined) return ''
  const now = epochOfInstant(moment.now)
  let due = 0
  for (const { status, date_utc } of places.values()) if (status === 'future' && date_utc <= now) due += 1
  return ` with ${due} due places for ${accessScopeKey(scope)}`
}

/** The cache key of a query; undefined if the result depends on a password or on distances. */
function keyOf(
  almanac: Almanac,
  query: EventQuery,
  texts: IdsMatchingByTextOrTitle | undefined,
  viewer: Viewer,
): string | undefined {
  if (!isPlain(query) || viewer.opened !== undefined) return undefined
  if (query.circle !== undefined) return undefined
  const key = keys.get(query) ?? textOf(query)
  keys.set(query, key)
  // Other texts are found for the same words once some have changed, and by relevance.
  const found = texts === undefined ? '' : ` found ${numberOfObject(texts)}`
  return `${key}${found}${placesOf(query, almanac, viewer)}${editingOf(viewer)}`
}

/** Finds the events that match a query. `texts` is the result of its search, if it has one. */
export function selectAlmanacSlots(
  almanac: Almanac,
  query: EventQuery,
  texts: IdsMatchingByTextOrTitle | undefined,
  viewer: Viewer,
): Selection {
  const looking = { almanac, viewer, now: epochOfInstant(viewer.moment.now) }
  publishDueInAlmanac(almanac, looking.now)
  const key = keyOf(almanac, query, texts, viewer)
  const search = () => {
    const all =
      query.wholeSeries === undefined ? found(looking, query, texts) : withWholeSeries(looking, query, texts)
    return query.collapse === undefined ? all : collapsed(all, orderOf(almanac, query, viewer))
  }
  return key === undefined ? search() : cachedSelection(almanac, key, search)
}

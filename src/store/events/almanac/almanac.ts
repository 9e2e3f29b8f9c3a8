/**
 * The almanac: the columns of every event that lists compare, in memory, at one revision of the store. It
 * determines which events a list shows, their total and their order without a database query; the events themselves
 * are then read by id.
 */
import { linkNames } from '../../../contract/resources/index.ts'
import { entriesOf } from '../../../contract/table-of.ts'
import {
  type AlmanacColumns,
  type AlmanacEntry,
  appendEntry,
  DEAD_STANDING,
  emptyColumnsFor,
  FUTURE_STATUS,
  type GroupIdAndMainCalendarChoice,
  HIDDEN_MARK_BIT,
  KEPT_STANDING,
  LISTED_STANDING,
  PROTECTED_MARK_BIT,
  PUBLISH_STATUS,
} from './columns.ts'
import { listNameOfDuration } from './loading/durations.ts'
import type { TermTextMapsByTaxonomy } from './loading/named-terms.ts'
import {
  addSlot,
  noSlots,
  type OrderedSlots,
  positionOfId,
  removeSlot,
  removeSlotAt,
  setSlotInIdOrder,
} from './ordered.ts'
import { newSearchCache, type SearchCache } from './searches.ts'

/** The kinds of items that events are looked up by besides their own columns: their links, their series, parent and group. */
const kinds = [...linkNames, 'series', 'parent', 'group'] as const
export type LinkKind = (typeof kinds)[number]
const oneOrNone = (id: number) => (id === 0 ? [] : [id])
/** Links are read when a list first filters by one. */
const isLink = (kind: LinkKind) => kind !== 'series' && kind !== 'parent' && kind !== 'group'

/** A venue with coordinates, in degrees. */
export interface VenuePoint {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly date_utc: number
  readonly geo_lat: number
  readonly geo_lng: number
}

export interface Almanac {
  /** The revision of the store that the almanac shows; -1 before it is filled. */
  revision: number
  columns: AlmanacColumns
  all: OrderedSlots
  /** Ordered by id only. */
  byId: OrderedSlots
  /** Events that are public and not hidden at `settled`. */
  listed: OrderedSlots
  /** Events of more than a day, up to a month. */
  lasting: OrderedSlots
  /** Events of more than a month. */
  long: OrderedSlots
  /** Events with a password. */
  secret: OrderedSlots
  readonly targets: Readonly<Record<LinkKind, Map<number, OrderedSlots>>>
  /** Whether the targets of links have been read. */
  isLinked: boolean
  readonly places: Map<number, VenuePoint>
  /** Of each group, whether its events are in the main calendar unless set otherwise. */
  readonly mains: Map<number, GroupIdAndMainCalendarChoice['main']>
  /** The names that terms are looked up by. */
  readonly terms: TermTextMapsByTaxonomy
  /** Slots whose stored status is `future`. */
  readonly scheduled: Set<number>
  /** The interval, in seconds since 1970 UTC, in which no scheduled event is published. */
  settled: { since: number; until: number }
  dead: number
  readonly searches: SearchCache
}

/** Returns an empty almanac. */
export function emptyAlmanac(): Almanac {
  return {
    revision: -1,
    columns: emptyColumnsFor(1024),
    all: noSlots(),
    byId: noSlots(),
    listed: noSlots(),
    lasting: noSlots(),
    long: noSlots(),
    secret: noSlots(),
    targets: {
      venue: new Map(),
      organizer: new Map(),
      category: new Map(),
      tag: new Map(),
      series: new Map(),
      parent: new Map(),
      group: new Map(),
    },
    isLinked: false,
    places: new Map(),
    mains: new Map(),
    terms: { category: new Map(), tag: new Map() },
    scheduled: new Set(),
    settled: { since: 0, until: 0 },
    dead: 0,
    searches: newSearchCache(),
  }
}

/** Returns the slot of an event; undefined if there is none. */
export function slotOfEvent({ columns, byId }: Almanac, id: number): number | undefined {
  const slot = byId.slots[positionOfId(columns, byId, id)]
  return slot !== undefined && columns.id[slot] === id && columns.standing[slot] !== DEAD_STANDING
    ? slot
    : undefined
}

/** Returns the slots linked to an item; some may be dead. Throws if the links have not been read. */
export function slotsLinkedToItem({ targets, isLinked }: Almanac, kind: LinkKind, id: number): OrderedSlots {
  if (!isLinked && isLink(kind)) throw new Error(`the almanac does not have the links of events to a ${kind}`)
  return targets[kind].get(id) ?? noSlots()
}

function link(almanac: Almanac, kind: LinkKind, target: number, slot: number): void {
  const list = almanac.targets[kind].get(target) ?? noSlots()
  addSlot(almanac.columns, list, slot)
  almanac.targets[kind].set(target, list)
}

type LivingStanding = typeof KEPT_STANDING | typeof LISTED_STANDING

function stand(almanac: Almanac, slot: number, standing: LivingStanding): void {
  const { columns, listed } = almanac
  if (columns.standing[slot] === standing) return
  columns.standing[slot] = standing
  if (standing === LISTED_STANDING) addSlot(columns, listed, slot)
  else removeSlot(columns, listed, slot)
}

const isHidden = ({ marks }: AlmanacColumns, slot: number) => ((marks[slot] ?? 0) & HIDDEN_MARK_BIT) !== 0

/** The ids that an event links to, by kind. An event has at most one series. */
export type EventTargets = Readonly<Record<Exclude<LinkKind, 'parent' | 'group'>, readonly number[]>>

/** Adds an event. The event must not be in the almanac already. */
export function addEventToAlmanac(almanac: Almanac, entry: AlmanacEntry, targets: EventTargets): void {
  const { columns } = almanac
  const slot = appendEntry(columns, entry, targets.series[0])
  setSlotInIdOrder(columns, almanac.byId, slot)
  addSlot(columns, almanac.all, slot)
  const own = listNameOfDuration(entry.end - entry.start)
  if (own !== undefined) addSlot(columns, almanac[own], slot)
  if ((entry.marks & PROTECTED_MARK_BIT) !== 0) addSlot(columns, almanac.secret, slot)
  if (columns.status[slot] === FUTURE_STATUS) {
    almanac.scheduled.add(slot)
    almanac.settled = { since: 0, until: 0 }
  }
  if (columns.status[slot] === PUBLISH_STATUS && !isHidden(columns, slot))
    stand(almanac, slot, LISTED_STANDING)
  const all = { ...targets, parent: oneOrNone(entry.parent), group: oneOrNone(entry.group) }
  for (const [kind, ids] of entriesOf(all)) {
    if (isLink(kind) && !almanac.isLinked) continue
    for (const target of ids) link(almanac, kind, target, slot)
  }
}

/** Removes an event, if it is present. */
export function removeFromAlmanac(almanac: Almanac, id: number): void {
  const slot = slotOfEvent(almanac, id)
  if (slot === undefined) return
  const { columns } = almanac
  stand(almanac, slot, KEPT_STANDING)
  removeSlot(columns, almanac.all, slot)
  removeSlot(columns, almanac.lasting, slot)
  removeSlot(columns, almanac.long, slot)
  removeSlot(columns, almanac.secret, slot)
  removeSlotAt(almanac.byId, positionOfId(columns, almanac.byId, id))
  almanac.scheduled.delete(slot)
  columns.standing[slot] = DEAD_STANDING
  almanac.dead += 1
}

/** Updates the standing of scheduled events to `now` (seconds since 1970 UTC). Call it before every query. */
export function publishDueInAlmanac(almanac: Almanac, now: number): void {
  const { settled, scheduled, columns } = almanac
  if (settled.since <= now && now < settled.until) return
  let [since, until] = [0, Number.POSITIVE_INFINITY]
  for (const slot of scheduled) {
    const date = columns.date[slot] ?? 0
    if (date <= now) since = Math.max(since, date)
    else until = Math.min(until, date)
    stand(almanac, slot, date <= now && !isHidden(columns, slot) ? LISTED_STANDING : KEPT_STANDING)
  }
  almanac.settled = { since, until }
}

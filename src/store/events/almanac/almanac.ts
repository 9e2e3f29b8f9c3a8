/**
 * The almanac: the columns of every event that lists compare, in memory, at one revision of the store. It
 * determines which events a list shows, their total and their order without a database query; the events themselves
 * are then read by id.
 */
import { entriesOf } from '../../../contract/table-of.ts'
import {
  type Columns,
  columnsFor,
  DEAD,
  type Entry,
  FUTURE,
  HIDDEN,
  KEPT,
  LISTED,
  PUBLISH,
  put,
} from './columns.ts'
import type { NamedTerms } from './loading/named-terms.ts'
import { assign, insert, noSlots, type Ordered, placeOf, remove, removeAt } from './ordered.ts'
import { type Searches, searches } from './searches.ts'

/** What events are looked up by besides their own columns: their links, their series and their parent. */
export const kinds = ['venue', 'organizer', 'category', 'tag', 'series', 'parent'] as const
export type Kind = (typeof kinds)[number]

/** A venue with coordinates, in degrees. */
export interface Place {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly date_utc: number
  readonly geo_lat: number
  readonly geo_lng: number
}

/**
 * Seconds. Events longer than this are also in a list of their own, so that a scan for shorter ones can start this
 * long before a window.
 */
export const LONG = 31 * 86_400

export interface Almanac {
  /** The revision of the store that the almanac shows; -1 before it is filled. */
  revision: number
  columns: Columns
  all: Ordered
  /** Ordered by id only. */
  byId: Ordered
  /** Events that are public and not hidden at `settled`. */
  listed: Ordered
  long: Ordered
  readonly targets: Readonly<Record<Kind, Map<number, Ordered>>>
  readonly places: Map<number, Place>
  /** What terms are looked up by. */
  readonly terms: NamedTerms
  /** Slots whose stored status is `future`. */
  readonly scheduled: Set<number>
  /** The interval, in seconds since 1970 UTC, in which no scheduled event is published. */
  settled: { since: number; until: number }
  dead: number
  readonly searches: Searches
}

/** Returns an empty almanac. */
export function emptyAlmanac(): Almanac {
  return {
    revision: -1,
    columns: columnsFor(1024),
    all: noSlots(),
    byId: noSlots(),
    listed: noSlots(),
    long: noSlots(),
    targets: {
      venue: new Map(),
      organizer: new Map(),
      category: new Map(),
      tag: new Map(),
      series: new Map(),
      parent: new Map(),
    },
    places: new Map(),
    terms: { category: new Map(), tag: new Map() },
    scheduled: new Set(),
    settled: { since: 0, until: 0 },
    dead: 0,
    searches: searches(),
  }
}

/** Returns the slot of an event; undefined where there is none. */
export function slotOf({ columns, byId }: Almanac, id: number): number | undefined {
  const slot = byId.slots[placeOf(columns, byId, id)]
  return slot !== undefined && columns.id[slot] === id && columns.standing[slot] !== DEAD ? slot : undefined
}

function isAscending(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at++) if ((ids[at - 1] ?? 0) > (ids[at] ?? 0)) return false
  return true
}

/** Returns the slots of the given ids, in no particular order. Ids without a slot are skipped. */
export function slotsOf(almanac: Almanac, ids: readonly number[]): number[] {
  const { columns, byId } = almanac
  const slots: number[] = []
  if (ids.length * 16 < byId.length) {
    for (const id of ids) {
      const slot = slotOf(almanac, id)
      if (slot !== undefined) slots.push(slot)
    }
    return slots
  }
  // For many ids, one pass over both sorted lists is cheaper than a binary search for each.
  const wanted = isAscending(ids) ? ids : Float64Array.from(ids).sort()
  let at = 0
  for (const id of wanted) {
    while (at < byId.length && (columns.id[byId.slots[at] ?? 0] ?? 0) < id) at += 1
    const slot = byId.slots[at] ?? 0
    if (at < byId.length && columns.id[slot] === id) slots.push(slot)
  }
  return slots
}

/** Returns the slots linked to a target; some may be dead. */
export function linkedTo({ targets }: Almanac, kind: Kind, target: number): Ordered {
  return targets[kind].get(target) ?? noSlots()
}

function link(almanac: Almanac, kind: Kind, target: number, slot: number): void {
  const list = almanac.targets[kind].get(target) ?? noSlots()
  insert(almanac.columns, list, slot)
  almanac.targets[kind].set(target, list)
}

function stand(almanac: Almanac, slot: number, standing: typeof KEPT | typeof LISTED): void {
  const { columns, listed } = almanac
  if (columns.standing[slot] === standing) return
  columns.standing[slot] = standing
  if (standing === LISTED) insert(columns, listed, slot)
  else remove(columns, listed, slot)
}

const isHidden = ({ marks }: Columns, slot: number) => ((marks[slot] ?? 0) & HIDDEN) !== 0

/** The ids that an event links to, by kind. An event has at most one series. */
export type Targets = Readonly<Record<Exclude<Kind, 'parent'>, readonly number[]>>

/** Adds an event. The event must not be in the almanac already. */
export function add(almanac: Almanac, entry: Entry, targets: Targets): void {
  const { columns } = almanac
  const slot = put(columns, entry, targets.series[0])
  assign(columns, almanac.byId, slot)
  insert(columns, almanac.all, slot)
  if (entry.end_utc - entry.start_utc > LONG) insert(columns, almanac.long, slot)
  if (columns.status[slot] === FUTURE) schedule(almanac, slot)
  if (columns.status[slot] === PUBLISH && !isHidden(columns, slot)) stand(almanac, slot, LISTED)
  for (const [kind, ids] of entriesOf({
    ...targets,
    parent: entry.post_parent === null ? [] : [entry.post_parent],
  })) {
    for (const target of ids) link(almanac, kind, target, slot)
  }
}

function schedule(almanac: Almanac, slot: number): void {
  almanac.scheduled.add(slot)
  almanac.settled = { since: 0, until: 0 }
}

/** Removes an event, if it is present. */
export function drop(almanac: Almanac, id: number): void {
  const slot = slotOf(almanac, id)
  if (slot === undefined) return
  const { columns } = almanac
  stand(almanac, slot, KEPT)
  remove(columns, almanac.all, slot)
  remove(columns, almanac.long, slot)
  removeAt(almanac.byId, placeOf(columns, almanac.byId, id))
  almanac.scheduled.delete(slot)
  columns.standing[slot] = DEAD
  almanac.dead += 1
}

/** Updates the standing of scheduled events to `now` (seconds since 1970 UTC). Call it before every query. */
export function settle(almanac: Almanac, now: number): void {
  const { settled, scheduled, columns } = almanac
  if (settled.since <= now && now < settled.until) return
  let [since, until] = [0, Number.POSITIVE_INFINITY]
  for (const slot of scheduled) {
    const date = columns.date[slot] ?? 0
    if (date <= now) since = Math.max(since, date)
    else until = Math.min(until, date)
    stand(almanac, slot, date <= now && !isHidden(columns, slot) ? LISTED : KEPT)
  }
  almanac.settled = { since, until }
}

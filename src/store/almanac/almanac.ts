/**
 * The almanac: every event as lists compare it, in memory, at one revision of the store. It answers which events a list
 * shows, how many there are, and in which order, without asking the database; what is shown is read from there by id.
 */
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
import type { NamedTerms } from './named-terms.ts'
import { assign, insert, noSlots, type Ordered, placeOf, remove, removeAt } from './ordered.ts'
import { type Searches, searches } from './searches.ts'

/** What events are found by besides their own columns: what they are linked to, and their parent. */
export const kinds = ['venue', 'organizer', 'category', 'tag', 'parent'] as const
export type Kind = (typeof kinds)[number]

/** A venue with coordinates: degrees. */
export interface Place {
  readonly id: number
  readonly author: number
  readonly status: string
  readonly date_utc: number
  readonly geo_lat: number
  readonly geo_lng: number
}

/** Longer events, in seconds, are kept in a list of their own: shorter ones that reach a day start not long before it. */
export const LONG = 31 * 86_400

export interface Almanac {
  /** The revision of the store that it shows; -1 before it is filled. */
  revision: number
  columns: Columns
  all: Ordered
  /** By id alone. */
  byId: Ordered
  /** Public and not hidden at `settled`. */
  listed: Ordered
  long: Ordered
  readonly targets: Readonly<Record<Kind, Map<number, Ordered>>>
  readonly places: Map<number, Place>
  /** What terms are found by. */
  readonly terms: NamedTerms
  /** Slots kept as `future`. */
  readonly scheduled: Set<number>
  /** The seconds, since 1970 UTC, between which nothing scheduled comes out. */
  settled: { since: number; until: number }
  dead: number
  readonly searches: Searches
}

/** An almanac of nothing. */
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

/** The slot of an event, if there is one. */
export function slotOf({ columns, byId }: Almanac, id: number): number | undefined {
  const slot = byId.slots[placeOf(columns, byId, id)]
  return slot !== undefined && columns.id[slot] === id && columns.standing[slot] !== DEAD ? slot : undefined
}

/** The slots of those of the ids that there are, in no order. */
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
  // Nearly all of them: one walk along both is cheaper than so many searches.
  const wanted = Float64Array.from(ids).sort()
  let at = 0
  for (const id of wanted) {
    while (at < byId.length && (columns.id[byId.slots[at] ?? 0] ?? 0) < id) at += 1
    const slot = byId.slots[at] ?? 0
    if (at < byId.length && columns.id[slot] === id) slots.push(slot)
  }
  return slots
}

/** The slots linked to a target; some may be dead. */
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

/** What an event links to, by kind. */
export type Targets = Readonly<Record<Exclude<Kind, 'parent'>, readonly number[]>>

/** Adds an event that is not there. */
export function add(almanac: Almanac, entry: Entry, targets: Targets): void {
  const { columns } = almanac
  const slot = put(columns, entry)
  assign(columns, almanac.byId, slot)
  insert(columns, almanac.all, slot)
  if (entry.end_utc - entry.start_utc > LONG) insert(columns, almanac.long, slot)
  if (columns.status[slot] === FUTURE) schedule(almanac, slot)
  if (columns.status[slot] === PUBLISH && !isHidden(columns, slot)) stand(almanac, slot, LISTED)
  for (const [kind, ids] of Object.entries({
    ...targets,
    parent: entry.post_parent === null ? [] : [entry.post_parent],
  })) {
    for (const target of ids) link(almanac, kind as Kind, target, slot)
  }
}

function schedule(almanac: Almanac, slot: number): void {
  almanac.scheduled.add(slot)
  almanac.settled = { since: 0, until: 0 }
}

/** Takes an event out, if it is there. */
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

/** Brings what is scheduled in step with a moment, in seconds since 1970 UTC: to be done before anything is asked. */
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

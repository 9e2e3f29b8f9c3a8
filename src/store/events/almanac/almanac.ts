/**
 * The almanac: the columns of every event that lists compare, in memory, at one revision of the store. It
 * determines which events a list shows, their total and their order without a database query; the events themselves
 * are then read by id.
 */

import { linkNames, type ResourceName, type TermName, termNames } from '../../../contract/resources/index.ts'
import { entriesOf } from '../../../contract/table-of.ts'
import { newSharedBudgetCache } from '../../../support/shared-budget-cache.ts'
import { slicesOf } from '../../../support/slices.ts'
import { type Db, oneOfSql, quotedName, sql } from '../../database/sql.ts'
import type { ChangedItem } from '../../log/journal.ts'
import { itemTables } from '../../tables.ts'
import type { Viewer } from '../../types/index.ts'
import { type IdsMatchingByTextOrTitle, textQueryKey as keyOf, type TextQuery } from '../texts.ts'
import {
  type AlmanacColumns,
  type AlmanacEntry,
  addSlot,
  appendEntry,
  copySlotsToNewColumns,
  DEAD_STANDING,
  emptyColumnsFor,
  FUTURE_STATUS,
  type GroupIdAndMainCalendarChoice,
  HIDDEN_MARK_BIT,
  KEPT_STANDING,
  LISTED_STANDING,
  noSlots,
  type OrderedSlots,
  PROTECTED_MARK_BIT,
  PUBLISH_STATUS,
  positionOfId,
  removeSlot,
  removeSlotAt,
  setSlotInIdOrder,
} from './columns.ts'

// The lists that events are in by their duration.

/**
 * Seconds. Events longer than a day are also in a list of their own, so that a scan for shorter ones can start a day before a window;
 * and those longer than a month in another one, so that a scan for the others of more than a day can start a month before it.
 */
export const BRIEF_EVENT_SECONDS = 86_400
export const LONG_EVENT_SECONDS = 31 * BRIEF_EVENT_SECONDS

/** The list of its own that an event of this duration is in, if any. */
export function listNameOfDuration(seconds: number): 'lasting' | 'long' | undefined {
  if (seconds <= BRIEF_EVENT_SECONDS) return undefined
  return seconds <= LONG_EVENT_SECONDS ? 'lasting' : 'long'
}

// The names of categories and tags: whether a written term still resolves as before. Its count does not matter.

/** For each taxonomy, the texts by which terms are looked up, with when each term last changed, by the id of the term. Counts are left out. */
type TermTextMapsByTaxonomy = Readonly<Record<TermName, Map<number, string>>>

interface Row {
  readonly id: number
  readonly parent: number | null
  readonly slug: string
  readonly name: string
  readonly modified_utc: number
}

async function read(db: Db, name: TermName, ids?: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const parent = name === 'category' ? sql`parent` : sql`null`
  const within = ids === undefined ? sql`1 = 1` : sql`id in ${oneOfSql(ids)}`
  const { rows } = await sql<Row>`select id, ${parent} as parent, slug, name, modified_utc
    from ${quotedName(itemTables[name])} where ${within}`.execute(db)
  return new Map(
    rows.map(({ id, parent: above, slug, name: called, modified_utc }) => [
      id,
      `${above} ${slug} ${called} ${modified_utc}`,
    ]),
  )
}

/**
 * Updates the names to what the database shows, of all terms or of the written ones. Returns the resources of which
 * a term now resolves differently.
 */
export async function refreshTermNames(
  db: Db,
  terms: TermTextMapsByTaxonomy,
  written?: readonly ChangedItem[],
): Promise<readonly TermName[]> {
  const all: [name: TermName, ids: readonly number[] | undefined, now: ReadonlyMap<number, string>][] = []
  for (const name of termNames) {
    const ids = written?.filter(({ resource }) => resource === name).map(({ item_id }) => item_id)
    if (ids?.length !== 0) all.push([name, ids, await read(db, name, ids)])
  }
  // Nothing below can fail, so each old name is compared exactly once.
  const renamed: TermName[] = []
  for (const [name, ids, now] of all) {
    if ((ids ?? [...now.keys()]).some((id) => now.get(id) !== terms[name].get(id))) renamed.push(name)
    for (const id of ids ?? []) terms[name].delete(id)
    for (const [id, term] of now) terms[name].set(id, term)
  }
  return renamed
}

// Results of recent searches, kept in sync with the texts that change, so that all pages of one search cost one
// scan of the texts.

/** Searches the texts of a few events for the words. */
type Look = (few: readonly number[]) => Promise<IdsMatchingByTextOrTitle>

interface Remembered {
  readonly texts: IdsMatchingByTextOrTitle
  /** How many of the touched events the result already includes. */
  readonly seen: number
}

/** Estimated size of a result in bytes, besides its ids. */
const SEARCH = 500
/** Bytes of an id. */
const ID = 8
const MAX_TOUCHED = 100_000
/** Above this number of changed events, all texts are scanned anew. */
const MAX_CHANGED = 3000
/** Events searched by one statement. */
const AT_ONCE = 300

const sizeOf = ({ texts }: Remembered) => SEARCH + ID * (texts.whole.length + texts.titles.length)

/** Returns `ids` with those of `few` replaced by `now`. */
function merged(ids: readonly number[], few: ReadonlySet<number>, now: readonly number[]): readonly number[] {
  const kept = ids.filter((id) => !few.has(id))
  return now.length === 0 ? kept : [...kept, ...now].sort((a, b) => a - b)
}

/**
 * Returns the texts updated for `few`. If nothing changes it returns the same object, so that lists derived from
 * it stay valid.
 */
function renewed(
  texts: IdsMatchingByTextOrTitle,
  few: ReadonlySet<number>,
  now: IdsMatchingByTextOrTitle,
): IdsMatchingByTextOrTitle {
  const isNone = (ids: readonly number[]) => !ids.some((id) => few.has(id))
  if (now.whole.length + now.titles.length === 0 && isNone(texts.whole) && isNone(texts.titles)) return texts
  return { whole: merged(texts.whole, few, now.whole), titles: merged(texts.titles, few, now.titles) }
}

/** Returns an empty cache. */
function newSearchCache() {
  const remembered = newSharedBudgetCache<string, Remembered>()
  let touched: number[] = []
  const remember = (words: TextQuery, one: Remembered) => remembered.set(keyOf(words), one, sizeOf(one))
  const known = (words: TextQuery) => {
    const one = remembered.get(keyOf(words))
    return one !== undefined && touched.length - one.seen <= MAX_CHANGED ? one : undefined
  }
  return {
    /** Records that the texts of these events may have changed. */
    touch(events: readonly number[]) {
      for (const id of events) touched.push(id)
      if (touched.length <= MAX_TOUCHED) return
      remembered.clear()
      touched = []
    },
    /** Whether the result for these words is cached and few events have changed since. */
    knows: (words: TextQuery) => known(words) !== undefined,
    /** The result for the words, if it is cached and up to date. */
    remembered(words: TextQuery) {
      const one = remembered.get(keyOf(words))
      return one?.seen === touched.length ? one.texts : undefined
    },
    /**
     * Returns the result for the words, updated by `look`, which must read the same state of the store that the almanac shows now; undefined
     * if the words are not cached.
     */
    async found(words: TextQuery, look: Look) {
      const before = known(words)
      if (before === undefined) return undefined
      const [log, seen] = [touched, touched.length]
      const changed = [...new Set(touched.slice(before.seen))]
      let { texts } = before
      for (const few of slicesOf(changed, AT_ONCE)) texts = renewed(texts, new Set(few), await look(few))
      // Changes from the meantime are applied next time, unless the log was reset.
      if (log === touched) remember(words, { texts, seen })
      return texts
    },
    /** Begins a search of all texts, as they are now or later. Pass the result to the returned function. */
    begin(words: TextQuery) {
      const [log, seen] = [touched, touched.length]
      return (texts: IdsMatchingByTextOrTitle) => {
        if (log === touched) remember(words, { texts, seen })
      }
    },
  }
}

/** The kinds of items that events are looked up by besides their own columns: their links, their series, parent and group. */
const kinds = [...linkNames, 'series', 'parent', 'group'] as const
export type LinkKind = (typeof kinds)[number]
/** Returns an id as a list, which is empty for 0. */
export const oneOrNone = (id: number) => (id === 0 ? [] : [id])
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
  readonly searches: ReturnType<typeof newSearchCache>
}

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

// Removes the dead slots that changed events leave behind.

const MAX_DEAD = 10_000

function swept({ slots, length }: OrderedSlots, moved: Int32Array): OrderedSlots {
  const next = new Int32Array(length)
  let count = 0
  for (let at = 0; at < length; at++) {
    const slot = moved[slots[at] ?? 0] ?? -1
    if (slot >= 0) next[count++] = slot
  }
  return { slots: next.slice(0, count), length: count }
}

/** Removes the dead slots once there are many. */
export function removeDeadSlotsIfMany(almanac: Almanac): void {
  if (almanac.dead >= Math.max(MAX_DEAD, almanac.columns.size >> 2)) renumber(almanac)
}

/** Numbers the slots in the order of lists, without dead ones, unless they are numbered so already. */
export function renumberSlots(almanac: Almanac): void {
  const { slots, length } = almanac.all
  let at = 0
  while (at < length && slots[at] === at) at += 1
  if (at < length || length < almanac.columns.size) renumber(almanac)
}

function renumber(almanac: Almanac): void {
  const { columns, all, targets } = almanac
  const moved = new Int32Array(columns.size).fill(-1)
  for (let at = 0; at < all.length; at++) moved[all.slots[at] ?? 0] = at
  almanac.columns = copySlotsToNewColumns(columns, all.slots, all.length)
  for (const name of ['byId', 'listed', 'lasting', 'long', 'secret', 'all'] as const)
    almanac[name] = swept(almanac[name], moved)
  for (const lists of Object.values(targets)) {
    for (const [target, list] of lists) {
      const left = swept(list, moved)
      if (left.length === 0) lists.delete(target)
      else lists.set(target, left)
    }
  }
  const scheduled = [...almanac.scheduled].map((slot) => moved[slot] ?? -1)
  almanac.scheduled.clear()
  for (const slot of scheduled) almanac.scheduled.add(slot)
  almanac.dead = 0
}

// Finds the slots of many events.

/** Whether no id is less than the one before it. */
export function isAscending(ids: readonly number[]): boolean {
  for (let at = 1; at < ids.length; at++) if ((ids[at - 1] ?? 0) > (ids[at] ?? 0)) return false
  return true
}

/**
 * Returns the slots of the given ids, in the order of the ids. Ids without a slot are skipped. Each is at most as far behind the last
 * one as its id is greater: as few ids are missing, it is there, or shortly before (`many` of the bench).
 */
export function slotsOfIds({ columns, byId }: Almanac, ids: readonly number[]): number[] {
  const { id, standing } = columns
  const { slots, length } = byId
  const idAt = (at: number) => id[slots[at] ?? 0] ?? 0
  const found: number[] = []
  let low = 0
  for (const wanted of isAscending(ids) ? ids : Float64Array.from(ids).sort()) {
    let high = Math.min(low + Math.max(0, wanted - idAt(low)), length)
    if (high < length && idAt(high) === wanted) low = high
    let step = 1
    for (; high - step >= low && idAt(high - step) >= wanted; step *= 2) high -= step
    low = Math.max(low, high - step + 1)
    while (low < high) {
      const middle = (low + high) >>> 1
      if (idAt(middle) < wanted) low = middle + 1
      else high = middle
    }
    const slot = slots[low] ?? 0
    if (low < length && id[slot] === wanted && standing[slot] !== DEAD_STANDING) found.push(slot)
  }
  return found
}

// Predicates over lists of slots: a mark for each slot that is in one.

export type SlotTest = (slot: number) => boolean

/** Returns a predicate that holds for the slots of any of the lists. */
export function inAnyListTest(
  { columns }: Almanac,
  lists: readonly { slots: ArrayLike<number>; length: number }[],
): SlotTest {
  const marked = new Uint8Array(columns.size)
  for (const { slots, length } of lists) for (let at = 0; at < length; at++) marked[slots[at] ?? 0] = 1
  return (slot) => marked[slot] === 1
}

interface Marked {
  readonly list: OrderedSlots
  readonly columns: Almanac['columns']
  readonly test: SlotTest
}

const marked = new WeakMap<Almanac, Marked>()

/**
 * Returns a predicate that holds for the slots of the result of a search, which no write changes. The last one is kept: a page
 * of days needs it for each of its days.
 */
export function searchResultTest(almanac: Almanac, list: OrderedSlots): SlotTest {
  const known = marked.get(almanac)
  if (known?.list === list && known.columns === almanac.columns) return known.test
  const test = inAnyListTest(almanac, [list])
  marked.set(almanac, { list, columns: almanac.columns, test })
  return test
}

// A query and its selection: types only.

/** A query's context: the almanac, the viewer and the time (seconds since 1970 UTC). */
export interface QueryContext {
  readonly almanac: Almanac
  readonly viewer: Viewer
  readonly now: number
}

/** The events that match a query, in the order of their starts. */
export interface Selection {
  readonly almanac: Almanac
  readonly total: number
  /** How many slots are allocated for this selection only. */
  readonly held: number
  slice(skip: number, count: number, order: 'asc' | 'desc'): readonly number[]
  /** All slots. */
  slots(): Int32Array
}

// The revision at which each item was last touched: whether something derived from it earlier is still valid.

export type AlmanacChangeLog = ReturnType<typeof emptyAlmanacChangeLog>

const MAX_CHANGES = 100_000

/** Returns an empty record of changes. */
export function emptyAlmanacChangeLog() {
  const touched = new Map<string, Map<number, number>>()
  /** The newest revision that touched any item of the resource. */
  const newest = new Map<string, number>()
  /** The newest revision that renamed, added or removed a term. */
  const named = new Map<string, number>()
  let [begun, count] = [0, 0]
  const begin = (revision: number) => {
    for (const known of [touched, newest, named]) known.clear()
    ;[begun, count] = [revision, 0]
  }
  return {
    /** Records that at that revision anything may have changed. */
    begin,
    /** Records that an item changed at that revision. */
    touch(resource: ResourceName, id: number, revision: number) {
      const items = touched.get(resource) ?? new Map<number, number>()
      touched.set(resource, items.set(id, revision))
      newest.set(resource, revision)
      count += 1
      if (count > MAX_CHANGES) begin(revision)
    },
    /** Records that at that revision a term of the resource was renamed, added or removed. */
    rename: (name: TermName, revision: number) => named.set(name, revision),
    /** Whether the terms of the resource still have the names that they had at `revision`. */
    namesAsOf: (name: TermName, revision: number) => revision >= begun && (named.get(name) ?? 0) <= revision,
    /** Whether all items of the resource are unchanged since `revision`. */
    areAsOf: (resource: ResourceName, revision: number) =>
      revision >= begun && (newest.get(resource) ?? 0) <= revision,
    /** Whether the item is unchanged since `revision`. */
    isAsOf: (resource: ResourceName, id: number, revision: number) =>
      revision >= begun && (touched.get(resource)?.get(id) ?? 0) <= revision,
  }
}

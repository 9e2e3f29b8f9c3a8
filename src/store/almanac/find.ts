/** Which events a list shows (contract §3): every filter but the words of a search, which the texts decide. */
import type { StatusFilter } from '../../contract/resources/shared.ts'
import { sentStatuses } from '../../contract/resources/shared.ts'
import { angle, EARTH_RADIUS } from '../../domain/globe.ts'
import { epochOf } from '../../domain/moment.ts'
import type { Asker, EventQuery } from '../store.ts'
import { type Almanac, type Kind, linkedTo, settle, slotsOf } from './almanac.ts'
import {
  DEAD,
  FEATURED,
  FUTURE,
  HIDDEN,
  KEPT,
  LISTED,
  PROTECTED,
  PUBLISH,
  statuses,
  TICKETED,
} from './columns.ts'
import { foundIn, inOrder, type Texts } from './found.ts'
import { has, type Ordered } from './ordered.ts'
import { atPlaces, type Looking, pointOf } from './places.ts'
import { lengthOf, type Span, sliceOf, slotsIn, spanOf } from './span.ts'

type Test = (slot: number) => boolean

function isPublic({ almanac: { columns }, now }: Looking, slot: number): boolean {
  const status = columns.status[slot]
  return status === PUBLISH || (status === FUTURE && (columns.date[slot] ?? 0) <= now)
}

const isOwn = ({ almanac, asker }: Looking, slot: number) => almanac.columns.author[slot] === asker.sight.user

function isEditable(looking: Looking, slot: number): boolean {
  const { edits } = looking.asker.sight
  if (edits === 'all' || edits === 'none') return edits === 'all'
  return isOwn(looking, slot) && (edits === 'own' || !isPublic(looking, slot))
}

/** Not protected from the reader by a password (contract §1.10). */
function isOpen(looking: Looking, slot: number): boolean {
  return ((looking.almanac.columns.marks[slot] ?? 0) & PROTECTED) === 0 || isEditable(looking, slot)
}

/** What the status filter shows to the reader (contract §3.2). */
function statusTest(looking: Looking, filters: readonly StatusFilter[]): Test {
  const { almanac, asker } = looking
  const wanted = new Set<string>(filters.includes('any') ? [...filters, ...sentStatuses] : filters)
  const { reads } = asker.sight
  return (slot) => {
    if (isPublic(looking, slot)) return wanted.has('publish')
    if (!wanted.has(statuses[almanac.columns.status[slot] ?? 0] ?? '')) return false
    return reads === 'all' || (reads === 'own' && isOwn(looking, slot))
  }
}

function hidingTest(looking: Looking, hidden: boolean): Test {
  const { marks } = looking.almanac.columns
  const isHidden: Test = (slot) => ((marks[slot] ?? 0) & HIDDEN) !== 0
  return hidden ? (slot) => isHidden(slot) && isEditable(looking, slot) : (slot) => !isHidden(slot)
}

/** Marks the slots of several lists. */
function union({ columns }: Almanac, lists: readonly { slots: ArrayLike<number>; length: number }[]): Test {
  const marked = new Uint8Array(columns.size)
  for (const { slots, length } of lists) for (let at = 0; at < length; at++) marked[slots[at] ?? 0] = 1
  return (slot) => marked[slot] === 1
}

interface Filters {
  readonly tests: readonly Test[]
  /** Lists that hold everything wanted, and of living slots nothing else. */
  readonly lists: readonly Ordered[]
}

/** One list is looked through itself if it is the shortest; several are marked. */
function oneOf(looking: Looking, lists: readonly Ordered[]): Filters {
  return lists.length === 1 ? { tests: [], lists } : { tests: [union(looking.almanac, lists)], lists: [] }
}

const none: Filters = { tests: [], lists: [] }

function linked(looking: Looking, kind: Kind, ids: readonly number[] | undefined): Filters {
  return ids === undefined
    ? none
    : oneOf(
        looking,
        ids.map((id) => linkedTo(looking.almanac, kind, id)),
      )
}

function located(looking: Looking, { geoloc, circle }: EventQuery): readonly Filters[] {
  const radius = circle === undefined ? 0 : Math.min(circle.distance / EARTH_RADIUS, Math.PI)
  const anywhere =
    geoloc === undefined
      ? undefined
      : union(
          looking.almanac,
          atPlaces(looking, () => true),
        )
  return [
    anywhere === undefined
      ? none
      : { tests: [geoloc ? anywhere : (slot: number) => !anywhere(slot)], lists: [] },
    circle === undefined
      ? none
      : oneOf(
          looking,
          atPlaces(looking, (place) => angle(circle, pointOf(place)) <= radius),
        ),
  ]
}

function flagged(looking: Looking, bit: number, wanted: boolean | undefined): Filters {
  const { marks } = looking.almanac.columns
  return wanted === undefined
    ? none
    : { tests: [(slot) => (((marks[slot] ?? 0) & bit) !== 0) === wanted], lists: [] }
}

const joined = (all: readonly Filters[]): Filters => ({
  tests: all.flatMap(({ tests }) => tests),
  lists: all.flatMap(({ lists }) => lists),
})

/** Filters on what a password protects never match an event that is protected from the reader (contract §1.10). */
function onProtected(looking: Looking, query: EventQuery): Filters {
  const filters = joined([
    linked(looking, 'venue', query.venue),
    linked(looking, 'organizer', query.organizer),
    linked(looking, 'category', query.categories),
    linked(looking, 'tag', query.tags),
    flagged(looking, FEATURED, query.featured),
    flagged(looking, TICKETED, query.ticketed),
    ...located(looking, query),
  ])
  return filters.tests.length + filters.lists.length === 0
    ? none
    : { ...filters, tests: [(slot) => isOpen(looking, slot), ...filters.tests] }
}

function chosen(looking: Looking, { include, exclude, post_parent, author }: EventQuery): Filters {
  const { columns } = looking.almanac
  const excluded = new Set(exclude)
  const children = post_parent ? linked(looking, 'parent', [post_parent]) : none
  return joined([
    include === undefined
      ? none
      : oneOf(looking, [inOrder(looking.almanac, slotsOf(looking.almanac, include))]),
    exclude === undefined ? none : { tests: [(slot) => !excluded.has(columns.id[slot] ?? 0)], lists: [] },
    author === undefined ? none : { tests: [(slot) => columns.author[slot] === author], lists: [] },
    post_parent === 0 ? { tests: [(slot) => columns.parent[slot] === 0], lists: [] } : children,
  ])
}

/** By its whole text, or, where a password protects that from the reader, by its title. */
function searched(looking: Looking, texts: Texts): Filters {
  const { list, isProtected, whole, titles } = foundIn(looking.almanac, texts)
  const { marks } = looking.almanac.columns
  const test: Test = (slot) =>
    ((marks[slot] ?? 0) & PROTECTED) === 0 || (isOpen(looking, slot) ? whole : titles).has(slot)
  return { tests: isProtected ? [test] : [], lists: [list] }
}

/** The events that a query finds, in the order of their starts. */
export interface Selection {
  readonly almanac: Almanac
  readonly total: number
  slice(skip: number, count: number, order: 'asc' | 'desc'): readonly number[]
  /** All of them. */
  slots(): Int32Array
}

function ofSpan(almanac: Almanac, span: Span): Selection {
  return {
    almanac,
    total: lengthOf(span),
    slice: (skip, count, order) => sliceOf(span, skip, count, order),
    slots: () => slotsIn(span),
  }
}

/** Those of a span that stand at least so high and pass the tests. */
function ofTests(almanac: Almanac, span: Span, least: number, tests: readonly Test[]): Selection {
  const { standing } = almanac.columns
  const found = slotsIn(span)
  let total = 0
  // Lists are long: what most of them ask is asked first, and of the columns themselves.
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
  const list = { slots: found, length: total }
  return ofSpan(almanac, { list, early: [], from: 0, to: total, without: [] })
}

/** Finds the events that a query asks for. `texts` is what its search found, where it has one. */
export function find(almanac: Almanac, query: EventQuery, texts: Texts | undefined, asker: Asker): Selection {
  const looking = { almanac, asker, now: epochOf(asker.moment.now) }
  settle(almanac, looking.now)
  const { standing } = almanac.columns
  const isPlain = !query.hidden && query.status.length === 1 && query.status[0] === 'publish'
  const [whole, least] = isPlain ? [almanac.listed, LISTED] : [almanac.all, KEPT]
  const stands: Test = (slot) => (standing[slot] ?? DEAD) >= least
  const { tests, lists } = joined([
    isPlain
      ? none
      : { tests: [statusTest(looking, query.status), hidingTest(looking, query.hidden)], lists: [] },
    chosen(looking, query),
    onProtected(looking, query),
    texts === undefined ? none : searched(looking, texts),
  ])
  const shortest = lists.reduce((best, list) => (list.length < best.length ? list : best), whole)
  const within: Test = (slot) => has(almanac.columns, shortest, slot)
  const span = spanOf(almanac, shortest, query.window, shortest === whole ? stands : within)
  const others = lists.filter((list) => list !== shortest).map((list) => union(almanac, [list]))
  const isWhole = shortest === whole && others.length + tests.length === 0
  return isWhole ? ofSpan(almanac, span) : ofTests(almanac, span, least, [...others, ...tests])
}

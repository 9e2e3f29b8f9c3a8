/** The filters of event lists (contract §3), as predicates on slots and as lists of matching slots. */
import {
  flagFilters,
  hiddenFilters,
  openFilters,
  type ValueFilter,
} from '../../../contract/resources/fields/filters.ts'
import type { StatusFilter } from '../../../contract/resources/shared.ts'
import { sentStatuses } from '../../../contract/resources/shared.ts'
import { centralAngle, EARTH_RADIUS } from '../../../domain/globe.ts'
import { type AccessedItem, scopeMayEdit, scopeMayRead } from '../../../domain/publication/access.ts'
import { isOpened } from '../../conditions/opened.ts'
import type { EventQuery } from '../../store.ts'
import { type LinkKind, slotsLinkedTo } from './almanac.ts'
import { almanacStatuses, FUTURE, filterBits, HIDDEN, PROTECTED, PUBLISH } from './columns.ts'
import { foundIn, inOrder, type TextMatches } from './found.ts'
import { valueNumber } from './loading/field-values.ts'
import { type Test, union } from './marked.ts'
import type { Ordered } from './ordered.ts'
import { atPlaces, type Looking, pointOf } from './places.ts'
import { slotsOf } from './slots-of.ts'

function isPublic({ almanac: { columns }, now }: Looking, slot: number): boolean {
  const status = columns.status[slot]
  return status === PUBLISH || (status === FUTURE && (columns.date[slot] ?? 0) <= now)
}

/** The event in a slot, in the form that the access rule takes. */
const accessed = (looking: Looking, slot: number): AccessedItem => ({
  author: looking.almanac.columns.author[slot] ?? 0,
  isPublic: isPublic(looking, slot),
})

const isEditable = (looking: Looking, slot: number) =>
  scopeMayEdit(looking.viewer.scope, accessed(looking, slot))

const isMarkedProtected = ({ almanac: { columns } }: Looking, slot: number) =>
  ((columns.marks[slot] ?? 0) & PROTECTED) !== 0

/**
 * Whether the viewer sees the whole event: it has no password, or the viewer may edit it or sent its password
 * (contract §1.10).
 */
function isOpen(looking: Looking, slot: number): boolean {
  if (!isMarkedProtected(looking, slot) || isEditable(looking, slot)) return true
  return isOpened(looking.viewer, looking.almanac.columns.id[slot] ?? 0)
}

/** Which statuses the filter shows to the viewer (contract §3.2). */
function statusTest(looking: Looking, filters: readonly StatusFilter[]): Test {
  const { almanac, viewer } = looking
  const wanted = new Set<string>(filters.includes('any') ? [...filters, ...sentStatuses] : filters)
  return (slot) => {
    if (isPublic(looking, slot)) return wanted.has('publish')
    const isWanted = wanted.has(almanacStatuses[almanac.columns.status[slot] ?? 0] ?? '')
    return isWanted && scopeMayRead(viewer.scope, accessed(looking, slot))
  }
}

function hidingTest(looking: Looking, hidden: boolean): Test {
  const { marks } = looking.almanac.columns
  const isHidden: Test = (slot) => ((marks[slot] ?? 0) & HIDDEN) !== 0
  return hidden ? (slot) => isHidden(slot) && isEditable(looking, slot) : (slot) => !isHidden(slot)
}

interface AlmanacFilters {
  readonly tests: readonly Test[]
  /** Lists that contain every matching slot and no other living slot. */
  readonly lists: readonly Ordered[]
}

/** A single list is scanned directly if it is the shortest; several lists are merged into a predicate. */
function oneOf(looking: Looking, lists: readonly Ordered[]): AlmanacFilters {
  return lists.length === 1 ? { tests: [], lists } : { tests: [union(looking.almanac, lists)], lists: [] }
}

const none: AlmanacFilters = { tests: [], lists: [] }

function linked(looking: Looking, kind: LinkKind, ids: readonly number[] | undefined): AlmanacFilters {
  return ids === undefined
    ? none
    : oneOf(
        looking,
        ids.map((id) => slotsLinkedTo(looking.almanac, kind, id)),
      )
}

function located(looking: Looking, { geoloc, circle }: EventQuery): readonly AlmanacFilters[] {
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
          atPlaces(looking, (place) => centralAngle(circle, pointOf(place)) <= radius),
        ),
  ]
}

function flagged(looking: Looking, bit: number, wanted: boolean | undefined): AlmanacFilters {
  const { marks } = looking.almanac.columns
  return wanted === undefined
    ? none
    : { tests: [(slot) => (((marks[slot] ?? 0) & bit) !== 0) === wanted], lists: [] }
}

/** Matches events whose field equals one of the values. */
function equal({ almanac: { columns } }: Looking, name: ValueFilter, query: EventQuery): AlmanacFilters {
  const sent = query[name]
  if (sent === undefined) return none
  const values = columns[name]
  const wanted = new Set([sent].flat().map((value) => valueNumber(name, value)))
  return { tests: [(slot) => wanted.has(values[slot] ?? 0)], lists: [] }
}

const joined = (all: readonly AlmanacFilters[]): AlmanacFilters => ({
  tests: all.flatMap(({ tests }) => tests),
  lists: all.flatMap(({ lists }) => lists),
})

/** Filters on protected fields never match an event whose password hides it from the viewer (contract §1.10). */
function onProtected(looking: Looking, query: EventQuery): AlmanacFilters {
  const filters = joined([
    linked(looking, 'venue', query.venue),
    linked(looking, 'organizer', query.organizer),
    linked(looking, 'category', query.categories),
    linked(looking, 'tag', query.tags),
    ...flagFilters.map((name) => flagged(looking, filterBits[name], query[name])),
    ...hiddenFilters.map((name) => equal(looking, name, query)),
    ...located(looking, query),
  ])
  return filters.tests.length + filters.lists.length === 0
    ? none
    : { ...filters, tests: [(slot) => isOpen(looking, slot), ...filters.tests] }
}

function chosen(looking: Looking, query: EventQuery): AlmanacFilters {
  const { include, exclude, post_parent, author, series, isOccurrence } = query
  const { isProtected } = query
  const { columns } = looking.almanac
  const excluded = new Set(exclude)
  const children = post_parent ? linked(looking, 'parent', [post_parent]) : none
  return joined([
    include === undefined
      ? none
      : oneOf(looking, [inOrder(looking.almanac, slotsOf(looking.almanac, include))]),
    exclude === undefined ? none : { tests: [(slot) => !excluded.has(columns.id[slot] ?? 0)], lists: [] },
    linked(looking, 'series', series),
    isOccurrence === undefined ? none : { tests: [(slot) => (columns.series[slot] ?? 0) > 0], lists: [] },
    author === undefined ? none : { tests: [(slot) => columns.author[slot] === author], lists: [] },
    ...openFilters.map((name) => equal(looking, name, query)),
    isProtected === undefined
      ? none
      : { tests: [(slot) => isMarkedProtected(looking, slot) && !isEditable(looking, slot)], lists: [] },
    post_parent === 0 ? { tests: [(slot) => columns.parent[slot] === 0], lists: [] } : children,
  ])
}

/** Matches by the whole text or, where a password hides that from the viewer, by the title. */
function searched(looking: Looking, texts: TextMatches): AlmanacFilters {
  const { list, isProtected, whole, titles } = foundIn(looking.almanac, texts)
  const { marks } = looking.almanac.columns
  const test: Test = (slot) =>
    ((marks[slot] ?? 0) & PROTECTED) === 0 || (isOpen(looking, slot) ? whole : titles).has(slot)
  return { tests: isProtected ? [test] : [], lists: [list] }
}

/**
 * Returns the filters of a query other than its window and its default status. `texts` is the result of its search,
 * if it has one.
 */
export function almanacFilters(
  looking: Looking,
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

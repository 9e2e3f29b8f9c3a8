/**
 * The event JSON cache: events and terms as JSON bytes, from which lists are joined. The journal tells which entries are still
 * valid. Term counts change often; if only a term of an event has changed, the term's bytes are replaced within the event's.
 */
import { type TermName, termNames } from '../../contract/resources/index.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { type JsonItemContext, representItem } from '../../representations/json/index.ts'
import type { EventItem, Item, ItemAddress, MemoryView, ReadView, Viewer } from '../../store/store.ts'
import {
  type CacheByGroupAndId,
  cacheByGroupAndId,
  newSharedBudgetCache,
  type SharedBudgetCache,
} from '../../support/shared-budget-cache.ts'
import { type CachedEvent, type CachedTerm, newEntry, sizeOf, utf8Buffer, withTerms } from './cached-event.ts'
import {
  areTermsCurrent,
  type CacheEntryValidity,
  type CacheViewer,
  isFreshButForTerms,
  isValidNow,
} from './freshness.ts'
import { viewerKey } from './viewer-key.ts'

export interface EventJsonCache {
  /** Returns these events as a read view shows them to a viewer; builds the missing ones. */
  take(
    readView: ReadView,
    ids: readonly number[],
    viewer: Viewer,
    view: JsonItemContext,
  ): Promise<readonly CachedEvent[]>
  /** Returns these events from the cache alone; undefined if an entry is missing or no longer valid. */
  takeFromMemory(
    memory: MemoryView,
    ids: readonly number[],
    viewer: Viewer,
    view: JsonItemContext,
  ): readonly CachedEvent[] | undefined
  /** Returns the event at an address as a single item, from the cache alone; undefined if there is no valid entry. */
  oneFromMemory(
    memory: MemoryView,
    address: ItemAddress,
    viewer: Viewer,
    view: JsonItemContext,
  ): CachedEvent | undefined
  /** Caches an event as a single item. It was read at the revision of the view, and is not protected from the viewer. */
  keepOne(
    memory: MemoryView,
    read: { readonly item: EventItem; readonly validUntil: number },
    viewer: Viewer,
    view: JsonItemContext,
  ): CachedEvent
}

/** Estimated size of the id of a slug, in bytes. */
const SLUG = 200

/** The key of single items: they carry linked data, so their bytes differ from those in lists. */
const singleKey = (viewer: Viewer, view: JsonItemContext) => `${viewerKey(viewer.scope, view)}\nsingle`

interface Boards {
  readonly events: CacheByGroupAndId<CachedEvent>
  /** Slug → id. An entry holds if the event still has the slug. */
  readonly slugs: SharedBudgetCache<string, number>
  readonly category: CacheByGroupAndId<CachedTerm>
  readonly tag: CacheByGroupAndId<CachedTerm>
}

/** An event with its terms' current bytes; undefined if a term is not in the cache. */
function renewed(boards: Boards, event: CachedEvent, reader: CacheViewer): CachedEvent | undefined {
  const { readView, kind, now } = reader
  let { until } = event
  const terms: Record<TermName, Buffer[]> = { category: [], tag: [] }
  for (const name of termNames) {
    for (const { id, name: called } of event.terms[name]) {
      const term = boards[name].get(kind, id)
      // A renamed term may also have another position in the list.
      if (term === undefined || term.name !== called) return undefined
      if (!isValidNow(term, reader) || !readView.isAsOf(name, id, term.asOf)) return undefined
      term.asOf = readView.revision
      until = Math.min(until, term.until)
      terms[name].push(term.bytes)
    }
  }
  return withTerms(event, { since: now, until, asOf: readView.revision }, terms)
}

/** A valid entry of an event; undefined if there is none. */
function fromMemory(boards: Boards, id: number, reader: CacheViewer): CachedEvent | undefined {
  const { readView, kind } = reader
  const event = boards.events.get(kind, id)
  if (event === undefined || !isValidNow(event, reader)) return undefined
  if (event.asOf === readView.revision) return event
  if (!isFreshButForTerms(id, event, reader)) return undefined
  if (areTermsCurrent(event, reader)) {
    event.asOf = readView.revision
    return event
  }
  const next = renewed(boards, event, reader)
  if (next !== undefined) boards.events.set(kind, id, next, sizeOf(next))
  return next
}

/** An event as it was read, with how long it is valid, and the view in which it is represented. */
interface Read {
  readonly item: EventItem
  readonly view: JsonItemContext
  readonly freshness: CacheEntryValidity
}

/** Caches an event and its terms. Terms that are cached and valid are not built again. */
function put(boards: Boards, { item, view, freshness }: Read, reader: CacheViewer): CachedEvent {
  const { readView, kind } = reader
  const terms = <N extends TermName>(name: N, all: readonly Item<N>[]) =>
    all.map((term) => {
      const { id, name: called } = term.record
      const cached = boards[name].get(kind, id)
      if (cached !== undefined && isValidNow(cached, reader) && readView.isAsOf(name, id, cached.asOf)) {
        cached.asOf = readView.revision
        return cached.bytes
      }
      const bytes = utf8Buffer(JSON.stringify(representItem(name, term, view)))
      boards[name].set(kind, id, { ...freshness, name: called, bytes }, sizeOf({ bytes }))
      return bytes
    })
  const { isProtected, categories, tags } = item
  const event = newEntry(item, view, freshness, {
    category: isProtected ? [] : terms('category', categories),
    tag: isProtected ? [] : terms('tag', tags),
  })
  boards.events.set(kind, item.record.id, event, sizeOf(event))
  return event
}

/** Reads and caches events. Returns them by their ids. */
async function readMissing(
  boards: Boards,
  ids: readonly number[],
  viewer: Viewer,
  { view, ...reader }: CacheViewer & { readonly readView: ReadView; readonly view: JsonItemContext },
): Promise<readonly (readonly [id: number, CachedEvent])[]> {
  const { readView, now } = reader
  const items = await readView.events(ids, viewer)
  const until = (await readView.nextPublication(viewer.moment)) ?? Number.POSITIVE_INFINITY
  const freshness = { since: now, until, asOf: readView.revision }
  return items.map((item) => [item.record.id, put(boards, { item, view, freshness }, reader)] as const)
}

const newBoards = (): Boards => ({
  events: cacheByGroupAndId(),
  slugs: newSharedBudgetCache(),
  category: cacheByGroupAndId(),
  tag: cacheByGroupAndId(),
})

/** Returns an empty event JSON cache. */
export function eventJsonCache(): EventJsonCache {
  const boards = newBoards()
  return {
    async take(readView, ids, viewer, view) {
      const reader = { readView, kind: viewerKey(viewer.scope, view), now: epochOfInstant(viewer.moment.now) }
      const found = new Map(ids.map((id) => [id, fromMemory(boards, id, reader)]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      if (missing.length > 0)
        for (const [id, event] of await readMissing(boards, missing, viewer, { ...reader, view }))
          found.set(id, event)
      return ids.map((id) => found.get(id)).filter((one) => one !== undefined)
    },
    takeFromMemory(readView, ids, viewer, view) {
      const reader = { readView, kind: viewerKey(viewer.scope, view), now: epochOfInstant(viewer.moment.now) }
      const events: CachedEvent[] = []
      for (const id of ids) {
        const event = fromMemory(boards, id, reader)
        if (event === undefined) return undefined
        events.push(event)
      }
      return events
    },
    oneFromMemory(memory, address, viewer, view) {
      const id = 'id' in address ? address.id : boards.slugs.get(address.slug)
      if (id === undefined) return undefined
      const now = epochOfInstant(viewer.moment.now)
      const reader = { readView: memory, kind: singleKey(viewer, view), now }
      const event = fromMemory(boards, id, reader)
      return 'id' in address || event?.slug === address.slug ? event : undefined
    },
    keepOne(memory, { item, validUntil }, viewer, view) {
      const { id, slug } = item.record
      boards.slugs.set(slug, id, SLUG)
      const now = epochOfInstant(viewer.moment.now)
      const reader = { readView: memory, kind: singleKey(viewer, view), now }
      const freshness = { since: now, until: validUntil, asOf: memory.revision }
      return put(boards, { item, view, freshness }, reader)
    },
  }
}

/**
 * The cache of the pages: events as lists on pages show them, each represented once. The journal tells which entries are still
 * valid.
 */
import { surrogateKeyOfItem } from '../../domain/surrogate-keys.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { type ListedEvent, listedEvent } from '../../representations/json/listed-event.ts'
import type { LinkKindShownInLists, ListedEventItem, ReadView, Viewer } from '../../store/store.ts'
import { cacheByGroupAndId } from '../../support/shared-budget-cache.ts'
import {
  areTermsCurrent,
  type CacheEntryValidity,
  type CacheViewer,
  isFreshButForTerms,
  isValidNow,
  type RepresentationSourceIds,
} from './freshness.ts'
import { viewerKey } from './viewer-key.ts'

export interface ShownEventsCache {
  /**
   * Returns these events as a read view shows them to a viewer, with the linked items of these kinds; reads and represents those
   * that are missing.
   */
  take(
    readView: ReadView,
    ids: readonly number[],
    viewer: Viewer,
    shown: { readonly view: JsonItemContext; readonly links: readonly LinkKindShownInLists[] },
  ): Promise<readonly ListedEvent[]>
}

/** Estimated size of an entry in bytes, with the lines and entries of pages that are kept with it. */
const ENTRY = 2400
/** The same of a venue. Events that are read together share theirs, but most have different ones. */
const VENUE = 2500

const noImages: readonly number[] = []
const noTerms: RepresentationSourceIds['terms']['tag'] = []

interface Entry extends CacheEntryValidity, RepresentationSourceIds {
  readonly event: ListedEvent
}

/** Returns the entry of an event. */
function entryOf(
  { image, venues }: ListedEventItem,
  event: ListedEvent,
  freshness: CacheEntryValidity,
): Entry {
  const { since, until, asOf } = freshness
  const images = [image, ...venues.map((one) => one.image)].flatMap((one) => one?.id ?? [])
  const terms = { category: event.categories, tag: noTerms }
  return {
    since,
    until,
    asOf,
    terms,
    images: images.length > 0 ? images : noImages,
    parent: undefined,
    isOfSeries: false,
    event,
  }
}

/** Returns the cache with the keys of what it gives added to `keys`, for caches in front of the service. */
export const cacheNotingShownEvents = ({ take }: ShownEventsCache, keys: Set<string>): ShownEventsCache => ({
  async take(...asked) {
    const events = await take(...asked)
    for (const { id, venue, categories, series } of events) {
      keys.add(surrogateKeyOfItem('event', id))
      for (const one of [venue].flat()) keys.add(surrogateKeyOfItem('venue', one.id))
      for (const one of categories) keys.add(surrogateKeyOfItem('category', one.id))
      if (series !== null) keys.add(surrogateKeyOfItem('series', series.id))
    }
    return events
  },
})

/** Returns the cache with the earliest end after now of what it gives noted in `ends`, in seconds since 1970 UTC. */
export const cacheNotingEnds = (
  { take }: ShownEventsCache,
  ends: { next: number },
  { now }: Moment,
): ShownEventsCache => ({
  async take(...asked) {
    const events = await take(...asked)
    for (const { utc_end_date } of events) {
      const end = epochOfUtc(utc_end_date)
      if (end > epochOfInstant(now)) ends.next = Math.min(ends.next, end)
    }
    return events
  },
})

/** Returns an empty cache. */
export function shownEventsCache(): ShownEventsCache {
  const entries = cacheByGroupAndId<Entry>()

  function fromMemory(id: number, reader: CacheViewer): ListedEvent | undefined {
    const entry = entries.get(reader.kind, id)
    if (entry === undefined || !isValidNow(entry, reader)) return undefined
    if (entry.asOf === reader.readView.revision) return entry.event
    if (!isFreshButForTerms(id, entry, reader) || !areTermsCurrent(entry, reader)) return undefined
    entry.asOf = reader.readView.revision
    return entry.event
  }

  return {
    async take(readView, ids, viewer, { view, links }) {
      const now = epochOfInstant(viewer.moment.now)
      const kind = `${viewerKey(viewer.scope, view)}\n${links}`
      const found = new Map(ids.map((id) => [id, fromMemory(id, { readView, kind, now })]))
      const missing = ids.filter((id) => found.get(id) === undefined)
      if (missing.length > 0) {
        const items = await readView.listedEvents(missing, viewer, links)
        const until = (await readView.nextPublication(viewer.moment)) ?? Number.POSITIVE_INFINITY
        for (const item of items) {
          const { id } = item.record
          const shown = listedEvent(item, view)
          found.set(id, shown)
          const size = ENTRY + VENUE * item.venues.length
          entries.set(kind, id, entryOf(item, shown, { since: now, until, asOf: readView.revision }), size)
        }
      }
      return ids.map((id) => found.get(id)).filter((one) => one !== undefined)
    },
  }
}

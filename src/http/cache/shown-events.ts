/** The renderings of events as lists on pages show them. */
import { surrogateKeyOfItem } from '../../domain/surrogate-keys.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { epochOfUtc } from '../../domain/time/timestamp.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import { type ListedEvent, listedEvent } from '../../representations/json/listed-event.ts'
import type { LinkKindShownInLists, ReadView, Viewer } from '../../store/store.ts'
import { imageIdsOf, type Rendering, renderingCache } from './renderings.ts'
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
const ENTRY = 1800
/** The same of a venue. Events that are read together share theirs, but most have different ones. */
const VENUE = 2500

interface Entry extends Rendering {
  readonly event: ListedEvent
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
  const entries = renderingCache<Entry>()
  return {
    async take(readView, ids, viewer, { view, links }) {
      const group = `${viewerKey(viewer.scope, view)}\n${links}`
      const taken = await entries.take(ids, { readView, group, moment: viewer.moment }, async (missing) =>
        (await readView.listedEvents(missing, viewer, links)).map((item) => {
          const { record, venues, categories } = item
          const shown = {
            event: [record.id],
            category: categories.map((one) => one.record.id),
            media: imageIdsOf([item, ...venues]),
          }
          return { id: record.id, event: listedEvent(item, view), shown, size: ENTRY + VENUE * venues.length }
        }),
      )
      return taken.map(({ event }) => event)
    },
  }
}

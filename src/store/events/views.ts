/** The views of lists of events: found in memory, and then read from the database as they are by then. */
import type { Store } from '../store.ts'
import type { ReadView } from '../types/reading.ts'
import { findEventIds, readEventsByIds, readListedEvents } from './page.ts'
import type { EventSources } from './sources.ts'

/** Returns what opens views over the sources of events. */
export function eventViews(source: EventSources): Pick<Store, 'readView' | 'currentView'> {
  const { follower, upToDate, counter, read, nextPublication } = source
  const { isAsOf, areAsOf, namesAsOf } = follower.changes
  const view = (): ReadView => ({
    revision: source.almanac().revision,
    isAsOf,
    areAsOf,
    namesAsOf,
    findEvents: (query, viewer) => findEventIds(source, query, viewer),
    events: (ids, viewer, links) => read((db) => readEventsByIds(db, follower, ids, viewer, links)),
    listedEvents: (ids, viewer, links) => read((db) => readListedEvents(db, follower, ids, viewer, links)),
    nextPublication,
  })
  return {
    async readView(atLeast) {
      await upToDate(atLeast)
      return view()
    },
    currentView() {
      const counted = counter()
      if (follower.current(counted) !== undefined) return view()
      if (counted !== undefined) upToDate().catch(() => {})
      return undefined
    },
  }
}

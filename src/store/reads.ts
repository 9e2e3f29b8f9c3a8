/** Runs the reads of a store that need one consistent view of everything. */
import { type Connection, snapshot } from './database/dialects.ts'
import { overtaken, SearchRefused } from './database/errors.ts'
import type { Replica } from './database/postgres/replica.ts'
import type { Follower } from './events/almanac/follower.ts'
import { linkedIn } from './events/linked-records.ts'
import { batchesOfPage, eventsOf, findEvents } from './events/page.ts'
import { type ReadNewest, SEARCH_LIMIT, SearchWanted, textSearch } from './events/text-search.ts'
import type { TakeSnapshot } from './events/views.ts'
import { itemsOf } from './records/items.ts'
import { type ListSource, list } from './records/lists.ts'
import { reading } from './records/reading.ts'
import type { Snapshot } from './store.ts'

const MAX_SNAPSHOTS = 20

type Search = ReturnType<typeof textSearch>

/**
 * Runs `read` until its snapshot is not behind the almanac and every needed text search is done. `passed` is called after each snapshot that
 * was. Throws `SearchRefused` or the last error after 20 attempts.
 */
async function retryRead<T>(read: () => Promise<T>, search: Search, passed: () => Promise<void>): Promise<T> {
  const deadline = performance.now() + SEARCH_LIMIT
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof SearchWanted && attempt < MAX_SNAPSHOTS) {
        for (const [at, scan] of [error, ...error.others].entries()) {
          if (at > 0 && performance.now() > deadline) throw new SearchRefused()
          await search(scan)
        }
      } else if (error instanceof SearchWanted) throw new SearchRefused()
      else if (error !== overtaken || attempt === MAX_SNAPSHOTS) throw error
      else await passed()
    }
  }
}

/** The database and the almanac that reads use. */
interface ReadSources {
  readonly connection: Connection
  readonly replica: Replica | undefined
  readonly almanac: Follower
  /** The change counter of the store, if known. */
  counter(): number | undefined
}

/** Returns the function that reads from one snapshot, and from newer ones until it is not behind the almanac and every search is done. */
export function snapshotsOf({ connection, replica, almanac, counter }: ReadSources): TakeSnapshot {
  const { name: dialect } = connection
  const read: ReadNewest = (act) => {
    const onPrimary = () => snapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const search = textSearch(dialect, read)
  // A replica may lack the last writes of a primary that is away. Waiting for them would leave nothing to read.
  const passed = async () => {
    if (connection.outage() !== undefined) await almanac.forget()
  }
  return (act) => {
    const once = () => {
      const changeCounter = counter()
      return read((db) => act({ db, dialect, follower: almanac, changeCounter }))
    }
    return retryRead(once, search, passed)
  }
}

/** Returns one consistent view of everything. */
export function snapshotOf(source: ListSource): Snapshot {
  return {
    list: (name, query, viewer) => list(source, name, query, viewer),
    findEvents: (query, viewer) => findEvents(source, query, viewer),
    events: (ids, viewer, links) => eventsOf(source, ids, viewer, links),
    eventBatches: (query, viewer, size) => batchesOfPage(source, query, viewer, size),
    ...reading(source.db),
    items: async (name, records, viewer) =>
      itemsOf[name](source.db, records, viewer, name === 'event' ? await linkedIn(source) : undefined),
  }
}

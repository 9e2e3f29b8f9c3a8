/** Runs the reads of a store that need one consistent view of everything. */

import { makeNewestEventReader } from './current-event.ts'
import { type OpenDatabase, runInSnapshot } from './database/dialects.ts'
import { almanacNewerThanSnapshotError, SearchRefusedError } from './database/errors.ts'
import type { Replica } from './database/postgres/replica.ts'
import { AlikeWordsNeededError, alikeWordsLooker } from './events/alike-words.ts'
import type { AlmanacFollower } from './events/almanac/follower.ts'
import { consistentViewStore, type RunOnSnapshot } from './events/consistent-views.ts'
import { linkedItemsReaderOf } from './events/linked-records.ts'
import { findEventIds, readEventsByIds } from './events/page.ts'
import {
  type ReadOnNewestDatabaseState,
  SCAN_LIMIT_MILLISECONDS,
  ScanNeededError,
  textScanner,
} from './events/text-search.ts'
import { itemsFromRecordsByResource } from './records/items.ts'
import { listItems, type SnapshotAndAlmanac } from './records/lists.ts'
import { readOperations } from './records/reading.ts'
import type { Snapshot, Store } from './store.ts'

const MAX_SNAPSHOTS = 20

/** How what a response needs is found outside of its snapshots. */
interface Searches {
  readonly scan: ReturnType<typeof textScanner>
  readonly lookForAlikeWords: ReturnType<typeof alikeWordsLooker>
}

/**
 * Runs `read` until its snapshot is not behind the almanac and every needed search of texts or similar words is done. `passed` is called after each snapshot that
 * was. Throws a `SearchRefusedError` or the last error after 20 attempts.
 */
async function retryRead<T>(
  read: () => Promise<T>,
  { scan, lookForAlikeWords }: Searches,
  passed: () => Promise<void>,
): Promise<T> {
  const deadline = performance.now() + SCAN_LIMIT_MILLISECONDS
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await read()
    } catch (error) {
      if (error instanceof AlikeWordsNeededError) await lookForAlikeWords(error)
      else if (error instanceof ScanNeededError && attempt < MAX_SNAPSHOTS) {
        for (const [at, needed] of [error, ...error.others].entries()) {
          if (at > 0 && performance.now() > deadline) throw new SearchRefusedError()
          await scan(needed)
        }
      } else if (error instanceof ScanNeededError) throw new SearchRefusedError()
      else if (error !== almanacNewerThanSnapshotError || attempt === MAX_SNAPSHOTS) throw error
      else await passed()
    }
  }
}

/** The database and the almanac that reads use. */
interface ReadSources {
  readonly connection: OpenDatabase
  readonly replica: Replica | undefined
  readonly almanac: AlmanacFollower
  /** The change counter of the store, if known. */
  counter(): number | undefined
}

/** Returns the function that reads from one snapshot, and from newer ones until it is not behind the almanac and every search is done. */
function snapshotReader({ connection, replica, almanac, counter }: ReadSources): RunOnSnapshot {
  const { name: dialect } = connection
  const read: ReadOnNewestDatabaseState = (act) => {
    const onPrimary = () => runInSnapshot(connection, act)
    return replica === undefined ? onPrimary() : replica.read(act, onPrimary)
  }
  const searches = { scan: textScanner(dialect, read), lookForAlikeWords: alikeWordsLooker(dialect, read) }
  // A replica may lack the last writes of a primary that is away. Waiting for them would leave nothing to read.
  const passed = async () => {
    if (connection.outage() !== undefined) await almanac.forget()
  }
  return (act) => {
    const alike: SnapshotAndAlmanac['alike'] = new Map()
    const once = () => {
      const changeCounter = counter()
      return read((db) => act({ db, dialect, follower: almanac, changeCounter, alike }))
    }
    return retryRead(once, searches, passed)
  }
}

/** Returns one consistent view of everything. */
function snapshotOf(source: SnapshotAndAlmanac): Snapshot {
  return {
    list: (name, query, viewer) => listItems(source, name, query, viewer),
    findEvents: (query, viewer) => findEventIds(source, query, viewer),
    events: (ids, viewer, links) => readEventsByIds(source, ids, viewer, links),
    ...readOperations(source.db),
    items: async (name, records, viewer) =>
      itemsFromRecordsByResource[name](
        source.db,
        records,
        viewer,
        name === 'event' ? await linkedItemsReaderOf(source) : undefined,
      ),
  }
}

/** Returns the reads of a store that need more than one statement, or memory. */
export function storePartWithSnapshotsAndViews(
  sources: ReadSources,
): Pick<Store, 'snapshot' | 'newestEvent' | 'readView' | 'memoryView'> {
  const { connection, replica, almanac, counter } = sources
  const take = snapshotReader(sources)
  return {
    snapshot: (act) => take((source) => act(snapshotOf(source))),
    newestEvent: makeNewestEventReader({
      db: replica ? undefined : connection.reader,
      follower: almanac,
      counter,
    }),
    ...consistentViewStore(almanac, counter, take),
  }
}

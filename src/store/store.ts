/** The interface of the store: types only. */

import type { incomingWriteOperations } from './federation/following.ts'
import type { actsWithOneLine } from './log/auditing.ts'
import type { accountStores, readableParts, storeState } from './parts.ts'
import type { proposalWriteOperations } from './proposals/writing.ts'
import type { EventItem } from './types/items.ts'
import type { WriteStamp } from './types/log.ts'
import type { ItemAddress, Viewer } from './types/queries.ts'
import type { Lists, Reading, ReadView, Snapshot } from './types/reading.ts'
import type { LoggedPerItem, ResultAndRevision } from './types/writing.ts'

export type * from './database/measures.ts'
export type { StoredResource, StoredResources } from './log/logged.ts'
export type { KeptPersonData } from './persons.ts'
export type { PutValues } from './put.ts'
export type { ExpectedItems } from './records/in-sets.ts'
export type * from './types/index.ts'
export type * from './types/reading.ts'
export type * from './types/writing.ts'
export type { LeaseStore } from './webhooks.ts'

/** Reading and writing within one transaction. */
export interface Writing extends LoggedPerItem, ReturnType<typeof actsWithOneLine> {
  readonly proposals: ReturnType<typeof proposalWriteOperations>
  readonly incoming: ReturnType<typeof incomingWriteOperations>
}

/** The store: what it reads, its parts, and how it writes. */
export interface Store
  extends Reading,
    Lists,
    ReturnType<typeof storeState>,
    ReturnType<typeof accountStores>,
    ReturnType<typeof readableParts> {
  /**
   * A change counter, read synchronously: it differs after every write by any process; undefined if only a query
   * can tell.
   */
  changeCounter(): number | undefined
  /** Writes that scheduled items are published whose date has come; nothing if there are none. */
  settle(writer: WriteStamp): Promise<void>
  /**
   * Runs one transaction: all or nothing, and one increment of the revision. The inner store shadows the outer. It is rolled back if
   * `keeps` does not want to keep its result; within another transaction, that one decides.
   */
  write<T>(
    writer: WriteStamp,
    act: (store: Writing) => Promise<T>,
    keeps?: (result: T) => boolean,
  ): Promise<ResultAndRevision<T>>
  /** Runs one transaction like `write`, with a store whose reads and writes all belong to it. Slow work must be done before it. */
  together<T>(
    writer: WriteStamp,
    act: (store: Store) => Promise<T>,
    keeps?: (result: T) => boolean,
  ): Promise<ResultAndRevision<T>>
  /** The newest state of an event, as a viewer sees it; undefined where it is not found, or memory is not as new. */
  newestEvent(address: ItemAddress, viewer: Viewer): Promise<EventItem | undefined>
  /** Reads from one consistent view of all stored data. */
  snapshot<T>(act: (store: Snapshot) => Promise<T>): Promise<T>
  /** Returns what finds and reads lists of events no older than the revision `atLeast`. */
  readView(atLeast: number): Promise<ReadView>
  /** The same at the newest revision if memory has it; otherwise undefined: then it is brought up to date meanwhile. */
  currentView(): ReadView | undefined
}

/** The interface of the store: types only. */

import type { Moment } from '../domain/time/moment.ts'
import type { FormerPages, OnOutageChange, WriteRefusals } from './database/connection.ts'
import type { DatabaseActivity } from './database/measures.ts'
import type { FederationStore } from './types/federation.ts'
import type {
  CachePurgeStore,
  CalendarSubscriptionStore,
  ChangeLog,
  WebhookStore,
} from './types/followers.ts'
import type { EventItem } from './types/items.ts'
import type { AuditPage, AuditQuery, AuditRow, UpkeepAct, WriteStamp } from './types/log.ts'
import type {
  AccountStore,
  EmailChangeStore,
  EventTemplateStore,
  GroupMemberStore,
  MailQueue,
  OrganisationSignInStore,
  PersonStore,
  SecondFactorStore,
  SecretFeedStore,
  SecretLinkStore,
  SessionStore,
} from './types/people.ts'
import type { ProposalStore } from './types/proposals.ts'
import type { ItemAddress, TranslationQueue, TranslationQueueQuery, Viewer } from './types/queries.ts'
import type { MemoryView, Reading, ReadView, Snapshot } from './types/reading.ts'
import type { ResultAndRevision, Writing } from './types/writing.ts'

export type { OnOutageChange } from './database/connection.ts'
export type * from './database/measures.ts'
export type { StoredResource, StoredResources } from './log/logged.ts'
export type {
  CategoryRecord,
  EventRecord,
  GroupRecord,
  MediaRecord,
  OrganizerRecord,
  PageRecord,
  RemoteEventOrigin,
  StoredImageSize,
  TagRecord,
  VenueRecord,
} from './tables.ts'
export type * from './types/federation.ts'
export type * from './types/federation.ts'
export type * from './types/federation.ts'
export type * from './types/federation.ts'
export type * from './types/followers.ts'
export type * from './types/followers.ts'
export type * from './types/followers.ts'
export type * from './types/followers.ts'
export type * from './types/items.ts'
export type * from './types/items.ts'
export type * from './types/items.ts'
export type * from './types/items.ts'
export type * from './types/log.ts'
export type * from './types/log.ts'
export type * from './types/log.ts'
export type * from './types/people.ts'
export type * from './types/people.ts'
export type * from './types/people.ts'
export type * from './types/people.ts'
export type * from './types/proposals.ts'
export type * from './types/queries.ts'
export type * from './types/reading.ts'
export type * from './types/reading.ts'
export type * from './types/writing.ts'

export interface Store extends Reading, WriteRefusals {
  measures(): DatabaseActivity
  /** Damage to the database file that this process detected; undefined for none. After it, nothing is written. */
  damage(): Error | undefined
  /** For how many seconds the database server has been away; undefined while it is there. */
  outage(): number | undefined
  /** For how many seconds what is read may be out of date, because a replica is read instead of the server that is away; otherwise undefined. */
  staleness(): number | undefined
  /** Calls `listener`, instead of an earlier one, when the database server goes away and when it comes back. */
  onOutage(listener: OnOutageChange): void
  readonly accounts: AccountStore
  /**
   * A change counter, read synchronously: it differs after every write by any process; undefined if only a query
   * can tell.
   */
  changeCounter(): number | undefined
  /** The same, read anew by each call; undefined where writes of other processes show late. */
  freshCounter(): number | undefined
  readonly members: GroupMemberStore
  readonly templates: EventTemplateStore
  readonly sessions: SessionStore
  readonly identities: OrganisationSignInStore
  readonly persons: PersonStore
  /** Where what was erased may still be read in the database's file; nothing within a transaction. */
  readonly formerPages: FormerPages
  readonly subscriptions: CalendarSubscriptionStore
  readonly feedLinks: SecretFeedStore
  readonly secretLinks: SecretLinkStore
  readonly emailChanges: EmailChangeStore
  readonly secondFactors: SecondFactorStore
  readonly mail: MailQueue
  readonly proposals: ProposalStore
  readonly changes: ChangeLog
  readonly webhooks: WebhookStore
  readonly federation: FederationStore
  readonly purges: CachePurgeStore
  /** Corrects times that were written while the clock was ahead, so that no lock, limit or retry lasts until they come. */
  correctTimes(moment: Moment): Promise<void>
  /** Gives what is written from now on a history of its own: the database may be one that was put back, which nothing in it shows. */
  beginHistory(): Promise<void>
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
  /** The audit rows since a time (seconds since 1970 UTC), oldest first. */
  audit(since: number): AsyncIterable<AuditRow>
  /** One page of the matching audit rows, newest first. */
  auditPage(query: AuditQuery): Promise<AuditPage>
  /** Adds an act on the service as a whole to the audit. */
  noteUpkeep(act: UpkeepAct, writer: WriteStamp): Promise<void>
  /** One page of what is to translate into a language. */
  translationQueue(query: TranslationQueueQuery): Promise<TranslationQueue>
  /** The newest state of an event, as a viewer sees it; undefined where it is not found, or only a snapshot can tell. */
  newestEvent(address: ItemAddress, viewer: Viewer): Promise<EventItem | undefined>
  /** Reads from one consistent view of all stored data. `act` may be called again on a newer one. */
  snapshot<T>(act: (store: Snapshot) => Promise<T>): Promise<T>
  /**
   * Runs `act` on a read view no older than the revision `atLeast`: first on memory and, where that is not enough,
   * again on a snapshot.
   */
  readView<T>(act: (store: ReadView) => Promise<T>, atLeast: number): Promise<T>
  /** What memory knows of the journal, at the newest revision; undefined if that may be older: then it is brought up to date meanwhile. */
  memoryView(): MemoryView | undefined
  close(): Promise<void>
}

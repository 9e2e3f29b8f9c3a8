/** The interface of the store: types only. */

import type { Moment } from '../domain/time/moment.ts'
import type { FormerPages, OnOutageChange, WriteRefusals } from './database/connection.ts'
import type { DatabaseActivity } from './database/measures.ts'
import type {
  EmailChangeStore,
  MailQueue,
  OrganisationSignInStore,
  SecondFactorStore,
  SecretLinkStore,
} from './types/accounts.ts'
import type { AuditPage, AuditQuery, AuditRow, UpkeepAct } from './types/audit.ts'
import type { CalendarSubscriptionStore } from './types/calendar-subscriptions.ts'
import type { ChangeLog } from './types/changes.ts'
import type { FederationStore } from './types/exchange/federation.ts'
import type { CachePurgeStore } from './types/exchange/purges.ts'
import type { WebhookStore } from './types/exchange/webhooks.ts'
import type { EventTemplateStore, GroupMemberStore } from './types/groups.ts'
import type { EventItem } from './types/items.ts'
import type { PersonStore } from './types/persons.ts'
import type { ProposalStore } from './types/proposals.ts'
import type { ItemAddress, TranslationQueue, TranslationQueueQuery, Viewer } from './types/queries.ts'
import type { Reading } from './types/reading.ts'
import type { AccountStore, SecretFeedStore, SessionStore } from './types/users.ts'
import type { MemoryView, ReadView, Snapshot } from './types/views.ts'
import type { WriteStamp } from './types/write-stamp.ts'
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
export type * from './types/accounts.ts'
export type * from './types/audit.ts'
export type * from './types/calendar-subscriptions.ts'
export type * from './types/changes.ts'
export type * from './types/duties.ts'
export type * from './types/exchange/federation.ts'
export type * from './types/exchange/federation-queue.ts'
export type * from './types/exchange/federation-sent.ts'
export type * from './types/exchange/following.ts'
export type * from './types/exchange/purges.ts'
export type * from './types/exchange/webhooks.ts'
export type * from './types/groups.ts'
export type * from './types/items.ts'
export type * from './types/merging.ts'
export type * from './types/persons.ts'
export type * from './types/proposals.ts'
export type * from './types/queries.ts'
export type * from './types/reading.ts'
export type * from './types/records.ts'
export type * from './types/series.ts'
export type * from './types/users.ts'
export type * from './types/views.ts'
export type * from './types/write-stamp.ts'
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

/** Types of what the calendar follows on the social web (contract §19) for other folders. Times are seconds since 1970 UTC. */
import type {
  FederationBlockTable,
  FederationFollowingTable,
  IncomingFederatedEventTable,
} from '../../tables.ts'
import type { WriteStamp } from '../write-stamp.ts'
import type { NewActivity } from './federation-queue.ts'

/** An actor of another server that the calendar follows. */
export type FollowedActor = FederationFollowingTable
export type NewFollowedActor = Omit<FollowedActor, 'id'>
/** An event of another server. */
export type IncomingEvent = IncomingFederatedEventTable
export type BlockedDomain = FederationBlockTable

/** The end of following an actor. */
export interface UnfollowRequest {
  readonly undo: NewActivity
  /** Whether its events were removed, so that nothing of them is known any more. */
  readonly removes: boolean
}

export interface FollowingStore {
  /** Adds an actor, and queues what asks its server. Returns it; undefined if the calendar follows it already. */
  add(actor: NewFollowedActor, follow: NewActivity, writer: WriteStamp): Promise<FollowedActor | undefined>
  /** A page of all followed actors, newest first, and how many there are. */
  page(
    page: number,
    perPage: number,
  ): Promise<{ readonly following: readonly FollowedActor[]; readonly total: number }>
  byId(id: number): Promise<FollowedActor | undefined>
  byActor(actor: string): Promise<FollowedActor | undefined>
  /** Notes the answer of its server. Only an actor that waits is accepted, and is read at `now`. */
  answer(id: number, state: FollowedActor['state'], now: number): Promise<void>
  /** Removes an actor with what is known of its events, and queues what tells its server. */
  remove(actor: FollowedActor, end: UnfollowRequest, writer: WriteStamp): Promise<void>
  /** Takes an actor whose outbox is due, until `until`; undefined if there is none. */
  take(now: number, until: number): Promise<FollowedActor | undefined>
  /** Notes when an outbox is read again; null: it was read. */
  settle(id: number, next: number | null): Promise<void>
}

/** Events of other servers as far as they are known. */
export interface IncomingEventStore {
  byObject(object: string): Promise<IncomingEvent | undefined>
  /** The ids of the events that came from an actor. */
  eventsOf(following: number): Promise<readonly number[]>
  /** Notes that an event is to be read at its id, now. Returns false if its host or actor has too many that wait. */
  ask(
    event: { readonly object: string; readonly following_id: number; readonly isDaily: boolean },
    now: number,
  ): Promise<boolean>
  /** Takes events that are to be read, until `until`. */
  take(now: number, until: number, limit: number): Promise<readonly IncomingEvent[]>
  /** Takes an event whose image is to be fetched, until `until`; undefined if there is none. */
  takeImage(now: number, until: number): Promise<IncomingEvent | undefined>
  /** Notes when an event is read again; undefined: it is no event, and is forgotten. */
  settle(object: string, next: number | null | undefined): Promise<void>
}

/** Writes what is known of events of other servers, together with the events. */
export interface IncomingWriting {
  /** How many events are known of a followed actor. */
  countOf(following: number): Promise<number>
  byObject(object: string): Promise<IncomingEvent | undefined>
  keep(event: Omit<IncomingEvent, 'next_utc' | 'is_daily'>): Promise<void>
}

/** The hosts that a block ends, and what tells a server that one of its actors is followed no more. */
export interface HostBlock {
  readonly isBlocked: (host: string) => boolean
  readonly undoOf: (followed: FollowedActor) => NewActivity
}

export interface DomainBlockStore {
  all(): Promise<readonly BlockedDomain[]>
  /** Blocks a domain, and ends who follows from it and who is followed there. Returns false if there are too many. */
  block(domain: string, ended: HostBlock, writer: WriteStamp): Promise<boolean>
  /** Returns the domain; undefined if it was not blocked. */
  unblock(domain: string, writer: WriteStamp): Promise<BlockedDomain | undefined>
}

/** What the store keeps of the social web: types only. */
import type { Moment } from '../../domain/time/moment.ts'
import type {
  FailingFederationHostTable,
  FederationBlockTable,
  FederationFailureReason,
  FederationFailureTable,
  FederationFollowerTable,
  FederationFollowingTable,
  FederationOutcomeTable,
  FederationReactionTable,
  FederationSentTable,
  FederationToldEventTable,
  IncomingFederatedEventTable,
  OwnActorTable,
  RemoteActorTable,
} from '../tables.ts'
import type { WriteStamp } from './log.ts'

// Federation (contract §19). Times are seconds since 1970 UTC.

/** One of our actors, with its keys. */
export type OwnActor = OwnActorTable
export type NewOwnActor = Omit<OwnActor, 'id' | 'state'>
/** One of our actors as it stands now, whatever others were told. */
export type OwnActorWithStanding = OwnActor & { readonly standing: OwnActor['state'] }
/** One of our actors without its keys, and how many accepted followers it has. */
export type ListedOwnActor = Omit<OwnActorWithStanding, 'private_key' | 'public_key'> & {
  readonly followers: number
}
/** A group or an organizer that is federated and has no actor yet. */
export interface FederatedItemWithoutActor {
  readonly kind: 'group' | 'organizer'
  readonly item_id: number
  readonly slug: string
}
export type FederationFollower = FederationFollowerTable
export type NewFederationFollower = Omit<FederationFollower, 'id'>
/** A follower with the name and the kind of the actor of ours that it follows. */
export type ListedFollower = FederationFollower & Pick<OwnActor, 'name' | 'kind'>
/** An actor of ours as events name it. */
export type EventActor = Pick<OwnActor, 'id' | 'kind' | 'name'>
/** An actor of another server. */
export type RemoteActor = RemoteActorTable
type ReceivedReaction = FederationReactionTable

/** Likes and shares of an event. */
export interface ReactionCounts {
  readonly likes: number
  readonly shares: number
}

export interface OwnActorStore {
  /** The actor with a name; undefined if there is none. */
  named(name: string, moment: Moment): Promise<OwnActorWithStanding | undefined>
  byId(id: number): Promise<OwnActor | undefined>
  /** The actor of an item, open or not; undefined if it never had one. */
  ofItem(kind: OwnActor['kind'], id: number): Promise<OwnActor | undefined>
  /** The calendar's actor, then those of groups and of organizers; at most `limit`. */
  list(moment: Moment, limit: number): Promise<readonly ListedOwnActor[]>
  /** Adds an actor, unless its name is taken or its item has one. Returns whether it was added. */
  add(actor: NewOwnActor): Promise<boolean>
  /** Federated items without an actor, the oldest first; at most `limit`. */
  unmade(moment: Moment, limit: number): Promise<readonly FederatedItemWithoutActor[]>
  /** The actors that others were told something else of than they are now. */
  changed(moment: Moment): Promise<readonly OwnActorWithStanding[]>
  /** Notes how an actor stands now, and queues what tells its followers. They are dropped where it is gone. */
  settle(actor: OwnActorWithStanding, told: readonly NewActivity[], now: number): Promise<void>
}

export interface FollowerStore {
  /**
   * Adds a follower, or renews it: one that was accepted stays accepted. Returns its state; undefined if its host has too many inboxes
   * already, or too many new followers of that day.
   */
  add(follower: NewFederationFollower): Promise<FederationFollower['state'] | undefined>
  /** A page of all followers, newest first, and how many there are. */
  page(
    page: number,
    perPage: number,
  ): Promise<{ readonly followers: readonly ListedFollower[]; readonly total: number }>
  byId(id: number): Promise<ListedFollower | undefined>
  /** Accepts a follower that waits, and queues what tells it. Returns whether it was waiting. */
  approve(follower: ListedFollower, accept: NewActivity, writer: WriteStamp): Promise<boolean>
  /** Removes a follower, and queues what tells it. Returns whether it was there. */
  reject(follower: ListedFollower, rejection: NewActivity, writer: WriteStamp): Promise<boolean>
  /** How many followers of an actor are accepted. */
  count(actor: number): Promise<number>
  /** Removes a follower, by the address of its Follow or by the actor of ours that it follows (undefined for none). */
  leave(follower: string, activity: string, actor: number | undefined): Promise<void>
  /** Removes everything of an actor of another server: that it follows, likes and shares, and its key. */
  forget(follower: string): Promise<void>
  /** Removes the followers on a host, and what waits for it: it has failed for too long. */
  giveUp(host: string, now: number): Promise<void>
}

export interface RemoteActorStore {
  byActor(actor: string): Promise<RemoteActor | undefined>
  byKey(keyId: string): Promise<RemoteActor | undefined>
  keep(peer: RemoteActor): Promise<void>
  /** Forgets those that were fetched before an instant, and that neither follow nor are followed, like or share. */
  prune(before: number): Promise<void>
}

/** The events that other servers may know, and what they do with them. */
export interface FederationEventStore {
  /**
   * The ids of the events that an actor may tell of, newest first, and how many there are. `isUpcoming`: only those that have not begun,
   * in the order of their start.
   */
  page(query: {
    readonly of: Pick<OwnActor, 'kind' | 'item_id'>
    readonly isUpcoming: boolean
    readonly page: number
    readonly perPage: number
    readonly moment: Moment
  }): Promise<{ readonly ids: readonly number[]; readonly total: number }>
  /** Those of these events that may be told of. */
  open(ids: readonly number[], moment: Moment): Promise<ReadonlySet<number>>
  /** The last news of these events that our actors told. */
  tellings(ids: readonly number[]): Promise<readonly LastTellingOfEventByOwnActor[]>
  /** The actors that may tell of these events: the calendar's, the group's, and those of the organizers in their order. */
  senders(ids: readonly number[], moment: Moment): Promise<ReadonlyMap<number, readonly EventActor[]>>
  reactions(ids: readonly number[]): Promise<ReadonlyMap<number, ReactionCounts>>
  /** The actors of the organizers of these events, in their order. */
  organizersOf(ids: readonly number[], moment: Moment): Promise<ReadonlyMap<number, readonly EventActor[]>>
  /** The actors of the groups of these events. */
  groupsOf(ids: readonly number[], moment: Moment): Promise<ReadonlyMap<number, EventActor>>
  react(reaction: ReceivedReaction): Promise<void>
  /** Takes back a reaction, by the address of its activity, or by its kind and event (undefined for none). */
  unreact(
    actor: string,
    activity: string,
    kind: ReceivedReaction['kind'],
    event: number | undefined,
  ): Promise<void>
  /** Returns whether an activity came in lately. */
  isSeen(activity: string): Promise<boolean>
  /** Notes that an activity came in. Notes from before `forgotten` are deleted. */
  noteSeen(activity: string, at: number, forgotten: number): Promise<void>
}

export interface FederationStore {
  readonly actors: OwnActorStore
  readonly followers: FollowerStore
  readonly peers: RemoteActorStore
  readonly events: FederationEventStore
  readonly queue: FederationQueue
  readonly sent: SentActivityStore
  readonly following: FollowingStore
  readonly incoming: IncomingEventStore
  readonly blocks: DomainBlockStore
}

// Types of what is sent to other servers (contract §19). Times are seconds since 1970 UTC.

/** The last that an actor of ours told others of an event. */
export type LastTellingOfEventByOwnActor = FederationToldEventTable

/** A host that failed at the last attempt. */
export type FailingFederationHost = FailingFederationHostTable

/** An activity to send, and the inboxes that get it. */
export interface NewActivity {
  readonly actor_id: number
  readonly line: string
  readonly body: string
  /** Inboxes, each once; undefined: those of all followers of the actor. */
  readonly inboxes?: readonly string[]
  /** For editors, who are not shown answers to others. */
  readonly about?: Pick<FederationSentTable, 'type' | 'event_id'>
}

/** The outcome of planning: activities, what other servers will have been told, and the revision up to which that is complete. */
export interface FederationPlan {
  readonly activities: readonly NewActivity[]
  readonly announced: readonly LastTellingOfEventByOwnActor[]
  readonly revision?: number
}

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly activity_id: number
  readonly actor_id: number
  readonly line: string
  readonly inbox: string
  readonly host: string
  readonly attempts: number
  readonly body: string
}

/** The outcome of a delivery. */
export interface FederationDeliveryResult {
  readonly delivery: DueDelivery
  /** `ended`: it will not be tried again. */
  readonly outcome: 'delivered' | 'again' | 'ended'
  readonly at_utc: number
  /** Why it failed; undefined if it did not. */
  readonly failure: DeliveryFailureCause | undefined
  /** When it is tried again. */
  readonly next_utc: number
  /** How its host stands after this attempt: well, or failing. */
  readonly host: FailingFederationHost | 'well'
  /** Whether the inbox is gone, and with it those who follow by it. */
  readonly isGone: boolean
}

/** How deliveries keep up, for monitoring. */
interface FederationHealth {
  readonly waiting: number
  readonly failingHosts: number
  readonly followers: number
}

/** Events that writes changed. */
export interface ChangedEvents {
  readonly ids: readonly number[]
  /** The revision up to which changes were planned before; undefined before the first time. */
  readonly since: number | undefined
  /** Those of them that the public saw before and sees no more. */
  readonly removed: ReadonlySet<number>
  readonly upTo: number
}

/** Which deliveries are wanted: so many at most, so many of each host, and none to hosts that are busy. */
export interface DueDeliveryChoice {
  readonly limit: number
  readonly ofHost: number
  readonly busy: readonly string[]
}

/** The part of the store for the process that delivers. */
export interface FederationQueue {
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
  /** The events whose changes are not planned yet, and the revision up to which; it begins with the newest one. */
  changed(limit: number, moment: Moment): Promise<ChangedEvents>
  /** Occurrences that begin before `until` and that nobody was told of. */
  unannounced(now: Moment, limit: number): Promise<readonly number[]>
  plan(plan: FederationPlan, now: number): Promise<void>
  /** Deliveries that are due, the oldest of each line and inbox, a few of each host that fails. */
  due(now: number, chosen: DueDeliveryChoice): Promise<readonly DueDelivery[]>
  /** Those of these hosts that failed at the last attempt. */
  hosts(names: readonly string[]): Promise<ReadonlyMap<string, FailingFederationHost>>
  settle(results: readonly FederationDeliveryResult[]): Promise<void>
  /** Whether one more answer to activities of a host may wait. */
  hasRoomFor(host: string): Promise<boolean>
  health(): Promise<FederationHealth>
  /** How many hosts deliveries wait for, and the hosts that fail, the longest first; at most `limit`. */
  troubles(
    limit: number,
  ): Promise<{ readonly waitingHosts: number; readonly failing: readonly FailingFederationHost[] }>
}

// Types of what became of deliveries to other servers (contract §19). Times are seconds since 1970 UTC.

/** Why an attempt failed; the status is 0 where there was no response. */
export interface DeliveryFailureCause {
  readonly reason: FederationFailureReason
  readonly status: number
}

/** A server that does not have an activity, and why. */
export interface HostThatMissedActivity extends Omit<FederationFailureTable, 'activity_id'> {
  /** Whether it is tried again. */
  readonly waits: boolean
}

/** An activity that went to all followers of an actor of ours, and what became of it. */
export interface SentActivity extends FederationSentTable, Pick<OwnActorTable, 'kind' | 'name'> {
  /** The title that its event has now; null where it is gone, or where there is none. */
  readonly title: string | null
  /** Of the servers that it was for: those for which it waits, and those that never got it. */
  readonly waiting: number
  readonly failed: number
  /** The first of the servers that failed. */
  readonly missed: readonly HostThatMissedActivity[]
}

/** How deliveries to a server stand. */
export interface ContactedHost extends FederationOutcomeTable {
  /** Accepted followers there. */
  readonly followers: number
  /** Deliveries that wait. */
  readonly waiting: number
  /** Since when every attempt failed, and when the next one is; null where the last attempt succeeded. */
  readonly failing_since_utc: number | null
  readonly retry_utc: number | null
}

/** The activities that were sent, and how that went. */
export interface SentActivityStore {
  /** A page of the activities, newest first, and how many there are. */
  activities(
    page: number,
    perPage: number,
  ): Promise<{ readonly rows: readonly SentActivity[]; readonly total: number }>
  /** A page of the servers: those that fail first, the longest first, then those that were tried last. */
  hosts(
    page: number,
    perPage: number,
  ): Promise<{ readonly rows: readonly ContactedHost[]; readonly total: number }>
  /** Forgets servers that were tried long ago, where there are many. */
  prune(): Promise<void>
}

// What the calendar follows on the social web (contract §19). Times are seconds since 1970 UTC.

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

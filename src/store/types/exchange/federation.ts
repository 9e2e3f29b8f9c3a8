/** Types of federation (contract §19) for other folders. Times are seconds since 1970 UTC. */
import type { Moment } from '../../../domain/time/moment.ts'
import type {
  FederationActorTable,
  FederationEventTable,
  FederationFollowerTable,
  FederationHostTable,
  FederationPeerTable,
  FederationReactionTable,
} from '../../tables.ts'
import type { WriteStamp } from '../write-stamp.ts'

/** One of our actors, with its keys. */
export type OwnActor = FederationActorTable
export type NewFederationActor = Omit<OwnActor, 'id'>
export type FederationFollower = FederationFollowerTable
export type NewFederationFollower = Omit<FederationFollower, 'id'>
/** A follower with the name and the kind of the actor of ours that it follows. */
export type ListedFollower = FederationFollower & Pick<OwnActor, 'name' | 'kind'>
/** An actor of ours as events name it. */
export type OrganizerActor = Pick<OwnActor, 'id' | 'kind' | 'name'>
/** An actor of another server. */
export type FederationPeer = FederationPeerTable
export type AnnouncedEvent = FederationEventTable
export type Reaction = FederationReactionTable

/** Likes and shares of an event. */
export interface ReactionCounts {
  readonly likes: number
  readonly shares: number
}

export interface FederationActors {
  /** The actor with a name; undefined if there is none. */
  named(name: string): Promise<OwnActor | undefined>
  byId(id: number): Promise<OwnActor | undefined>
  /** Adds an actor, unless its name is taken or its item has one. Returns whether it was added. */
  add(actor: NewFederationActor): Promise<boolean>
}

export interface FederationFollowers {
  /**
   * Adds a follower, or renews it: one that was accepted stays accepted. Returns its state; undefined if its host has too many inboxes
   * already.
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
  /** Removes the followers on a host, and what waits for it. */
  removeHost(host: string): Promise<void>
}

export interface FederationPeers {
  byActor(actor: string): Promise<FederationPeer | undefined>
  byKey(keyId: string): Promise<FederationPeer | undefined>
  keep(peer: FederationPeer): Promise<void>
}

/** The events that other servers may know, and what they do with them. */
export interface FederationEvents {
  /**
   * The ids of the events that may be told of, newest first, and how many there are; of one organizer, or of all. `isUpcoming`: only
   * those that have not begun, in the order of their start.
   */
  page(query: {
    readonly organizer?: number | undefined
    readonly isUpcoming: boolean
    readonly page: number
    readonly perPage: number
    readonly moment: Moment
  }): Promise<{ readonly ids: readonly number[]; readonly total: number }>
  /** Those of these events that may be told of. */
  open(ids: readonly number[], moment: Moment): Promise<ReadonlySet<number>>
  /** The last news of these events that other servers have. */
  announced(ids: readonly number[]): Promise<ReadonlyMap<number, AnnouncedEvent>>
  reactions(ids: readonly number[]): Promise<ReadonlyMap<number, ReactionCounts>>
  /** The actors of the organizers of these events, in their order. */
  organizersOf(events: readonly number[]): Promise<ReadonlyMap<number, readonly OrganizerActor[]>>
  react(reaction: Reaction): Promise<void>
  /** Takes back a reaction, by the address of its activity, or by its kind and event (undefined for none). */
  unreact(actor: string, activity: string, kind: Reaction['kind'], event: number | undefined): Promise<void>
  /** Returns whether an activity came in lately. */
  isSeen(activity: string): Promise<boolean>
  /** Notes that an activity came in. Notes from before `forgotten` are deleted. */
  noteSeen(activity: string, at: number, forgotten: number): Promise<void>
}

/** A host that failed at the last attempt. */
export type FederationHost = FederationHostTable

/** An activity to send, and the inboxes that get it. */
export interface NewActivity {
  readonly actor_id: number
  readonly line: string
  readonly body: string
  /** Inboxes, each once; undefined: those of all followers of the actor. */
  readonly inboxes?: readonly string[]
}

/** The outcome of planning: activities, what other servers will have been told, and the revision up to which that is complete. */
export interface FederationPlan {
  readonly activities: readonly NewActivity[]
  readonly announced: readonly AnnouncedEvent[]
  readonly revision?: number
}

/** A delivery that is due. */
export interface DueDelivery {
  readonly id: number
  readonly activity_id: number
  readonly actor_id: number
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
  /** When it is tried again. */
  readonly next_utc: number
  /** How its host stands after this attempt: well again, as before, or failing. */
  readonly host: FederationHost | 'well' | 'same'
  /** Whether the inbox is gone, and with it those who follow by it. */
  readonly isGone: boolean
}

/** How deliveries keep up, for monitoring. */
export interface FederationHealth {
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

/** The part of the store for the process that delivers. */
export interface FederationQueue {
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
  /** The events whose changes are not planned yet, and the revision up to which; it begins with the newest one. */
  changed(limit: number): Promise<ChangedEvents>
  /** Occurrences that begin before `until` and that nobody was told of. */
  unannounced(now: Moment, limit: number): Promise<readonly number[]>
  plan(plan: FederationPlan, now: number): Promise<void>
  /** Deliveries that are due, the oldest of each line and inbox, a few of each host that fails. */
  due(now: number, limit: number): Promise<readonly DueDelivery[]>
  /** Those of these hosts that failed at the last attempt. */
  hosts(names: readonly string[]): Promise<ReadonlyMap<string, FederationHost>>
  settle(results: readonly FederationDeliveryResult[]): Promise<void>
  health(): Promise<FederationHealth>
}

export interface FederationStore {
  readonly actors: FederationActors
  readonly followers: FederationFollowers
  readonly peers: FederationPeers
  readonly events: FederationEvents
  readonly queue: FederationQueue
}

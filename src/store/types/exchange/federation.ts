/** Types of federation (contract §19) for other folders. Times are seconds since 1970 UTC. */
import type { Moment } from '../../../domain/time/moment.ts'
import type {
  FederationFollowerTable,
  FederationReactionTable,
  OwnActorTable,
  RemoteActorTable,
} from '../../tables.ts'
import type { WriteStamp } from '../write-stamp.ts'
import type { FederationQueue, LastTellingOfEventByOwnActor, NewActivity } from './federation-queue.ts'
import type { SentActivityStore } from './federation-sent.ts'
import type { DomainBlockStore, FollowingStore, IncomingEventStore } from './following.ts'

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

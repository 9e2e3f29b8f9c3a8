/** The tables of federation (contract §19). Instants as in the other tables; addresses are absolute URLs. */
import type { FollowingTables } from './following.ts'
import type { FederationSentTables } from './sent.ts'

/** Our actors. */
export interface OwnActorTable {
  id: number
  /** `calendar`, or the slug that its item had when it was opened; unique. */
  name: string
  kind: 'calendar' | 'group' | 'organizer'
  /** The item; 0 for the calendar. */
  item_id: number
  /** PEM. */
  private_key: string
  public_key: string
  created_utc: number
  /** As others were told last. `closed`: its item is not federated any more; `gone`: its item is no more. */
  state: 'open' | 'closed' | 'gone'
}

/** Actors of other servers that follow one of ours. */
export interface FederationFollowerTable {
  id: number
  actor_id: number
  /** The address of the follower. */
  follower: string
  host: string
  inbox: string
  /** Where activities for it are delivered: the inbox that its server shares, else its own. */
  delivered_to: string
  state: 'pending' | 'accepted'
  /** The address of the Follow, which an Accept names. */
  activity: string
  created_utc: number
}

/** Actors of other servers, as they were when they were fetched. */
export interface RemoteActorTable {
  actor: string
  key_id: string
  public_key: string
  inbox: string
  delivered_to: string
  name: string
  fetched_utc: number
}

/** Hosts that took nothing since an attempt failed. */
export interface FailingFederationHostTable {
  host: string
  /** Failures of the host itself, one after the other: while there are any, nothing goes to it before `retry_utc`. */
  failures: number
  failing_since_utc: number
  /** When it is tried again. */
  retry_utc: number
}

/** Activities that are on their way. */
interface FederationActivityTable {
  id: number
  actor_id: number
  /** Activities of one line are delivered in their order. */
  line: string
  /** JSON. */
  body: string
  created_utc: number
}

interface FederationDeliveryTable {
  id: number
  activity_id: number
  line: string
  inbox: string
  host: string
  attempts: number
  next_utc: number
}

/** Events that an actor of ours told others of. */
export interface FederationToldEventTable {
  event_id: number
  actor_id: number
  state: 'announced' | 'removed'
  /** The digest of the object that was sent last; "" for none. */
  fingerprint: string
  changed_utc: number
}

/** Likes and shares of events, and who did it. */
export interface FederationReactionTable {
  event_id: number
  kind: 'like' | 'share'
  actor: string
  activity: string
}

/** Activities that came in lately, so that none counts twice. */
interface FederationSeenTable {
  activity: string
  at_utc: number
}

export interface FederationTables extends FollowingTables, FederationSentTables {
  federation_actors: OwnActorTable
  federation_followers: FederationFollowerTable
  federation_peers: RemoteActorTable
  federation_hosts: FailingFederationHostTable
  federation_activities: FederationActivityTable
  federation_deliveries: FederationDeliveryTable
  federation_tellings: FederationToldEventTable
  federation_reactions: FederationReactionTable
  federation_seen: FederationSeenTable
  /** At most one row: every change up to this revision has its activities. */
  federation_cursor: { name: string; revision: number }
  /** At most one row: caches in front were told of every change up to this revision, with these settings. */
  purge_cursor: { name: string; revision: number; state: string }
}

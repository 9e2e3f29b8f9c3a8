/** The tables of federation (contract §19). Instants as in the other tables; addresses are absolute URLs. */
import type { deliveryFailureReasons } from '../../contract/operations/other-programs.ts'

/** Our actors. */
export interface OwnActor {
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
export interface FederationFollower {
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
export interface RemoteActor {
  actor: string
  key_id: string
  public_key: string
  inbox: string
  delivered_to: string
  name: string
  fetched_utc: number
}

/** Hosts that took nothing since an attempt failed. */
export interface FailingFederationHost {
  host: string
  /** Failures of the host itself, one after the other: while there are any, nothing goes to it before `retry_utc`. */
  failures: number
  failing_since_utc: number
  /** When it is tried again. */
  retry_utc: number
}

/** Activities that are on their way. */
export interface FederationActivityTable {
  id: number
  actor_id: number
  /** Activities of one line are delivered in their order. */
  line: string
  /** JSON. */
  body: string
  created_utc: number
}

export interface FederationDeliveryTable {
  id: number
  activity_id: number
  line: string
  inbox: string
  host: string
  attempts: number
  next_utc: number
}

/** Events that an actor of ours told others of. */
export interface LastTellingOfEventByOwnActor {
  event_id: number
  actor_id: number
  state: 'announced' | 'removed'
  /** The digest of the object that was sent last; "" for none. */
  fingerprint: string
  changed_utc: number
}

/** Likes and shares of events, and who did it. */
export interface ReceivedReaction {
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

// The tables of what the calendar follows on the social web (contract §19). Instants as in the other tables; addresses are absolute URLs.

/** Actors of other servers that the calendar follows. */
export interface FollowedActor {
  id: number
  /** Its address, unique. */
  actor: string
  host: string
  inbox: string
  state: 'pending' | 'accepted' | 'rejected'
  /** The status, the group and the category that its events get here. */
  status: 'pending' | 'publish'
  group_id: number | null
  category_id: number | null
  /** The address of our Follow, which its answer names. */
  activity: string
  created_utc: number
  /** When its outbox is to be read; null where that is done. */
  next_utc: number | null
}

/** Events of other servers, by their ids there. */
export interface IncomingEvent {
  /** The id of the event at its server. */
  object: string
  /** The event here; null while it waits to be read. */
  event_id: number | null
  /** The actor that it is attributed to; "" while it waits. */
  actor: string
  following_id: number
  /** When its server changed it last; while it waits, when it was first asked for. */
  updated_utc: number
  /** Field → what was sent and what was stored of it, as digests; JSON. */
  sent: string
  /** When it is read at its id; null for never. */
  next_utc: number | null
  /** Whether it is read again every day until it is over. */
  is_daily: 0 | 1
  /** The address of the image that is to be fetched; "" for none. */
  image: string
  /** When that is fetched; null for never. */
  image_utc: number | null
}

/** Domains that editors blocked. */
export interface BlockedDomain {
  domain: string
  created_utc: number
}

// The tables of what became of deliveries to other servers (contract §19). Instants as in the other tables.

/** Activities that went to all followers of an actor, the newest ones. */
export interface FederationSentTable {
  activity_id: number
  actor_id: number
  type: string
  /** 0 where it is about no event. */
  event_id: number
  created_utc: number
  /** The servers that it was for. */
  hosts: number
}

export type FederationFailureReason = (typeof deliveryFailureReasons)[number]

/** Activities that a server never got, and why. */
export interface FederationFailureTable {
  activity_id: number
  host: string
  reason: FederationFailureReason
  /** 0 where there was no response. */
  status: number
  at_utc: number
}

/** How attempts at a server ended. */
export interface FederationOutcomeTable {
  host: string
  delivered: number
  /** 0 for never. */
  delivered_utc: number
  failed: number
  failed_utc: number
  /** Of the last failure; "" where there was none. */
  reason: FederationFailureReason | ''
  status: number
  tried_utc: number
}

export interface FederationTables {
  federation_actors: OwnActor
  federation_followers: FederationFollower
  federation_peers: RemoteActor
  federation_hosts: FailingFederationHost
  federation_activities: FederationActivityTable
  federation_deliveries: FederationDeliveryTable
  federation_tellings: LastTellingOfEventByOwnActor
  federation_reactions: ReceivedReaction
  federation_seen: FederationSeenTable
  federation_following: FollowedActor
  federation_incoming: IncomingEvent
  federation_blocks: BlockedDomain
  federation_sent: FederationSentTable
  federation_failures: FederationFailureTable
  federation_outcomes: FederationOutcomeTable
  /** At most one row: every change up to this revision has its activities. */
  federation_cursor: { name: string; revision: number }
  /** At most one row: caches in front were told of every change up to this revision, with these settings. */
  purge_cursor: { name: string; revision: number; state: string }
}

import type {
  FailingFederationHost,
  FederationActivityTable,
  FederationDeliveryTable,
  FederationFailureReason,
  FederationFailureTable,
  FederationFollower,
  FederationOutcomeTable,
  FederationSentTable,
  FollowedActor,
  LastTellingOfEventByOwnActor,
  OwnActor,
} from '../tables.ts'

export type {
  BlockedDomain,
  FailingFederationHost,
  FederationFollower,
  FollowedActor,
  IncomingEvent,
  LastTellingOfEventByOwnActor,
  OwnActor,
  ReceivedReaction,
  RemoteActor,
} from '../tables.ts'

// Federation (contract §19). Times are seconds since 1970 UTC.

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
export type NewFederationFollower = Omit<FederationFollower, 'id'>
/** A follower with the name and the kind of the actor of ours that it follows. */
export type ListedFollower = FederationFollower & Pick<OwnActor, 'name' | 'kind'>
/** An actor of ours as events name it. */
export type EventActor = Pick<OwnActor, 'id' | 'kind' | 'name'>

/** Likes and shares of an event. */
export interface ReactionCounts {
  readonly likes: number
  readonly shares: number
}

/** A part of a list of actors. */
export interface FederationListQuery<S extends string> {
  readonly page: number
  readonly per_page: number
  /** What their addresses contain. */
  readonly search?: string | undefined
  readonly state?: S | undefined
}

// Types of what is sent to other servers (contract §19). Times are seconds since 1970 UTC.

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

export type DueDelivery = Readonly<
  Omit<FederationDeliveryTable, 'next_utc'> & Pick<FederationActivityTable, 'actor_id' | 'body'>
>

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
export interface SentActivity extends FederationSentTable, Pick<OwnActor, 'kind' | 'name'> {
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

// What the calendar follows on the social web (contract §19). Times are seconds since 1970 UTC.

/** An actor of another server that the calendar begins to follow. */
export type NewFollowedActor = Omit<FollowedActor, 'id'>

/** The end of following an actor. */
export interface UnfollowRequest {
  readonly undo: NewActivity
  /** Whether its events were removed, so that nothing of them is known any more. */
  readonly removes: boolean
}

/** The hosts that a block ends, and what tells a server that one of its actors is followed no more. */
export interface HostBlock {
  readonly isBlocked: (host: string) => boolean
  readonly undoOf: (followed: FollowedActor) => NewActivity
}

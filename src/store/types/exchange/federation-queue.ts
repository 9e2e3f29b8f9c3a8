/** Types of what is sent to other servers (contract §19). Times are seconds since 1970 UTC. */
import type { Moment } from '../../../domain/time/moment.ts'
import type {
  FailingFederationHostTable,
  FederationSentTable,
  FederationToldEventTable,
} from '../../tables.ts'
import type { DeliveryFailureCause } from './federation-sent.ts'

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

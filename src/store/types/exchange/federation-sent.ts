/** Types of what became of deliveries to other servers (contract §19). Times are seconds since 1970 UTC. */
import type {
  FederationFailureReason,
  FederationFailureTable,
  FederationOutcomeTable,
  FederationSentTable,
  OwnActorTable,
} from '../../tables.ts'

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

/** The tables of what became of deliveries to other servers (contract §19). Instants as in the other tables. */
import type { deliveryFailureReasons } from '../../contract/operations/integrations/followers.ts'

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

export interface FederationSentTables {
  federation_sent: FederationSentTable
  federation_failures: FederationFailureTable
  federation_outcomes: FederationOutcomeTable
}

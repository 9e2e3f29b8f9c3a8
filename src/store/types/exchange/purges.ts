/** Purges of caches in front of the service: types only. */
import type { ResourceName } from '../../../contract/resources/index.ts'

/** The writes since the last purge. */
export interface WaitingPurge {
  readonly items: readonly { readonly resource: ResourceName; readonly item_id: number }[]
  /** Whether every answer may be another one: the settings or the configuration changed, or nobody knows what did. */
  readonly isOfAll: boolean
  readonly upTo: number
  /** A digest of the settings and the configuration. */
  readonly state: string
}

/** The part of the store for the process that sends purges. */
export interface CachePurgeStore {
  /** Takes or renews the lease for so many seconds. Returns whether `holder` has it. */
  lease(holder: string, seconds: number): Promise<boolean>
  release(holder: string): Promise<void>
  /** The revision of the newest write. */
  revision(): Promise<number>
  /** The writes since the last purge, up to a revision; undefined if there are none, and the configuration is the same. */
  waiting(upTo: number, configuration: string): Promise<WaitingPurge | undefined>
  /** Saves that a purge was sent. */
  sent(purge: WaitingPurge): Promise<void>
  /** How many revisions were written since the last purge; 0 before the first one. */
  behind(): Promise<number>
}

/** How the application answers other servers: types only. */
import type { DeliveryAttemptCounts } from './observability/metric-families.ts'

/** A response of federation. */
export interface FederationResponse {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
}

/** A request of another server, as it came. */
interface SignedRequest {
  readonly method: string
  /** The path and the query, as sent. */
  readonly target: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Buffer
}

/** A request to an inbox. */
interface InboxRequest extends SignedRequest {
  /** The path below the base address. */
  readonly path: string
  /** The address that it comes from. */
  readonly address: string
}

/** How the application answers other servers. */
export interface ToolsAnsweringOtherServers {
  /** Returns what is at a path below the base address; undefined for nothing. */
  answerAt(path: string, query: URLSearchParams): Promise<FederationResponse | undefined>
  /** Returns the object of the event with a slug; undefined if there is none that others may read. */
  eventWithSlug(slug: string): Promise<FederationResponse | undefined>
  /** The counts of this process's attempts since it started. */
  counts(): DeliveryAttemptCounts
  /** Returns the response to an activity. */
  receive(request: InboxRequest): Promise<FederationResponse>
  /** Returns the refusal of a read that a blocked host has signed; undefined for all others. */
  refuseReader(request: SignedRequest): Promise<FederationResponse | undefined>
}

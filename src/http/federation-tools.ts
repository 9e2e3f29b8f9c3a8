/** How the application answers other servers: types only. */
import type { Context } from '../api/context.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import type { FollowedActor, WriteStamp } from '../store/store.ts'
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

/** A follower, and the address of the actor of ours that it follows. */
export interface FederationFollowerShown {
  readonly id: number
  /** The address of the follower. */
  readonly follower: string
  readonly target: string
  readonly state: 'pending' | 'accepted'
  readonly created_utc: number
}

/** An actor to follow, and what becomes of its events. */
interface FollowingWish {
  readonly actor: string
  readonly group?: GroupTarget | null | undefined
  readonly category?: number | null | undefined
  readonly status: FollowedActor['status']
}

/** A blocked domain. */
export interface BlockedDomainShown {
  readonly domain: string
  readonly created_utc: number
  /** Whether the configuration blocks it. */
  readonly isFixed: boolean
}

/** The acts of editors on followed actors. Each throws 404 for an unknown id. */
interface FollowingTools {
  page(
    page: number,
    perPage: number,
  ): Promise<{ readonly following: readonly FollowedActor[]; readonly total: number }>
  read(id: number): Promise<FollowedActor>
  /** Throws 400, 403 or 409. */
  add(wish: FollowingWish, context: Context): Promise<FollowedActor>
  /** Returns the actor as it stood. */
  remove(id: number, removes: boolean, context: Context): Promise<FollowedActor>
}

interface BlockTools {
  all(): Promise<readonly BlockedDomainShown[]>
  /** Throws 400. */
  block(domain: string, writer: WriteStamp): Promise<BlockedDomainShown>
  /** Throws 404 or 409. */
  unblock(domain: string, writer: WriteStamp): Promise<BlockedDomainShown>
}

/** How the application answers other servers. */
export interface ToolsAnsweringOtherServers {
  /** Makes the calendar’s actor where there is none yet. */
  prepare(): Promise<void>
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  readonly following: FollowingTools
  readonly blocks: BlockTools
  /** Returns what is at a path below the base address; undefined for nothing. */
  answerAt(path: string, query: URLSearchParams): Promise<FederationResponse | undefined>
  /** Returns the object of the event with a slug; undefined if there is none that others may read. */
  eventWithSlug(slug: string): Promise<FederationResponse | undefined>
  /** The counts of this process's attempts since it started. */
  counts(): DeliveryAttemptCounts
  /** Returns a page of the followers, newest first, and how many there are. */
  followers(
    page: number,
    perPage: number,
  ): Promise<{ readonly followers: readonly FederationFollowerShown[]; readonly total: number }>
  /** Accepts or removes a follower, and tells its server. Returns it as it is then, or stood. Throws 404. */
  decide(id: number, type: 'Accept' | 'Reject', writer: WriteStamp): Promise<FederationFollowerShown>
  /** Returns the response to an activity. */
  receive(request: InboxRequest): Promise<FederationResponse>
  /** Returns the refusal of a read that a blocked host has signed; undefined for all others. */
  refuseReader(request: SignedRequest): Promise<FederationResponse | undefined>
}

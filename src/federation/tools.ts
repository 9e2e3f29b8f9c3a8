/** What federation does for editors: types only. */
import type { Context } from '../api/context.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import type { FollowedActor, WriteStamp } from '../store/store.ts'

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

/** What federation does for editors. */
export interface FederationForEditors {
  /** Makes the calendar’s actor where there is none yet. */
  prepare(): Promise<void>
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  readonly following: FollowingTools
  readonly blocks: BlockTools
  /** Returns a page of the followers, newest first, and how many there are. */
  followers(
    page: number,
    perPage: number,
  ): Promise<{ readonly followers: readonly FederationFollowerShown[]; readonly total: number }>
  /** Accepts or removes a follower, and tells its server. Returns it as it is then, or stood. Throws 404. */
  decide(id: number, type: 'Accept' | 'Reject', writer: WriteStamp): Promise<FederationFollowerShown>
}

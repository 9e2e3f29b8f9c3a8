/** The acts of editors on followed actors and blocked domains, as the application needs them. */
import type { Context } from '../../actions/context.ts'
import type { FederationStore, FollowedActor, WriteStamp } from '../../store/store.ts'
import type { RemoteReadingParts } from '../remote/fetching.ts'
import { blockDomain, blockedDomains, type ShownBlockedDomain, unblockDomain } from './blocks.ts'
import { followActor, type NewFollowingArgs, requireFollowedActorById, unfollowActor } from './following.ts'

export interface FollowingOperations {
  readonly following: {
    page: FederationStore['following']['page']
    read(id: number): Promise<FollowedActor>
    add(args: NewFollowingArgs, context: Context): Promise<FollowedActor>
    remove(id: number, removes: boolean, context: Context): Promise<FollowedActor>
  }
  readonly blocks: {
    all(): Promise<readonly ShownBlockedDomain[]>
    block(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
    unblock(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
  }
}

/** Returns what follows actors and blocks domains, over one service. */
export function followingOperationsOf(reading: RemoteReadingParts): FollowingOperations {
  const { source } = reading
  return {
    following: {
      page: (page, perPage) => source.context().store.federation.following.page(page, perPage),
      read: (id) => requireFollowedActorById(source, id),
      add: (args, context) => followActor(reading, args, context),
      remove: (id, removes, context) => unfollowActor(source, id, removes, context),
    },
    blocks: {
      all: () => blockedDomains(source),
      block: (domain, writer) => blockDomain(source, domain, writer),
      unblock: (domain, writer) => unblockDomain(source, domain, writer),
    },
  }
}

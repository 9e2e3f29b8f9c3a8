/** The followers of our actors, and decisions of editors about them (contract §19). */
import { Problem } from '../problem.ts'
import type { ListedFollower, WriteStamp } from '../store/store.ts'
import { actorAddress } from './addresses.ts'
import type { FederationParts } from './federation-parts.ts'
import { makeAnswerActivity, makeFollowActivity } from './inbox/effects.ts'
import { ownActor } from './own-actors.ts'

/** A follower, and the address of the actor of ours that it follows. */
export interface ShownFollower extends Pick<ListedFollower, 'id' | 'follower' | 'state' | 'created_utc'> {
  readonly target: string
}

const shown = ({ place }: FederationParts, listed: ListedFollower): ShownFollower => ({
  ...listed,
  target: actorAddress(place, listed),
})

/** Returns a page of the followers, newest first, and how many there are. */
export async function listFollowersWithTotal(source: FederationParts, page: number, perPage: number) {
  const { followers, total } = await source.context().store.federation.followers.page(page, perPage)
  return { followers: followers.map((one) => shown(source, one)), total }
}

/** Accepts a follower that waits, or removes one, and tells its server. Returns the follower after it, or as it stood. Throws 404. */
export async function decideOnFollower(
  source: FederationParts,
  id: number,
  type: 'Accept' | 'Reject',
  writer: WriteStamp,
): Promise<ShownFollower> {
  const { followers } = source.context().store.federation
  const found = await followers.byId(id)
  const actor = found && (await ownActor(source, found.name))
  if (found === undefined || actor === undefined) throw new Problem('follower-not-found')
  const { inbox, activity, follower } = found
  const object = makeFollowActivity(activity, follower, actorAddress(source.place, actor))
  const reply = makeAnswerActivity(source, actor, type, { inbox, activity, object })
  if (type === 'Reject') await followers.reject(found, reply, writer)
  else await followers.approve(found, reply, writer)
  return shown(source, { ...found, ...(type === 'Accept' && { state: 'accepted' as const }) })
}

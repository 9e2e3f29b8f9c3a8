/** The effects of activities about events of other servers, and of answers to our Follows (contract §19). */
import type { FollowedActor } from '../../store/store.ts'
import { pathOfOwnAddress } from '../addresses.ts'
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'
import type { Activity, ReceivedActivity } from '../inbox/activities.ts'
import {
  addressAtKey,
  isOneOrigin,
  objectsAtKey,
  type RemoteObject,
  textAtKey,
} from '../remote/remote-object.ts'
import { storeArrivedEvent, trashArrivedEvent } from './applying.ts'
import { attributedActorOf, remoteEventFromObject } from './event-args.ts'

const followedBy = async ({ context }: FederationParts, actor: string | undefined) => {
  const found = actor === undefined ? undefined : await context().store.federation.following.byActor(actor)
  return found?.state === 'accepted' ? found : undefined
}

/** Returns whether an answer is about our Follow: by its address, or by its parts. */
function isAboutFollow({ object, embedded }: Activity, followed: FollowedActor, { place }: FederationParts) {
  if (object === followed.activity) return true
  const [by, of] = [addressAtKey(embedded, 'actor'), addressAtKey(embedded, 'object')]
  const isOurs = by !== undefined && pathOfOwnAddress(place, by) !== undefined
  return textAtKey(embedded, 'type') === 'Follow' && isOurs && of === followed.actor
}

/** Notes the answer of an actor that the calendar follows. */
export async function noteFollowAnswer(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
  state: 'accepted' | 'rejected',
): Promise<void> {
  const { following } = source.context().store.federation
  const followed = await following.byActor(peer.actor)
  if (followed !== undefined && isAboutFollow(activity, followed, source))
    await following.answer(followed.id, state, nowInSeconds(source))
}

/** Asks that an event is read at its id: what it says there counts, not what somebody else says of it. */
async function askFor(
  source: FederationParts,
  object: string,
  following: FollowedActor,
  isDaily = false,
): Promise<void> {
  if (pathOfOwnAddress(source.place, object) !== undefined) return
  const wanted = { object, following_id: following.id, isDaily }
  await source.context().store.federation.incoming.ask(wanted, nowInSeconds(source))
}

/** Applies a Create or an Update of an event. */
export async function receiveEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const { embedded, object } = activity
  if (object === undefined) return
  const { store, moment } = source.context()
  const known = await store.federation.incoming.byObject(object)
  const author = embedded === undefined ? undefined : attributedActorOf(embedded)
  const following = (await followedBy(source, peer.actor)) ?? (await followedBy(source, author))
  if (following === undefined) return
  const event = embedded && remoteEventFromObject(embedded, moment)
  const isOwn = author === peer.actor && (known?.event_id == null || known.actor === peer.actor)
  if (event !== undefined && isOwn && following.actor === peer.actor)
    await storeArrivedEvent(source, { event, following })
  else if (embedded === undefined || textAtKey(embedded, 'type') === 'Event')
    await askFor(source, object, following)
}

/** Removes an event whose own actor says so; for others it is read at its id. */
export async function removeEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const { object } = activity
  const { incoming, following } = source.context().store.federation
  const known = object === undefined ? undefined : await incoming.byObject(object)
  if (known === undefined || known.event_id === null) return
  const followed = await following.byId(known.following_id)
  if (followed === undefined) return
  if (known.actor === peer.actor) await trashArrivedEvent(source, known.object)
  else await askFor(source, known.object, followed)
}

/** Returns the address of what an Announce is about: an object, or that of an activity, as groups announce. */
function announcedAddress({ object, embedded }: Pick<Activity, 'object' | 'embedded'>): string | undefined {
  const isActivity = ['Create', 'Update'].includes(textAtKey(embedded, 'type') ?? '')
  return isActivity ? addressAtKey(embedded, 'object') : object
}

/**
 * Asks for an event that a followed actor announces: it is read at its own host, and again every day. Its own actor sends what changes,
 * and announces what it has sent.
 */
export async function requestAnnouncedEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const following = await followedBy(source, peer.actor)
  const object = announcedAddress(activity)
  if (following === undefined || object === undefined) return
  const known = await source.context().store.federation.incoming.byObject(object)
  if (known?.event_id == null || known.actor !== peer.actor) await askFor(source, object, following, true)
}

/** Applies an item of the outbox of a followed actor: an activity, an event, or the address of either. */
export async function receiveOutboxItem(
  source: FederationParts,
  item: unknown,
  following: FollowedActor,
): Promise<boolean> {
  const [whole] = objectsAtKey({ item }, 'item')
  const type = textAtKey(whole, 'type')
  const isActivity = type === 'Create' || type === 'Announce' || type === 'Update'
  const address = isActivity ? addressAtKey(whole, 'object') : addressAtKey({ item }, 'item')
  if (address === undefined || (type !== undefined && !isActivity && type !== 'Event')) return false
  const [inner] = isActivity ? objectsAtKey(whole, 'object') : [whole]
  const event = inner && remoteEventFromObject(inner, source.context().moment)
  const isOwn = isOneOrigin(following.actor, address) && isAttributed(inner, following)
  if (event !== undefined && isOwn && type !== 'Announce') {
    if (event.end < nowInSeconds(source)) return false
    await storeArrivedEvent(source, { event, following })
  } else await askFor(source, address, following, type === 'Announce')
  return true
}

const isAttributed = (object: RemoteObject | undefined, { actor }: FollowedActor) =>
  object !== undefined && attributedActorOf(object) === actor

/** Activities that come in: who sent them, and their effects. */
import { createHash } from 'node:crypto'
import type { NewActivity, OwnActor } from '../store/store.ts'
import type { FederationAnswer } from './documents.ts'
import { withJsonLdContext } from './event-object.ts'
import {
  actorAddress,
  actorNameAt,
  eventIdAt,
  type FederationParts,
  isAnyHostBlocked,
  nowInSeconds,
  ownActorAt,
  ownActorOfCalendar,
} from './own-actors.ts'
import { noteFollowAnswer, receiveEvent, removeEvent, requestAnnouncedEvent } from './reading.ts'
import { signerFinder } from './remote.ts'
import {
  type Activity,
  activityFromRemoteObject,
  addressAtKey,
  hostOf,
  isActivityOfOneHost,
  parseJsonObjectBytes,
  type ReceivedActivity,
  textAtKey,
} from './remote-object.ts'
import { isSignatureFault, type RequestToVerify, signatureClaimOf } from './signatures.ts'

// The effects of activities on us: who follows, likes and shares.

const digestOfText = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Returns the answer of one of our actors to an activity, for the inbox of its sender. */
export function makeAnswerActivity(
  { place }: Pick<FederationParts, 'place'>,
  actor: OwnActor,
  type: 'Accept' | 'Reject' | 'Ignore',
  to: { readonly inbox: string; readonly activity: string; readonly object: unknown },
): NewActivity {
  const own = actorAddress(place, actor)
  const digest = digestOfText(`${type} ${to.activity}`)
  const body = withJsonLdContext({ id: `${own}#${type}-${digest}`, type, actor: own, object: to.object })
  return {
    actor_id: actor.id,
    line: `reply ${digestOfText(to.activity)}`,
    body: JSON.stringify(body),
    inboxes: [to.inbox],
  }
}

/** Queues an answer to an activity, unless its host has left many waiting: it hears of those when it takes them. */
async function plan(source: FederationParts, { peer }: ReceivedActivity, reply: NewActivity): Promise<void> {
  const { queue } = source.context().store.federation
  if (await queue.hasRoomFor(hostOf(peer.inbox)))
    await queue.plan({ activities: [reply], announced: [] }, nowInSeconds(source))
}

/** Returns the Follow activity that an answer repeats: servers look for its parts. */
export const makeFollowActivity = (id: string, follower: string, followed: string) => ({
  id,
  type: 'Follow',
  actor: follower,
  object: followed,
})

async function follow(source: FederationParts, received: ReceivedActivity): Promise<void> {
  const { activity, peer } = received
  const { place, context } = source
  const actor = await ownActorAt(source, activity.object ?? '')
  if (actor === undefined || actor.standing === 'gone') return
  const { followers } = context().store.federation
  const object = makeFollowActivity(activity.id, peer.actor, actorAddress(place, actor))
  const reply = (type: 'Accept' | 'Reject') =>
    makeAnswerActivity(source, actor, type, { inbox: peer.inbox, activity: activity.id, object })
  if (actor.standing === 'closed') return plan(source, received, reply('Reject'))
  const state = await followers.add({
    actor_id: actor.id,
    follower: peer.actor,
    host: hostOf(peer.actor),
    inbox: peer.inbox,
    delivered_to: peer.delivered_to,
    state: source.approves ? 'pending' : 'accepted',
    activity: activity.id,
    created_utc: nowInSeconds(source),
  })
  if (state === 'accepted') await plan(source, received, reply('Accept'))
}

async function react(
  { place, context }: FederationParts,
  { activity, peer }: ReceivedActivity,
  kind: 'like' | 'share',
) {
  const { store, moment } = context()
  const { events } = store.federation
  const event_id = eventIdAt(place, activity.object ?? '')
  if (event_id === undefined || !(await events.open([event_id], moment)).has(event_id)) return
  await events.react({ event_id, kind, actor: peer.actor, activity: activity.id })
}

/** Takes back a Follow, a Like or an Announce: by its address, or by what it was about. */
async function undo(
  { place, context }: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const { embedded, object: undone } = activity
  const sender = addressAtKey(embedded, 'actor')
  if (undone === undefined || (sender !== undefined && sender !== peer.actor)) return
  const { store, moment } = context()
  const { followers, events, actors } = store.federation
  const about = addressAtKey(embedded, 'object') ?? ''
  const type = textAtKey(embedded, 'type')
  const name = type === 'Follow' ? actorNameAt(place, about) : undefined
  const actor = name === undefined ? undefined : await actors.named(name, moment)
  await followers.leave(peer.actor, undone, actor?.id)
  await events.unreact(peer.actor, undone, type === 'Like' ? 'like' : 'share', eventIdAt(place, about))
}

/** Tells who wants to join an event that nobody joins here. */
async function ignoreJoin(source: FederationParts, received: ReceivedActivity): Promise<void> {
  const { activity, peer } = received
  if (eventIdAt(source.place, activity.object ?? '') === undefined) return
  const to = { inbox: peer.inbox, activity: activity.id, object: activity.id }
  await plan(source, received, makeAnswerActivity(source, await ownActorOfCalendar(source), 'Ignore', to))
}

/** Forgets an actor that is deleted; removes an event that is. */
async function remove(source: FederationParts, received: ReceivedActivity): Promise<void> {
  const { activity, peer } = received
  if (activity.object !== peer.actor) return removeEvent(source, received)
  const { followers, following } = source.context().store.federation
  await followers.forget(peer.actor)
  const followed = await following.byActor(peer.actor)
  if (followed !== undefined) await following.answer(followed.id, 'rejected', nowInSeconds(source))
}

type Effect = (source: FederationParts, received: ReceivedActivity) => Promise<void>

const effects: Readonly<Record<string, Effect>> = {
  Follow: follow,
  Undo: undo,
  Delete: remove,
  Like: (source, received) => react(source, received, 'like'),
  async Announce(source, received) {
    await react(source, received, 'share')
    await requestAnnouncedEvent(source, received)
  },
  Create: receiveEvent,
  Update: receiveEvent,
  Accept: (source, received) => noteFollowAnswer(source, received, 'accepted'),
  Reject: (source, received) => noteFollowAnswer(source, received, 'rejected'),
  Join: ignoreJoin,
}

/** Applies an activity. One of another type has no effect. */
async function applyActivity(source: FederationParts, received: ReceivedActivity): Promise<void> {
  const { type } = received.activity
  if (Object.hasOwn(effects, type)) await effects[type]?.(source, received)
}

// Receiving activities: who sent them is proven before they have any effect.

/** A request to an inbox. `path` is below the base address, `address` that of who sends it. */
interface InboxRequest extends RequestToVerify {
  readonly path: string
  readonly address: string
}

/** Seconds for which activities are remembered: longer than signatures are valid. */
const REMEMBERED = 3 * 3600

const accepted: FederationAnswer = { status: 202, type: 'application/json; charset=utf-8', body: '{}' }

const refused = (status: number, message: string): FederationAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  body: JSON.stringify({ message }),
})

/** Seconds after which a request is sent again whose key could not be fetched. */
const FETCHED_LATER = 60

const blocked = refused(403, 'This host is blocked.')

/**
 * Returns the refusal of a read that a blocked host has signed; undefined for all others. The key is not fetched: who claims the name of a
 * blocked host is answered like it.
 */
export async function blockedReaderAnswer(
  source: FederationParts,
  request: RequestToVerify,
): Promise<FederationAnswer | undefined> {
  const claim = signatureClaimOf(request, source.place.site, nowInSeconds(source))
  if (isSignatureFault(claim) || !URL.canParse(claim.keyId)) return undefined
  return (await isAnyHostBlocked(source, hostOf(claim.keyId))) ? blocked : undefined
}

async function isInbox(source: FederationParts, path: string): Promise<boolean> {
  if (path === '/ap/inbox') return true
  const [, of] = /^(.*)\/inbox$/.exec(path) ?? []
  return of !== undefined && (await ownActorAt(source, `${source.place.base}${of}`)) !== undefined
}

/** Actors are deleted with their keys: then nothing proves it any more, and if nothing is known of one, nothing has to be done. */
const isFarewell = ({ type, object, actor }: Activity) => type === 'Delete' && object === actor

/** Activities of which the state of what they change says whether they count: the ids of a server for all its Follows may be equal. */
const unremembered = ['Follow', 'Undo', 'Accept', 'Reject', 'Like']

/** Applies an activity once. A sender that got no answer sends it again. */
async function applyOnce(source: FederationParts, received: Parameters<typeof applyActivity>[1]) {
  const { id, type } = received.activity
  if (unremembered.includes(type)) return applyActivity(source, received)
  const { events } = source.context().store.federation
  const key = createHash('sha256').update(`${type} ${id}`).digest('hex')
  if (await events.isSeen(key)) return
  await applyActivity(source, received)
  await events.noteSeen(key, nowInSeconds(source), nowInSeconds(source) - REMEMBERED)
}

/** Returns the function that receives requests to inboxes. */
export function makeInboxReceiver(
  source: FederationParts,
): (request: InboxRequest) => Promise<FederationAnswer> {
  const signerOf = signerFinder(source)
  return async (request) => {
    if (!(await isInbox(source, request.path))) return refused(404, 'There is no inbox at this address.')
    const activity = activityFromRemoteObject(parseJsonObjectBytes(request.body))
    if (activity === undefined)
      return refused(400, 'The body is no activity with an id, a type and an actor.')
    const claim = signatureClaimOf(request, source.place.site, nowInSeconds(source))
    if (isSignatureFault(claim)) return refused(401, claim.fault)
    if (!URL.canParse(claim.keyId)) return refused(401, 'The key has no address.')
    if (await isAnyHostBlocked(source, hostOf(claim.keyId), hostOf(activity.actor))) return blocked
    const signer = await signerOf(claim, activity.actor, request.address)
    if ('fault' in signer) {
      if (signer.isGone && isFarewell(activity)) return accepted
      const message = `The signature could not be verified: ${signer.fault}.`
      return signer.isEarly ? { ...refused(503, message), retryAfter: FETCHED_LATER } : refused(401, message)
    }
    if (signer.peer.actor !== activity.actor) return refused(401, 'The key is not that of the actor.')
    if (!isActivityOfOneHost(activity))
      return refused(401, 'The activity, its actor and its object are not of one host.')
    await applyOnce(source, { activity, peer: signer.peer })
    return accepted
  }
}

/** The effects of activities on us: who follows, likes and shares. */
import { createHash } from 'node:crypto'
import type { NewActivity, OwnActor } from '../../store/store.ts'
import { actorAddress, actorNameAt, eventIdAt } from '../addresses.ts'
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'
import { noteFollowAnswer, receiveEvent, removeEvent, requestAnnouncedEvent } from '../incoming/effects.ts'
import { withJsonLdContext } from '../objects/context.ts'
import { ownActorAt, ownActorOfCalendar } from '../own-actors.ts'
import { addressAtKey, hostOf, textAtKey } from '../remote/remote-object.ts'
import type { ReceivedActivity } from './activities.ts'

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
export async function applyActivity(source: FederationParts, received: ReceivedActivity): Promise<void> {
  const { type } = received.activity
  if (Object.hasOwn(effects, type)) await effects[type]?.(source, received)
}

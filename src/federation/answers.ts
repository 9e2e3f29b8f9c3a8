/** The answers to those who read: our documents by their paths. */
import { CALENDAR_ACTOR_NAME, eventIdAt } from './addresses.ts'
import {
  actorDocument,
  actorNameInResource,
  closedActorDocument,
  nodeInfo,
  nodeInfoLinks,
  webFingerOf,
} from './documents/actors.ts'
import {
  creationActivityOf,
  eventsCollectionOf,
  followersCollectionOf,
  pageNumberFromText,
} from './documents/collections.ts'
import { publicEventObjectsById } from './documents/events-as-objects.ts'
import type { FederationParts } from './federation-parts.ts'
import { serializeActivityAsJson, withJsonLdContext } from './objects/context.ts'
import { tombstoneAt, tombstoneOfEventId } from './objects/event-object.ts'
import { ownActor, ownActorAt } from './own-actors.ts'

export const ACTIVITY_TYPE = 'application/activity+json; charset=utf-8'

/** A response of federation. */
export interface FederationAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
  /** Seconds after which the request may be sent again. */
  readonly retryAfter?: number
}

const answer = (object: object, status = 200, type = ACTIVITY_TYPE): FederationAnswer => ({
  status,
  type,
  body: serializeActivityAsJson(object),
})

const json = 'application/json; charset=utf-8'

/** Returns the object of an event, or a tombstone where it was told of and is gone; undefined for others. */
export async function eventAnswer(
  source: FederationParts,
  id: number,
): Promise<FederationAnswer | undefined> {
  const told = (await publicEventObjectsById(source, [id])).get(id)
  if (told !== undefined) return answer(withJsonLdContext(told.object))
  const tellings = await source.context().store.federation.events.tellings([id])
  return tellings.length > 0
    ? answer(withJsonLdContext(tombstoneOfEventId(source.place, id)), 410)
    : undefined
}

/** Returns the Create of an event, at its address, by an actor that may tell of it. */
async function creationAnswer(source: FederationParts, id: number, name: string) {
  const { store, moment } = source.context()
  const senders = (await store.federation.events.senders([id], moment)).get(id) ?? []
  const [told, actor] = [
    (await publicEventObjectsById(source, [id])).get(id),
    senders.find((one) => one.name === name),
  ]
  return told && actor && answer(withJsonLdContext(creationActivityOf(source.place, actor, told.object)))
}

/** The parts of an actor that are read: the actor itself, and its collections, which only open ones have. */
async function actorAnswer(source: FederationParts, address: string, page: number | undefined) {
  const [, of = address, part] = /^(.*)\/(outbox|followers|upcoming)$/.exec(address) ?? []
  const actor = await ownActorAt(source, of)
  if (actor === undefined) return undefined
  if (actor.standing === 'gone') return answer(withJsonLdContext(tombstoneAt(of, 'Group')), 410)
  if (actor.standing === 'closed')
    return part === undefined ? answer(closedActorDocument(source, actor)) : undefined
  if (part === undefined) return answer(await actorDocument(source, actor))
  if (part === 'followers') return answer(await followersCollectionOf(source, actor))
  return answer(await eventsCollectionOf(source, actor, { page, isUpcoming: part === 'upcoming' }))
}

async function webFinger(source: FederationParts, resource: string | null) {
  if (resource === null) return answer({ message: 'WebFinger needs a resource (RFC 7033).' }, 400, json)
  const name = actorNameInResource(source.place, resource)
  const actor = name === undefined ? undefined : await ownActor(source, name)
  if (actor?.standing !== 'open') return undefined
  return answer(await webFingerOf(source, actor), 200, 'application/jrd+json; charset=utf-8')
}

/** Returns the answer to a GET at a path below the base address; undefined if there is nothing. */
export async function answerAt(
  source: FederationParts,
  path: string,
  query: URLSearchParams,
): Promise<FederationAnswer | undefined> {
  const { place } = source
  const address = `${place.base}${path}`
  if (path === '/.well-known/webfinger') return webFinger(source, query.get('resource'))
  if (path === '/.well-known/nodeinfo') return answer(nodeInfoLinks(place), 200, json)
  if (path === '/ap/nodeinfo/2.1') return answer(await nodeInfo(source), 200, json)
  const event = eventIdAt(place, address)
  if (event !== undefined) return eventAnswer(source, event)
  const [, digits, name = CALENDAR_ACTOR_NAME] =
    /^\/ap\/events\/(\d{1,15})\/create(?:\/([a-z0-9-]+))?$/.exec(path) ?? []
  if (digits !== undefined) return creationAnswer(source, Number(digits), name)
  return actorAnswer(source, address, pageNumberFromText(query.get('page')))
}

/** The answers to those who read: our documents by their paths. */
import type { OwnActor } from '../store/store.ts'
import { actorNameAt, CALENDAR, eventIdAt } from './addresses.ts'
import { actorDocument, nodeInfo, nodeInfoLinks, resourceName, webFingerOf } from './documents/actors.ts'
import { collectionOf, creationOf, followersOf, pageNumber } from './documents/collections.ts'
import { toldEvents } from './documents/told-events.ts'
import { activityJson, withContext } from './objects/context.ts'
import { tombstoneOf } from './objects/event-object.ts'
import { calendarActor, type FederationSource } from './source.ts'

export const ACTIVITY_TYPE = 'application/activity+json; charset=utf-8'

/** A response of federation. */
export interface FederationAnswer {
  readonly status: number
  readonly type: string
  readonly body: string
}

const answer = (object: object, status = 200, type = ACTIVITY_TYPE): FederationAnswer => ({
  status,
  type,
  body: activityJson(object),
})

const json = 'application/json; charset=utf-8'

/** Returns the actor of ours with a name; undefined if there is none. */
export async function ownActor(source: FederationSource, name: string): Promise<OwnActor | undefined> {
  if (name === CALENDAR) return calendarActor(source)
  return source.context().store.federation.actors.named(name)
}

/** Returns the object of an event, or a tombstone where it was told of and is gone; undefined for others. */
export async function eventAnswer(
  source: FederationSource,
  id: number,
): Promise<FederationAnswer | undefined> {
  const told = (await toldEvents(source, [id])).get(id)
  if (told !== undefined) return answer(withContext(told.object))
  const known = await source.context().store.federation.events.announced([id])
  return known.has(id) ? answer(withContext(tombstoneOf(source.place, id)), 410) : undefined
}

/** Returns the Create of an event, at its address. */
async function creationAnswer(source: FederationSource, id: number, name: string) {
  const [told, actor] = [(await toldEvents(source, [id])).get(id), await ownActor(source, name)]
  return told && actor && answer(withContext(creationOf(source.place, actor, told.object)))
}

/** The parts of an actor that are read: the actor itself, and its collections. */
async function actorAnswer(source: FederationSource, address: string, page: number | undefined) {
  const [, of = address, part] = /^(.*)\/(outbox|followers|upcoming)$/.exec(address) ?? []
  const name = actorNameAt(source.place, of)
  const actor = name === undefined ? undefined : await ownActor(source, name)
  if (actor === undefined) return undefined
  if (part === undefined) return answer(await actorDocument(source, actor))
  if (part === 'followers') return answer(await followersOf(source, actor))
  return answer(await collectionOf(source, actor, { page, isUpcoming: part === 'upcoming' }))
}

async function webFinger(source: FederationSource, resource: string) {
  const name = resourceName(source.place, resource)
  const actor = name === undefined ? undefined : await ownActor(source, name)
  return actor && answer(webFingerOf(source.place, actor), 200, 'application/jrd+json; charset=utf-8')
}

/** Returns the answer to a GET at a path below the base address; undefined if there is nothing. */
export async function answerAt(
  source: FederationSource,
  path: string,
  query: URLSearchParams,
): Promise<FederationAnswer | undefined> {
  const { place } = source
  const address = `${place.base}${path}`
  if (path === '/.well-known/webfinger') return webFinger(source, query.get('resource') ?? '')
  if (path === '/.well-known/nodeinfo') return answer(nodeInfoLinks(place), 200, json)
  if (path === '/ap/nodeinfo/2.1') return answer(await nodeInfo(source), 200, json)
  const event = eventIdAt(place, address)
  if (event !== undefined) return eventAnswer(source, event)
  const [, digits, name = CALENDAR] = /^\/ap\/events\/(\d{1,15})\/create(?:\/([a-z0-9-]+))?$/.exec(path) ?? []
  if (digits !== undefined) return creationAnswer(source, Number(digits), name)
  return actorAnswer(source, address, pageNumber(query.get('page')))
}

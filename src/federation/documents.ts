/** What others read of us: actors, collections, events, NodeInfo, WebFinger. */

import { readItemAt } from '../actions/read.ts'
import { viewerOf } from '../api/context.ts'
import type { Image } from '../contract/resources/shared.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { appIcons } from '../representations/html/site/installing.ts'
import { representEvent } from '../representations/json/event.ts'
import {
  bitmapFileOfImage,
  representEmbeddedImage,
  representGroup,
  representOrganizer,
} from '../representations/json/items.ts'
import type { OwnActor } from '../store/store.ts'
import {
  eventObject,
  serializeActivityAsJson,
  textsOfEvent,
  tombstoneAt,
  tombstoneOfEventId,
  withJsonLdContext,
} from './event-object.ts'
import {
  actorAddress,
  actorNameAt,
  addressesOfActor,
  CALENDAR_ACTOR_NAME,
  eventAddress,
  eventIdAt,
  type FederationBase,
  type FederationParts,
  ownActor,
  ownActorAt,
  PUBLIC_AUDIENCE,
} from './own-actors.ts'

// The events that other servers are told of, as objects.

/** An event as an object, and whether it is over. */
export interface EventAsObject {
  readonly object: object
  readonly isOver: boolean
}

const noReactions = { likes: 0, shares: 0 }

/** Returns those of the events that may be told of, as objects, by id in the order of `ids`. */
export async function publicEventObjectsById(
  source: FederationParts,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventAsObject>> {
  const { context, place, root, siteName } = source
  const now = context()
  const { store, moment, currency } = now
  const { events } = store.federation
  const open = await events.open(ids, moment)
  const wanted = ids.filter((id) => open.has(id))
  if (wanted.length === 0) return new Map()
  const [items, reactions, organizers, groups] = await Promise.all([
    store.readView(0).then((view) => view.events(wanted, viewerOf(now))),
    events.reactions(wanted),
    events.organizersOf(wanted, moment),
    events.groupsOf(wanted, moment),
  ])
  const view = { root, zone: moment.zone, currency, isSingle: false, site: siteName }
  const shown = items.map((item) => {
    const event = representEvent(item, view)
    const around = {
      place,
      group: groups.get(item.record.id),
      organizers: (organizers.get(item.record.id) ?? []).map((actor) => actorAddress(place, actor)),
      texts: textsOfEvent(source, event, item.record),
      reactions: reactions.get(item.record.id) ?? noReactions,
    }
    const object = eventObject(event, around)
    return [item.record.id, { object, isOver: item.record.end_utc < epochOfInstant(moment.now) }] as const
  })
  return new Map(shown)
}

// The collections of our actors: what they have told, and what comes next.

const PER_PAGE = 20
/** Pages beyond this one are empty: they would take long to find. */
const MAX_PAGE = 1000

/** Returns the activity that tells of an event, without its context. */
export function eventActivity(
  place: FederationBase,
  {
    type,
    actor,
    id,
    object,
  }: {
    readonly type: 'Create' | 'Update' | 'Delete'
    readonly actor: Pick<OwnActor, 'kind' | 'name'>
    readonly id: string
    readonly object: object | string
  },
): object {
  const { id: address, followers } = addressesOfActor(place, actor)
  return { id, type, actor: address, to: [PUBLIC_AUDIENCE], cc: [followers], object }
}

/** Returns the Create of an event, as an outbox has it, without its context. */
export function creationActivityOf(
  place: FederationBase,
  actor: Pick<OwnActor, 'kind' | 'name'>,
  object: object,
): object {
  const { id, published }: { readonly id?: string; readonly published?: string } = object
  const address = actor.kind === 'calendar' ? `${id}/create` : `${id}/create/${actor.name}`
  return { ...eventActivity(place, { type: 'Create', actor, id: address, object }), published }
}

/** A page of a collection, or the collection without its items. */
interface CollectionQuery {
  /** Undefined for the collection. */
  readonly page: number | undefined
  readonly isUpcoming: boolean
}

/** Returns the number of a page; 1 for what is none, undefined if none is asked. */
function pageNumberFromText(text: string | null): number | undefined {
  if (text === null) return undefined
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 1
  return Math.max(1, page)
}

/** Returns the outbox of an actor, newest first, or its next events in their order; or a page of it. */
async function eventsCollectionOf(
  source: FederationParts,
  actor: OwnActor,
  { page, isUpcoming }: CollectionQuery,
): Promise<object> {
  const { place, context } = source
  const { outbox, upcoming } = addressesOfActor(place, actor)
  const id = isUpcoming ? upcoming : outbox
  const { store, moment } = context()
  const found = await store.federation.events.page({
    of: actor,
    isUpcoming,
    page: Math.min(page ?? 1, MAX_PAGE),
    perPage: PER_PAGE,
    moment,
  })
  const last = Math.min(MAX_PAGE, Math.max(1, Math.ceil(found.total / PER_PAGE)))
  const at = (number: number) => `${id}?page=${number}`
  const whole = { id, type: 'OrderedCollection', totalItems: found.total, first: at(1), last: at(last) }
  if (page === undefined) return withJsonLdContext(whole)
  const items = isUpcoming
    ? found.ids.map((event) => eventAddress(place, event))
    : [...(await publicEventObjectsById(source, found.ids)).values()].map(({ object }) =>
        creationActivityOf(place, actor, object),
      )
  return withJsonLdContext({
    id: at(page),
    type: 'OrderedCollectionPage',
    partOf: id,
    totalItems: found.total,
    ...(page > 1 && { prev: at(page - 1) }),
    ...(page < last && { next: at(page + 1) }),
    orderedItems: page > last ? [] : items,
  })
}

/** Returns the followers of an actor: how many, and not who. */
async function followersCollectionOf({ place, context }: FederationParts, actor: OwnActor): Promise<object> {
  const totalItems = await context().store.federation.followers.count(actor.id)
  return withJsonLdContext({
    id: addressesOfActor(place, actor).followers,
    type: 'OrderedCollection',
    totalItems,
  })
}

// Our actors as documents, and how they are found: WebFinger (RFC 7033) and NodeInfo.

const [, { name: APP_ICON }] = appIcons

/** The types of our actors. */
const types = { calendar: 'Application', group: 'Group', organizer: 'Organization' } as const

/** The words of an actor, for people. */
interface ActorWords {
  readonly name: string
  /** HTML. */
  readonly summary: string
  readonly url: string
  readonly icon: { readonly url: string; readonly mediaType: string } | undefined
}

function iconOf(image: Image | false): ActorWords['icon'] {
  if (image === false) return undefined
  const { url, mime_type: mediaType } = bitmapFileOfImage(image)
  return { url, mediaType }
}

async function calendarWords({ context, root, siteName }: FederationParts): Promise<ActorWords> {
  const { store } = context()
  const { name = siteName, description = '', logo } = await store.settings()
  const media = logo === undefined ? undefined : await store.media(Number(logo))
  const icon = iconOf(media === undefined ? false : representEmbeddedImage(media, root))
  return { name, summary: description, url: `${root.url}/calendar`, icon }
}

/** The words of an open actor, as everybody reads them. */
async function wordsOf(source: FederationParts, { kind, item_id: id }: OwnActor): Promise<ActorWords> {
  if (kind === 'calendar') return calendarWords(source)
  const { context, root, siteName } = source
  const now = context()
  const view = { root, zone: now.moment.zone, currency: now.currency, isSingle: false, site: siteName }
  if (kind === 'group') {
    const { name, description, url, image } = representGroup(await readItemAt('group', { id }, now), view)
    return { name, summary: description, url, icon: iconOf(image) }
  }
  const item = await readItemAt('organizer', { id }, now)
  const { organizer: name, description, url, image } = representOrganizer(item, view)
  return { name, summary: description, url, icon: iconOf(image) }
}

/** The icon of the calendar as an application, for an actor without a picture. */
const drawnIcon = ({ place }: Pick<FederationParts, 'place'>) => ({
  url: `${place.base}/${APP_ICON}`,
  mediaType: 'image/png',
})

/** The parts of an actor that never change. */
function lastingParts({ place }: Pick<FederationParts, 'place'>, actor: OwnActor) {
  const { id, inbox, outbox, followers, key, shared } = addressesOfActor(place, actor)
  return {
    id,
    type: types[actor.kind],
    preferredUsername: actor.name,
    inbox,
    outbox,
    followers,
    endpoints: { sharedInbox: shared },
    publicKey: { id: key, owner: id, publicKeyPem: actor.public_key },
  }
}

/** Returns the document of one of our actors that is open. */
async function actorDocument(source: FederationParts, actor: OwnActor): Promise<object> {
  const { name, summary, url, icon } = await wordsOf(source, actor)
  const { publicKey, ...parts } = lastingParts(source, actor)
  return withJsonLdContext({
    ...parts,
    name,
    summary,
    url,
    icon: { type: 'Image', ...(icon ?? drawnIcon(source)) },
    manuallyApprovesFollowers: source.approves,
    discoverable: true,
    upcomingEvents: addressesOfActor(source.place, actor).upcoming,
    publicKey,
  })
}

/** Returns the document of an actor that is closed: its key, by which others verify what it told them last, and nothing of its item. */
const closedActorDocument = (source: FederationParts, actor: OwnActor): object =>
  withJsonLdContext({ ...lastingParts(source, actor), name: actor.name, discoverable: false })

/** Returns the name of the actor that a WebFinger resource names: an `acct:` address, or the actor's own address. */
function actorNameInResource({ site, base }: FederationBase, resource: string): string | undefined {
  const [, name, host] = /^acct:([a-z0-9-]{1,300})@([^@/]{1,300})$/i.exec(resource) ?? []
  if (name !== undefined) return host?.toLowerCase() === site.host ? name.toLowerCase() : undefined
  return actorNameAt({ base }, resource)
}

/** Returns the WebFinger document of an open actor. */
async function webFingerOf(source: FederationParts, actor: OwnActor): Promise<object> {
  const { place } = source
  const id = actorAddress(place, actor)
  const { url } = await wordsOf(source, actor)
  return {
    subject: `acct:${actor.name}@${place.site.host}`,
    aliases: [id],
    links: [
      { rel: 'self', type: 'application/activity+json', href: id },
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: url },
    ],
  }
}

/** All events of the main calendar. */
const CALENDAR_EVENTS = { kind: 'calendar', item_id: 0 } as const

const SCHEMA = 'http://nodeinfo.diaspora.software/ns/schema/2.1'

/** Returns where NodeInfo is, and the actor that stands for the whole service (FEP-2677). */
const nodeInfoLinks = (place: FederationBase): object => ({
  links: [
    { rel: SCHEMA, href: `${place.base}/ap/nodeinfo/2.1` },
    {
      rel: 'https://www.w3.org/ns/activitystreams#Application',
      href: actorAddress(place, { kind: 'calendar', name: CALENDAR_ACTOR_NAME }),
    },
  ],
})

/** Returns NodeInfo 2.1. */
async function nodeInfo({ context, version, siteName }: FederationParts): Promise<object> {
  const { store, moment } = context()
  const { name = siteName } = await store.settings()
  const { total } = await store.federation.events.page({
    of: CALENDAR_EVENTS,
    isUpcoming: false,
    page: 1,
    perPage: 1,
    moment,
  })
  return {
    version: '2.1',
    software: { name: 'fasti', version },
    protocols: ['activitypub'],
    services: { inbound: [], outbound: [] },
    openRegistrations: false,
    usage: { users: { total: 1 }, localPosts: total },
    metadata: { nodeName: name },
  }
}

// The answers to those who read: our documents by their paths.

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

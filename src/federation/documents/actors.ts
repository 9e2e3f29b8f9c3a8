/** Our actors as documents, and how they are found: WebFinger (RFC 7033) and NodeInfo. */
import type { OwnActor } from '../../store/store.ts'
import { actorAddress, actorAddresses, CALENDAR, type FederationPlace } from '../addresses.ts'
import { withContext } from '../objects/context.ts'
import type { FederationSource } from '../source.ts'

/** The types of our actors. */
const types = { calendar: 'Application', organizer: 'Organization' } as const

/** The words of an actor, for people. */
interface ActorWords {
  readonly name: string
  /** HTML. */
  readonly summary: string
  readonly url: string
  readonly icon: { readonly url: string; readonly mediaType: string } | undefined
}

async function wordsOf({ context, root, siteName }: FederationSource): Promise<ActorWords> {
  const { store } = context()
  const { name = siteName, description = '', logo } = await store.settings()
  const media = logo === undefined ? undefined : await store.media(Number(logo))
  const icon = media && { url: `${root.base}/media/${media.file}`, mediaType: media.mime_type }
  return { name, summary: description, url: `${root.url}/calendar`, icon }
}

/** Returns the document of one of our actors. */
export async function actorDocument(source: FederationSource, actor: OwnActor): Promise<object> {
  const { place } = source
  const { name, summary, url, icon } = await wordsOf(source)
  const { id, inbox, outbox, followers, upcoming, key, shared } = actorAddresses(place, actor)
  return withContext({
    id,
    type: types[actor.kind],
    preferredUsername: actor.name,
    name,
    summary,
    url,
    ...(icon !== undefined && { icon: { type: 'Image', ...icon } }),
    manuallyApprovesFollowers: source.approves,
    discoverable: true,
    inbox,
    outbox,
    followers,
    upcomingEvents: upcoming,
    endpoints: { sharedInbox: shared },
    publicKey: { id: key, owner: id, publicKeyPem: actor.public_key },
  })
}

/** Returns the name of the actor that a WebFinger resource names: an `acct:` address, or the actor's own address. */
export function resourceName({ site, base }: FederationPlace, resource: string): string | undefined {
  const [, name, host] = /^acct:([a-z0-9-]{1,300})@([^@/]{1,300})$/i.exec(resource) ?? []
  if (name !== undefined) return host?.toLowerCase() === site.host ? name.toLowerCase() : undefined
  return resource === actorAddress({ base }, { kind: 'calendar', name: CALENDAR }) ? CALENDAR : undefined
}

/** Returns the WebFinger document of an actor. */
export function webFingerOf(place: FederationPlace, actor: OwnActor): object {
  const id = actorAddress(place, actor)
  return {
    subject: `acct:${actor.name}@${place.site.host}`,
    aliases: [id],
    links: [
      { rel: 'self', type: 'application/activity+json', href: id },
      { rel: 'http://webfinger.net/rel/profile-page', type: 'text/html', href: `${place.base}/calendar` },
    ],
  }
}

const SCHEMA = 'http://nodeinfo.diaspora.software/ns/schema/2.1'

/** Returns where NodeInfo is, and the actor that stands for the whole service (FEP-2677). */
export const nodeInfoLinks = (place: FederationPlace): object => ({
  links: [
    { rel: SCHEMA, href: `${place.base}/ap/nodeinfo/2.1` },
    {
      rel: 'https://www.w3.org/ns/activitystreams#Application',
      href: actorAddress(place, { kind: 'calendar', name: CALENDAR }),
    },
  ],
})

/** Returns NodeInfo 2.1. */
export async function nodeInfo({ context, version, siteName }: FederationSource): Promise<object> {
  const { store, moment } = context()
  const { name = siteName } = await store.settings()
  const { total } = await store.federation.events.page({ isUpcoming: false, page: 1, perPage: 1, moment })
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

/** Our actors as documents, and how they are found: WebFinger (RFC 7033) and NodeInfo. */
import { readItemAt } from '../../actions/read.ts'
import type { Image } from '../../contract/resources/represented.ts'
import { appIcons } from '../../representations/html/site/installing/manifest.ts'
import { bitmapFileOfImage, representEmbeddedImage } from '../../representations/json/image.ts'
import { representOrganizer } from '../../representations/json/organizer.ts'
import { representGroup } from '../../representations/json/term.ts'
import type { OwnActor } from '../../store/store.ts'
import {
  actorAddress,
  actorNameAt,
  addressesOfActor,
  CALENDAR_ACTOR_NAME,
  type FederationBase,
} from '../addresses.ts'
import type { FederationParts } from '../federation-parts.ts'
import { withJsonLdContext } from '../objects/context.ts'

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

const never = async () => false

/** The words of an open actor, as everybody reads them. */
async function wordsOf(source: FederationParts, { kind, item_id: id }: OwnActor): Promise<ActorWords> {
  if (kind === 'calendar') return calendarWords(source)
  const { context, root, siteName } = source
  const now = context()
  const view = { root, zone: now.moment.zone, currency: now.currency, isSingle: false, site: siteName }
  if (kind === 'group') {
    const { name, description, url, image } = representGroup(
      await readItemAt('group', { id }, never, now),
      view,
    )
    return { name, summary: description, url, icon: iconOf(image) }
  }
  const item = await readItemAt('organizer', { id }, never, now)
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
export async function actorDocument(source: FederationParts, actor: OwnActor): Promise<object> {
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
export const closedActorDocument = (source: FederationParts, actor: OwnActor): object =>
  withJsonLdContext({ ...lastingParts(source, actor), name: actor.name, discoverable: false })

/** Returns the name of the actor that a WebFinger resource names: an `acct:` address, or the actor's own address. */
export function actorNameInResource({ site, base }: FederationBase, resource: string): string | undefined {
  const [, name, host] = /^acct:([a-z0-9-]{1,300})@([^@/]{1,300})$/i.exec(resource) ?? []
  if (name !== undefined) return host?.toLowerCase() === site.host ? name.toLowerCase() : undefined
  return actorNameAt({ base }, resource)
}

/** Returns the WebFinger document of an open actor. */
export async function webFingerOf(source: FederationParts, actor: OwnActor): Promise<object> {
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
export const nodeInfoLinks = (place: FederationBase): object => ({
  links: [
    { rel: SCHEMA, href: `${place.base}/ap/nodeinfo/2.1` },
    {
      rel: 'https://www.w3.org/ns/activitystreams#Application',
      href: actorAddress(place, { kind: 'calendar', name: CALENDAR_ACTOR_NAME }),
    },
  ],
})

/** Returns NodeInfo 2.1. */
export async function nodeInfo({ context, version, siteName }: FederationParts): Promise<object> {
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

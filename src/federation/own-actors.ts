/** Our actors: how they are found, and how those of groups and organizers are made. Their keys are made once and stay. */
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '../api/context.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import type { Root } from '../representations/urls.ts'
import type {
  FederatedItemWithoutActor,
  NewOwnActor,
  OwnActor,
  OwnActorWithStanding,
} from '../store/store.ts'
import type { InterfaceLanguageCode } from '../words/languages.ts'
import type { SigningKey } from './signatures.ts'

// The addresses of our actors and objects. They never change: those of events have their ids, since slugs come free again.

/** The base address of the service, as a text and as a URL. */
export interface FederationBase {
  /** The base address, without a slash at the end. */
  readonly base: string
  readonly site: URL
}

/** Returns a base address as federation takes it. */
export const federationBaseAt = (base: string): FederationBase => ({ base, site: new URL(base) })

export const PUBLIC_AUDIENCE = 'https://www.w3.org/ns/activitystreams#Public'

export const CALENDAR_ACTOR_NAME = 'calendar'

/** One of our actors, as its addresses need it. */
interface NamedActor {
  readonly kind: 'calendar' | 'group' | 'organizer'
  readonly name: string
}

export function actorAddress({ base }: Pick<FederationBase, 'base'>, { kind, name }: NamedActor): string {
  return kind === 'calendar' ? `${base}/ap/calendar` : `${base}/ap/${kind}s/${name}`
}

/** Returns the addresses of an actor and of its parts. */
export function addressesOfActor(place: Pick<FederationBase, 'base'>, actor: NamedActor) {
  const id = actorAddress(place, actor)
  return {
    id,
    inbox: `${id}/inbox`,
    outbox: `${id}/outbox`,
    followers: `${id}/followers`,
    upcoming: `${id}/upcoming`,
    key: `${id}#main-key`,
    shared: `${place.base}/ap/inbox`,
  }
}

export const eventAddress = ({ base }: Pick<FederationBase, 'base'>, id: number): string =>
  `${base}/ap/events/${id}`

/** Returns the path below the base address of an address of ours; undefined for others. */
export function pathOfOwnAddress(
  { base }: Pick<FederationBase, 'base'>,
  address: string,
): string | undefined {
  return address.startsWith(`${base}/`) ? address.slice(base.length) : undefined
}

/** Returns the id of the event at an address of ours; undefined for others. */
export function eventIdAt(place: Pick<FederationBase, 'base'>, address: string): number | undefined {
  const [, digits] = /^\/ap\/events\/(\d{1,15})$/.exec(pathOfOwnAddress(place, address) ?? '') ?? []
  return digits === undefined ? undefined : Number(digits)
}

/** Returns the name that an address of ours has for an actor; undefined for others. */
export function actorNameAt(place: Pick<FederationBase, 'base'>, address: string): string | undefined {
  const path = pathOfOwnAddress(place, address)
  if (path === '/ap/calendar') return CALENDAR_ACTOR_NAME
  const [, name] = /^\/ap\/(?:groups|organizers)\/([a-z0-9-]{1,300})$/.exec(path ?? '') ?? []
  return name
}

// The parts that all of federation uses: the store, the place of the service, and its actors with their keys.

/** Fetches an address, without following redirects. Throws an Error with the reason if there is no response, or it is too large. */
type FetchDocument = (
  address: string,
  headers: Readonly<Record<string, string>>,
) => Promise<{
  readonly status: number
  /** Without parameters. */
  readonly type: string
  readonly bytes: Buffer
}>

/** The request of another server that makes this one fetch: the address that it comes from, and whether the actor that it names is known. */
export interface CausingRequest {
  readonly address: string
  readonly isKnown: boolean
}

/** The source of all that federation tells, and how it reads what others tell. */
export interface FederationParts {
  readonly place: FederationBase
  readonly root: Root
  /** The language of the site, and the region that is set for its dates. */
  readonly language: InterfaceLanguageCode
  readonly region: string | undefined
  /** The name of the calendar, where the settings have none. */
  readonly siteName: string
  /** Domains that may neither follow nor be followed. */
  readonly blocked: readonly string[]
  /** Whether followers wait for an editor. */
  readonly approves: boolean
  /** The version of the program. */
  readonly version: string
  /** The context of the public. */
  readonly context: () => Context
  readonly fetchDocument: FetchDocument
  /** Hosts that may have private addresses and http:// URLs. */
  readonly hosts: readonly string[]
  /** Returns whether a host may be asked once more within this minute, for a request or, without one, of the service's own accord. */
  readonly mayAsk: (host: string, cause?: CausingRequest) => boolean
}

/** Returns now, in seconds since 1970 UTC. */
export const nowInSeconds = ({ context }: Pick<FederationParts, 'context'>): number =>
  epochOfInstant(context().moment.now)

/** Returns whether a host, with or without its port, is one of some domains or below one. */
export function isHostWithinAnyDomain(domains: readonly string[], host: string): boolean {
  const name = host.replace(/:\d+$/, '').toLowerCase()
  return domains.some((domain) => name === domain || host === domain || name.endsWith(`.${domain}`))
}

/** Returns whether one of some hosts is blocked, by the configuration or by editors. */
export async function isAnyHostBlocked(
  { blocked, context }: Pick<FederationParts, 'blocked' | 'context'>,
  ...hosts: readonly string[]
): Promise<boolean> {
  if (hosts.some((host) => isHostWithinAnyDomain(blocked, host))) return true
  const domains = (await context().store.federation.blocks.all()).map(({ domain }) => domain)
  return hosts.some((host) => isHostWithinAnyDomain(domains, host))
}

/** The keys of this process's actors, read once. */
const keys = new Map<string, KeyObject>()

export function signingKeyOf({ place }: Pick<FederationParts, 'place'>, actor: OwnActor): SigningKey {
  const known = keys.get(actor.private_key) ?? createPrivateKey(actor.private_key)
  if (keys.size > MAX_KEYS) keys.clear()
  keys.set(actor.private_key, known)
  return { keyId: addressesOfActor(place, actor).key, key: known }
}

const MAX_KEYS = 1000

/** Actors that are made together: each needs a tenth of a second for its keys. */
const MADE_TOGETHER = 20
/** The names that are tried for an item. */
const MAX_TRIES = 1000

const newKeys = promisify(generateKeyPair)

type NamedItem = Pick<NewOwnActor, 'name' | 'kind' | 'item_id'>

async function newActor(item: NamedItem, created_utc: number): Promise<NewOwnActor> {
  const { privateKey, publicKey } = await newKeys('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { ...item, private_key: privateKey, public_key: publicKey, created_utc }
}

/** Returns the calendar's actor. Its keys are made at the first call of all processes. */
export async function ownActorOfCalendar(source: FederationParts): Promise<OwnActorWithStanding> {
  const { store, moment } = source.context()
  const { actors } = store.federation
  const known = await actors.named(CALENDAR_ACTOR_NAME, moment)
  if (known !== undefined) return known
  await actors.add(
    await newActor(
      { name: CALENDAR_ACTOR_NAME, kind: CALENDAR_ACTOR_NAME, item_id: 0 },
      nowInSeconds(source),
    ),
  )
  const made = await actors.named(CALENDAR_ACTOR_NAME, moment)
  if (made === undefined) throw new Error('The calendar has no actor.')
  return made
}

/** The name that an item would like to have: its slug, where every server can read it. */
const wishedName = ({ kind, item_id, slug }: FederatedItemWithoutActor) =>
  /^[a-z0-9-]{1,200}$/.test(slug) && slug !== CALENDAR_ACTOR_NAME ? slug : `${kind}-${item_id}`

/** Makes the actor of an item, under the first name that is free. */
async function makeActor(source: FederationParts, item: FederatedItemWithoutActor): Promise<void> {
  const { store, moment } = source.context()
  const { actors } = store.federation
  const { kind, item_id } = item
  const wished = wishedName(item)
  const actor = await newActor({ name: wished, kind, item_id }, nowInSeconds(source))
  for (let at = 1; at <= MAX_TRIES; at++) {
    const name = at === 1 ? wished : `${wished}-${at}`
    if ((await actors.named(name, moment)) === undefined && (await actors.add({ ...actor, name }))) return
    const other = await actors.named(name, moment)
    // Another process was faster.
    if (other?.kind === kind && other.item_id === item_id) return
  }
}

/** Makes the actors of the groups and organizers that are federated and have none, some at a time. Returns how many. */
export async function makeMissingActors(source: FederationParts): Promise<number> {
  const { store, moment } = source.context()
  const items = await store.federation.actors.unmade(moment, MADE_TOGETHER)
  for (const item of items) await makeActor(source, item)
  return items.length
}

/** Returns the actor of ours with a name, open or not; undefined if there is none. */
export async function ownActor(
  source: FederationParts,
  name: string,
): Promise<OwnActorWithStanding | undefined> {
  if (name === CALENDAR_ACTOR_NAME) return ownActorOfCalendar(source)
  const { store, moment } = source.context()
  const known = await store.federation.actors.named(name, moment)
  if (known !== undefined || (await makeMissingActors(source)) === 0) return known
  return store.federation.actors.named(name, moment)
}

/** Returns the actor of ours at an address, open or not; undefined if there is none. */
export async function ownActorAt(
  source: FederationParts,
  address: string,
): Promise<OwnActorWithStanding | undefined> {
  const name = actorNameAt(source.place, address)
  const actor = name === undefined ? undefined : await ownActor(source, name)
  return actor !== undefined && actorAddress(source.place, actor) === address ? actor : undefined
}

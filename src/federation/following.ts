/** Whom the calendar follows, and blocked domains. */
import { randomUUID } from 'node:crypto'
import { resolveGroupTarget } from '../actions/groups.ts'
import { trashItemInTransaction } from '../actions/remove.ts'
import type { Context } from '../api/context.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import { isUrlHostAmong } from '../domain/public-address.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type {
  BlockedDomain,
  FederationStore,
  FollowedActor,
  NewActivity,
  OwnActor,
  WriteStamp,
} from '../store/store.ts'
import { withJsonLdContext } from './event-object.ts'
import { makeFollowActivity } from './inbox.ts'
import {
  actorAddress,
  type FederationParts,
  isAnyHostBlocked,
  isHostWithinAnyDomain,
  nowInSeconds,
  ownActorOfCalendar,
  pathOfOwnAddress,
} from './own-actors.ts'
import { fetchAndKeepPeer, fetchObject, type RemoteReadingParts } from './remote.ts'
import { addressAtKey, hostOf, isOneOrigin, objectsAtKey, textAtKey } from './remote-object.ts'

// Following actors of other servers, and ending it (contract §19).

// Finding actors of other servers by what people write: `@name@host`, or an address.

const HANDLE = /^@?([^@\s/:?#]{1,200})@([^@\s/?#]{1,253})$/

/** The types of WebFinger documents (RFC 7033), the second of servers that know no better. */
const types = ['application/jrd+json', 'application/json']

const isObjectType = (type: string | undefined) =>
  type !== undefined && /^application\/(?:activity\+json|ld\+json)/.test(type)

const unknown = (reason: string) => invalidParam('actor', because('actor_not_read', { why: reason }))

/** Returns the address of WebFinger for an account, as text that may be no URL. */
const webFingerAddress = (scheme: string, name: string, host: string) =>
  `${scheme}://${host}/.well-known/webfinger?resource=${encodeURIComponent(`acct:${name}@${host}`)}`

/** Returns the address of an actor by its name and host. Throws 400. */
async function addressByName(reading: RemoteReadingParts, name: string, host: string): Promise<string> {
  const address = webFingerAddress('https', name, host)
  if (!URL.canParse(address)) throw invalidParam('actor', because('no_valid_host'))
  // Hosts for trials have no https.
  const isForTrials = isUrlHostAmong(new URL(address), reading.hosts)
  const found = await fetchObject(
    reading,
    isForTrials ? webFingerAddress('http', name, host) : address,
    types,
  )
  if ('fault' in found) throw unknown(found.fault)
  const links = objectsAtKey(found.object, 'links')
  const own = links.find((one) => textAtKey(one, 'rel') === 'self' && isObjectType(textAtKey(one, 'type')))
  const actor = addressAtKey(own, 'href')
  if (actor === undefined) throw unknown('its host names no actor')
  return actor
}

/** Returns whether an address or a host is one of ours. */
const isOwn = ({ source: { place } }: RemoteReadingParts, address: string) =>
  pathOfOwnAddress(place, address) !== undefined || hostOf(address) === place.site.host

/** Returns the address of the actor itself: the page of one leads to it. Throws 400. */
async function ownAddress(reading: RemoteReadingParts, address: string): Promise<string> {
  const found = await fetchObject(reading, address)
  if ('fault' in found) throw unknown(found.fault)
  const id = addressAtKey(found.object, 'id')
  if (id === undefined || !isOneOrigin(address, id)) throw unknown('its actor has another host')
  return id
}

/** Returns the address of the actor that a text names. Throws 400, also for one of ours, and 403 for a blocked host. */
async function findActorAddress(reading: RemoteReadingParts, text: string): Promise<string> {
  const allowed = async (address: string) => {
    if (isOwn(reading, address)) throw invalidParam('actor', because('own_actor'))
    if (await isAnyHostBlocked(reading.source, hostOf(address)))
      throw new Problem('rest_forbidden', because('host_blocked', { host: hostOf(address) }))
    return address
  }
  const [, name, host] = HANDLE.exec(text.trim()) ?? []
  if (name !== undefined && host !== undefined) {
    if (URL.canParse(`https://${host}/`)) await allowed(`https://${host}/`)
    return allowed(await addressByName(reading, name, host))
  }
  const address = text.trim()
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw invalidParam('actor', because('not_an_actor'))
  await allowed(address)
  return allowed(await ownAddress(reading, new URL(address).href))
}

/** An actor that an editor wants to follow, and what becomes of its events. */
interface NewFollowingArgs {
  readonly actor: string
  readonly group?: GroupTarget | null | undefined
  readonly category?: number | null | undefined
  readonly status: FollowedActor['status']
}

async function categoryIn(id: number | null | undefined, { store }: Context): Promise<number | null> {
  if (id === undefined || id === null || id === 0) return null
  if (!(await store.terms('category', [id])).has(id))
    throw invalidParam('category', because('no_such_item', { kind: 'category', id }))
  return id
}

/** Returns an activity of ours about following, for the inbox of a followed actor. */
function activityAbout(
  { place }: FederationParts,
  calendar: OwnActor,
  { actor, inbox, activity }: Pick<FollowedActor, 'actor' | 'inbox' | 'activity'>,
  isUndone: boolean,
): NewActivity {
  const own = actorAddress(place, calendar)
  const follow = { ...makeFollowActivity(activity, own, actor), to: [actor] }
  const body = isUndone
    ? { id: `${activity}/undo`, type: 'Undo', actor: own, to: [actor], object: follow }
    : follow
  return {
    actor_id: calendar.id,
    line: `follow ${activity.slice(-36)}`,
    body: JSON.stringify(withJsonLdContext(body)),
    inboxes: [inbox],
  }
}

/** Follows an actor and asks its server. Throws 400 where there is no such actor, or it is ours; 403 for a blocked one, 409 for a second time. */
async function followActor(
  reading: RemoteReadingParts,
  args: NewFollowingArgs,
  context: Context,
): Promise<FollowedActor> {
  const { source } = reading
  const group = args.group ? await resolveGroupTarget(context.store, args.group, context) : undefined
  const category_id = await categoryIn(args.category, context)
  const address = await findActorAddress(reading, args.actor)
  const { following } = source.context().store.federation
  if ((await following.byActor(address)) !== undefined) throw new Problem('following_exists')
  const found = await fetchAndKeepPeer(reading, address)
  if ('fault' in found) throw invalidParam('actor', because('actor_not_read', { why: found.fault }))
  const calendar = await ownActorOfCalendar(source)
  const activity = `${actorAddress(source.place, calendar)}#follows/${randomUUID()}`
  const wanted = { actor: address, inbox: found.peer.inbox, activity }
  const added = await following.add(
    {
      ...wanted,
      host: hostOf(address),
      state: 'pending',
      status: args.status,
      group_id: group?.id ?? null,
      category_id,
      created_utc: nowInSeconds(source),
      next_utc: null,
    },
    activityAbout(source, calendar, wanted, false),
    context,
  )
  if (added === undefined) throw new Problem('following_exists')
  return added
}

/** Returns a followed actor. Throws 404. */
async function requireFollowedActorById(source: FederationParts, id: number): Promise<FollowedActor> {
  const found = await source.context().store.federation.following.byId(id)
  if (found === undefined) throw new Problem('following-not-found')
  return found
}

/** Moves the events that came from an actor to the trash. */
async function removeEvents(source: FederationParts, { id }: FollowedActor, context: Context): Promise<void> {
  const { store } = context
  for (const event of await source.context().store.federation.incoming.eventsOf(id))
    await store.write(context, async (writing) => {
      const record = await writing.find('event', { id: event }, context.moment)
      if (record !== undefined && record.status !== 'trash')
        await trashItemInTransaction(writing, 'event', record, context)
    })
}

/** Follows an actor no more, and tells its server. Its events stay, or go to the trash. Returns the actor as it stood. Throws 404. */
async function unfollowActor(
  source: FederationParts,
  id: number,
  removes: boolean,
  context: Context & WriteStamp,
): Promise<FollowedActor> {
  const found = await requireFollowedActorById(source, id)
  // First: what is interrupted can be asked for again.
  if (removes) await removeEvents(source, found, context)
  const undo = activityAbout(source, await ownActorOfCalendar(source), found, true)
  await source.context().store.federation.following.remove(found, { undo, removes }, context)
  return found
}

// The acts of editors on followed actors and blocked domains, as the application needs them.

// The domains that are blocked, by the configuration and by editors (contract §19).

/** A blocked domain. */
interface ShownBlockedDomain extends BlockedDomain {
  /** Whether the configuration blocks it. */
  readonly isFixed: boolean
}

/** Returns a domain in its usual form. Throws 400. */
function domainIn(text: string): string {
  const name = text.trim().toLowerCase().replace(/\.$/, '')
  const isPlain = /^[^\s/?#@\\]{1,253}$/.test(name) && URL.canParse(`https://${name}/`)
  const domain = isPlain ? new URL(`https://${name}/`).host : ''
  if (domain === '') throw invalidParam('domain', because('not_a_domain'))
  return domain
}

/** Returns all blocked domains, by name. */
async function blockedDomains(source: FederationParts): Promise<readonly ShownBlockedDomain[]> {
  const own = await source.context().store.federation.blocks.all()
  const now = nowInSeconds(source)
  const fixed = source.blocked.map((domain) => ({ domain, created_utc: now, isFixed: true }))
  const others = own.filter(({ domain }) => !source.blocked.includes(domain))
  const all = [...fixed, ...others.map((one) => ({ ...one, isFixed: false }))]
  return all.sort((a, b) => (a.domain < b.domain ? -1 : 1))
}

/** Blocks a domain: who follows from it ends. Returns it. Throws 400. */
async function blockDomain(
  source: FederationParts,
  text: string,
  writer: WriteStamp,
): Promise<ShownBlockedDomain> {
  const domain = domainIn(text)
  if (isHostWithinAnyDomain([domain], source.place.site.host))
    throw invalidParam('domain', because('own_domain'))
  const { blocks } = source.context().store.federation
  const calendar = await ownActorOfCalendar(source)
  const ended = {
    isBlocked: (host: string) => isHostWithinAnyDomain([domain], host),
    undoOf: (followed: FollowedActor) => activityAbout(source, calendar, followed, true),
  }
  if (!(await blocks.block(domain, ended, writer)))
    throw invalidParam('domain', because('too_many_blocks', { most: 1000 }))
  const found = (await blockedDomains(source)).find((one) => one.domain === domain)
  return found ?? { domain, created_utc: nowInSeconds(source), isFixed: false }
}

/** Blocks a domain no more. Returns it. Throws 404, and 409 where the configuration blocks it. */
async function unblockDomain(
  source: FederationParts,
  text: string,
  writer: WriteStamp,
): Promise<ShownBlockedDomain> {
  const domain = text.trim().toLowerCase()
  if (source.blocked.includes(domain)) throw new Problem('block_fixed')
  const gone = await source.context().store.federation.blocks.unblock(domain, writer)
  if (gone === undefined) throw new Problem('block-not-found')
  return { ...gone, isFixed: false }
}

export interface FollowingOperations {
  readonly following: {
    page: FederationStore['following']['page']
    read(id: number): Promise<FollowedActor>
    add(args: NewFollowingArgs, context: Context): Promise<FollowedActor>
    remove(id: number, removes: boolean, context: Context): Promise<FollowedActor>
  }
  readonly blocks: {
    all(): Promise<readonly ShownBlockedDomain[]>
    block(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
    unblock(domain: string, writer: WriteStamp): Promise<ShownBlockedDomain>
  }
}

/** Returns what follows actors and blocks domains, over one service. */
export function followingOperationsOf(reading: RemoteReadingParts): FollowingOperations {
  const { source } = reading
  /** Nobody on a host that the configuration blocks is followed, whatever is stored. */
  const shown = (one: FollowedActor): FollowedActor =>
    isHostWithinAnyDomain(source.blocked, one.host) ? { ...one, state: 'rejected' } : one
  return {
    following: {
      async page(page, perPage) {
        const { following, total } = await source.context().store.federation.following.page(page, perPage)
        return { following: following.map(shown), total }
      },
      read: async (id) => shown(await requireFollowedActorById(source, id)),
      add: (args, context) => followActor(reading, args, context),
      remove: (id, removes, context) => unfollowActor(source, id, removes, context),
    },
    blocks: {
      all: () => blockedDomains(source),
      block: (domain, writer) => blockDomain(source, domain, writer),
      unblock: (domain, writer) => unblockDomain(source, domain, writer),
    },
  }
}

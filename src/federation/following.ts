/** Whom the calendar follows, and blocked domains. */
import { randomUUID } from 'node:crypto'
import { resolveGroupTarget } from '../actions/groups.ts'
import { trashItemInTransaction } from '../actions/remove.ts'
import type { Context } from '../api/context.ts'
import type { GroupTarget } from '../contract/kinds.ts'
import { isUrlHostAmong } from '../domain/public-address.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { FollowedActor, NewActivity, OwnActor, WriteStamp } from '../store/store.ts'
import { withJsonLdContext } from './event-object.ts'
import { makeFollowActivity } from './inbox.ts'
import {
  actorAddress,
  type FederationParts,
  isAnyHostBlocked,
  nowInSeconds,
  ownActorOfCalendar,
  pathOfOwnAddress,
} from './own-actors.ts'
import { fetchAndKeepPeer, fetchObject } from './remote.ts'
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
async function addressByName(source: FederationParts, name: string, host: string): Promise<string> {
  const address = webFingerAddress('https', name, host)
  if (!URL.canParse(address)) throw invalidParam('actor', because('no_valid_host'))
  // Hosts for trials have no https.
  const isForTrials = isUrlHostAmong(new URL(address), source.hosts)
  const asked = isForTrials ? webFingerAddress('http', name, host) : address
  const found = await fetchObject(source, asked, { accepted: types })
  if ('fault' in found) throw unknown(found.fault)
  const links = objectsAtKey(found.object, 'links')
  const own = links.find((one) => textAtKey(one, 'rel') === 'self' && isObjectType(textAtKey(one, 'type')))
  const actor = addressAtKey(own, 'href')
  if (actor === undefined) throw unknown('its host names no actor')
  return actor
}

/** Returns whether an address or a host is one of ours. */
const isOwn = ({ place }: FederationParts, address: string) =>
  pathOfOwnAddress(place, address) !== undefined || hostOf(address) === place.site.host

/** Returns the address of the actor itself: the page of one leads to it. Throws 400. */
async function ownAddress(source: FederationParts, address: string): Promise<string> {
  const found = await fetchObject(source, address)
  if ('fault' in found) throw unknown(found.fault)
  const id = addressAtKey(found.object, 'id')
  if (id === undefined || !isOneOrigin(address, id)) throw unknown('its actor has another host')
  return id
}

/** Returns the address of the actor that a text names. Throws 400, also for one of ours, and 403 for a blocked host. */
async function findActorAddress(source: FederationParts, text: string): Promise<string> {
  const allowed = async (address: string) => {
    if (isOwn(source, address)) throw invalidParam('actor', because('own_actor'))
    if (await isAnyHostBlocked(source, hostOf(address)))
      throw new Problem('rest_forbidden', because('host_blocked', { host: hostOf(address) }))
    return address
  }
  const [, name, host] = HANDLE.exec(text.trim()) ?? []
  if (name !== undefined && host !== undefined) {
    if (URL.canParse(`https://${host}/`)) await allowed(`https://${host}/`)
    return allowed(await addressByName(source, name, host))
  }
  const address = text.trim()
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    throw invalidParam('actor', because('not_an_actor'))
  await allowed(address)
  return allowed(await ownAddress(source, new URL(address).href))
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
export function activityAbout(
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
export async function followActor(
  source: FederationParts,
  args: NewFollowingArgs,
  context: Context,
): Promise<FollowedActor> {
  const group = args.group ? await resolveGroupTarget(context.store, args.group, context) : undefined
  const category_id = await categoryIn(args.category, context)
  const address = await findActorAddress(source, args.actor)
  const { following } = source.context().store.federation
  if ((await following.byActor(address)) !== undefined) throw new Problem('following_exists')
  const found = await fetchAndKeepPeer(source, address)
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
export async function requireFollowedActorById(source: FederationParts, id: number): Promise<FollowedActor> {
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
export async function unfollowActor(
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

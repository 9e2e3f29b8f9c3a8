/** The addresses of our actors and objects. They never change: those of events have their ids, since slugs come free again. */

/** The base address of the service, as a text and as a URL. */
export interface FederationBase {
  /** The base address, without a slash at the end. */
  readonly base: string
  readonly site: URL
}

/** Returns a base address as federation takes it. */
export const federationBaseAt = (base: string): FederationBase => ({ base, site: new URL(base) })

export const PUBLIC_AUDIENCE = 'https://www.w3.org/ns/activitystreams#Public'

/** The name of the calendar's actor. */
export const CALENDAR_ACTOR_NAME = 'calendar'

/** One of our actors, as its addresses need it. */
interface NamedActor {
  readonly kind: 'calendar' | 'group' | 'organizer'
  readonly name: string
}

/** Returns the address of an actor. */
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

/** Returns the address of an event. */
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

/** The collections of our actors: what they have told, and what comes next. */
import type { OwnActor } from '../../store/store.ts'
import { addressesOfActor, eventAddress, type FederationBase, PUBLIC_AUDIENCE } from '../addresses.ts'
import type { FederationParts } from '../federation-parts.ts'
import { withJsonLdContext } from '../objects/context.ts'
import { publicEventObjectsById } from './events-as-objects.ts'

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
export function pageNumberFromText(text: string | null): number | undefined {
  if (text === null) return undefined
  const page = /^\d{1,6}$/.test(text) ? Number(text) : 1
  return Math.max(1, page)
}

/** Returns the outbox of an actor, newest first, or its next events in their order; or a page of it. */
export async function eventsCollectionOf(
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
export async function followersCollectionOf(
  { place, context }: FederationParts,
  actor: OwnActor,
): Promise<object> {
  const totalItems = await context().store.federation.followers.count(actor.id)
  return withJsonLdContext({
    id: addressesOfActor(place, actor).followers,
    type: 'OrderedCollection',
    totalItems,
  })
}

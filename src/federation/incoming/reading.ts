/** Reading at other servers what is due: the outboxes of followed actors, once, and events at their ids. */
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { FollowedActor, IncomingEvent } from '../../store/store.ts'
import { type FederationParts, nowInSeconds } from '../federation-parts.ts'
import { fetchObject, type RemoteReadingParts } from '../remote/fetching.ts'
import { addressAtKey, isOneOrigin, objectsAtKey, type RemoteObject } from '../remote/remote-object.ts'
import { storeArrivedEvent, trashArrivedEvent } from './applying.ts'
import { receiveOutboxItem } from './effects.ts'
import { type RemoteEvent, remoteEventFromObject } from './event-args.ts'

/** Seconds after which what was not finished is done again, by any process. */
const LEASE = 600
const DAY = 86_400
/** Seconds between two attempts, until the second one, and those after which none is made. */
const AGAIN = 3600
const SOON = 60
const GIVEN_UP = 7 * DAY
/** Events that are read together, and the most of one look. */
const TOGETHER = 10
const MOST_LOOKS = 50
/** The most events and pages that are read of one outbox, and items of a page. */
const MAX_EVENTS = 100
const MAX_PAGES = 20
const MAX_ITEMS = 200

/** Returns the items of a collection or a page. */
function itemsOf(page: RemoteObject): readonly unknown[] {
  const items = page.orderedItems ?? page.items
  return (Array.isArray(items) ? items : []).slice(0, MAX_ITEMS)
}

/** Fetches an object of the host of an actor; undefined for one of another host, or without one. */
async function objectOfHost(
  reading: RemoteReadingParts,
  address: string | undefined,
  { actor }: FollowedActor,
): Promise<RemoteObject | undefined> {
  if (address === undefined || !isOneOrigin(actor, address)) return undefined
  const found = await fetchObject(reading, address)
  if ('fault' in found && !found.isGone) throw new Error(found.fault)
  return 'fault' in found ? undefined : found.object
}

/** Yields the pages of a collection: each address once, no more than bounded, and none after an empty one. */
async function* pagesOf(reading: RemoteReadingParts, collection: RemoteObject, actor: FollowedActor) {
  yield collection
  const [embedded] = objectsAtKey(collection, 'first').filter((one) => itemsOf(one).length > 0)
  const seen = new Set([addressAtKey(embedded, 'id')])
  let page = embedded
  let next = addressAtKey(collection, 'first')
  for (let count = 0; count < MAX_PAGES; count++) {
    if (page === undefined) {
      if (next === undefined || seen.has(next)) return
      seen.add(next)
      page = await objectOfHost(reading, next, actor)
      if (page === undefined) return
    }
    if (itemsOf(page).length === 0) return
    yield page
    next = addressAtKey(page, 'next')
    page = undefined
  }
}

/** Reads what comes next of a followed actor. Servers that have a collection of it need not be asked for all that is over. */
async function readOutbox(reading: RemoteReadingParts, following: FollowedActor): Promise<void> {
  const actor = await objectOfHost(reading, following.actor, following)
  const address = addressAtKey(actor, 'upcomingEvents') ?? addressAtKey(actor, 'outbox')
  const collection = await objectOfHost(reading, address, following)
  if (collection === undefined) return
  let left = MAX_EVENTS
  for await (const page of pagesOf(reading, collection, following))
    for (const item of itemsOf(page)) {
      if (left <= 0) return
      if (await receiveOutboxItem(reading.source, item, following)) left -= 1
    }
}

/** The most ids of which is remembered that they could not be read. */
const MAX_FAILED = 10_000

/** Notes that something could not be read; returns whether that is so for the first time. */
function noteFailure(failedLately: Set<string>, id: string): boolean {
  if (failedLately.has(id)) return false
  if (failedLately.size >= MAX_FAILED) failedLately.clear()
  failedLately.add(id)
  return true
}

/** Returns when an event is read again; null for never. */
const nextOf = ({ is_daily }: IncomingEvent, { end }: Pick<RemoteEvent, 'end'>, now: number) =>
  is_daily === 1 && end >= now ? now + DAY : null

/** Returns when an event is read again that could not be; null or undefined once that is of no use any more, as `readAtId` has them. */
async function nextAttempt({ context }: FederationParts, known: IncomingEvent, wait: number) {
  const { store, moment } = context()
  const now = epochOfInstant(moment.now)
  if (known.event_id === null) return now - known.updated_utc > GIVEN_UP ? undefined : now + wait
  const event = await store.find('event', { id: known.event_id }, moment)
  return event === undefined || event.end_utc < now ? null : now + wait
}

/** Reads an event at its id: what it says there counts. Returns when it is read again; undefined where it is none. */
async function readAtId(
  reading: RemoteReadingParts,
  known: IncomingEvent,
  failedLately: Set<string>,
): Promise<number | null | undefined> {
  const { source } = reading
  const { store, moment } = source.context()
  const now = nowInSeconds(source)
  const following = await store.federation.following.byId(known.following_id)
  if (following === undefined || following.state !== 'accepted')
    return known.event_id === null ? undefined : null
  const found = await fetchObject(reading, known.object)
  if ('fault' in found) {
    if (found.isGone) await trashArrivedEvent(source, known.object)
    if (found.isGone) return known.event_id === null ? undefined : null
    const isFirst = noteFailure(failedLately, known.object)
    return nextAttempt(source, known, found.isEarly || isFirst ? SOON : AGAIN)
  }
  failedLately.delete(known.object)
  if (found.object.type === 'Tombstone') await trashArrivedEvent(source, known.object)
  const event = remoteEventFromObject(found.object, moment)
  // What another address repeats proves nothing.
  if (event === undefined || event.object !== known.object) return known.event_id === null ? undefined : null
  const isKnown = known.event_id !== null && known.actor !== event.actor
  if (!isKnown) await storeArrivedEvent(source, { event, following })
  const isMade = (await store.federation.incoming.byObject(known.object))?.event_id != null
  return isMade ? nextOf(known, event, now) : undefined
}

/** Reads an outbox that is due. One that can't be read is read again after a minute, then whenever its lease ends. */
async function readDueOutbox(
  reading: RemoteReadingParts,
  actor: FollowedActor,
  failedLately: Set<string>,
): Promise<void> {
  const { following } = reading.source.context().store.federation
  try {
    await readOutbox(reading, actor)
  } catch {
    const now = nowInSeconds(reading.source)
    if (now - actor.created_utc <= GIVEN_UP) {
      if (noteFailure(failedLately, actor.actor)) await following.settle(actor.id, now + SOON)
      return
    }
  }
  failedLately.delete(actor.actor)
  await following.settle(actor.id, null)
}

/** Reads the outboxes and the events that are due. `failedLately` remembers what could not be read, by the ids of actors and events. */
export async function fetchDueOutboxesAndEvents(
  reading: RemoteReadingParts,
  failedLately: Set<string>,
): Promise<void> {
  const { source } = reading
  const { following, incoming } = source.context().store.federation
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = nowInSeconds(source)
    const actor = await following.take(now, now + LEASE)
    if (actor === undefined) break
    await readDueOutbox(reading, actor, failedLately)
  }
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = nowInSeconds(source)
    const events = await incoming.take(now, now + LEASE, TOGETHER)
    for (const event of events)
      await incoming.settle(event.object, await readAtId(reading, event, failedLately))
    if (events.length < TOGETHER) break
  }
}

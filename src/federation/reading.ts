/** What comes from followed actors: activities about events, outboxes, events at their ids, images. */

import { updateInTransaction } from '../actions/update.ts'
import { writeAfterPreparing } from '../actions/writing/preparing.ts'
import { parseUpdateArgs } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import type { FollowedActor, IncomingEvent, Writing } from '../store/store.ts'
import { tickerOf } from '../webhooks/delivering.ts'
import {
  contextOfIncomingEvents,
  namesOfFieldsToChange,
  runWithAcceptedFields,
  type SentFieldDigests,
  sentDigestsAfterWrite,
  storeArrivedEvent,
  storedEventWithLinksOfId,
  trashArrivedEvent,
  wantedImageColumns,
} from './incoming-events.ts'
import { type FederationParts, nowInSeconds, pathOfOwnAddress } from './own-actors.ts'
import { fetchObject } from './remote.ts'
import { attributedActorOf, type RemoteEvent, remoteEventFromObject } from './remote-event.ts'
import {
  type Activity,
  addressAtKey,
  isOneOrigin,
  objectsAtKey,
  type ReceivedActivity,
  type RemoteObject,
  textAtKey,
} from './remote-object.ts'

// The effects of activities about events of other servers, and of answers to our Follows (contract §19).

const followedBy = async ({ context }: FederationParts, actor: string | undefined) => {
  const found = actor === undefined ? undefined : await context().store.federation.following.byActor(actor)
  return found?.state === 'accepted' ? found : undefined
}

/** Returns whether an answer is about our Follow: by its address, or by its parts. */
function isAboutFollow({ object, embedded }: Activity, followed: FollowedActor, { place }: FederationParts) {
  if (object === followed.activity) return true
  const [by, of] = [addressAtKey(embedded, 'actor'), addressAtKey(embedded, 'object')]
  const isOurs = by !== undefined && pathOfOwnAddress(place, by) !== undefined
  return textAtKey(embedded, 'type') === 'Follow' && isOurs && of === followed.actor
}

/** Notes the answer of an actor that the calendar follows. */
export async function noteFollowAnswer(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
  state: 'accepted' | 'rejected',
): Promise<void> {
  const { following } = source.context().store.federation
  const followed = await following.byActor(peer.actor)
  if (followed !== undefined && isAboutFollow(activity, followed, source))
    await following.answer(followed.id, state, nowInSeconds(source))
}

/** Asks that an event is read at its id: what it says there counts, not what somebody else says of it. */
async function askFor(
  source: FederationParts,
  object: string,
  following: FollowedActor,
  isDaily = false,
): Promise<void> {
  if (pathOfOwnAddress(source.place, object) !== undefined) return
  const wanted = { object, following_id: following.id, isDaily }
  await source.context().store.federation.incoming.ask(wanted, nowInSeconds(source))
}

/** Applies a Create or an Update of an event. */
export async function receiveEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const { embedded, object } = activity
  if (object === undefined) return
  const { store, moment } = source.context()
  const known = await store.federation.incoming.byObject(object)
  const author = embedded === undefined ? undefined : attributedActorOf(embedded)
  const following = (await followedBy(source, peer.actor)) ?? (await followedBy(source, author))
  if (following === undefined) return
  const event = embedded && remoteEventFromObject(embedded, moment)
  const isOwn = author === peer.actor && (known?.event_id == null || known.actor === peer.actor)
  if (event !== undefined && isOwn && following.actor === peer.actor)
    await storeArrivedEvent(source, { event, following })
  else if (embedded === undefined || textAtKey(embedded, 'type') === 'Event')
    await askFor(source, object, following)
}

/** Removes an event whose own actor says so; for others it is read at its id. */
export async function removeEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const { object } = activity
  const { incoming, following } = source.context().store.federation
  const known = object === undefined ? undefined : await incoming.byObject(object)
  if (known === undefined || known.event_id === null) return
  const followed = await following.byId(known.following_id)
  if (followed === undefined) return
  if (known.actor === peer.actor) await trashArrivedEvent(source, known.object)
  else await askFor(source, known.object, followed)
}

/** Returns the address of what an Announce is about: an object, or that of an activity, as groups announce. */
function announcedAddress({ object, embedded }: Pick<Activity, 'object' | 'embedded'>): string | undefined {
  const isActivity = ['Create', 'Update'].includes(textAtKey(embedded, 'type') ?? '')
  return isActivity ? addressAtKey(embedded, 'object') : object
}

/**
 * Asks for an event that a followed actor announces: it is read at its own host, and again every day. Its own actor sends what changes,
 * and announces what it has sent.
 */
export async function requestAnnouncedEvent(
  source: FederationParts,
  { activity, peer }: ReceivedActivity,
): Promise<void> {
  const following = await followedBy(source, peer.actor)
  const object = announcedAddress(activity)
  if (following === undefined || object === undefined) return
  const known = await source.context().store.federation.incoming.byObject(object)
  if (known?.event_id == null || known.actor !== peer.actor) await askFor(source, object, following, true)
}

/** Applies an item of the outbox of a followed actor: an activity, an event, or the address of either. */
async function receiveOutboxItem(
  source: FederationParts,
  item: unknown,
  following: FollowedActor,
): Promise<boolean> {
  const [whole] = objectsAtKey({ item }, 'item')
  const type = textAtKey(whole, 'type')
  const isActivity = type === 'Create' || type === 'Announce' || type === 'Update'
  const address = isActivity ? addressAtKey(whole, 'object') : addressAtKey({ item }, 'item')
  if (address === undefined || (type !== undefined && !isActivity && type !== 'Event')) return false
  const [inner] = isActivity ? objectsAtKey(whole, 'object') : [whole]
  const event = inner && remoteEventFromObject(inner, source.context().moment)
  const isOwn = isOneOrigin(following.actor, address) && isAttributed(inner, following)
  if (event !== undefined && isOwn && type !== 'Announce') {
    if (event.end < nowInSeconds(source)) return false
    await storeArrivedEvent(source, { event, following })
  } else await askFor(source, address, following, type === 'Announce')
  return true
}

const isAttributed = (object: RemoteObject | undefined, { actor }: FollowedActor) =>
  object !== undefined && attributedActorOf(object) === actor

// Reading at other servers what is due: the outboxes of followed actors, once, and events at their ids.

/** Seconds after which what was not finished is done again, by any process. */
const READING_LEASE = 600
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
  source: FederationParts,
  address: string | undefined,
  { actor }: FollowedActor,
): Promise<RemoteObject | undefined> {
  if (address === undefined || !isOneOrigin(actor, address)) return undefined
  const found = await fetchObject(source, address)
  if ('fault' in found && !found.isGone) throw new Error(found.fault)
  return 'fault' in found ? undefined : found.object
}

/** Yields the pages of a collection: each address once, no more than bounded, and none after an empty one. */
async function* pagesOf(source: FederationParts, collection: RemoteObject, actor: FollowedActor) {
  yield collection
  const [embedded] = objectsAtKey(collection, 'first').filter((one) => itemsOf(one).length > 0)
  const seen = new Set([addressAtKey(embedded, 'id')])
  let page = embedded
  let next = addressAtKey(collection, 'first')
  for (let count = 0; count < MAX_PAGES; count++) {
    if (page === undefined) {
      if (next === undefined || seen.has(next)) return
      seen.add(next)
      page = await objectOfHost(source, next, actor)
      if (page === undefined) return
    }
    if (itemsOf(page).length === 0) return
    yield page
    next = addressAtKey(page, 'next')
    page = undefined
  }
}

/** Reads what comes next of a followed actor. Servers that have a collection of it need not be asked for all that is over. */
async function readOutbox(source: FederationParts, following: FollowedActor): Promise<void> {
  const actor = await objectOfHost(source, following.actor, following)
  const address = addressAtKey(actor, 'upcomingEvents') ?? addressAtKey(actor, 'outbox')
  const collection = await objectOfHost(source, address, following)
  if (collection === undefined) return
  let left = MAX_EVENTS
  for await (const page of pagesOf(source, collection, following))
    for (const item of itemsOf(page)) {
      if (left <= 0) return
      if (await receiveOutboxItem(source, item, following)) left -= 1
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
  source: FederationParts,
  known: IncomingEvent,
  failedLately: Set<string>,
): Promise<number | null | undefined> {
  const { store, moment } = source.context()
  const now = nowInSeconds(source)
  const following = await store.federation.following.byId(known.following_id)
  if (following === undefined || following.state !== 'accepted')
    return known.event_id === null ? undefined : null
  const found = await fetchObject(source, known.object)
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
  source: FederationParts,
  actor: FollowedActor,
  failedLately: Set<string>,
): Promise<void> {
  const { following } = source.context().store.federation
  try {
    await readOutbox(source, actor)
  } catch {
    const now = nowInSeconds(source)
    if (now - actor.created_utc <= GIVEN_UP) {
      if (noteFailure(failedLately, actor.actor)) await following.settle(actor.id, now + SOON)
      return
    }
  }
  failedLately.delete(actor.actor)
  await following.settle(actor.id, null)
}

/** Reads the outboxes and the events that are due. `failedLately` remembers what could not be read, by the ids of actors and events. */
async function fetchDueOutboxesAndEvents(source: FederationParts, failedLately: Set<string>): Promise<void> {
  const { following, incoming } = source.context().store.federation
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = nowInSeconds(source)
    const actor = await following.take(now, now + READING_LEASE)
    if (actor === undefined) break
    await readDueOutbox(source, actor, failedLately)
  }
  for (let look = 0; look < MOST_LOOKS; look++) {
    const now = nowInSeconds(source)
    const events = await incoming.take(now, now + READING_LEASE, TOGETHER)
    for (const event of events)
      await incoming.settle(event.object, await readAtId(source, event, failedLately))
    if (events.length < TOGETHER) break
  }
}

// Reads what is due at other servers from time to time. Every process may: what one has taken, no other one takes.

// Fetches the images of events that came in, one after the other.

/** Seconds after which an image is fetched again whose process ended meanwhile. */
const IMAGE_LEASE = 600
/** The most images of one look. */
const MOST = 50

/** Gives an event its image, unless it has another one from here, or its server sent another one meanwhile. */
async function addImage(
  store: Writing,
  { object, image }: IncomingEvent,
  context: ReturnType<typeof contextOfIncomingEvents>,
): Promise<void> {
  const known = await store.incoming.byObject(object)
  if (known === undefined || known.image !== image) return
  const { next_utc, is_daily, ...noted } = known
  const done = { ...noted, ...wantedImageColumns('', 0) }
  const before = await storedEventWithLinksOfId(store, known.event_id ?? 0, context)
  const sent: SentFieldDigests = JSON.parse(known.sent)
  const wanted = { image: { image } }
  if (
    before === undefined ||
    before.record.status === 'trash' ||
    !namesOfFieldsToChange(wanted, sent, before).length
  )
    return store.incoming.keep(done)
  const { record } = before
  const { written } = await runWithAcceptedFields(store, wanted, async (some) => {
    await updateInTransaction(store, { name: 'event', kept: record }, parseUpdateArgs('event', some), context)
  })
  const after = await storedEventWithLinksOfId(store, record.id, context)
  if (after !== undefined)
    await store.incoming.keep({ ...done, sent: JSON.stringify(sentDigestsAfterWrite(written, sent, after)) })
}

/** Fetches the images that are due. One that can't be had is asked for again when its event changes. */
async function fetchDueImages(source: FederationParts): Promise<void> {
  const { incoming } = source.context().store.federation
  for (let look = 0; look < MOST; look++) {
    const now = nowInSeconds(source)
    const due = await incoming.takeImage(now, now + IMAGE_LEASE)
    if (due === undefined) return
    await writeAfterPreparing(contextOfIncomingEvents(source), (store, context) =>
      addImage(store, due, context),
    )
  }
}

/** Milliseconds between two looks for what is due. */
const IDLE = 1000

/** Returns what does some work, a second after it was done last. */
function idlingTicker(work: () => Promise<void>) {
  let looked = Number.NEGATIVE_INFINITY
  return tickerOf(async () => {
    if (performance.now() - looked < IDLE) return
    await work()
    looked = performance.now()
  })
}

/** Returns the reader of one process. Images don't delay events. */
export function followedCalendarsReader(source: FederationParts) {
  const failedLately = new Set<string>()
  const works = [() => fetchDueOutboxesAndEvents(source, failedLately), () => fetchDueImages(source)]
  const tickers = works.map(idlingTicker)
  return {
    /** Reads everything that is due. */
    async read() {
      for (const work of works) await work()
    },
    /** Reads from time to time until `stop`. */
    start(failed: (error: unknown) => void) {
      for (const ticker of tickers) ticker.start(failed)
    },
    async stop() {
      await Promise.all(tickers.map((ticker) => ticker.halt()))
    },
  }
}

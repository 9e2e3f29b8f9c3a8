/** From changes of events in the journal to the activities that tell of them. */

import { createHash } from 'node:crypto'
import type {
  ChangedEvents,
  EventActor,
  FederationPlan,
  LastTellingOfEventByOwnActor,
} from '../store/store.ts'
import { slicesOf } from '../support/slices.ts'
import { creationActivityOf, type EventAsObject, eventActivity, publicEventObjectsById } from './documents.ts'
import { serializeActivityAsJson, tombstoneOfEventId, withJsonLdContext } from './event-object.ts'
import {
  addressesOfActor,
  eventAddress,
  type FederationParts,
  makeMissingActors,
  nowInSeconds,
  ownActorOfCalendar,
} from './own-actors.ts'
import type { RunInTurn } from './pace.ts'

// The activity with which an actor of ours tells of an event: made, changed, or gone.

/** Returns the fingerprint of what an object tells of an event, which likes and a save without a change leave as it is. */
function fingerprintOf(object: object): string {
  const { likes, shares, updated, ...told }: Readonly<Record<string, unknown>> = { ...object }
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}

/** How an event stands for an actor of ours, and what that told others of it. */
interface EventStanding {
  readonly id: number
  readonly sender: EventActor
  /** Undefined where this actor may not tell of it. */
  readonly told: EventAsObject | undefined
  readonly before: LastTellingOfEventByOwnActor | undefined
  /** Whether the public saw it before this change, told of or not. */
  readonly wasPublic: boolean
}

/** The activity of an actor about an event, and what others know then. */
interface Message {
  readonly after: Pick<LastTellingOfEventByOwnActor, 'state' | 'fingerprint'>
  readonly type: 'Create' | 'Update' | 'Delete'
  readonly body: object
}

function removalOf({ place }: FederationParts, { id, sender, before }: EventStanding, now: number): Message {
  const address = `${eventAddress(place, id)}#delete-${before?.changed_utc ?? 0}-${now}-${sender.name}`
  return {
    after: { state: 'removed', fingerprint: '' },
    type: 'Delete',
    body: eventActivity(place, {
      type: 'Delete',
      actor: sender,
      id: address,
      object: tombstoneOfEventId(place, id),
    }),
  }
}

/** Returns the activity of an actor about an event; undefined if it has nothing to tell. */
function messageAboutEvent(
  source: FederationParts,
  standing: EventStanding,
  now: number,
): Message | undefined {
  const { id, sender, told, before, wasPublic } = standing
  const isAnnounced = before?.state === 'announced'
  if (told === undefined)
    return isAnnounced || (wasPublic && before === undefined) ? removalOf(source, standing, now) : undefined
  const { object, isOver } = told
  const fingerprint = fingerprintOf(object)
  // An archive that is imported is no news.
  if (isAnnounced ? before.fingerprint === fingerprint : isOver) return undefined
  const after = { state: 'announced', fingerprint } as const
  if (before === undefined)
    return { after, type: 'Create', body: creationActivityOf(source.place, sender, object) }
  const type = isAnnounced ? 'Update' : 'Create'
  const end = `${type.toLowerCase()}-${now}-${fingerprint.slice(0, 12)}-${sender.name}`
  const address = `${eventAddress(source.place, id)}#${end}`
  return {
    after,
    type,
    body: eventActivity(source.place, { type, actor: sender, id: address, object }),
  }
}

/** Revisions whose changes are read together. */
const MAX_REVISIONS = 5
/** Events that are read together. */
const READ_TOGETHER = 10
/** Occurrences that come near and are announced together. */
const MAX_OCCURRENCES = 100

/** Everything that is known of some events, to plan the activities about them. */
interface Known {
  readonly told: ReadonlyMap<number, EventAsObject>
  readonly senders: ReadonlyMap<number, readonly EventActor[]>
  readonly tellings: readonly LastTellingOfEventByOwnActor[]
  /** The actors that told of them, by id. */
  readonly tellers: ReadonlyMap<number, EventActor>
  readonly calendar: EventActor
  readonly removed: ReadonlySet<number>
}

/** How an event stands for each actor that may tell of it or told of it. Those that tell of its end are first. */
function standingsOf(id: number, known: Known): readonly EventStanding[] {
  const { told, senders, tellings, tellers, calendar, removed } = known
  const now = senders.get(id) ?? []
  const before = new Map(tellings.filter((one) => one.event_id === id).map((one) => [one.actor_id, one]))
  const isSender = (actor: number) => now.some((one) => one.id === actor)
  const past = [...before.keys()].flatMap((actor) => (isSender(actor) ? [] : [tellers.get(actor)]))
  const isUntold = before.size === 0 && !isSender(calendar.id)
  const leaving = [...past, ...(isUntold ? [calendar] : [])].filter((one) => one !== undefined)
  const standing = (sender: EventActor) => ({ id, sender, before: before.get(sender.id) })
  return [
    ...leaving.map((one) => ({ ...standing(one), told: undefined, wasPublic: removed.has(id) })),
    ...now.map((one) => ({ ...standing(one), told: told.get(id), wasPublic: false })),
  ]
}

/** Plans the activities about an event. */
function planFor(source: FederationParts, id: number, known: Known): FederationPlan {
  const now = nowInSeconds(source)
  const messages = standingsOf(id, known).flatMap((standing) => {
    const message = messageAboutEvent(source, standing, now)
    return message === undefined ? [] : [{ ...message, actor_id: standing.sender.id }]
  })
  return {
    activities: messages.map(({ actor_id, type, body }) => ({
      actor_id,
      line: `event ${id}`,
      body: serializeActivityAsJson(withJsonLdContext(body)),
      about: { type, event_id: id },
    })),
    announced: messages.map(({ actor_id, after }) => ({
      event_id: id,
      actor_id,
      ...after,
      changed_utc: now,
    })),
  }
}

async function knownOf(
  source: FederationParts,
  ids: readonly number[],
  removed: ReadonlySet<number>,
): Promise<Known> {
  const { store, moment } = source.context()
  const { events, actors } = store.federation
  const [told, senders, tellings, calendar] = await Promise.all([
    publicEventObjectsById(source, ids),
    events.senders(ids, moment),
    events.tellings(ids),
    ownActorOfCalendar(source),
  ])
  const tellers = new Map<number, EventActor>()
  for (const actor of new Set(tellings.map(({ actor_id }) => actor_id))) {
    const teller = await actors.byId(actor)
    if (teller !== undefined) tellers.set(actor, teller)
  }
  return { told, senders, tellings, tellers, calendar, removed }
}

async function planEvents(
  source: FederationParts,
  inTurn: RunInTurn,
  { ids, removed }: Pick<ChangedEvents, 'ids' | 'removed'>,
) {
  const { queue } = source.context().store.federation
  for (const some of slicesOf(ids, READ_TOGETHER)) {
    const known = await inTurn(() => knownOf(source, some, removed))
    const plans = some.map((id) => planFor(source, id, known)).filter(({ announced }) => announced.length > 0)
    // Each may go to hundreds of inboxes.
    for (const plan of plans) await inTurn(() => queue.plan(plan, nowInSeconds(source)))
  }
}

/** Tells the followers of actors whose items are gone, and notes which actors are open. */
async function settleActors(source: FederationParts): Promise<void> {
  const { store, moment } = source.context()
  const { actors } = store.federation
  for (const actor of await actors.changed(moment)) {
    const { id } = addressesOfActor(source.place, actor)
    const body = eventActivity(source.place, {
      type: 'Delete',
      actor,
      id: `${id}#delete`,
      object: id,
    })
    const farewell = {
      actor_id: actor.id,
      line: `actor ${actor.id}`,
      body: serializeActivityAsJson(withJsonLdContext(body)),
      about: { type: 'Delete', event_id: 0 },
    }
    await actors.settle(actor, actor.standing === 'gone' ? [farewell] : [], nowInSeconds(source))
  }
}

/**
 * Plans the activities about what was written since the last time. Returns whether there may be more. What is planned twice, after a
 * crash, is told once: what others know is saved with it.
 */
export async function planActivitiesAboutNewChanges(
  source: FederationParts,
  inTurn: RunInTurn,
): Promise<boolean> {
  const { store, moment } = source.context()
  const { queue } = store.federation
  const changed = await queue.changed(MAX_REVISIONS, moment)
  const { since, upTo } = changed
  if (since === upTo) return false
  while ((await makeMissingActors(source)) > 0);
  await planEvents(source, inTurn, changed)
  await settleActors(source)
  await inTurn(() => queue.plan({ activities: [], announced: [], revision: upTo }, nowInSeconds(source)))
  return since !== undefined
}

/** Plans the activities about occurrences of series that have come near. */
export async function planActivitiesAboutNearOccurrences(
  source: FederationParts,
  inTurn: RunInTurn,
): Promise<void> {
  const { store, moment } = source.context()
  const ids = await store.federation.queue.unannounced(moment, MAX_OCCURRENCES)
  await planEvents(source, inTurn, { ids, removed: new Set() })
}

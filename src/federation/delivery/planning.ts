/** From changes of events to the activities that tell of them. */
import { createHash } from 'node:crypto'
import type { AnnouncedEvent, NewActivity, OwnActor } from '../../store/store.ts'
import { eventAddress } from '../addresses.ts'
import { activityOf, creationOf } from '../documents/collections.ts'
import { type ToldEvent, toldEvents } from '../documents/told-events.ts'
import { activityJson, withContext } from '../objects/context.ts'
import { tombstoneOf } from '../objects/event-object.ts'
import { calendarActor, type FederationSource, nowOf } from '../source.ts'

/** Revisions whose changes are read together. */
const MAX_REVISIONS = 100
/** Events that are planned in one transaction: each may go to hundreds of inboxes. */
const PLANNED_TOGETHER = 2
/** Occurrences that come near and are announced together. */
const MAX_OCCURRENCES = 100

type Sender = Pick<OwnActor, 'id' | 'kind' | 'name'>

/** Returns the fingerprint of what an object tells of an event, which likes and a save without a change leave as it is. */
function fingerprintOf(object: object): string {
  const { likes, shares, updated, ...told }: Readonly<Record<string, unknown>> = { ...object }
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}

/** How an event stands, and what others were told of it. */
interface Standing {
  readonly id: number
  /** Undefined where it may not be told of. */
  readonly told: ToldEvent | undefined
  readonly before: AnnouncedEvent | undefined
  /** Whether the public saw it before this change. */
  readonly wasPublic: boolean
}

type Told = Omit<AnnouncedEvent, 'changed_utc'>

/** The activity about an event, as each sender words it, and what others know then; undefined if there is nothing to tell. */
interface Message {
  readonly after: Told
  readonly bodyFrom: (sender: Sender) => object
}

function removalOf({ place }: FederationSource, { id, before }: Standing, now: number): Message {
  const object = tombstoneOf(place, id)
  const address = `${eventAddress(place, id)}#delete-${before?.changed_utc ?? 0}-${now}`
  return {
    after: { event_id: id, state: 'removed', fingerprint: '' },
    bodyFrom: (actor) => activityOf(place, { type: 'Delete', actor, id: `${address}-${actor.name}`, object }),
  }
}

function messageAbout(source: FederationSource, standing: Standing, now: number): Message | undefined {
  const { id, told, before, wasPublic } = standing
  const isAnnounced = before?.state === 'announced'
  if (told === undefined)
    return isAnnounced || (wasPublic && before === undefined) ? removalOf(source, standing, now) : undefined
  const { object, isOver } = told
  const fingerprint = fingerprintOf(object)
  // An archive that is imported is no news.
  if (isAnnounced ? before.fingerprint === fingerprint : isOver) return undefined
  const after: Told = { event_id: id, state: 'announced', fingerprint }
  if (before === undefined) return { after, bodyFrom: (actor) => creationOf(source.place, actor, object) }
  const type = isAnnounced ? 'Update' : 'Create'
  const address = `${eventAddress(source.place, id)}#${type.toLowerCase()}-${now}-${fingerprint.slice(0, 12)}`
  return {
    after,
    bodyFrom: (actor) => activityOf(source.place, { type, actor, id: `${address}-${actor.name}`, object }),
  }
}

/** Plans the activities about some events, in one transaction. */
async function planSome(source: FederationSource, ids: readonly number[], removed: ReadonlySet<number>) {
  const { events, queue } = source.context().store.federation
  const [told, announced, organizers, calendar] = await Promise.all([
    toldEvents(source, ids),
    events.announced(ids),
    events.organizersOf(ids),
    calendarActor(source),
  ])
  const now = nowOf(source)
  const activities: NewActivity[] = []
  const after: AnnouncedEvent[] = []
  for (const id of ids) {
    const standing = { id, told: told.get(id), before: announced.get(id), wasPublic: removed.has(id) }
    const message = messageAbout(source, standing, now)
    if (message === undefined) continue
    after.push({ ...message.after, changed_utc: now })
    for (const sender of [calendar, ...(organizers.get(id) ?? [])])
      activities.push({
        actor_id: sender.id,
        line: `event ${id} of ${sender.id}`,
        body: activityJson(withContext(message.bodyFrom(sender))),
      })
  }
  if (after.length > 0) await queue.plan({ activities, announced: after }, now)
}

async function planEvents(source: FederationSource, ids: readonly number[], removed: ReadonlySet<number>) {
  for (let at = 0; at < ids.length; at += PLANNED_TOGETHER)
    await planSome(source, ids.slice(at, at + PLANNED_TOGETHER), removed)
}

/**
 * Plans the activities about what was written since the last time. Returns whether there may be more. What is planned twice, after a
 * crash, is told once: what others know is saved with it.
 */
export async function planChanges(source: FederationSource): Promise<boolean> {
  const { queue } = source.context().store.federation
  const { ids, removed, since, upTo } = await queue.changed(MAX_REVISIONS)
  if (since === upTo) return false
  await planEvents(source, ids, removed)
  await queue.plan({ activities: [], announced: [], revision: upTo }, nowOf(source))
  return since !== undefined
}

/** Plans the activities about occurrences of series that have come near. */
export async function planOccurrences(source: FederationSource): Promise<void> {
  const { store, moment } = source.context()
  await planEvents(source, await store.federation.queue.unannounced(moment, MAX_OCCURRENCES), new Set())
}

/** The activity with which an actor of ours tells of an event: made, changed, or gone. */
import { createHash } from 'node:crypto'
import type { EventActor, LastTellingOfEventByOwnActor } from '../../store/store.ts'
import { eventAddress } from '../addresses.ts'
import { createUpdateOrDeleteActivity, creationActivityOf } from '../documents/collections.ts'
import type { EventAsObject } from '../documents/events-as-objects.ts'
import type { FederationParts } from '../federation-parts.ts'
import { tombstoneOfEventId } from '../objects/event-object.ts'

/** Returns the fingerprint of what an object tells of an event, which likes and a save without a change leave as it is. */
function fingerprintOf(object: object): string {
  const { likes, shares, updated, ...told }: Readonly<Record<string, unknown>> = { ...object }
  return createHash('sha256').update(JSON.stringify(told)).digest('base64url')
}

/** How an event stands for an actor of ours, and what that told others of it. */
export interface EventStanding {
  readonly id: number
  readonly sender: SendingActor
  /** Undefined where this actor may not tell of it. */
  readonly told: EventAsObject | undefined
  readonly before: LastTellingOfEventByOwnActor | undefined
  /** Whether the public saw it before this change, told of or not. */
  readonly wasPublic: boolean
}

/** The actor of ours that tells. */
export type SendingActor = Pick<EventActor, 'id' | 'kind' | 'name'>

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
    body: createUpdateOrDeleteActivity(place, {
      type: 'Delete',
      actor: sender,
      id: address,
      object: tombstoneOfEventId(place, id),
    }),
  }
}

/** Returns the activity of an actor about an event; undefined if it has nothing to tell. */
export function messageAboutEvent(
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
    body: createUpdateOrDeleteActivity(source.place, { type, actor: sender, id: address, object }),
  }
}

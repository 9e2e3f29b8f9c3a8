/** The events that other servers are told of, as objects. */
import { viewerOf } from '../../api/context.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { representEvent } from '../../representations/json/event.ts'
import { actorAddress } from '../addresses.ts'
import type { FederationParts } from '../federation-parts.ts'
import { eventObject } from '../objects/event-object.ts'
import { textsOfEvent } from '../objects/texts.ts'

/** An event as an object, and whether it is over. */
export interface EventAsObject {
  readonly object: object
  readonly isOver: boolean
}

const noReactions = { likes: 0, shares: 0 }

/** Returns those of the events that may be told of, as objects, by id in the order of `ids`. */
export async function publicEventObjectsById(
  source: FederationParts,
  ids: readonly number[],
): Promise<ReadonlyMap<number, EventAsObject>> {
  const { context, place, root, siteName } = source
  const now = context()
  const { store, moment, currency } = now
  const { events } = store.federation
  const open = await events.open(ids, moment)
  const wanted = ids.filter((id) => open.has(id))
  if (wanted.length === 0) return new Map()
  const [items, reactions, organizers, groups] = await Promise.all([
    store.snapshot((snapshot) => snapshot.events(wanted, viewerOf(now))),
    events.reactions(wanted),
    events.organizersOf(wanted, moment),
    events.groupsOf(wanted, moment),
  ])
  const view = { root, zone: moment.zone, currency, isSingle: false, site: siteName }
  const shown = items.map((item) => {
    const event = representEvent(item, view)
    const around = {
      place,
      group: groups.get(item.record.id),
      organizers: (organizers.get(item.record.id) ?? []).map((actor) => actorAddress(place, actor)),
      texts: textsOfEvent(source, event, item.record),
      reactions: reactions.get(item.record.id) ?? noReactions,
    }
    const object = eventObject(event, around)
    return [item.record.id, { object, isOver: item.record.end_utc < epochOfInstant(moment.now) }] as const
  })
  return new Map(shown)
}

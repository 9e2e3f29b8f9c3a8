/** Events of other servers as events here: made, changed as far as nobody edited them here, and removed. */

import { createEvent } from '../../actions/create.ts'
import { newUid } from '../../actions/linking/new-items.ts'
import { linkTargetsAsKnownOrPending } from '../../actions/proposals/terms.ts'
import { trashForImport } from '../../actions/remove.ts'
import { updateInTransaction } from '../../actions/update.ts'
import type { Context } from '../../api/context.ts'
import { federationActor } from '../../api/policy.ts'
import { parseCreateArgs, parseUpdateArgs } from '../../contract/resources/parse.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import type { EventRecord, IncomingEvent, Writing } from '../../store/store.ts'
import type { FederationParts } from '../federation-parts.ts'
import {
  type ArrivedEventWithFollowedActor,
  arrivalArgsByField,
  runWithAcceptedFields,
  withoutFields,
} from './arrivals.ts'
import { noImageArgs, splitOffImage, wantedImageColumns } from './images.ts'
import {
  namesOfFieldsToChange,
  type SentFieldDigests,
  sentDigestsAfterWrite,
  wereSentLast,
} from './kept-fields.ts'

/** Returns an event as it is stored, and what it is linked to. */
export async function storedEventWithLinksOfId(store: Writing, id: number, { moment }: Context) {
  const record = await store.find('event', { id }, moment)
  return record && { record, links: await store.linksOf(id) }
}

async function keep(
  store: Writing,
  { event, following }: ArrivedEventWithFollowedActor,
  { id, sent, image }: { readonly id: number; readonly sent: SentFieldDigests; readonly image: string },
  { moment }: Context,
): Promise<void> {
  await store.incoming.keep({
    object: event.object,
    event_id: id,
    actor: event.actor,
    following_id: following.id,
    updated_utc: event.updated,
    sent: JSON.stringify(sent),
    ...wantedImageColumns(image, epochOfInstant(moment.now)),
  })
}

/** Makes the event of an arrival. */
async function make(store: Writing, arrival: ArrivedEventWithFollowedActor, context: Context): Promise<void> {
  const { event, following } = arrival
  const isShown = following.status === 'publish'
  const { fields, image } = splitOffImage(await arrivalArgsByField(store, arrival, isShown))
  const group =
    following.group_id === null
      ? undefined
      : await store.find('group', { id: following.group_id }, context.moment)
  const origin = { actor: event.actor, url: event.url }
  const { result: id, written } = await runWithAcceptedFields(store, fields, async (some) => {
    const args = parseCreateArgs('event', {
      ...some,
      status: following.status,
      ...(group && { group: group.id }),
    })
    const venue = isShown
      ? args.venue
      : await linkTargetsAsKnownOrPending(store, 'venue', args.venue ?? [], context)
    return createEvent(store, { ...args, venue: venue ?? [] }, context, {
      uid: newUid(),
      origins: [],
      origin,
    })
  })
  const now = await storedEventWithLinksOfId(store, id, context)
  if (now === undefined) return
  // Without an image before: one that an editor adds until it is fetched stays.
  const sent = sentDigestsAfterWrite({ ...written, image: noImageArgs }, {}, now)
  await keep(store, arrival, { id, sent, image }, context)
}

/** Changes the event of an arrival as far as nobody edited it here. One that was removed here stays so. */
async function change(
  store: Writing,
  arrival: ArrivedEventWithFollowedActor,
  { known, record }: { readonly known: IncomingEvent; readonly record: EventRecord },
  context: Context,
): Promise<void> {
  if (record.status === 'trash' && record.pruned_status === '') return
  const sent: SentFieldDigests = JSON.parse(known.sent)
  const links = await store.linksOf(record.id)
  const isShown = record.status === 'publish'
  const wanted = await arrivalArgsByField(store, arrival, isShown)
  // A description that an earlier version made of the summary stays until its server changes either.
  const isOfSummary =
    arrival.event.fields.description?.description === '' &&
    wereSentLast(sent, 'description', arrival.event.summary)
  const names = namesOfFieldsToChange(wanted, sent, { record, links }).filter(
    (name) => name !== 'description' || !isOfSummary,
  )
  const others = Object.keys(wanted).filter((name) => !names.includes(name))
  const { fields, image } = splitOffImage(withoutFields(wanted, others))
  const restored = record.status === 'trash' ? { status: record.pruned_status } : {}
  const { written } = await runWithAcceptedFields(store, fields, async (some) => {
    const args = parseUpdateArgs('event', { ...some, ...restored })
    const venue =
      !isShown && args.venue
        ? await linkTargetsAsKnownOrPending(store, 'venue', args.venue, context)
        : args.venue
    const all = { ...args, ...(venue !== undefined && { venue }) }
    await updateInTransaction(store, { name: 'event', kept: record }, all, context)
  })
  const now = await storedEventWithLinksOfId(store, record.id, context)
  if (now !== undefined)
    await keep(
      store,
      arrival,
      { id: record.id, sent: sentDigestsAfterWrite(written, sent, now), image },
      context,
    )
}

/** Returns the context in which events come in. */
export const contextOfIncomingEvents = ({ context }: FederationParts): Context => ({
  ...context(),
  actor: federationActor,
  linksByName: true,
})

/** The most events of one followed actor: no other server fills the calendar. */
const MAX_EVENTS = 10_000

const isWelcome = async (
  store: Writing,
  { event, following }: ArrivedEventWithFollowedActor,
  { moment }: Context,
) => event.end >= epochOfInstant(moment.now) && (await store.incoming.countOf(following.id)) < MAX_EVENTS

/** Makes or changes the event of an arrival. What is older than what is known, over, or of another actor changes nothing. */
export async function storeArrivedEvent(
  source: FederationParts,
  arrival: ArrivedEventWithFollowedActor,
): Promise<void> {
  const context = contextOfIncomingEvents(source)
  const { event } = arrival
  await context.store.write(context, async (store) => {
    const known = await store.incoming.byObject(event.object)
    if (known?.event_id == null) {
      if (await isWelcome(store, arrival, context)) await make(store, arrival, context)
      return
    }
    if (known.actor !== event.actor || event.updated < known.updated_utc) return
    const record = await store.find('event', { id: known.event_id }, context.moment)
    if (record !== undefined) await change(store, arrival, { known, record }, context)
  })
}

/** Moves the event to the trash that came from an object. */
export async function trashArrivedEvent(source: FederationParts, object: string): Promise<void> {
  const context = contextOfIncomingEvents(source)
  await context.store.write(context, async (store) => {
    const known = await store.incoming.byObject(object)
    const id = known?.event_id ?? 0
    const record = id === 0 ? undefined : await store.find('event', { id }, context.moment)
    if (record !== undefined && record.status !== 'trash') await trashForImport(store, record, context)
  })
}

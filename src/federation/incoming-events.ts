/** Events of other servers as events here: made, changed as far as nobody edited them here, and removed. */
import { createHash } from 'node:crypto'
import { createEvent } from '../actions/create.ts'
import { newUid } from '../actions/items.ts'
import { knownAndUnknownTerms, linkTargetsAsKnownOrPending } from '../actions/proposals.ts'
import { trashForImport } from '../actions/remove.ts'
import { updateInTransaction } from '../actions/update.ts'
import type { Context } from '../api/context.ts'
import { federationActor } from '../api/policy.ts'
import { parseCreateArgs, parseUpdateArgs } from '../contract/resources/index.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { Problem } from '../problem.ts'
import type { EventRecord, FollowedActor, IncomingEvent, LinkIds, Writing } from '../store/store.ts'
import type { FederationParts } from './own-actors.ts'
import type { RemoteEvent } from './remote-event.ts'

// Which fields of an event that came in were edited here: those stay.

/** Field → the digests of what was sent last and of what was stored of it. */
export type SentFieldDigests = Readonly<Record<string, readonly [sent: string, stored: string]>>

const fingerprintOf = (value: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(value) ?? '')
    .digest('base64url')
    .slice(0, 16)

/** Returns what is stored of each field. */
function storedValues(record: EventRecord, links: LinkIds): Readonly<Record<string, unknown>> {
  const { title, description, website, image, event_status } = record
  const { start_date, end_date, timezone, all_day } = record
  return {
    title,
    description,
    times: [start_date, end_date, timezone, all_day],
    status: event_status,
    website,
    attendance: [record.online_url, record.attendance_mode],
    venue: links.venue,
    image,
    categories: links.category,
    tags: links.tag,
  }
}

/** Returns whether these args of a field were sent last. */
const wereSentLast = (sent: SentFieldDigests, name: string, args: unknown): boolean =>
  sent[name]?.[0] === fingerprintOf(args)

/** Returns the fields whose text was changed at their server and that nobody edited here. */
export function namesOfFieldsToChange(
  wanted: Readonly<Record<string, unknown>>,
  sent: SentFieldDigests,
  { record, links }: { readonly record: EventRecord; readonly links: LinkIds },
): readonly string[] {
  const stored = storedValues(record, links)
  return Object.keys(wanted).filter((name) => {
    const now = fingerprintOf(stored[name])
    return !wereSentLast(sent, name, wanted[name]) && (sent[name]?.[1] ?? now) === now
  })
}

/** Returns what is noted of fields after a write of some of them. */
export function sentDigestsAfterWrite(
  written: Readonly<Record<string, unknown>>,
  before: SentFieldDigests,
  { record, links }: { readonly record: EventRecord; readonly links: LinkIds },
): SentFieldDigests {
  const stored = storedValues(record, links)
  const noted = Object.entries(written).map(([name, value]) => [
    name,
    [fingerprintOf(value), fingerprintOf(stored[name])] as const,
  ])
  return { ...before, ...Object.fromEntries(noted) }
}

// The images of events that come in: noted with the event, and fetched later, so that no inbox waits for them.

type Args = Readonly<Record<string, unknown>>
type Fields = Readonly<Record<string, Args>>

/** The args of an event without an image. */
const noImageArgs: Args = { image: false }

/** Returns fields without an image that must be fetched, and its address; "" if there is none to fetch. */
function splitOffImage(fields: Fields): { readonly fields: Fields; readonly image: string } {
  const { image, ...others } = fields
  const address = image?.image
  return typeof address === 'string' ? { fields: others, image: address } : { fields, image: '' }
}

/** Returns what is noted of an image: it is fetched from `now` on, unless its address is "". */
export const wantedImageColumns = (
  image: string,
  now: number,
): Pick<IncomingEvent, 'image' | 'image_utc'> => ({
  image,
  image_utc: image === '' ? null : now,
})

// Events that came in, as the args with which they are written.

/** An event that came in, and the followed actor because of which it did. */
interface ArrivedEventWithFollowedActor {
  readonly event: RemoteEvent
  readonly following: FollowedActor
}

/** Returns hashtags as args: categories that exist, and else tags; new ones only where the event is shown at once. */
async function termArgs(
  store: Writing,
  { event, following }: ArrivedEventWithFollowedActor,
  isShown: boolean,
): Promise<{ readonly categories: Args; readonly tags: Args }> {
  const { hashtags } = event
  const spaced = (name: string) => name.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 ')
  const categories: object[] = following.category_id === null ? [] : [{ id: following.category_id }]
  const tags: (string | object)[] = []
  for (const name of hashtags) {
    const forms = [...new Set([name, spaced(name)])].map((text) => ({ text }))
    const [category] = (await knownAndUnknownTerms(store, 'category', forms)).known
    const [tag] = category === undefined ? (await knownAndUnknownTerms(store, 'tag', forms)).known : []
    if (category !== undefined) categories.push({ id: category.id })
    else if (tag !== undefined) tags.push({ id: tag.id })
    else if (isShown) tags.push(name)
  }
  const existing = categories.filter(
    (one, at) => at === categories.findIndex((other) => idOf(other) === idOf(one)),
  )
  return { categories: { categories: existing }, tags: { tags } }
}

const idOf = (one: object) => JSON.stringify(one)

async function arrivalArgsByField(store: Writing, arrival: ArrivedEventWithFollowedActor, isShown: boolean) {
  const { categories, tags } = await termArgs(store, arrival, isShown)
  const fields: Fields = { ...arrival.event.fields, categories, tags }
  return fields
}

/** Returns the names of fields that a problem names; none if one of them can't be left out. */
function faultyFields({ data: { params } }: Problem, fields: Fields): readonly string[] {
  const args = typeof params === 'object' && params !== null ? Object.keys(params) : []
  const names = args.map((arg) => {
    const [first = ''] = arg.split(/[.[]/)
    return Object.keys(fields).find((name) => first in (fields[name] ?? {})) ?? ''
  })
  return names.some((name) => ['', 'title', 'times'].includes(name)) ? [] : names
}

const argsOf = (fields: Fields): Args => Object.assign({}, ...Object.values(fields))

const withoutFields = (fields: Fields, names: readonly string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))

/** Runs `act` with fields; without those that are refused, such as an image that can't be fetched. Returns the fields that were written. */
export async function runWithAcceptedFields<T>(
  store: Writing,
  fields: Fields,
  act: (args: Args) => Promise<T>,
): Promise<{ readonly result: T; readonly written: Fields }> {
  try {
    return { result: await store.attempt(() => act(argsOf(fields))), written: fields }
  } catch (error) {
    const names = error instanceof Problem && error.status === 400 ? faultyFields(error, fields) : []
    if (names.length === 0) throw error
    return runWithAcceptedFields(store, withoutFields(fields, names), act)
  }
}

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

async function make(store: Writing, arrival: ArrivedEventWithFollowedActor, context: Context): Promise<void> {
  const { event, following } = arrival
  const isShown = following.status === 'publish'
  const { fields, image } = splitOffImage(await arrivalArgsByField(store, arrival, isShown))
  const group =
    following.group_id === null
      ? undefined
      : await store.find('group', { id: following.group_id }, context.moment)
  const origin = { actor: event.actor, url: event.url }
  const { result: made, written } = await runWithAcceptedFields(store, fields, async (some) => {
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
  const { id } = made
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
    if (record !== undefined && record.status !== 'trash') await trashForImport(store, record)
  })
}

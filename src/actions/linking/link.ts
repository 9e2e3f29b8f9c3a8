/** Resolves the venues and organizers of an event, in the transaction that saves it (contract §2.5, §4.5). */
import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { mayPublishInGroup, requireScope, rightsByRole } from '../../api/policy.ts'
import type { IdOrText, SentImageReference, SentVenueOrOrganizer } from '../../contract/kinds.ts'
import { writeScopeByResource } from '../../contract/operations.ts'
import type { CreateArgs, TermName, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { isApprovedStatus } from '../../domain/publication.ts'
import { caselessKey, foldedText, slugOr } from '../../domain/text/letters.ts'
import { parseDateText } from '../../domain/time/date-text.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { utcTimestampOfEpoch } from '../../domain/time/timestamp.ts'
import {
  because,
  type Fault,
  invalidParam,
  invalidParams,
  mergeIntoOneReason,
  Problem,
  type RefusalReason,
} from '../../problem.ts'
import type { EventRecord, OrganizerRecord, Reading, VenueRecord, Writing } from '../../store/store.ts'
import { composers, createTerm, createVenueOrOrganizer, type LinkedCreateArgs } from '../items.ts'
import { faultsFoundBy, runChecksAndThrowFaults, type ThrowingArgsCheck } from '../writing/faults.ts'
import { knownMediaRecordAtAddress } from './images.ts'
import { requireUsableImage, resolveAuthorId } from './references.ts'

// New venues and organizers are as public as the event that names them (contract §4.5), unless they say their own status.

/** The publication of the event that names an item. */
export type PublicationOfNamingEvent = Pick<EventRecord, 'status' | 'date_utc'>

/**
 * The args of the publication of a new item: none where the event is public, or where the item says its own. An item of a private
 * event is a draft, so that publishing the event publishes it.
 */
function inheritedPublicationArgs(
  { status, date_utc }: PublicationOfNamingEvent,
  sent: Pick<LinkedCreateArgs, 'status' | 'date' | 'date_utc'>,
  { actor, group }: Pick<ContextWithImages, 'actor' | 'group'>,
): Pick<LinkedCreateArgs, 'status' | 'date_utc'> {
  const isOwn = [sent.status, sent.date, sent.date_utc].some((arg) => arg !== undefined)
  if (status === 'publish' || isOwn || !mayPublishInGroup(actor, group)) return {}
  const date = isApprovedStatus(status) ? parseDateText(utcTimestampOfEpoch(date_utc)) : undefined
  if (date !== undefined) return { status: 'future', date_utc: date }
  return { status: status === 'pending' ? 'pending' : 'draft' }
}

// The venues and organizers that links name, where some were merged into others.

/** Links to items of a resource: ids, or the args of new ones. */
export type SentVenuesOrOrganizers<N extends VenueOrOrganizerName> = readonly SentVenueOrOrganizer<
  CreateArgs<N>
>[]

/** Replaces ids of merged items by those of the items that they became part of. */
async function targetsAfterMerges<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  sent: SentVenuesOrOrganizers<N>,
  context: ContextWithImages,
): Promise<SentVenuesOrOrganizers<N>> {
  const current: SentVenueOrOrganizer<CreateArgs<N>>[] = []
  for (const target of sent) {
    const isGone = 'id' in target && (await store.find(name, { id: target.id }, context.moment)) === undefined
    const into = isGone ? await store.mergedInto(name, { id: target.id }) : undefined
    current.push(into === undefined ? target : { id: into })
  }
  return current
}

// Finds the venue or the organizer that somebody means who doesn't know the calendar: by its name, and a venue's town.

/** Where a venue is, as its fields say. */
interface Place {
  readonly address?: string | null | undefined
  readonly city?: string | null | undefined
}

const words = (text: string): readonly string[] => foldedText(text).match(/[\p{L}\p{M}]+|\p{N}+/gu) ?? []
const plain = (text: string) => words(text).join(' ')

/** The words that may name a town: the city, or what follows the street in an address. Numbers name none. */
function townWords({ address, city }: Place): readonly string[] {
  const named = words(city ?? '')
  const text = named.length > 0 ? named : words((address ?? '').split(/[,\n]/).slice(1).join(' '))
  return text.filter((word) => !/\p{N}/u.test(word))
}

/** Whether two places may be in one town. The street alone parts none: it is written in too many ways. */
function isSameTown(one: Place, other: Place): boolean {
  if (plain(one.city ?? '') !== '' && plain(other.city ?? '') !== '')
    return plain(one.city ?? '') === plain(other.city ?? '')
  const [some, others] = [townWords(one), townWords(other)]
  const isWithin = (inner: readonly string[], outer: readonly string[]) =>
    inner.every((word) => outer.includes(word))
  return isWithin(some, others) || isWithin(others, some)
}

/** Returns the key under which an import knows what inline items of a name were found to be. Takes the folded name. */
const inlineNameKey = (resource: VenueOrOrganizerName, nameKey: string): string => `${resource} ${nameKey}`

/** A venue or an organizer as somebody writes it. */
interface WrittenPlace extends Place {
  readonly name: string
}

/** Returns what the args of an inline item say of it. */
export function nameAndPlaceOfInlineArgs<N extends VenueOrOrganizerName>(args: CreateArgs<N>): WrittenPlace {
  const { venue, organizer, address, city }: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  return { name: venue || organizer, address, city }
}

async function alike(store: Reading, resource: VenueOrOrganizerName, name: string, moment: Moment) {
  const found = await store.alike(resource, foldedText(name.trim()), moment)
  return found
    .map((record): readonly [number, Place] => [record.id, 'city' in record ? record : {}])
    .sort(([one], [other]) => one - other)
}

/**
 * Returns the id of the public venue or organizer of a name, of a venue in the same town, of several the lowest. Undefined if there is
 * none, or if no town is named and there are venues of this name in several.
 */
export async function knownIdByNameAndTown(
  store: Reading,
  resource: VenueOrOrganizerName,
  meant: WrittenPlace,
  { moment }: Pick<ContextWithImages, 'moment'>,
): Promise<number | undefined> {
  const same = (await alike(store, resource, meant.name, moment)).filter(([, one]) => isSameTown(meant, one))
  const [first] = same
  const isOpen = townWords(meant).length === 0
  if (first === undefined || (isOpen && !same.every(([, one]) => isSameTown(one, first[1])))) return undefined
  return first[0]
}

/** Returns the ids that the writer may not link to. */
async function unknownIds<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  sent: SentVenuesOrOrganizers<N>,
  context: ContextWithImages,
): Promise<readonly number[]> {
  const named = sent.flatMap((target) => ('id' in target ? [target.id] : []))
  const visible = await store.visible(name, named, viewerOf(context))
  return named.filter((id) => !visible.has(id))
}

/** Returns the targets, with merged items replaced. Throws 400 with all ids that the writer may not link to. */
async function allowedTargets<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  sent: SentVenuesOrOrganizers<N>,
  context: ContextWithImages,
): Promise<SentVenuesOrOrganizers<N>> {
  // What is visible was not merged: usually one statement answers both questions.
  if ((await unknownIds(store, name, sent, context)).length === 0) return sent
  const current = await targetsAfterMerges(store, name, sent, context)
  const unknown = await unknownIds(store, name, current, context)
  if (unknown.length > 0)
    throw invalidParam(
      name,
      because('no_such_link', { kind: name, id: unknown.join(', ') }),
      'invalid-linked-id',
    )
  return current
}

/** Checks linked venues or organizers without creating any. Throws 400 with all their faults. */
export function requireValidLinks<N extends VenueOrOrganizerName>(
  store: Reading,
  name: N,
  sent: SentVenuesOrOrganizers<N>,
  context: ContextWithImages,
): Promise<void> {
  const inline = sent.map((target, at): ThrowingArgsCheck => {
    if ('id' in target) return () => {}
    const { author, image }: LinkedCreateArgs = { venue: '', organizer: '', ...target.inline }
    const checks = [
      () => columnsOf(name, target.inline, context),
      () => resolveAuthorId(store, author, undefined, context),
      () => requireUsableImage(store, image, null, context),
    ]
    return async () => {
      const faults = Object.entries(await faultsFoundBy(checks))
      const placed = faults.map(([arg, one]) => [`${name}[${target.at ?? at}].${arg}`, one])
      if (placed.length > 0) throw invalidParams(Object.fromEntries(placed))
    }
  })
  const ids = () => allowedTargets(store, name, sent, context)
  return runChecksAndThrowFaults([ids, ...inline])
}

/** Links as sent, and the event that they are linked by. */
interface SentLinks<N extends VenueOrOrganizerName> {
  readonly sent: SentVenuesOrOrganizers<N>
  readonly by: PublicationOfNamingEvent
}

/**
 * Returns the ids of the linked venues or organizers, and creates inline ones (contract §4.5), as public as the event
 * that they are linked `by`. Given ids must be visible to the writer.
 */
export async function resolveLinkedIds<N extends VenueOrOrganizerName>(
  store: Writing,
  name: N,
  { sent, by }: SentLinks<N>,
  context: ContextWithImages,
): Promise<readonly number[]> {
  const ids = new Set<number>()
  for (const [at, target] of (await allowedTargets(store, name, sent, context)).entries()) {
    const path = `${name}[${at}]`
    const id =
      'id' in target ? target.id : await inlineItem(store, name, { args: target.inline, path, by }, context)
    ids.add(id)
  }
  return [...ids]
}

type Row = VenueRecord | OrganizerRecord

/** The args of a venue or an organizer, their path in those of the event, and the event. */
interface InlineLink<N extends VenueOrOrganizerName> {
  readonly args: CreateArgs<N>
  readonly path: string
  readonly by: PublicationOfNamingEvent
}

/** Returns the id that inline args were found to be before, and a function that remembers it, and returns it. */
function rememberedInline({ inline }: ContextWithImages, name: string, args: readonly unknown[]) {
  const key = inline === undefined ? '' : JSON.stringify(args)
  const remember = (id: number): number => {
    if (inline === undefined) return id
    const named = inline.get(name) ?? new Map<string, number>()
    inline.set(name, named.set(key, id))
    return id
  }
  return { known: inline?.get(name)?.get(key), remember }
}

async function inlineItem<N extends VenueOrOrganizerName>(
  store: Writing,
  name: N,
  { args, path, by }: InlineLink<N>,
  context: ContextWithImages,
): Promise<number> {
  const publication = inheritedPublicationArgs(by, args, context)
  const { venue, organizer, image }: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  const nameKey = foldedText(venue || organizer)
  const { known, remember } = rememberedInline(context, inlineNameKey(name, nameKey), [publication, args])
  if (known !== undefined) return known
  try {
    const wanted: Readonly<Record<string, unknown>> = {
      ...columnsOf(name, { ...args, ...publication }, context),
      image: await wantedImage(store, image, context),
    }
    const candidates: readonly Row[] = [
      ...(await store.alike(name, nameKey, context.moment)),
      ...(publication.status === 'draft' ? await store.draftsAlike(name, nameKey, context.actor.id) : []),
    ]
    const isAlike = (row: object) => {
      const kept = new Map<string, unknown>(Object.entries(row))
      return Object.keys(args).every(
        (key) => columnOf(key) === 'name' || isSame(wanted[columnOf(key)], kept.get(columnOf(key))),
      )
    }
    const same = candidates.find(isAlike)
    if (same !== undefined) return remember(same.id)
    const merged = (await store.mergedAlike(name, nameKey)).find(({ record }) => isAlike(record))
    const into = merged && (await store.mergedInto(name, { id: merged.record.id }))
    if (into !== undefined && (await store.visible(name, [into], viewerOf(context))).has(into)) return into
    const named =
      context.linksByName && candidates.length > 0
        ? await knownIdByNameAndTown(store, name, nameAndPlaceOfInlineArgs(args), context)
        : undefined
    if (named !== undefined) return remember(named)
    requireScope(context.actor, writeScopeByResource[name])
    const { id } = await createVenueOrOrganizer(store, name, { ...args, ...publication }, context)
    // Others of the name may mean the new one.
    context.inline?.delete(inlineNameKey(name, nameKey))
    // Only a public item, or a draft of one's own for another draft, is found by the next line.
    return wanted.status === 'publish' || publication.status === 'draft' ? remember(id) : id
  } catch (error) {
    throw error instanceof Problem && error.code === 'rest_invalid_param' ? below(path, error) : error
  }
}

function columnsOf<N extends VenueOrOrganizerName>(name: N, args: CreateArgs<N>, context: ContextWithImages) {
  const sent: LinkedCreateArgs = { venue: '', organizer: '', ...args }
  const { author, slug } = sent
  return { ...composers[name](sent, undefined, context), slug, author }
}

/** Returns the id of the image; 0, which no image has, for one that is not stored yet. */
async function wantedImage(
  store: Writing,
  image: SentImageReference | undefined,
  context: ContextWithImages,
): Promise<number | null> {
  if (image === undefined || 'none' in image) return null
  return 'id' in image ? image.id : ((await knownMediaRecordAtAddress(store, image.url, context))?.id ?? 0)
}

const columnOf = (arg: string) => ({ venue: 'name', organizer: 'name', date: 'date_utc' })[arg] ?? arg

function isSame(wanted: unknown, kept: unknown): boolean {
  const plain = (value: unknown) => (typeof value === 'string' ? caselessKey(value) : (value ?? ''))
  return plain(wanted) === plain(kept)
}

/** Returns the same fault, named by its path inside the event. */
function below(path: string, problem: Problem): Problem {
  const [[name, fault] = []] = Object.entries<Fault>(Object(problem.data.details))
  return name === undefined || fault === undefined
    ? problem
    : invalidParams({ [`${path}.${name}`]: { ...fault, code: 'rest_invalid_param' } })
}

// Resolves the categories and tags of an event, in the transaction that saves it (contract §2.5).

/** An arg that names terms. */
interface TermArg {
  readonly name: TermName
  readonly arg: string
  readonly sent: readonly IdOrText[]
}

/** Returns the ids of the referenced terms. Unknown names are created if the actor may do so. */
export async function resolveTermIds(
  store: Writing,
  termArg: TermArg,
  context: ContextWithImages,
): Promise<readonly number[]> {
  const { name } = termArg
  const ids = new Set<number>()
  for (const known of await termIdsOrNewNames(store, termArg, context)) {
    // If two new names are equal, the second one finds the term of the first.
    const id = typeof known === 'number' ? known : await store.term(name, { name: known })
    if (id === undefined) forgetNamesLike(context, name, String(known))
    ids.add(id ?? (await createTerm(store, name, { name: String(known) }, context)).id)
  }
  return [...ids]
}

/**
 * Returns the ids of existing terms and the names of new ones. Throws 400 on `arg` with every reference that is
 * neither.
 */
export async function termIdsOrNewNames(
  store: Reading,
  { name, arg, sent }: TermArg,
  context: ContextWithImages,
): Promise<readonly (number | string)[]> {
  const named = sent.flatMap((reference) => ('id' in reference ? [reference.id] : []))
  const there = await store.terms(name, named)
  const known: (number | string)[] = []
  const unknown: RefusalReason[] = []
  for (const reference of sent) {
    const wanted = 'text' in reference && context.linksByName ? { name: reference.text } : reference
    const id =
      'id' in wanted && there.has(wanted.id) ? wanted.id : await foundTerm(store, name, wanted, context)
    const missing = id ?? newName(name, reference, context)
    if (typeof missing === 'object') unknown.push(missing.fault)
    else known.push(missing)
  }
  const [first, ...others] = unknown
  if (first !== undefined) throw invalidParam(arg, mergeIntoOneReason([first, ...others]))
  return known
}

/** Finds a term. An import asks once for each name. */
async function foundTerm(
  store: Reading,
  name: TermName,
  wanted: IdOrText | { readonly name: string },
  { inline }: ContextWithImages,
): Promise<number | undefined> {
  if (inline === undefined || !('name' in wanted)) return store.term(name, wanted)
  const known = inline.get(name) ?? new Map<string, number>()
  const id = known.get(wanted.name) ?? (await store.term(name, wanted))
  if (id !== undefined) inline.set(name, known.set(wanted.name, id))
  return id
}

/** The beginning of a slug that no number behind it cuts. */
const UNCUT = 60

/** Forgets which terms names mean that may mean a new one of this name. */
function forgetNamesLike({ inline }: ContextWithImages, name: TermName, text: string): void {
  const [key, slug] = [foldedText(text), slugOr(text, name).slice(0, UNCUT)]
  const known = inline?.get(name)
  for (const one of known?.keys() ?? [])
    if (foldedText(one) === key || one.toLowerCase().startsWith(slug)) known?.delete(one)
}

/** Returns the name of a term to create, or why it can't be created. */
function newName(
  name: TermName,
  reference: IdOrText,
  { actor, linksByName = false }: ContextWithImages,
): string | { readonly fault: RefusalReason } {
  const text = 'text' in reference ? reference.text : undefined
  if (text === undefined || (/^\d+$/.test(text) && !linksByName))
    return {
      fault: because('no_such_item', { kind: name, id: text ?? ('id' in reference ? reference.id : '') }),
    }
  if (!rightsByRole[actor.role].managesTerms)
    return { fault: because('no_such_term', { kind: name, name: text }) }
  requireScope(actor, 'write:terms')
  return text
}

/** Resolves the venues and organizers of an event, in the transaction that saves it (contract §2.5, §4.5). */

import { type ContextWithImages, viewerOf } from '../../api/context.ts'
import { requireScope } from '../../api/policy.ts'
import type { SentImageReference } from '../../contract/kinds.ts'
import type { CreateArgs, VenueOrOrganizerName } from '../../contract/resources/index.ts'
import { writeScopeByResource } from '../../contract/scopes.ts'
import { caselessKey, foldedText } from '../../domain/text/letters.ts'
import { because, type Fault, invalidParam, invalidParams, Problem } from '../../problem.ts'
import type { OrganizerRecord, Reading, VenueRecord, Writing } from '../../store/store.ts'
import { organizerColumnsFromArgs, venueColumnsFromArgs } from '../compose/linked.ts'
import { faultsFoundBy, runChecksAndThrowFaults, type ThrowingArgsCheck } from '../writing/faults.ts'
import { inheritedPublicationArgs, type PublicationOfNamingEvent } from './as-public.ts'
import { type SentVenuesOrOrganizers, targetsAfterMerges } from './current-targets.ts'
import { knownMediaRecordAtAddress } from './images.ts'
import { inlineNameKey, knownIdByNameAndTown, nameAndPlaceOfInlineArgs } from './known-by-name.ts'
import { createVenueOrOrganizer, type LinkedCreateArgs } from './new-items.ts'
import { requireUsableImage, resolveAuthorId } from './references.ts'

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
    const id = await createVenueOrOrganizer(store, name, { ...args, ...publication }, context)
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
  const columns =
    name === 'venue'
      ? venueColumnsFromArgs(sent, undefined, context)
      : organizerColumnsFromArgs(sent, undefined, context)
  return { ...columns, slug, author }
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

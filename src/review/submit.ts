/** Takes events from the public (contract §14): always pending, without an author, together with what they link to. */

import { createChallenge, extractParams, verifySolution } from 'altcha-lib/v1'
import type { Payload } from 'altcha-lib/v1/types'
import { createItemInTransaction } from '../actions/create.ts'
import { knownIdByNameAndTown } from '../actions/linking/link.ts'
import { pageOfVenuesOrOrganizers } from '../actions/list.ts'
import { knownAndUnknownTerms, linkTargetsAsKnownOrPending } from '../actions/proposals.ts'
import type { Context } from '../api/context.ts'
import type { ReadStore } from '../api/operation.ts'
import { publicSubmitter } from '../api/policy.ts'
import type { Submitter } from '../contract/kinds/of-one-room.ts'
import { type GroupTarget, searchWords as searchKind, type Upload } from '../contract/kinds.ts'
import {
  type EventArgsCorrectedBySubmitter,
  MAX_CHARACTERS_PER_SUBMISSION,
  type SubmittedEventArgs,
  submittableFields,
} from '../contract/operations/submissions.ts'
import type { VenueOrOrganizerName } from '../contract/resources/index.ts'
import { pick } from '../contract/table-of.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { Proposal, Store, SubmittedImage, SubmittedItemResourceAndId, Writing } from '../store/store.ts'

// Pictures that the public sends (contract §14).

type Library = Pick<Context, 'images' | 'gone'>

/** Returns an uploaded image with its media type. Slow: call it outside of a transaction. Throws 400 for any other file. */
export async function checkedImage(
  image: Upload | undefined,
  { images, gone }: Library,
): Promise<SubmittedImage | undefined> {
  if (image === undefined) return undefined
  const prepared = await images.prepare(image.bytes, { user: 0, gone })
  if ('fault' in prepared) throw invalidParam('image', prepared.fault)
  return { type: prepared.image.columns.mime_type, bytes: image.bytes }
}

/** The most bytes of a picture in small, which a page contains. */
const MAX_SMALL = 100_000

/** Returns an uploaded image in small; undefined for any other file. As slow as `checkedImage`. */
export async function shrunkSubmissionImage(
  image: Upload,
  { images, gone }: Library,
): Promise<SubmittedImage | undefined> {
  const prepared = await images.prepare(image.bytes, { user: 0, gone })
  if ('fault' in prepared) return undefined
  const { files, columns } = prepared.image
  const sorted = [...files].sort((one, other) => one.bytes.length - other.bytes.length)
  const fitting = sorted.filter(({ bytes }) => bytes.length <= MAX_SMALL)
  const bytes = (fitting.at(-1) ?? sorted[0])?.bytes ?? image.bytes
  return { type: columns.mime_type, bytes }
}

// Proofs of work (ALTCHA, SHA-256): a browser computes for a moment before it may submit (contract §14).

const ALGORITHM = 'SHA-256'
/** The greatest number that a browser may have to try: about a second of a telephone. */
const MAX_NUMBER = 50_000
/** Seconds for which a challenge is valid: filling in a form takes time. */
const VALID = 3600

/** Returns a new challenge. It is signed, so that nothing has to be stored for it. */
export async function newChallenge(store: ReadStore, { now }: Moment) {
  const hmacKey = await store.proposals.key()
  const params = { expires: String(epochOfInstant(now) + VALID) }
  const { algorithm, challenge, salt, signature } = await createChallenge({
    hmacKey,
    params,
    maxnumber: MAX_NUMBER,
  })
  return { algorithm, challenge, maxnumber: MAX_NUMBER, salt, signature }
}

/** A valid proof: its challenge, by which it is used once, and when it expires in seconds since 1970 UTC. */
interface Proof {
  readonly challenge: string
  readonly expires: number
}

const wrong = () => invalidParam('proof', because('not_a_proof'))

function payloadOf(sent: string): Payload | undefined {
  try {
    const payload: unknown = JSON.parse(Buffer.from(sent, 'base64').toString('utf8'))
    const members: Readonly<Record<string, unknown>> = Object(payload)
    const { algorithm, challenge, number, salt, signature } = members
    const texts = [challenge, salt, signature]
    const isWhole = texts.every((text) => typeof text === 'string') && Number.isSafeInteger(number)
    if (!isWhole || algorithm !== ALGORITHM) return undefined
    return {
      algorithm: ALGORITHM,
      number: Number(number),
      challenge: String(challenge),
      salt: String(salt),
      signature: String(signature),
    }
  } catch {
    return undefined
  }
}

/** Returns the proof that was sent, as ALTCHA's base64. Throws 400 for a wrong or expired one. */
async function checkedProof(sent: string, store: Store, { now }: Moment): Promise<Proof> {
  const payload = payloadOf(sent)
  if (payload === undefined) throw wrong()
  const expires = Number(extractParams(payload).expires)
  // Expiry is compared with the clock of the request, not with that of the library.
  const isRight =
    expires > epochOfInstant(now) && (await verifySolution(payload, await store.proposals.key(), false))
  if (!isRight) throw wrong()
  return { challenge: payload.challenge, expires }
}

// Venues and organizers that the public may mean by a name (contract §14).

/** A venue or an organizer of the calendar. */
interface PublicLinkedItem {
  readonly id: number
  readonly name: string
  /** Its address and town; "" for an organizer. */
  readonly where: string
}

type Named = Parameters<typeof knownIdByNameAndTown>[2]

interface ShownRecord {
  readonly id: number
  readonly name: string
  readonly address?: string
  readonly city?: string
}

const shown = ({ id, name, address = '', city = '' }: ShownRecord): PublicLinkedItem => ({
  id,
  name,
  where: [address, city].filter((part) => part !== '').join(', '),
})

/** Returns the public item that a name and, of a venue, its town mean without a doubt. */
export async function publicItemMeantBy(
  name: VenueOrOrganizerName,
  meant: Named,
  { store, moment }: Context,
): Promise<PublicLinkedItem | undefined> {
  const id = await knownIdByNameAndTown(store, name, meant, { moment })
  const record = id === undefined ? undefined : await store.find(name, { id }, moment)
  return record && shown(record)
}

export async function publicItemWithId(
  name: VenueOrOrganizerName,
  id: number,
  { store, moment }: Context,
): Promise<PublicLinkedItem | undefined> {
  const record = await store.find(name, { id }, moment)
  return record?.status === 'publish' ? shown(record) : undefined
}

/** The most items among which somebody chooses. */
const MAX_SIMILAR = 5
/** Shorter words are in too many names. */
const MIN_WORD = 4

async function withWords(
  name: VenueOrOrganizerName,
  text: string,
  context: Context,
): Promise<readonly PublicLinkedItem[]> {
  const words = searchKind.read(text)
  if (!('value' in words)) return []
  const args = { page: 1, per_page: MAX_SIMILAR, orderby: 'name', only_with_upcoming: false } as const
  const { items } = await pageOfVenuesOrOrganizers(name, { ...args, search: words.value }, context)
  return items.map(({ record }) => shown(record))
}

/** Returns public items whose names or addresses have all words of a text, in some form or with a letter wrong; otherwise those that have its longest word. */
export async function similarPublicItems(
  name: VenueOrOrganizerName,
  text: string,
  context: Context,
): Promise<readonly PublicLinkedItem[]> {
  const found = await withWords(name, text, context)
  if (found.length > 0) return found
  const [longest = ''] = text.split(/\s+/).sort((one, other) => other.length - one.length)
  return longest.length < MIN_WORD || longest === text ? [] : withWords(name, longest, context)
}

/** The most submissions of one address within an hour, and the most of all that wait. */
export const submissionLimits = { ofSender: 5, waiting: 200 } as const
/** The number of submissions as which one without a proof of work counts. */
const UNPROVEN_WEIGHT = 5

/** A submission as parsed: the args of the event, and who sends it. */
interface Submitted {
  readonly args: SubmittedEventArgs & {
    /** The group that it is sent to, whose editors review it. */
    readonly group?: GroupTarget | null | undefined
  }
  /** The args of the event as sent, for the submitter to correct. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly submitter: Submitter
  readonly image: Upload | undefined
  /** The proof of work as sent; undefined for the form of a browser without JavaScript. */
  readonly proof: string | undefined
  /** Identifies the client's address. */
  readonly sender: string
  readonly language: string
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly space: number
}

/** The args of the event among those of a submission. */
export function submittedEventArgs(
  all: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(submittableFields.flatMap((name) => (name in all ? [[name, all[name]]] : [])))
}

/**
 * The number of characters of all values within what was sent, which may be nested deeply. The names of members count too, because
 * they are stored as sent; those of the fields themselves are ours.
 */
function charactersIn(sent: Readonly<Record<string, unknown>>): number {
  const left: unknown[] = Object.values(sent)
  let count = 0
  while (left.length > 0) {
    const one = left.pop()
    if (typeof one !== 'object' || one === null) count += String(one ?? '').length
    else for (const [name, part] of Object.entries(one)) left.push(Array.isArray(one) ? '' : name, part)
  }
  return count
}

/** Throws 400 if the texts of a submission or a correction are too long together. */
export function refuseTooLongTexts(sent: Readonly<Record<string, unknown>>): void {
  if (charactersIn(sent) > MAX_CHARACTERS_PER_SUBMISSION)
    throw invalidParam('description', because('long_submission', { most: MAX_CHARACTERS_PER_SUBMISSION }))
}

/** The most occurrences of a series that the public submits. */
const MAX_OCCURRENCES = 60

/** The context in which the public writes: no user, with no rights but to submit. */
export const submitterContext = (context: Context): Context => ({
  ...context,
  actor: publicSubmitter,
  maxOccurrences: MAX_OCCURRENCES,
})

/** How many times a text is stored: in the event, in its index, and as sent; and again before and after each correction. */
const COPIES = 4

/** The bytes that what was sent takes, about, with its corrections, in an event and its other occurrences. */
export async function storageBytesOfSubmission(
  store: Writing,
  event_id: number,
  { changes, corrections }: Pick<Proposal, 'changes' | 'corrections'>,
  { moment }: Context,
): Promise<number> {
  const event = await store.find('event', { id: event_id }, moment)
  const occurrences = event?.series == null ? 1 : (await store.occurrences(event.series)).length
  return Buffer.byteLength(JSON.stringify(changes)) * (COPIES * occurrences + 2 * corrections)
}

/** The links of a submission or a correction. */
type LinksSent = Pick<EventArgsCorrectedBySubmitter, 'categories' | 'tags' | 'venue' | 'organizer'>

/** The args with terms that exist alone, and with inline items that are known or wait; and the names of the other terms. */
export async function splitOffUnknownLinks<A extends LinksSent>(store: Writing, args: A, context: Context) {
  const categories = await knownAndUnknownTerms(store, 'category', args.categories ?? [])
  const tags = await knownAndUnknownTerms(store, 'tag', args.tags ?? [])
  return {
    args: {
      ...args,
      ...(args.categories && { categories: categories.known }),
      ...(args.tags && { tags: tags.known }),
      ...(args.venue && { venue: await linkTargetsAsKnownOrPending(store, 'venue', args.venue, context) }),
      ...(args.organizer && {
        organizer: await linkTargetsAsKnownOrPending(store, 'organizer', args.organizer, context),
      }),
    },
    dropped: [...categories.unknown, ...tags.unknown],
  }
}

/** The venues and organizers of an event that no person has approved, which the submission created. */
export async function unapprovedLinksOfEvent(store: Writing, event: number, context: Context) {
  const links = await store.linksOf(event)
  const made: SubmittedItemResourceAndId[] = []
  for (const name of ['venue', 'organizer'] as const)
    for (const id of links[name])
      if ((await store.find(name, { id }, context.moment))?.status === 'pending') made.push([name, id])
  return made
}

/** The refusal of what would take more space than the public has. */
export const makeSpaceFullProblem = (): Problem =>
  new Problem('rest_too_many_requests', {
    ...because('submissions_full'),
    headers: { 'Retry-After': '3600' },
  })

async function admit(
  store: Writing,
  proof: Proof | undefined,
  { sender, space }: Submitted,
  { moment }: Context,
): Promise<void> {
  if (proof !== undefined && !(await store.proposals.useProof(proof.challenge, proof.expires, moment)))
    throw invalidParam('proof', because('used_proof'))
  const weight = proof === undefined ? UNPROVEN_WEIGHT : 1
  const refused = await store.proposals.admit(sender, weight, { ...submissionLimits, space }, moment)
  if (refused === undefined) return
  if (refused.why === 'space') throw makeSpaceFullProblem()
  throw refused.why === 'sender'
    ? new Problem('rest_too_many_requests', {
        ...because('too_many_submissions_of_address'),
        headers: { 'Retry-After': String(Math.max(1, refused.seconds)) },
      })
    : new Problem('rest_too_many_requests', {
        ...because('too_many_submissions'),
        headers: { 'Retry-After': '3600' },
      })
}

/**
 * Stores a submission: the event, what it links to, and who sent it, in one transaction. Returns its id and, for the only time,
 * the secret of its address. Throws 400 (also for an unknown group) or 429.
 */
export async function storeSubmission(submitted: Submitted, caller: Context) {
  const context = submitterContext(caller)
  const { store, moment } = context
  const { sent, submitter, image, language } = submitted
  refuseTooLongTexts(sent)
  const proof = submitted.proof === undefined ? undefined : await checkedProof(submitted.proof, store, moment)
  const file = await checkedImage(image, context)
  const { result } = await store.write(context, async (store) => {
    await admit(store, proof, submitted, context)
    const { args, dropped } = await splitOffUnknownLinks(
      store,
      pick(submitted.args, submittableFields),
      context,
    )
    const wanted = {
      ...args,
      group: submitted.args.group ?? { none: true as const },
      status: 'pending' as const,
    }
    const { id: event_id } = await createItemInTransaction(store, 'event', wanted, context)
    const weight = proof === undefined ? UNPROVEN_WEIGHT : 1
    const made = await unapprovedLinksOfEvent(store, event_id, context)
    const who = { name: submitter.name, email: submitter.email, language }
    const changes = sent
    const size = await storageBytesOfSubmission(store, event_id, { changes, corrections: 0 }, context)
    return store.proposals.add(
      { event_id, ...who, weight, dropped, changes, made, size, image: file },
      moment,
    )
  })
  return result
}

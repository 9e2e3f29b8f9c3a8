/** Takes events from the public (contract §14): always pending, without an author, together with what they link to. */

import { createItemInTransaction } from '../actions/create.ts'
import { knownAndUnknownTerms, linkTargetsAsKnownOrPending } from '../actions/proposals/terms.ts'
import type { Context } from '../api/context.ts'
import { publicSubmitter } from '../api/policy.ts'
import type { Submitter } from '../contract/kinds/submission.ts'
import type { GroupTarget, Upload } from '../contract/kinds.ts'
import {
  type EventArgsCorrectedBySubmitter,
  MAX_CHARACTERS_PER_SUBMISSION,
  type SubmittedEventArgs,
  submittableFields,
} from '../contract/operations/submissions.ts'
import { pick } from '../contract/table-of.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import type { Proposal, SubmittedItemResourceAndId, Writing } from '../store/store.ts'
import { checkedImage } from './picture.ts'
import { checkedProof, type Proof } from './proof.ts'

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
    const event_id = await createItemInTransaction(store, 'event', wanted, context)
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

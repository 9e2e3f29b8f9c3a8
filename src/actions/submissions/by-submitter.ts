/** The rights of submitters by their secret address until a decision (contract §14): to read, correct and withdraw. */

import type { Context } from '../../api/context.ts'
import { correctionActor } from '../../api/policy.ts'
import type { Submitter } from '../../contract/kinds/submission.ts'
import type { Upload } from '../../contract/kinds.ts'
import {
  type EventArgsCorrectedBySubmitter,
  submittableFields,
} from '../../contract/operations/submissions.ts'
import type { UpdateArgs } from '../../contract/resources/index.ts'
import { pick } from '../../contract/table-of.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, Reading, Submission, Writing } from '../../store/store.ts'
import { requireValidLinks } from '../linking/link.ts'
import { removeSeriesOfOccurrence } from '../series/remove.ts'
import { updateInTransaction } from '../update.ts'
import { runChecksAndThrowFaults } from '../writing/faults.ts'
import { saveChangesOfItem } from '../writing/save.ts'
import { deleteItemsOfSubmission } from './known-links.ts'
import { checkedImage } from './picture.ts'
import {
  isSubmissionWaiting,
  makeSpaceFullProblem,
  refuseTooLongTexts,
  splitOffUnknownLinks,
  storageBytesOfSubmission,
  submitterContext,
  unapprovedLinksOfEvent,
} from './submit.ts'

/** Returns the submission of a secret. Throws 404. */
export async function requireSubmissionOfSecret(
  secret: string,
  store: { readonly submissions: { bySecret(secret: string): Promise<Submission | undefined> } },
): Promise<Submission> {
  const found = await store.submissions.bySecret(secret)
  if (found === undefined) throw new Problem('submission-not-found')
  return found
}

/** The page of an approved event; undefined while it is not public. */
export async function publicSlugOfSubmittedEvent(
  { state, event_id }: Submission,
  store: Pick<Reading, 'find'>,
  { moment }: Pick<Context, 'moment'>,
): Promise<string | undefined> {
  if (state !== 'approved') return undefined
  const event = await store.find('event', { id: event_id }, moment)
  const isPublic =
    event?.status === 'publish' ||
    (event?.status === 'future' && event.date_utc <= epochOfInstant(moment.now))
  return isPublic ? event?.slug : undefined
}

/** Changes to a submission, as parsed. */
interface SubmissionCorrection {
  readonly args: EventArgsCorrectedBySubmitter
  readonly sent: Readonly<Record<string, unknown>>
  readonly submitter: Submitter | undefined
  /** null removes the image. */
  readonly image: Upload | null | undefined
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly space: number
}

async function waitingOf(store: Writing, secret: string): Promise<Submission> {
  const submission = await requireSubmissionOfSecret(secret, store)
  if (!isSubmissionWaiting(submission)) throw new Problem('submission_decided')
  return submission
}

/** How often a submission may be corrected. */
const MAX_CORRECTIONS = 10

/** Throws 429 if more than the space for submissions is taken, and more than before. */
async function allowSpace(store: Writing, before: number, most: number): Promise<void> {
  const taken = await store.submissions.space()
  if (taken > most && taken > before) throw makeSpaceFullProblem()
}

/** Changes a submitted event past the rights of the public, with all that repeats it. */
async function changePastRights(
  store: Writing,
  kept: EventRecord,
  changes: UpdateArgs<'event'>,
  context: Context,
): Promise<void> {
  const wide = kept.series === null ? {} : ({ apply_to: 'all' } as const)
  const asSubmission = { ...context, actor: correctionActor }
  await updateInTransaction(store, { name: 'event', kept }, { ...changes, ...wide }, asSubmission)
}

/** Corrects a submission that waits for a decision. After a question of a reviewer, it waits again. Throws 400, 404, 409 or 429. */
export async function correctSubmission(
  secret: string,
  correction: SubmissionCorrection,
  caller: Context,
): Promise<Submission> {
  refuseTooLongTexts(correction.sent)
  const context = submitterContext(caller)
  const file = await checkedImage(correction.image ?? undefined, context)
  const { result } = await context.store.write(context, async (store) => {
    const submission = await waitingOf(store, secret)
    const before = await store.submissions.space()
    if (submission.corrections >= MAX_CORRECTIONS) throw new Problem('submission_corrected_often')
    const kept = await store.find('event', { id: submission.event_id }, context.moment)
    if (kept === undefined || kept.status === 'trash') throw new Problem('submission_decided')
    const { args, dropped } = await splitOffUnknownLinks(
      store,
      pick(correction.args, submittableFields),
      context,
    )
    const names = (['venue', 'organizer'] as const).filter((name) => name in args)
    await deleteItemsOfSubmission(store, submission, names, context)
    const { recurrence: _rule, ...changes } = args
    // Links are checked as the public's.
    await runChecksAndThrowFaults([
      () => requireValidLinks(store, 'venue', changes.venue ?? [], context),
      () => requireValidLinks(store, 'organizer', changes.organizer ?? [], context),
    ])
    await changePastRights(store, kept, changes, context)
    const { image, submitter, sent } = correction
    if (image !== undefined) await store.submissions.setImage(submission.id, file)
    const corrections = submission.corrections + 1
    const all = { ...submission.sent, ...sent }
    await store.submissions.change(submission.id, {
      state: 'pending',
      sent: all,
      corrections,
      size: await storageBytesOfSubmission(store, kept.id, { sent: all, corrections }, context),
      dropped: 'categories' in args || 'tags' in args ? dropped : submission.dropped,
      made: await unapprovedLinksOfEvent(store, kept.id, context),
      ...(submitter && { name: submitter.name, email: submitter.email }),
    })
    await allowSpace(store, before, correction.space)
    return requireSubmissionOfSecret(secret, store)
  })
  return result
}

/** Puts the event of a submission, and what it created, in the trash. */
export async function trashSubmittedEventAndItems(
  store: Writing,
  submission: Submission,
  context: Context,
): Promise<void> {
  const { moment } = context
  const event = await store.find('event', { id: submission.event_id }, moment)
  if (event !== undefined && event.status !== 'trash' && event.series !== null)
    await removeSeriesOfOccurrence(
      store,
      event,
      { apply_to: 'all', force: false },
      { ...context, actor: correctionActor },
    )
  else if (event !== undefined && event.status !== 'trash')
    await saveChangesOfItem(
      store,
      { name: 'event', kept: event },
      { status: 'trash', was_public: 0, pruned_status: '' },
      context,
    )
  for (const [name, id] of submission.made) {
    const record = await store.find(name, { id }, moment)
    const others = (await store.linkedTo(name, id)).filter((one) => one !== submission.event_id)
    if (record?.status === 'pending' && others.length === 0)
      await saveChangesOfItem(store, { name, kept: record }, { status: 'trash' }, context)
  }
}

/** Withdraws a submission that waits for a decision. Throws 404 or 409. */
export async function withdrawSubmission(secret: string, caller: Context): Promise<Submission> {
  const context = submitterContext(caller)
  const { result } = await context.store.write(context, async (store) => {
    const submission = await waitingOf(store, secret)
    await trashSubmittedEventAndItems(store, submission, context)
    await store.submissions.settle(submission, { state: 'withdrawn', message: '' }, context.moment)
    return requireSubmissionOfSecret(secret, store)
  })
  return result
}

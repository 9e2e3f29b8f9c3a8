/** Decisions of reviewers on the events of contributors, which wait like submissions of the public (contract §14). */

import type { Context } from '../../api/context.ts'
import type { ReadingContext } from '../../api/operation.ts'
import type { Decision } from '../../contract/operations/submissions.ts'
import { Problem } from '../../problem.ts'
import type { EventRecord, EventReview, Writing } from '../../store/store.ts'
import { requireDraftableEvent } from '../editing/proposing.ts'
import { editableRecord, updateInTransaction } from '../update.ts'
import { writeAfterPreparing } from '../writing/preparing.ts'
import {
  decideOnSubmissionInTransaction,
  requireMayReviewInGroup,
  requireQuestionText,
  type SentDecision,
} from './review.ts'
import { waitingSubmissionIfAny } from './submission-of-event.ts'
import { requireUnchangedSinceSeen } from './unchanged-since-seen.ts'

/** Returns the event and its last decision. Throws 401, 403, 404 or 410 unless the actor may change the event, or propose changes. */
export async function eventWithLastDecision(
  id: number,
  context: ReadingContext,
): Promise<{ readonly event: EventRecord; readonly review: EventReview | undefined }> {
  const { event } = await requireDraftableEvent(id, context)
  return { event, review: await context.store.submissions.review(id) }
}

/** Whether a reviewer asked about an event, and its author has not sent it again. */
const isAsked = async (store: Writing, { id, status }: EventRecord): Promise<boolean> =>
  status === 'draft' && (await store.submissions.review(id))?.decision === 'ask'

/** An event that is not published becomes a draft again: its author changes it and sends it once more. */
const statusAfter = (decision: Decision) => (decision === 'approve' ? 'publish' : 'draft')

async function decideOn(
  store: Writing,
  event: EventRecord,
  { decision, message, version }: SentDecision,
  context: Context,
): Promise<void> {
  const submission = await waitingSubmissionIfAny(store, event.id)
  await requireUnchangedSinceSeen(store, { event, submission }, version, context)
  if (submission !== undefined)
    return decideOnSubmissionInTransaction(store, submission, { decision, message }, context)
  const wide = event.series === null ? {} : ({ apply_to: 'all' } as const)
  await updateInTransaction(
    store,
    { name: 'event', kept: event },
    { status: statusAfter(decision), ...wide },
    context,
  )
  const review = { event_id: event.id, decision, message, user_id: context.actor.id }
  await store.submissions.saveReview(review, context.moment)
}

/**
 * Decides on an event that is pending, or that was asked about: publishes it, or gives it back to its author as a draft, with a message. The author sees the message
 * at the desk and by e-mail. An event that the public submitted is decided as a submission. Returns the revision. Throws 400, 401, 403, 404, 409 or 410.
 */
export async function decideOnEvent(id: number, deciding: SentDecision, caller: Context): Promise<number> {
  requireQuestionText(deciding)
  const { revision } = await writeAfterPreparing(caller, async (store, context) => {
    const event = await editableRecord(store, 'event', { id }, context)
    requireMayReviewInGroup(context, event.group_id)
    if (event.status !== 'pending' && !(await isAsked(store, event))) throw new Problem('event_not_pending')
    await decideOn(store, event, deciding, context)
  })
  return revision
}

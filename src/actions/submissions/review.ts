/** Decisions of reviewers on submissions (contract §14). */

import type { Context } from '../../api/context.ts'
import { refusalProblem, rightsOnItemsOfGroup } from '../../api/policy.ts'
import type { Decision } from '../../contract/operations/submissions.ts'
import { because, invalidParam, Problem } from '../../problem.ts'
import type { EventRecord, Reading, ResultAndRevision, Submission, Writing } from '../../store/store.ts'
import { updateInTransaction } from '../update.ts'
import { writeAfterPreparing } from '../writing/preparing.ts'
import { trashSubmittedEventAndItems } from './by-submitter.ts'
import { isSubmissionWaiting } from './submit.ts'
import { requireUnchangedSinceSeen } from './unchanged-since-seen.ts'

/** Whether the actor may review what waits in a group, or in none: whoever may edit the events of all there. */
export const mayReviewInGroup = ({ actor }: Pick<Context, 'actor'>, group?: number | null): boolean =>
  rightsOnItemsOfGroup(actor, group).edits === 'all'

/** Throws 401 or 403 unless the actor may review what waits in a group, or in none. */
export function requireMayReviewInGroup(context: Pick<Context, 'actor'>, group?: number | null): void {
  if (!mayReviewInGroup(context, group)) throw refusalProblem(context.actor)
}

/** The groups in which the actor may review what waits. */
const reviewedGroups = (context: Pick<Context, 'actor'>): readonly number[] =>
  [...(context.actor.groups?.keys() ?? [])].filter((group) => mayReviewInGroup(context, group))

/** Whether the actor may review what waits in any group, or in none. */
export const mayReviewSome = (context: Pick<Context, 'actor'>): boolean =>
  mayReviewInGroup(context) || reviewedGroups(context).length > 0

/**
 * Returns the groups whose submissions the actor may review; undefined for the submissions to all and to none. Throws 401 or 403 unless
 * that is any.
 */
export function groupIdsToReview(context: Pick<Context, 'actor'>): readonly number[] | undefined {
  if (!mayReviewSome(context)) throw refusalProblem(context.actor)
  return mayReviewInGroup(context) ? undefined : reviewedGroups(context)
}

/** The reads that find a submission with its event, in a transaction or outside. */
interface SubmissionSource extends Pick<Reading, 'find'> {
  readonly submissions: Pick<Writing['submissions'], 'byId'>
}

/**
 * Returns a submission, and its event unless that is gone. Throws 401, 403 or 404 unless the actor may review what waits in the group
 * of the event.
 */
export async function reviewableSubmission(
  store: SubmissionSource,
  id: number,
  context: Pick<Context, 'actor' | 'moment'>,
): Promise<{ readonly submission: Submission; readonly event: EventRecord | undefined }> {
  groupIdsToReview(context)
  const submission = await store.submissions.byId(id)
  if (submission === undefined) throw new Problem('submission-not-found')
  const event = await store.find('event', { id: submission.event_id }, context.moment)
  requireMayReviewInGroup(context, event?.group_id)
  return { submission, event }
}

/** Publishes the event. The update settles the submission, as it does for an update by any editor. */
async function approve(store: Writing, submission: Submission, message: string, context: Context) {
  const kept = await store.find('event', { id: submission.event_id }, context.moment)
  if (kept === undefined || kept.status === 'trash') throw new Problem('submission_decided')
  const wide = kept.series === null ? {} : ({ apply_to: 'all' } as const)
  await updateInTransaction(
    store,
    { name: 'event', kept },
    { status: 'publish', ...wide },
    { ...context, decision: message },
  )
}

/** A decision as sent. */
export interface SentDecision {
  readonly decision: Decision
  readonly message: string
  /** The version of what the reviewer saw; undefined decides on what there is. */
  readonly version: string | undefined
}

/** Throws 400 for a question without words. */
export function requireQuestionText({ decision, message }: SentDecision): void {
  if (decision === 'ask' && message === '') throw invalidParam('message', because('question_missing'))
}

/** Carries out a decision on a submission that waits, in an open transaction. */
export async function decideOnSubmissionInTransaction(
  store: Writing,
  submission: Submission,
  { decision, message }: Omit<SentDecision, 'version'>,
  context: Context,
): Promise<void> {
  if (decision === 'approve') return approve(store, submission, message, context)
  if (decision === 'reject') await trashSubmittedEventAndItems(store, submission, context)
  const state = decision === 'reject' ? 'rejected' : 'asked'
  await store.submissions.settle(submission, { state, message }, context.moment)
}

/**
 * Decides on a submission that waits: publishes it, asks the submitter, or puts it in the trash. The submitter is told by e-mail.
 * Returns it with the revision of the write, by which it can be undone. Throws 400, 401, 403, 404 or 409.
 */
export async function decideOnSubmission(
  id: number,
  deciding: SentDecision,
  caller: Context,
): Promise<ResultAndRevision<Submission>> {
  groupIdsToReview(caller)
  requireQuestionText(deciding)
  return writeAfterPreparing(caller, async (store, context) => {
    const { submission, event } = await reviewableSubmission(store, id, context)
    if (!isSubmissionWaiting(submission)) throw new Problem('submission_decided')
    if (event !== undefined)
      await requireUnchangedSinceSeen(store, { event, submission }, deciding.version, context)
    await decideOnSubmissionInTransaction(store, submission, deciding, context)
    return (await store.submissions.byId(id)) ?? submission
  })
}

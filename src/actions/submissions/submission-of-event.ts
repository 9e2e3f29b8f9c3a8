/** Submissions follow their events: what publishes the event approves them, and what removes it rejects them. */

import type { ContextWithImages } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import { isApprovedStatus } from '../../domain/publication/status.ts'
import type { Submission, Writing } from '../../store/store.ts'
import { addSubmissionImage } from '../linking/images.ts'
import { isSubmissionWaiting } from './submit.ts'

/** The submission of an event, where it waits for a decision. */
export async function waitingSubmissionIfAny(
  store: { readonly submissions: Pick<Writing['submissions'], 'ofEvent'> },
  event: number,
): Promise<Submission | undefined> {
  const found = await store.submissions.ofEvent(event)
  return found !== undefined && isSubmissionWaiting(found) ? found : undefined
}

/** Approves the submission of an event where it has just been published, and adds its image to the media. */
export async function approveSubmissionIfPublished(
  store: Writing,
  id: number,
  context: ContextWithImages,
): Promise<void> {
  const event = await store.find('event', { id }, context.moment)
  if (
    event === undefined ||
    !isApprovedStatus(event.status) ||
    !mayPublishInGroup(context.actor, event.group_id)
  )
    return
  const submission = await store.submissions.ofEvent(id)
  if (submission === undefined || submission.state === 'approved') return
  if (submission.has_image && event.image === null) {
    const image = await addSubmissionImage(store, submission.id, event.title, context)
    await store.update('event', event.id, { image, version: event.version })
  }
  const message = context.decision ?? ''
  await store.submissions.settle(submission, { state: 'approved', message }, context.moment)
}

/** Rejects the submission of an event that is moved to the trash or deleted. */
export async function rejectSubmissionOfTrashed(
  store: Writing,
  event: number,
  { moment }: ContextWithImages,
): Promise<void> {
  const submission = await waitingSubmissionIfAny(store, event)
  if (submission !== undefined)
    await store.submissions.settle(submission, { state: 'rejected', message: '' }, moment)
}

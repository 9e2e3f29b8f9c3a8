/** Submissions follow their events: what publishes the event approves them, and what removes it rejects them. */

import type { ContextWithImages } from '../../api/context.ts'
import { mayPublishInGroup } from '../../api/policy.ts'
import { isApprovedStatus } from '../../domain/publication/status.ts'
import type { Proposal, Writing } from '../../store/store.ts'
import { addSubmissionImage } from '../linking/images.ts'

/** Whether a submission waits for a decision. */
export const isSubmissionWaiting = ({ state }: Pick<Proposal, 'state'>): boolean =>
  state === 'sent' || state === 'asked'

/** The submission of an event, where it waits for a decision. */
export async function waitingSubmissionIfAny(
  store: { readonly proposals: Pick<Writing['proposals'], 'ofPublic'> },
  event: number,
): Promise<Proposal | undefined> {
  const found = await store.proposals.ofPublic(event)
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
  const submission = await store.proposals.ofPublic(id)
  if (submission === undefined || submission.state === 'approved') return
  if (submission.image_size > 0 && event.image === null) {
    const image = await addSubmissionImage(store, submission.id, event.title, context)
    await store.update('event', event.id, { image, version: event.version })
  }
  const decided = { decision: 'approve', message: context.decision ?? '', by: context.actor.id } as const
  await store.proposals.decide(submission, decided, context.moment)
}

/** Rejects the submission of an event that is moved to the trash or deleted. */
export async function rejectSubmissionOfTrashed(
  store: Writing,
  event: number,
  { actor, moment }: ContextWithImages,
): Promise<void> {
  const submission = await waitingSubmissionIfAny(store, event)
  if (submission !== undefined)
    await store.proposals.decide(submission, { decision: 'reject', message: '', by: actor.id }, moment)
}

/** Decisions of reviewers on changes that authors propose to events which are public: drafts of changes that were sent (contract §14, ext.). */

import type { Context } from '../../api/context.ts'
import type { ReadingContext } from '../../api/operation.ts'
import { Problem } from '../../problem.ts'
import type { EventChangesDraft, ResultAndRevision } from '../../store/store.ts'
import { applyDraftInTransaction } from '../editing/apply-draft.ts'
import { noteDraftDecision } from '../editing/draft-decisions.ts'
import { existingDraft } from '../editing/event-drafts.ts'
import { editableRecord } from '../update.ts'
import { runInOneTransaction } from '../writing/together.ts'
import { requireMayReviewInGroup, requireQuestionText, type SentDecision } from './review.ts'

/** Returns the draft of changes to a public event that waits for a decision; undefined for none. */
export async function sentDraftOfEvent(
  id: number,
  { store, moment }: Pick<ReadingContext, 'store' | 'moment'>,
): Promise<EventChangesDraft | undefined> {
  const draft = await store.eventDrafts.find(id)
  if (draft === undefined || draft.sent_utc === 0) return undefined
  return (await store.find('event', { id }, moment))?.status === 'publish' ? draft : undefined
}

/** The version of a draft that a reviewer saw, which a decision names. */
export const reviewVersionOfChangesDraft = ({ version }: EventChangesDraft): string => `draft.${version}`

/**
 * Decides on proposed changes: changes the event, or gives the draft back to its author, with a message at the desk and by e-mail. Returns
 * the revision. Throws 400, 401, 403, 404, 410, or 409, also where the event was changed since the draft was kept.
 */
export function decideOnSentDraft(
  id: number,
  { decision, message, version }: SentDecision,
  caller: Context,
): Promise<ResultAndRevision<void>> {
  requireQuestionText({ decision, message, version })
  return runInOneTransaction(caller, async (within) => {
    const { store } = within
    const event = await editableRecord(store, 'event', { id }, within)
    requireMayReviewInGroup(within, event.group_id)
    const found = await existingDraft(id, within)
    const { author_name: _, ...draft } = found.draft
    if (draft.sent_utc === 0) throw new Problem('event_not_pending')
    if (version !== undefined && version !== reviewVersionOfChangesDraft(found.draft))
      throw new Problem('review_outdated', { data: { changed: [] } })
    if (decision === 'approve' && found.isOutdated)
      throw new Problem('review_outdated', { data: { changed: [{ resource: 'event', id, fields: [] }] } })
    let left = 0
    if (decision === 'approve') await applyDraftInTransaction(found, async () => {}, within)
    else left = (await store.eventDrafts.keep({ ...draft, sent_utc: 0 }, draft.version)) ?? 0
    await noteDraftDecision(found.draft, { decision, message, left }, within)
  })
}

/** Applying drafts of changes to events: an update by the caller (ext.). */

import type { Context } from '../../api/context.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { Problem } from '../../problem.ts'
import type { Item, ResultAndRevision } from '../../store/store.ts'
import { type CheckPrecondition, editableRecord, updateItem } from '../update.ts'
import { runInOneTransaction } from '../writing/together.ts'
import { isDraftToBeReviewedByActor, noteDraftDecision } from './draft-decisions.ts'
import { type DraftAndIsOutdated, existingDraft, requireDraftUnchangedSinceSeen } from './event-drafts.ts'

/** Changes the event as a draft says, and removes the draft, in an open transaction. */
export async function applyDraftInTransaction(
  { draft }: DraftAndIsOutdated,
  precondition: CheckPrecondition,
  within: Context,
): Promise<Item<'event'>> {
  const args = parseUpdateArgs('event', JSON.parse(draft.changes), 'id')
  const address = { id: draft.event_id }
  const { result } = await updateItem('event', { address, args, precondition }, within)
  await within.store.eventDrafts.remove(draft.event_id)
  return result.item
}

/** A draft to apply: what the caller saw of it, and the precondition of the event, if the caller sent one. */
interface DraftToApply {
  readonly seen: number | undefined
  readonly precondition: CheckPrecondition
  /** Whether the caller says which version of the event is changed. Otherwise it must be the one that the draft was begun on. */
  readonly saysVersion: boolean
}

/**
 * Changes the event as its draft says, as an update by the caller, and removes the draft. A reviewer thereby approves what the author of the
 * event sent to review. Throws what an update throws, 404 without a draft, 409 where it is another one than the caller saw, and 412 where the event was changed since it was begun.
 */
export function applyDraft(
  id: number,
  { seen, precondition, saysVersion }: DraftToApply,
  context: Context,
): Promise<ResultAndRevision<Item<'event'>>> {
  return runInOneTransaction(context, async (within) => {
    const found = await existingDraft(id, within)
    requireDraftUnchangedSinceSeen(found, seen)
    if (found.isOutdated && !saysVersion) throw new Problem('rest_precondition_failed')
    const event = await editableRecord(within.store, 'event', { id }, within)
    const applied = await applyDraftInTransaction(found, precondition, within)
    if (isDraftToBeReviewedByActor(found.draft, event, within))
      await noteDraftDecision(found.draft, { decision: 'approve', message: '', left: 0 }, within)
    return applied
  })
}

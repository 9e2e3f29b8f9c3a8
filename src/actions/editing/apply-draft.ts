/** Applying drafts of changes to events: an update by the caller (ext.). */
import type { Decision } from '../../contract/operations/submissions.ts'
import { parseUpdateArgs } from '../../contract/resources/parse.ts'
import { Problem } from '../../problem.ts'
import type { EventChangesDraft, EventRecord, Item, ResultAndRevision } from '../../store/store.ts'
import type { Context } from '../context.ts'
import { rightsOnItemsOfGroup } from '../policy.ts'
import { type CheckPrecondition, editableRecord, updateItem } from '../update.ts'
import { writeAfterPreparing } from '../writing/preparing.ts'
import { runInOneTransaction } from '../writing/together.ts'
import { existingDraft, type FoundDraft, requireDraftUnchangedSinceSeen } from './event-drafts.ts'

/** Changes the event as a draft says, and removes the draft, in an open transaction. */
export async function applyDraftInTransaction(
  { draft }: FoundDraft,
  precondition: CheckPrecondition,
  within: Context,
): Promise<Item<'event'>> {
  const args = parseUpdateArgs('event', JSON.parse(draft.changes), 'id')
  const address = { id: draft.event_id }
  const { result } = await updateItem('event', { address, args, precondition }, within)
  await within.store.eventDrafts.remove(draft.event_id)
  return result
}

/** A decision on a draft that was sent, and the version of the draft that it leaves; 0 for none. */
interface DraftDecision {
  readonly decision: Decision
  readonly message: string
  readonly left: number
}

/** Notes a decision on a draft that was sent, in an open transaction: its author is told of it, and it can be undone. */
export async function noteDraftDecision(
  { author_name: _, ...draft }: EventChangesDraft,
  { left, ...decided }: DraftDecision,
  within: Context,
): Promise<void> {
  const review = { event_id: draft.event_id, ...decided, user_id: within.actor.id }
  await writeAfterPreparing(within, ({ submissions }) =>
    submissions.saveReview(review, within.moment, { draft, left }),
  )
}

/** Whether the draft was sent to review by the author of the event, and the actor is a reviewer of it. */
function isReviewed(
  { sent_utc, author }: EventChangesDraft,
  event: EventRecord,
  { actor }: Context,
): boolean {
  const isOfAnother = author === event.author && author !== actor.id
  return sent_utc !== 0 && isOfAnother && rightsOnItemsOfGroup(actor, event.group_id).edits === 'all'
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
    if (isReviewed(found.draft, event, within))
      await noteDraftDecision(found.draft, { decision: 'approve', message: '', left: 0 }, within)
    return applied
  })
}

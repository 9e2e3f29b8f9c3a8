/** Decisions on drafts of changes that authors sent to review: the author is told, and the decision can be undone. */

import type { Context } from '../../api/context.ts'
import { rightsOnItemsOfGroup } from '../../api/policy.ts'
import type { Decision } from '../../contract/operations/submissions.ts'
import { Problem } from '../../problem.ts'
import type { EventChangesDraft, EventRecord } from '../../store/store.ts'
import { writeAfterPreparing } from '../writing/preparing.ts'
import { runInOneTransaction } from '../writing/together.ts'

/** A decision on a draft that was sent, and the version of the draft that it leaves; 0 for none. */
interface DraftDecision {
  readonly decision: Decision
  readonly message: string
  readonly left: number
  /** Whether a reviewer took the draft away: discarded it, or goes on with an own one. */
  readonly isTaken?: boolean
}

/** Notes a decision on a draft that was sent, in an open transaction: its author is told of it, and it can be undone. */
export async function noteDraftDecision(
  { author_name: _, ...draft }: EventChangesDraft,
  { left, isTaken = false, ...decided }: DraftDecision,
  within: Context,
): Promise<void> {
  const review = { event_id: draft.event_id, ...decided, user_id: within.actor.id }
  await writeAfterPreparing(within, ({ submissions }) =>
    submissions.saveReview(review, within.moment, { draft, left, isTaken }),
  )
}

/** Whether the draft was sent to review by the author of the event, and the actor is a reviewer of it. */
export function isDraftToBeReviewedByActor(
  { sent_utc, author }: EventChangesDraft,
  event: EventRecord,
  { actor }: Context,
): boolean {
  const isOfAnother = author === event.author && author !== actor.id
  return sent_utc !== 0 && isOfAnother && rightsOnItemsOfGroup(actor, event.group_id).edits === 'all'
}

/** Keeps a draft in the place of the one that the caller saw. The author is told where a reviewer replaces what was sent. Throws 409. */
export async function replaceSeenDraft(
  draft: Parameters<Context['store']['eventDrafts']['keep']>[0],
  seen: number | undefined,
  event: EventRecord,
  context: Context,
): Promise<void> {
  const earlier = await context.store.eventDrafts.find(event.id)
  const keep = async ({ store }: Context) => {
    const version = await store.eventDrafts.keep(draft, seen)
    if (version === undefined) throw new Problem('draft_outdated')
    return version
  }
  if (earlier === undefined || !isDraftToBeReviewedByActor(earlier, event, context)) {
    await keep(context)
    return
  }
  await runInOneTransaction(context, async (within) => {
    const left = await keep(within)
    await noteDraftDecision(earlier, { decision: 'reject', message: '', left, isTaken: true }, within)
  })
}

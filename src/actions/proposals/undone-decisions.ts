/** Decisions whose writes are undone: what they replaced is back, and nobody is told of a decision that is no more (contract §14). */

import type { ContextWithImages } from '../../api/context.ts'
import { requireMayReviewInGroup } from '../../api/policy.ts'
import { because, Problem } from '../../problem.ts'
import type { AuditRow, UndoableDecision, Writing } from '../../store/store.ts'

/** A write that is undone: the decisions that it made, and the rows that it left. */
interface UndoneWrite {
  readonly decisions: readonly UndoableDecision[]
  readonly rows: readonly AuditRow[]
}

/** The image that a write added to the media; undefined for none. */
const addedImage = (rows: readonly AuditRow[]) =>
  rows.find(({ resource, verb }) => resource === 'media' && verb === 'create')?.item_id

/**
 * After the items of a write have their values back: takes its decisions back, so that what waited or was asked about is that again. The
 * image of an approved submission is a media item since, and stays with the event. Returns the ids of the events. Throws 401 or 403 unless
 * the actor reviews them, and 409 where the submitter has changed or withdrawn one since.
 */
export async function takeBackReviewDecisions(
  store: Writing,
  { decisions, rows }: UndoneWrite,
  context: ContextWithImages,
): Promise<readonly number[]> {
  for (const decision of decisions) {
    const { event_id: id, isOfPublic, isOvertaken } = decision
    const event = await store.find('event', { id }, context.moment)
    requireMayReviewInGroup(context, event?.group_id)
    if (isOvertaken)
      throw new Problem('change-overtaken', because('changed_since', { title: event?.title ?? '' }))
    await store.proposals.undoDecision(decision, context.moment)
    const image = isOfPublic && event?.image === null ? addedImage(rows) : undefined
    if (event !== undefined && image !== undefined)
      await store.update('event', id, { image, version: event.version })
  }
  return decisions.map(({ event_id }) => event_id)
}

/** Submissions as reviewers see them (contract §14): with the event, and with what it resembles. */

import { decideOnEvent, eventWithLastDecision } from '../../../actions/submissions/event-review.ts'
import {
  decideOnSentDraft,
  reviewVersionOfChangesDraft,
  sentDraftOfEvent,
} from '../../../actions/submissions/proposed-changes.ts'
import {
  groupIdsToReview,
  mayReviewInGroup,
  reviewableSubmission,
} from '../../../actions/submissions/review.ts'
import { waitingSubmissionIfAny } from '../../../actions/submissions/submission-of-event.ts'
import { versionOfEventAndSubmission } from '../../../actions/submissions/unchanged-since-seen.ts'
import { viewerOf } from '../../../api/context.ts'
import { type ReviewOperationName, reviewArgsByOperation } from '../../../contract/operations/reviews.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { utcTimestampOfEpoch } from '../../../domain/time/timestamp.ts'
import { Problem } from '../../../problem.ts'
import { type Event, representEvent as shownEvent } from '../../../representations/json/event.ts'
import { representSubmission as shownSubmission } from '../../../representations/json/submission.ts'
import type { Submission } from '../../../store/store.ts'
import { ifMatchTag } from '../../protocol/conditional.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  representationContextOf,
} from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts, OperationHandlers } from '../handler.ts'
import { similarEventsForReview } from './similar.ts'

const headers = { 'Cache-Control': 'private, no-store' }
/** An event as a reviewer sees it, and the version of it that a decision names. */
interface SeenEvent {
  readonly event: Event
  readonly version: string
}

async function eventOf(
  id: number,
  submission: Submission | undefined,
  request: ApiRequest,
  siteName: string,
): Promise<SeenEvent | undefined> {
  const { context } = request
  return context.store.snapshot(async (store) => {
    const record = await store.find('event', { id }, context.moment)
    if (record === undefined) return undefined
    const [item] = await store.items('event', [record], viewerOf(context))
    if (item === undefined) return undefined
    const version = await versionOfEventAndSubmission(store, record, submission, context)
    return { event: shownEvent(item, representationContextOf(request, false, siteName)), version }
  })
}

/** The last decision on an event; for reviewers, before they decide, also the event with its version, and what it resembles. */
async function shownReview(
  id: number,
  request: ApiRequest,
  siteName: string,
  isDecided = false,
): Promise<object> {
  const { context } = request
  const { event, review } = await eventWithLastDecision(id, context)
  const isReviewing = mayReviewInGroup(context, event.group_id) && !isDecided
  const submission = isReviewing ? await waitingSubmissionIfAny(context.store, id) : undefined
  const draft = isReviewing ? await sentDraftOfEvent(id, context) : undefined
  const shown = isReviewing ? await eventOf(id, submission, request, siteName) : undefined
  return {
    status: event.status,
    decision: review?.decision ?? '',
    message: review?.message ?? '',
    reviewer: review?.reviewer ?? '',
    decided_utc: review === undefined ? '' : utcTimestampOfEpoch(review.decided_utc),
    event: shown?.event ?? null,
    version: draft === undefined ? (shown?.version ?? '') : reviewVersionOfChangesDraft(draft),
    similar: shown === undefined ? [] : await similarEventsForReview(shown.event, request),
  }
}

function sentPaging({ operation, query }: ApiRequest): { readonly page: number; readonly per_page: number } {
  const { page, per_page } = parseArgs(operation.args, query.args(operation.args), 'query')
  return { page: Number(page), per_page: Number(per_page) }
}

/** Builds the operations on the review of events. They throw 400, 401, 403, 404, 409 or 410. */
export function reviewHandlers({ siteName }: HandlerParts): OperationHandlers<ReviewOperationName> {
  return {
    async 'list-asked-events'(request) {
      const groups = groupIdsToReview(request.context)
      const paging = sentPaging(request)
      const { ids, total } = await request.context.store.submissions.asked({ groups, ...paging })
      const reviews: object[] = []
      for (const id of ids) reviews.push(await shownReview(id, request, siteName))
      return {
        status: 200,
        headers,
        body: { reviews, total, total_pages: Math.ceil(total / paging.per_page) },
      }
    },
    async 'read-review'(request) {
      return {
        status: 200,
        headers,
        body: await shownReview(idOfPathParams(request.params), request, siteName),
      }
    },
    async 'decide-event'(request) {
      const sent = parseArgs(reviewArgsByOperation['decide-event'], await sentArgs(request), 'create')
      const id = idOfPathParams(request.params)
      const { decision, message = '', version = ifMatchTag(request.headers) } = sent
      const deciding = { decision, message, version }
      const { context } = request
      const isOfDraft = (await sentDraftOfEvent(id, context)) !== undefined
      const revision = isOfDraft
        ? (await decideOnSentDraft(id, deciding, context)).revision
        : await decideOnEvent(id, deciding, context)
      const body = await shownReview(id, request, siteName, true)
      return { status: 200, headers: { ...headers, ...makeRevisionHeader(revision) }, body }
    },
  }
}

/** Returns a submission as its reviewers see it: with its event, and what the event resembles as long as it waits for a decision. */
export async function submissionShownForReview(
  submission: Submission,
  request: ApiRequest,
  siteName: string,
  isDecided = false,
): Promise<object> {
  const seen = await eventOf(submission.event_id, submission, request, siteName)
  const similar = seen === undefined || isDecided ? [] : await similarEventsForReview(seen.event, request)
  const version = isDecided ? '' : (seen?.version ?? '')
  return { ...shownSubmission(submission, seen?.event, request.root), version, similar }
}

/**
 * Returns the submissions that wait for a decision of the caller; for who reviews all of them, also how many of the `space` bytes
 * takes what nobody approved. Throws 400, 401 or 403.
 */
export async function pendingSubmissionsResponse(
  request: ApiRequest,
  siteName: string,
  space: number,
): Promise<ApiResponse> {
  const { context } = request
  const groups = groupIdsToReview(context)
  const paging = sentPaging(request)
  const found = await context.store.submissions.waiting({ groups, ...paging })
  const submissions: object[] = []
  for (const one of found.items) submissions.push(await submissionShownForReview(one, request, siteName))
  const { total } = found
  const space_used = groups === undefined ? await context.store.submissions.space() : undefined
  const taken = space_used !== undefined && { space_used, space_limit: space }
  const total_pages = Math.ceil(total / paging.per_page)
  return { status: 200, headers, body: { submissions, total, total_pages, ...taken } }
}

/** Returns the image of a submission, which nobody but its reviewers sees. Throws 401, 403 or 404. */
export async function submissionImageResponse(request: ApiRequest): Promise<ApiResponse> {
  const { context, params } = request
  const { submission } = await reviewableSubmission(context.store, idOfPathParams(params), context)
  const image = await context.store.submissions.image(submission.id)
  if (image === undefined) throw new Problem('submission-not-found')
  const file = { type: image.type, text: Buffer.from(image.bytes) }
  const policy = { 'Content-Security-Policy': "default-src 'none'; sandbox" }
  return { status: 200, headers: { ...headers, ...policy }, body: {}, file }
}

/** What waits for a decision, as reviewers see it: with the event and what it resembles; and their decisions. */
import { decideOnEvent, eventWithLastDecision } from '../actions/submissions/event-review.ts'
import {
  decideOnSentDraft,
  reviewVersionOfChangesDraft,
  sentDraftOfEvent,
} from '../actions/submissions/proposed-changes.ts'
import {
  decideOnSubmission,
  groupIdsToReview,
  mayReviewInGroup,
  mayReviewSome,
  reviewableSubmission,
} from '../actions/submissions/review.ts'
import { waitingSubmissionIfAny } from '../actions/submissions/submission-of-event.ts'
import { versionOfEventAndSubmission } from '../actions/submissions/unchanged-since-seen.ts'
import { type Answer, answer, revisedAnswer } from '../api/answer.ts'
import { viewerOf } from '../api/context.ts'
import { type ReadingContext, type SentRequest, serviceOperation } from '../api/operation.ts'
import type { Actor } from '../api/policy.ts'
import { writersOf } from '../api/who.ts'
import { defaulted, markedAsExtension } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { decisionArgs } from '../contract/operations/submissions.ts'
import { pagingArgs } from '../contract/resources/shared.ts'
import { utcTimestampOfEpoch } from '../domain/time/timestamp.ts'
import { Problem } from '../problem.ts'
import { representEvent } from '../representations/json/event.ts'
import type { JsonItemContext } from '../representations/json/published.ts'
import { representSubmission } from '../representations/json/submission.ts'
import type { Submission } from '../store/store.ts'
import { askedEvents, eventReview, submission, submissionList } from './shapes.ts'
import { similarEvents } from './similar.ts'

const paging = {
  page: markedAsExtension(pagingArgs.page),
  per_page: markedAsExtension(defaulted(kind.integer(1, 100), 20)),
}
const reviewers = (actor: Actor) => mayReviewSome({ actor })
const reviews = { scope: 'write:events', allows: reviewers } as const
const decides = { ...reviews, allows: writersOf('event') }
const example = { decision: 'ask', message: 'Where is it?' } as const

/** Who looks, at which request, and how items are shown. */
type Seeing = ReadingContext & { readonly request: SentRequest; readonly view: JsonItemContext }

/** An event as a reviewer sees it, and the version of it that a decision names; undefined if it is deleted. */
const seenEvent = (id: number, of: Submission | undefined, { view, ...by }: Seeing) =>
  by.store.snapshot(async (store) => {
    const record = await store.find('event', { id }, by.moment)
    if (record === undefined) return undefined
    const [item] = await store.items('event', [record], viewerOf(by))
    if (item === undefined) return undefined
    const version = await versionOfEventAndSubmission(store, record, of, by)
    return { event: representEvent(item, { ...view, isSingle: false }), version }
  })

const likeIt = (event: Parameters<typeof similarEvents>[0], by: Seeing) =>
  similarEvents(event, { ...by, root: by.view.root })

/** The last decision on an event; for reviewers, before they decide, also the event with its version, and what it resembles. */
async function shownReview(id: number, by: Seeing, isDecided = false) {
  const { event, review } = await eventWithLastDecision(id, by)
  const isReviewing = mayReviewInGroup(by, event.group_id) && !isDecided
  const waiting = isReviewing ? await waitingSubmissionIfAny(by.store, id) : undefined
  const draft = isReviewing ? await sentDraftOfEvent(id, by) : undefined
  const seen = isReviewing ? await seenEvent(id, waiting, by) : undefined
  return {
    status: event.status,
    decision: review?.decision ?? '',
    message: review?.message ?? '',
    reviewer: review?.reviewer ?? '',
    decided_utc: review === undefined ? '' : utcTimestampOfEpoch(review.decided_utc),
    event: seen?.event ?? null,
    version: draft === undefined ? (seen?.version ?? '') : reviewVersionOfChangesDraft(draft),
    similar: seen === undefined ? [] : await likeIt(seen.event, by),
  }
}

/** A submission with its event, and what the event resembles as long as it waits for a decision. */
async function shownSubmission(one: Submission, by: Seeing, isDecided = false) {
  const seen = await seenEvent(one.event_id, one, by)
  return {
    ...representSubmission(one, seen?.event, by.view.root),
    version: isDecided ? '' : (seen?.version ?? ''),
    similar: seen === undefined || isDecided ? [] : await likeIt(seen.event, by),
  }
}

export const listAskedEvents = serviceOperation({
  route: 'GET /reviews',
  name: 'list-asked-events',
  summary: 'List the events that wait for the answer to a reviewer’s question',
  args: paging,
  answer: answer(
    askedEvents,
    'The events about which reviewers asked their authors, with the question, the longest-waiting first.',
  ),
  right: reviews,
  async run(given, { page, per_page }) {
    const groups = groupIdsToReview(given)
    const { ids, total } = await given.store.submissions.asked({ groups, page, per_page })
    const reviews = []
    for (const id of ids) reviews.push(await shownReview(id, given))
    return { reviews, total, total_pages: Math.ceil(total / per_page) }
  },
})

export const readReview = serviceOperation({
  route: 'GET /events/{id}/review',
  name: 'read-review',
  about: 'event',
  summary: 'Show the last decision on an event, and similar events',
  args: {},
  answer: answer(
    eventReview,
    'The last decision, and for reviewers the event with its version and similar events.',
  ),
  right: { ...decides, scope: 'audit' },
  problems: ['event-not-found', 'event-no-longer-available'],
  run: ({ id, ...given }) => shownReview(id, given),
})

export const decideOnOneEvent = serviceOperation({
  route: 'POST /events/{id}/decision',
  name: 'decide-event',
  about: 'event',
  summary: 'Decide on an event that waits for a review',
  args: decisionArgs,
  body: { schema: 'NewEventDecision', example },
  answer: revisedAnswer(eventReview, 'The decision, and the new status of the event.'),
  right: decides,
  problems: ['event-not-found', 'event_not_pending', 'review_outdated'],
  async run({ id, ...given }, { decision, message = '', version = given.request.version }) {
    const deciding = { decision, message, version }
    const isOfDraft = (await sentDraftOfEvent(id, given)) !== undefined
    const revision = isOfDraft
      ? (await decideOnSentDraft(id, deciding, given)).revision
      : await decideOnEvent(id, deciding, given)
    return { result: await shownReview(id, given, true), revision }
  },
})

const imageTypes = ['jpeg', 'png', 'gif', 'webp', 'avif'].map(
  (type) => [`image/${type}`, { type: 'string', format: 'binary' }] as const,
)

/** A picture that only reviewers see. */
const picture: Answer<{ readonly type: string; readonly bytes: Uint8Array }> = {
  status: 200,
  schema: '',
  text: 'The picture.',
  types: Object.fromEntries(imageTypes),
  headers: {
    'Cache-Control': 'private, no-store',
    'Content-Security-Policy': "default-src 'none'; sandbox",
  },
  sends: ['ETag'],
  items: () => [],
  shown: () => ({}),
  file: ({ type, bytes }) => ({ type, bytes: Buffer.from(bytes) }),
}

export const listSubmissions = serviceOperation({
  route: 'GET /submissions',
  name: 'list-submissions',
  summary: 'List the submissions that wait for a decision',
  args: paging,
  answer: answer(
    submissionList,
    'The submissions with their events, oldest first; those without a proof of work last.',
  ),
  right: reviews,
  problems: ['rest_no_route'],
  async run(given, { page, per_page }) {
    const { submissionsSpace: space_limit, store } = given
    const groups = groupIdsToReview(given)
    const { items, total } = await store.submissions.waiting({ groups, page, per_page })
    const submissions = []
    for (const one of items) submissions.push(await shownSubmission(one, given))
    const space = groups === undefined ? { space_used: await store.submissions.space(), space_limit } : {}
    return { submissions, total, total_pages: Math.ceil(total / per_page), ...space }
  },
})

export const readSubmissionImage = serviceOperation({
  route: 'GET /submissions/{id}/image',
  name: 'submission-image',
  summary: 'Show the picture of a submission',
  args: {},
  answer: picture,
  right: reviews,
  problems: ['rest_no_route', 'submission-not-found'],
  async run({ id, store, ...by }) {
    const { submission } = await reviewableSubmission(store, id, by)
    const image = await store.submissions.image(submission.id)
    if (image === undefined) throw new Problem('submission-not-found')
    return image
  },
})

export const decideOnOneSubmission = serviceOperation({
  route: 'POST /submissions/{id}/decision',
  name: 'decide-submission',
  summary: 'Decide on a submission',
  args: decisionArgs,
  body: { schema: 'NewDecision', example },
  answer: {
    ...revisedAnswer(submission, 'The submission after the decision.'),
    headers: { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' },
  },
  right: reviews,
  problems: ['rest_no_route', 'submission-not-found', 'submission_decided', 'review_outdated'],
  async run({ id, ...given }, { decision, message = '', version = given.request.version }) {
    const { result, revision } = await decideOnSubmission(id, { decision, message, version }, given)
    return { result: await shownSubmission(result, given, true), revision }
  },
})

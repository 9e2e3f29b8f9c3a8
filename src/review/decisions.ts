/**
 * What waits for a decision, as reviewers see it: with the event and what it resembles; and their decisions (contract §14): on submissions of
 * the public, on events of contributors, and on changes that authors propose to events which are public. Approving is an update by the reviewer.
 */

import { findEventPage } from '../actions/list.ts'
import {
  isSubmissionWaiting,
  requireUnchangedSinceSeen,
  reviewVersionOfDraft,
  versionOfEventAndSubmission,
  type Waiting,
  waitingSubmissionIfAny,
} from '../actions/proposals.ts'
import { editableRecord, updateInTransaction } from '../actions/update.ts'
import { writeAfterPreparing } from '../actions/writing/preparing.ts'
import { type Answer, answer, revisedAnswer } from '../api/answer.ts'
import { type Context, type ContextWithImages, viewerOf } from '../api/context.ts'
import { type ReadingContext, type SentRequest, serviceOperation } from '../api/operation.ts'
import { writersOf } from '../api/permission.ts'
import { type Actor, mayReviewInGroup, refusalProblem, requireMayReviewInGroup } from '../api/policy.ts'
import { defaulted, markedAsExtension } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { type Decision, decisionArgs } from '../contract/operations/submissions.ts'
import { parseListArgs, parseUpdateArgs } from '../contract/resources/index.ts'
import { pagingArgs } from '../contract/resources/shared.ts'
import { resemblanceOfEvents } from '../domain/publication/resemblance.ts'
import { formatSecondsAsTimestampOrEmpty, plusDays } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { type Event, representEvent } from '../representations/json/event.ts'
import { representSubmission } from '../representations/json/index.ts'
import type { JsonItemContext } from '../representations/json/items.ts'
import { type Root, restUrl } from '../representations/urls.ts'
import type {
  EventRecord,
  ListedEventItem,
  Proposal,
  Reading,
  ResultAndRevision,
  Writing,
} from '../store/store.ts'
import { requireDraftableEvent } from './drafts.ts'
import {
  askedEvents,
  eventReview,
  submission,
  submissionList,
  trashSubmittedEventAndItems,
} from './submissions.ts'

// The events that one under review resembles: on the same day at the same venue, or of a like title (contract §14).

/** Events compared with a submission, and those shown. */
const MAX_COMPARED = 100
const MAX_SIMILAR = 5
/** Days before and after a submission whose events it is compared with. */
const DAYS_AROUND = 7

/** Returns the events of the week before and after that a submission resembles, the most alike first; not the dates of its own series. */
async function similarEvents(
  event: Event,
  { root, request, ...by }: ReadingContext & { readonly root: Root; readonly request: SentRequest },
) {
  const day = event.start_date.slice(0, 10)
  const args = parseListArgs('event', {
    start_date: plusDays(day, -DAYS_AROUND) ?? day,
    end_date: `${plusDays(day, DAYS_AROUND) ?? day} 23:59:59`,
    status: 'publish,future,draft,pending,private',
    per_page: MAX_COMPARED,
  })
  const venue = [event.venue].flat()[0]?.venue ?? ''
  const side = { title: event.title, day, venue }
  const { view, ids } = await findEventPage(args, by, request.minRevision)
  const others = ids.filter((id) => id !== event.id)
  const items = await view.listedEvents(others, viewerOf(by), ['venue'])
  return items
    .filter(({ record }) => record.series === null || record.series !== event.series?.id)
    .map((item) => ({ item, score: resemblanceOfEvents(side, sideOf(item)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SIMILAR)
    .map(({ item }) => resembling(item, root))
}

const venueOf = ({ venues, isProtected }: ListedEventItem) =>
  isProtected ? '' : (venues[0]?.record.name ?? '')

const sideOf = (item: ListedEventItem) => ({
  title: item.record.title,
  day: item.record.start_date.slice(0, 10),
  venue: venueOf(item),
})

function resembling(item: ListedEventItem, root: Root) {
  const { id, title, status, start_date, end_date } = item.record
  return {
    id,
    title,
    status,
    start_date,
    end_date,
    venue: venueOf(item),
    rest_url: restUrl(root, 'events', id),
  }
}

/** The groups in which the actor may review what waits. */
const reviewedGroups = (context: Pick<Context, 'actor'>): readonly number[] =>
  [...(context.actor.groups?.keys() ?? [])].filter((group) => mayReviewInGroup(context, group))

/** Whether the actor may review what waits in any group, or in none. */
const mayReviewSome = (context: Pick<Context, 'actor'>): boolean =>
  mayReviewInGroup(context) || reviewedGroups(context).length > 0

/**
 * Returns the groups whose submissions the actor may review; undefined for the submissions to all and to none. Throws 401 or 403 unless
 * that is any.
 */
function groupIdsToReview(context: Pick<Context, 'actor'>): readonly number[] | undefined {
  if (!mayReviewSome(context)) throw refusalProblem(context.actor)
  return mayReviewInGroup(context) ? undefined : reviewedGroups(context)
}

/** The reads that find a submission with its event, in a transaction or outside. */
interface SubmissionSource extends Pick<Reading, 'find'> {
  readonly proposals: Pick<Writing['proposals'], 'byId'>
}

/**
 * Returns a submission, and its event unless that is gone. Throws 401, 403 or 404 unless the actor may review what waits in the group
 * of the event.
 */
async function reviewableSubmission(
  store: SubmissionSource,
  id: number,
  context: Pick<Context, 'actor' | 'moment'>,
): Promise<{ readonly submission: Proposal; readonly event: EventRecord | undefined }> {
  groupIdsToReview(context)
  const submission = await store.proposals.byId(id)
  if (submission === undefined) throw new Problem('submission-not-found')
  const event = await store.find('event', { id: submission.event_id }, context.moment)
  requireMayReviewInGroup(context, event?.group_id)
  return { submission, event }
}

/** Returns the draft of changes to a public event that waits for a decision; undefined for none. */
async function sentDraftOfEvent(
  { proposals }: { readonly proposals: Pick<Writing['proposals'], 'draft'> },
  { id, status }: EventRecord,
): Promise<Proposal | undefined> {
  const draft = status === 'publish' ? await proposals.draft(id) : undefined
  return draft?.state === 'sent' ? draft : undefined
}

/** Returns a submission that waits. Throws 401, 403, 404 or 409. */
async function waitingSubmission(store: Writing, id: number, context: ContextWithImages): Promise<Waiting> {
  const found = await reviewableSubmission(store, id, context)
  if (!isSubmissionWaiting(found.submission)) throw new Problem('submission_decided')
  return found
}

/** Whether a reviewer asked about an event, and its author has not sent it again. */
const isAsked = async (store: Writing, { id, status }: EventRecord): Promise<boolean> =>
  status === 'draft' && (await store.proposals.review(id))?.decision === 'ask'

/** Returns what waits of an event. Throws 401, 403, 404, 409 or 410. */
async function waitingEvent(store: Writing, id: number, context: ContextWithImages): Promise<Waiting> {
  const event = await editableRecord(store, 'event', { id }, context)
  requireMayReviewInGroup(context, event.group_id)
  const draft = await sentDraftOfEvent(store, event)
  if (draft !== undefined) return { event, draft }
  if (event.status !== 'pending' && !(await isAsked(store, event))) throw new Problem('event_not_pending')
  return { event, submission: await waitingSubmissionIfAny(store, id) }
}

/** A decision as sent. */
interface SentDecision {
  readonly decision: Decision
  readonly message: string
  /** The version of what the reviewer saw; undefined decides on what there is. */
  readonly version: string | undefined
}

/** Carries out a decision in an open transaction. */
async function carryOut(
  store: Writing,
  { event, submission, draft }: Waiting,
  { decision, message }: SentDecision,
  context: ContextWithImages,
): Promise<void> {
  const { actor, moment } = context
  const isApproval = decision === 'approve'
  if (submission !== undefined && decision === 'reject')
    await trashSubmittedEventAndItems(store, submission, context)
  // A draft that is given back changes nothing of its event; nor does a question to the public.
  else if (isApproval || (submission === undefined && draft === undefined)) {
    if (event === undefined || event.status === 'trash') throw new Problem('submission_decided')
    const wide = event.series === null ? {} : ({ apply_to: 'all' } as const)
    const args =
      draft === undefined
        ? ({ status: isApproval ? 'publish' : 'draft', ...wide } as const)
        : parseUpdateArgs('event', draft.changes, 'id')
    const told = submission === undefined ? context : { ...context, decision: message }
    await updateInTransaction(store, { name: 'event', kept: event }, args, told)
    // The update settles the submission, as one by any editor does.
    if (submission !== undefined) return
  }
  const decided = submission ?? {
    event_id: event?.id ?? 0,
    user_id: draft?.user_id ?? event?.author ?? 0,
    ...(draft && { draft }),
  }
  if (!(await store.proposals.decide(decided, { decision, message, by: actor.id }, moment)))
    throw new Problem('review_outdated', { data: { changed: [] } })
}

/**
 * Decides on what waits: publishes the event or its changes, asks about it, or rejects it. Who sent it is told at the desk and by e-mail.
 * Returns the id with the revision of the write, by which it can be undone. Throws 400, 401, 403, 404, 410, or 409 with what was changed
 * since the reviewer saw it.
 */
const decideOn =
  (find: typeof waitingEvent) =>
  (id: number, deciding: SentDecision, caller: Context): Promise<ResultAndRevision<number>> => {
    if (deciding.decision === 'ask' && deciding.message === '')
      throw invalidParam('message', because('question_missing'))
    return writeAfterPreparing(caller, async (store, context) => {
      const waiting = await find(store, id, context)
      await requireUnchangedSinceSeen(store, waiting, deciding, context)
      await carryOut(store, waiting, deciding, context)
      return id
    })
  }

const decideOnSubmission = decideOn(waitingSubmission)

/** Decides on an event that waits, or on the changes to it that wait. */
const decideOnEvent = decideOn(waitingEvent)

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
const seenEvent = (id: number, of: Proposal | undefined, { view, ...by }: Seeing) =>
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
  const { event } = await requireDraftableEvent(id, by)
  const review = await by.store.proposals.review(id)
  const isReviewing = mayReviewInGroup(by, event.group_id) && !isDecided
  const author = isReviewing ? await by.store.assignee(event.author) : undefined
  const waiting = isReviewing ? await waitingSubmissionIfAny(by.store, id) : undefined
  const draft = isReviewing ? await sentDraftOfEvent(by.store, event) : undefined
  const seen = isReviewing ? await seenEvent(id, waiting, by) : undefined
  return {
    status: event.status,
    decision: review?.decision ?? '',
    message: review?.message ?? '',
    reviewer: review?.reviewer ?? '',
    // Empty for one who is gone: nobody would read a question.
    author_name: author?.display_name ?? '',
    decided_utc: formatSecondsAsTimestampOrEmpty(review?.decided_utc ?? null),
    event: seen?.event ?? null,
    version: draft === undefined ? (seen?.version ?? '') : reviewVersionOfDraft(draft),
    similar: seen === undefined ? [] : await likeIt(seen.event, by),
  }
}

/** A submission with its event, and what the event resembles as long as it waits for a decision. */
async function shownSubmission(one: Proposal, by: Seeing, isDecided = false) {
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
    const { ids, total } = await given.store.proposals.asked({ groups, page, per_page })
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
    const { revision } = await decideOnEvent(id, { decision, message, version }, given)
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
    const { items, total } = await store.proposals.waiting({ groups, page, per_page })
    const submissions = []
    for (const one of items) submissions.push(await shownSubmission(one, given))
    const space = groups === undefined ? { space_used: await store.proposals.space(), space_limit } : {}
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
    const image = await store.proposals.image(submission.id)
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
    const { revision } = await decideOnSubmission(id, { decision, message, version }, given)
    const { submission } = await reviewableSubmission(given.store, id, given)
    return { result: await shownSubmission(submission, given, true), revision }
  },
})

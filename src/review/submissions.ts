/** What the public does with its submissions: at their secret addresses, without an account, until a decision (contract §14). */

import { requireValidLinks } from '../actions/linking/link.ts'
import { deleteItemsOfSubmission, isSubmissionWaiting } from '../actions/proposals.ts'
import { removeSeriesOfOccurrence } from '../actions/series/remove.ts'
import { updateInTransaction } from '../actions/update.ts'
import { runChecksAndThrowFaults } from '../actions/writing/faults.ts'
import { saveChangesOfItem } from '../actions/writing/save.ts'
import { type Answer, answer, named } from '../api/answer.ts'
import type { Context, ContextWithImages } from '../api/context.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { everyone } from '../api/permission.ts'
import { correctionActor } from '../api/policy.ts'
import { required } from '../contract/arg.ts'
import type { Submitter } from '../contract/kinds/of-one-room.ts'
import * as kind from '../contract/kinds.ts'
import {
  correctionArgs,
  decisions,
  type EventArgsCorrectedBySubmitter,
  submissionArgs,
  submittableFields,
} from '../contract/operations/submissions.ts'
import type { UpdateArgs } from '../contract/resources/index.ts'
import {
  anyObjectShape,
  booleanShape,
  choiceShape,
  integerShape,
  listShape,
  objectShape,
  optionalShape,
  orNullShape,
  sameShapeByName,
  schemaReferenceShape,
  textShape,
  timestampOrEmptyShape,
  timestampShape,
} from '../contract/shape.ts'
import { pick } from '../contract/table-of.ts'
import { epochOfInstant, type Moment } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { Problem } from '../problem.ts'
import type { Event } from '../representations/json/event.ts'
import { statusOfSubmission } from '../representations/json/index.ts'
import { baseUrlOfPages, type Root, urlOfItemPage } from '../representations/urls.ts'
import type { EventRecord, Proposal, Reading, Writing } from '../store/store.ts'
import { addressRateKey } from '../support/rate-limiter.ts'
import { interfaceLanguageCodes } from '../words/languages.ts'
import {
  checkedImage,
  makeSpaceFullProblem,
  newChallenge,
  refuseTooLongTexts,
  splitOffUnknownLinks,
  storageBytesOfSubmission,
  storeSubmission,
  submittedEventArgs,
  submitterContext,
  unapprovedLinksOfEvent,
} from './submit.ts'

// The shapes of what waits for a decision.

const similarEvent = objectShape({
  id: integerShape,
  ...sameShapeByName(textShape, 'title', 'status', 'start_date', 'end_date', 'venue', 'rest_url'),
})
const similar = listShape(similarEvent)
const event = orNullShape(schemaReferenceShape<Event>('Event'))
const state = choiceShape(['pending', 'asked', 'approved', 'rejected', 'withdrawn'])
const submitter = objectShape(sameShapeByName(textShape, 'name', 'email'))

const challenge = named('Challenge', {
  ...sameShapeByName(textShape, 'algorithm', 'challenge', 'salt', 'signature'),
  maxnumber: integerShape,
})
const newSubmission = named('Submitted', { id: integerShape, status: state, url: textShape })
const ownSubmission = named('OwnSubmission', {
  id: integerShape,
  status: state,
  ...sameShapeByName(textShape, 'message', 'url', 'event_url'),
  created_utc: timestampShape,
  decided_utc: timestampOrEmptyShape,
  submitter,
  has_image: booleanShape,
  sent: anyObjectShape,
  unknown_terms: listShape(textShape),
})
export const submission = named('Submission', {
  id: integerShape,
  status: state,
  message: textShape,
  created_utc: timestampShape,
  decided_utc: timestampOrEmptyShape,
  language: choiceShape<string>(interfaceLanguageCodes),
  is_proven: booleanShape,
  submitter,
  unknown_terms: listShape(textShape),
  image_url: textShape,
  event,
  version: textShape,
  similar,
})
export const submissionList = named(
  'SubmissionList',
  {
    submissions: listShape(submission),
    ...sameShapeByName(integerShape, 'total', 'total_pages'),
    // For those who review all submissions.
    space_used: optionalShape(integerShape),
    space_limit: optionalShape(integerShape),
  },
  submission,
)
export const eventReview = named('EventReview', {
  status: textShape,
  decision: choiceShape(['', ...decisions]),
  ...sameShapeByName(textShape, 'message', 'reviewer', 'author_name'),
  decided_utc: timestampOrEmptyShape,
  event,
  version: textShape,
  similar,
})
export const askedEvents = named(
  'AskedEventList',
  { reviews: listShape(eventReview), ...sameShapeByName(integerShape, 'total', 'total_pages') },
  eventReview,
)

declare module '../api/outside.ts' {
  interface Outside {
    /** The most bytes that everything takes that the public sent and nobody approved. */
    readonly submissionsSpace: number
    /** Counts a try of an address to submit. Throws 429 after too many within a minute. */
    countTryToSubmit(sender: string): void
  }
}

/** Returns the submission of a secret. Throws 404. */
export async function requireSubmissionOfSecret(
  secret: string,
  store: { readonly proposals: { bySecret(secret: string): Promise<Proposal | undefined> } },
): Promise<Proposal> {
  const found = await store.proposals.bySecret(secret)
  if (found === undefined) throw new Problem('submission-not-found')
  return found
}

/** The page of an approved event; undefined while it is not public. */
export async function publicSlugOfSubmittedEvent(
  { state, event_id }: Proposal,
  store: Pick<Reading, 'find'>,
  { moment }: Pick<Context, 'moment'>,
): Promise<string | undefined> {
  if (state !== 'approved') return undefined
  const event = await store.find('event', { id: event_id }, moment)
  const isPublic =
    event?.status === 'publish' ||
    (event?.status === 'future' && event.date_utc <= epochOfInstant(moment.now))
  return isPublic ? event?.slug : undefined
}

/** Changes to a submission, as parsed. */
interface SubmissionCorrection {
  readonly args: EventArgsCorrectedBySubmitter
  readonly sent: Readonly<Record<string, unknown>>
  readonly submitter: Submitter | undefined
  /** null removes the image. */
  readonly image: kind.Upload | null | undefined
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly space: number
}

async function waitingOf(store: Writing, secret: string): Promise<Proposal> {
  const submission = await requireSubmissionOfSecret(secret, store)
  if (!isSubmissionWaiting(submission)) throw new Problem('submission_decided')
  return submission
}

/** How often a submission may be corrected. */
const MAX_CORRECTIONS = 10

/** Throws 429 if more than the space for submissions is taken, and more than before. */
async function allowSpace(store: Writing, before: number, most: number): Promise<void> {
  const taken = await store.proposals.space()
  if (taken > most && taken > before) throw makeSpaceFullProblem()
}

/** Changes a submitted event past the rights of the public, with all that repeats it. */
async function changePastRights(
  store: Writing,
  kept: EventRecord,
  changes: UpdateArgs<'event'>,
  context: Context,
): Promise<void> {
  const wide = kept.series === null ? {} : ({ apply_to: 'all' } as const)
  const asSubmission = { ...context, actor: correctionActor }
  await updateInTransaction(store, { name: 'event', kept }, { ...changes, ...wide }, asSubmission)
}

/** Corrects a submission that waits for a decision. After a question of a reviewer, it waits again. Throws 400, 404, 409 or 429. */
export async function correctSubmission(
  secret: string,
  correction: SubmissionCorrection,
  caller: Context,
): Promise<Proposal> {
  refuseTooLongTexts(correction.sent)
  const context = submitterContext(caller)
  const file = await checkedImage(correction.image ?? undefined, context)
  const { result } = await context.store.write(context, async (store) => {
    const submission = await waitingOf(store, secret)
    const before = await store.proposals.space()
    if (submission.corrections >= MAX_CORRECTIONS) throw new Problem('submission_corrected_often')
    const kept = await store.find('event', { id: submission.event_id }, context.moment)
    if (kept === undefined || kept.status === 'trash') throw new Problem('submission_decided')
    const { args, dropped } = await splitOffUnknownLinks(
      store,
      pick(correction.args, submittableFields),
      context,
    )
    const names = (['venue', 'organizer'] as const).filter((name) => name in args)
    await deleteItemsOfSubmission(store, submission, names, context)
    const { recurrence: _rule, ...changes } = args
    // Links are checked as the public's.
    await runChecksAndThrowFaults([
      () => requireValidLinks(store, 'venue', changes.venue ?? [], context),
      () => requireValidLinks(store, 'organizer', changes.organizer ?? [], context),
    ])
    await changePastRights(store, kept, changes, context)
    const { image, submitter, sent } = correction
    if (image !== undefined) await store.proposals.setImage(submission.id, file)
    const corrections = submission.corrections + 1
    const all = { ...submission.changes, ...sent }
    await store.proposals.change(submission.id, {
      state: 'sent',
      changes: all,
      corrections,
      size: await storageBytesOfSubmission(store, kept.id, { changes: all, corrections }, context),
      dropped: 'categories' in args || 'tags' in args ? dropped : submission.dropped,
      made: await unapprovedLinksOfEvent(store, kept.id, context),
      ...(submitter && { name: submitter.name, email: submitter.email }),
    })
    await allowSpace(store, before, correction.space)
    return requireSubmissionOfSecret(secret, store)
  })
  return result
}

/** Puts the event of a submission, and what it created, in the trash. */
export async function trashSubmittedEventAndItems(
  store: Writing,
  submission: Proposal,
  context: ContextWithImages,
): Promise<void> {
  const { moment } = context
  const event = await store.find('event', { id: submission.event_id }, moment)
  if (event !== undefined && event.status !== 'trash' && event.series !== null)
    await removeSeriesOfOccurrence(
      store,
      event,
      { apply_to: 'all', force: false },
      { ...context, actor: correctionActor },
    )
  else if (event !== undefined && event.status !== 'trash')
    await saveChangesOfItem(
      store,
      { name: 'event', kept: event },
      { status: 'trash', was_public: 0, pruned_status: '' },
      context,
    )
  for (const [name, id] of submission.made) {
    const record = await store.find(name, { id }, moment)
    const others = (await store.linkedTo(name, id)).filter((one) => one !== submission.event_id)
    if (record?.status === 'pending' && others.length === 0)
      await saveChangesOfItem(store, { name, kept: record }, { status: 'trash' }, context)
  }
}

/** Withdraws a submission that waits for a decision. Throws 404 or 409. */
export async function withdrawSubmission(secret: string, caller: Context): Promise<Proposal> {
  const context = submitterContext(caller)
  const { result } = await context.store.write(context, async (store) => {
    const submission = await waitingOf(store, secret)
    await trashSubmittedEventAndItems(store, submission, context)
    await store.proposals.withdraw(submission.id, context.moment)
    return requireSubmissionOfSecret(secret, store)
  })
  return result
}

const headers = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }
const ofPublic = {
  right: { scope: undefined, allows: everyone },
  ignoresSession: true,
  rehearsal: 'none',
} as const
const ofOne = { ...ofPublic, address: { secret: required(kind.text(100)) } }

/** The secret address of a submission. */
const addressOf = ({ url, namespace }: Root, secret: string) =>
  `${url}/${namespace}/submissions/${encodeURIComponent(secret)}`

interface Asking {
  readonly root: Root
  readonly secret: string
  readonly store: ReadStore
  readonly moment: Moment
}

async function shown(submission: Proposal, { root, secret, store, moment }: Asking) {
  const { id, message, sent_utc, decided_utc, name, email } = submission
  const slug = await publicSlugOfSubmittedEvent(submission, store, { moment })
  return {
    id,
    status: statusOfSubmission(submission),
    message,
    url: addressOf(root, secret),
    event_url: slug === undefined ? '' : urlOfItemPage(root, 'event', slug),
    created_utc: formatSecondsAsTimestampOrEmpty(sent_utc),
    decided_utc: formatSecondsAsTimestampOrEmpty(decided_utc),
    submitter: { name, email },
    has_image: submission.image_size > 0,
    sent: submission.changes,
    unknown_terms: submission.dropped,
  }
}

/** Browsers are led to the page of a submission. */
interface Led {
  readonly page: string
}
const isLed = (one: object): one is Led => 'page' in one
const stateOrPage: Answer<Awaited<ReturnType<typeof shown>> | Led> = {
  ...answer(ownSubmission, 'The state of the submission.', { headers }),
  statusOf: (one) => (isLed(one) ? 302 : undefined),
  headersOf: (one) => (isLed(one) ? { Location: one.page } : {}),
  shown: (one) => (isLed(one) ? {} : one),
}

export const readChallenge = serviceOperation({
  ...ofPublic,
  route: 'GET /submissions/challenge',
  name: 'submission-challenge',
  summary: 'Get a challenge to solve before submitting an event',
  args: {},
  answer: answer(
    challenge,
    'The challenge: find the number for which the salt, followed by the number, has this SHA-256.',
    { headers, isNew: true },
  ),
  problems: ['rest_no_route'],
  run: ({ store, moment }) => newChallenge(store, moment),
})

export const submit = serviceOperation({
  ...ofPublic,
  route: 'POST /submissions',
  name: 'submit',
  summary: 'Submit an event for review',
  args: submissionArgs,
  body: {
    schema: 'NewSubmission',
    example: {
      title: 'Market day',
      start_date: '2027-05-04 08:00:00',
      end_date: '2027-05-04 13:00:00',
      venue: { venue: 'Porta Palazzo', city: 'Turin' },
      submitter: { name: 'Bea Ferrari', email: 'bea@market.example.org' },
      proof: 'eyJhbGdvcml0aG0iOiJTSEEtMjU2In0=',
    },
  },
  answer: answer(newSubmission, 'The submission and its secret address.', {
    status: 201,
    headers,
    headersOf: ({ url }) => ({ Location: url }),
    sends: ['ETag', 'Location'],
  }),
  problems: ['rest_no_route'],
  async before({ request, countTryToSubmit }, read) {
    countTryToSubmit(addressRateKey(request.ip))
    refuseTooLongTexts(submittedEventArgs(await read()))
  },
  async run({ request, root, language, submissionsSpace: space, ...by }, args) {
    const { submitter, image, proof } = args
    const sent = submittedEventArgs(request.raw)
    const { id, secret } = await storeSubmission(
      { args, sent, space, submitter, image, proof, sender: addressRateKey(request.ip), language },
      by,
    )
    return { id, status: 'pending' as const, url: addressOf(root, secret) }
  },
})

export const readSubmission = serviceOperation({
  ...ofOne,
  route: 'GET /submissions/{secret}',
  name: 'read-submission',
  summary: 'Show one’s own submission',
  args: {},
  answer: stateOrPage,
  problems: ['rest_no_route', 'submission-not-found'],
  async run({ request, ...by }) {
    const submission = await requireSubmissionOfSecret(by.secret, by.store)
    if (request.prefersHtml) return { page: `${baseUrlOfPages(by.root)}submit/${by.secret}/` }
    return shown(submission, by)
  },
})

export const changeSubmission = serviceOperation({
  ...ofOne,
  route: 'PATCH /submissions/{secret}',
  name: 'change-submission',
  summary: 'Correct one’s own submission',
  args: correctionArgs,
  body: { schema: 'SubmissionChanges', example: { title: 'Market morning' } },
  answer: answer(ownSubmission, 'The corrected submission, which waits for a decision.', { headers }),
  problems: ['rest_no_route', 'submission-not-found', 'submission_decided', 'submission_corrected_often'],
  async before({ request, secret, store, countTryToSubmit }, read) {
    countTryToSubmit(addressRateKey(request.ip))
    await requireSubmissionOfSecret(secret, store)
    refuseTooLongTexts(submittedEventArgs(await read()))
  },
  async run({ request, submissionsSpace: space, ...by }, args) {
    const sent = submittedEventArgs(request.raw)
    const correction = { args, sent, submitter: args.submitter ?? undefined, image: args.image, space }
    return shown(await correctSubmission(by.secret, correction, by), by)
  },
})

export const withdrawOneSubmission = serviceOperation({
  ...ofOne,
  route: 'DELETE /submissions/{secret}',
  name: 'withdraw-submission',
  summary: 'Withdraw one’s own submission',
  args: {},
  answer: answer(ownSubmission, 'The withdrawn submission.', { headers }),
  problems: ['rest_no_route', 'submission-not-found', 'submission_decided'],
  run: async (given) => shown(await withdrawSubmission(given.secret, given), given),
})

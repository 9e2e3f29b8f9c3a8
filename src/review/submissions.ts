/** What the public does with its submissions: at their secret addresses, without an account. */
import {
  correctSubmission,
  publicSlugOfSubmittedEvent,
  requireSubmissionOfSecret,
  withdrawSubmission,
} from '../actions/submissions/by-submitter.ts'
import { newChallenge } from '../actions/submissions/proof.ts'
import { refuseTooLongTexts, storeSubmission, submittedEventArgs } from '../actions/submissions/submit.ts'
import { type Answer, answer } from '../api/answer.ts'
import { type ReadStore, serviceOperation } from '../api/operation.ts'
import { everyone } from '../api/who.ts'
import { required } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { correctionArgs, submissionArgs } from '../contract/operations/submissions.ts'
import type { Moment } from '../domain/time/moment.ts'
import { formatSecondsAsTimestampOrEmpty } from '../domain/time/timestamp.ts'
import { baseUrlOfPages, type Root, urlOfItemPage } from '../representations/urls.ts'
import type { Submission } from '../store/store.ts'
import { addressRateKey } from '../support/rate-limiter.ts'
import { challenge, newSubmission, ownSubmission } from './shapes.ts'

declare module '../api/outside.ts' {
  interface Outside {
    /** The most bytes that everything takes that the public sent and nobody approved. */
    readonly submissionsSpace: number
    /** Counts a try of an address to submit. Throws 429 after too many within a minute. */
    countTryToSubmit(sender: string): void
  }
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

async function shown(submission: Submission, { root, secret, store, moment }: Asking) {
  const { id, state, message, created_utc, decided_utc, name, email } = submission
  const slug = await publicSlugOfSubmittedEvent(submission, store, { moment })
  return {
    id,
    status: state,
    message,
    url: addressOf(root, secret),
    event_url: slug === undefined ? '' : urlOfItemPage(root, 'event', slug),
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    decided_utc: formatSecondsAsTimestampOrEmpty(decided_utc),
    submitter: { name, email },
    has_image: submission.has_image,
    sent: submission.sent,
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

/** Submissions of the public over HTTP (contract §14): the public's own operations, and those of reviewers. */

import {
  correctSubmission,
  publicSlugOfSubmittedEvent,
  requireSubmissionOfSecret,
  withdrawSubmission,
} from '../../../actions/submissions/by-submitter.ts'
import { newChallenge } from '../../../actions/submissions/proof.ts'
import { decideOnSubmission } from '../../../actions/submissions/review.ts'
import {
  refuseTooLongTexts,
  storeSubmission,
  submittedEventArgs,
} from '../../../actions/submissions/submit.ts'
import {
  type SubmissionOperationName,
  submissionArgsByOperation,
} from '../../../contract/operations/submissions.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { formatSecondsAsTimestampOrEmpty } from '../../../domain/time/timestamp.ts'
import { baseUrlOfPages, urlOfItemPage } from '../../../representations/urls.ts'
import type { Submission } from '../../../store/store.ts'
import { addressRateKey, newRateCounter, type RateCounter } from '../../../support/rate-limiter.ts'
import type { AppOptions } from '../../options.ts'
import { prefersHtml } from '../../protocol/accept.ts'
import { ifMatchTag } from '../../protocol/conditional.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import { type ApiRequest, type ApiResponse, idOfPathParams } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { RawArgs } from '../../request/raw-args.ts'
import type { OperationHandler, OperationHandlers } from '../handler.ts'
import { pendingSubmissionsResponse, submissionImageResponse, submissionShownForReview } from './review.ts'

/** Tries a minute from one address: each may check an image. */
const MAX_TRIES = 20

const headers = { 'Cache-Control': 'private, no-store', 'Referrer-Policy': 'no-referrer' }
const response = (status: number, body: object, more: object = {}): ApiResponse => ({
  status,
  headers: { ...headers, ...more },
  body,
})

/** The part of a body that is stored for the submitter. Throws 400 if its texts are too long. */
function sentIn(body: RawArgs): Readonly<Record<string, unknown>> {
  const sent = submittedEventArgs(body)
  refuseTooLongTexts(sent)
  return sent
}

/** The secret address of a submission. */
const secretAddress = ({ url, namespace }: ApiRequest['root'], secret: string): string =>
  `${url}/${namespace}/submissions/${encodeURIComponent(secret)}`

async function shownOwn(submission: Submission, request: ApiRequest): Promise<object> {
  const { id, state, message, created_utc, decided_utc, name, email } = submission
  const { root, context, params } = request
  const slug = await publicSlugOfSubmittedEvent(submission, context.store, context)
  return {
    id,
    status: state,
    message,
    url: secretAddress(root, params.secret ?? ''),
    event_url: slug === undefined ? '' : urlOfItemPage(root, 'event', slug),
    created_utc: formatSecondsAsTimestampOrEmpty(created_utc),
    decided_utc: formatSecondsAsTimestampOrEmpty(decided_utc),
    submitter: { name, email },
    has_image: submission.has_image,
    sent: submission.sent,
    unknown_terms: submission.dropped,
  }
}

/** The limits of the submissions of one application. */
export interface SubmissionLimitsOfApplication {
  readonly tries: RateCounter
  /** The most bytes that everything takes that the public sent and nobody approved. */
  readonly space: number
  elapsed(): number
}

/** Counts a try of an address. Throws 429 after too many. */
export function countOrRefuseSubmissionTry(
  { tries, elapsed }: SubmissionLimitsOfApplication,
  ip: string,
): void {
  const name = addressRateKey(ip)
  tries.allow(name, elapsed())
  tries.count(name, elapsed())
}

/** New, empty counts. */
export const newSubmissionQuota = ({
  elapsed,
  submissionsSpace,
}: Pick<AppOptions, 'elapsed' | 'submissionsSpace'>): SubmissionLimitsOfApplication => ({
  tries: newRateCounter(MAX_TRIES),
  space: submissionsSpace,
  elapsed,
})

/** Takes a submission. Throws 400, 409, 413, 429 or 503. */
const submitted =
  (limits: SubmissionLimitsOfApplication): OperationHandler =>
  async (request, { request: { ip } }) => {
    countOrRefuseSubmissionTry(limits, ip)
    const body = await sentArgs(request)
    const sent = sentIn(body)
    const values = parseArgs(submissionArgsByOperation.submit, body, 'create')
    const { submitter, image, proof } = values
    const { id, secret } = await storeSubmission(
      {
        args: values,
        sent,
        space: limits.space,
        submitter,
        image,
        proof,
        sender: addressRateKey(ip),
        language: request.language,
      },
      request.context,
    )
    const url = secretAddress(request.root, secret)
    return response(201, { id, status: 'pending', url }, { Location: url })
  }

/** Corrects a submission by its secret. Throws 400, 404, 409, 413, 429 or 503. */
const corrected =
  (limits: SubmissionLimitsOfApplication): OperationHandler =>
  async (request, { request: { ip } }) => {
    countOrRefuseSubmissionTry(limits, ip)
    const secret = request.params.secret ?? ''
    await requireSubmissionOfSecret(secret, request.context.store)
    const body = await sentArgs(request)
    const sent = sentIn(body)
    const values = parseArgs(submissionArgsByOperation['change-submission'], body, 'update')
    const submitter = values.submitter ?? undefined
    const changed = await correctSubmission(
      secret,
      { args: values, sent, submitter, image: values.image, space: limits.space },
      request.context,
    )
    return response(200, await shownOwn(changed, request))
  }

function publicHandlers(limits: SubmissionLimitsOfApplication) {
  return {
    async 'submission-challenge'({ context }) {
      return response(200, await newChallenge(context.store, context.moment))
    },
    submit: submitted(limits),
    async 'read-submission'(request, { request: { headers } }) {
      const { context, params, root } = request
      const submission = await requireSubmissionOfSecret(params.secret ?? '', context.store)
      if (prefersHtml(headers.accept))
        return response(302, {}, { Location: `${baseUrlOfPages(root)}submit/${params.secret}/` })
      return response(200, await shownOwn(submission, request))
    },
    'change-submission': corrected(limits),
    async 'withdraw-submission'(request) {
      const withdrawn = await withdrawSubmission(request.params.secret ?? '', request.context)
      return response(200, await shownOwn(withdrawn, request))
    },
  } satisfies Partial<Record<SubmissionOperationName, OperationHandler>>
}

/** Builds the operations on submissions. They throw 400, 401, 403, 404, 409, 413 or 429. */
export function submissionHandlers(options: AppOptions): OperationHandlers<SubmissionOperationName> {
  return {
    ...publicHandlers(newSubmissionQuota(options)),
    'list-submissions': (request) =>
      pendingSubmissionsResponse(request, options.name, options.submissionsSpace),
    'submission-image': submissionImageResponse,
    async 'decide-submission'(request) {
      const sent = parseArgs(
        submissionArgsByOperation['decide-submission'],
        await sentArgs(request),
        'create',
      )
      const { decision, message = '', version = ifMatchTag(request.headers) } = sent
      const id = idOfPathParams(request.params)
      const { result, revision } = await decideOnSubmission(
        id,
        { decision, message, version },
        request.context,
      )
      const body = await submissionShownForReview(result, request, options.name, true)
      return response(200, body, makeRevisionHeader(revision))
    },
  }
}

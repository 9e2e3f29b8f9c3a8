/** Every error → the body of contract §6. The only place where an error becomes an answer. */
import type { FastifyError } from 'fastify'
import { Problem, type ProblemCode, problems } from '../problem.ts'
import type { Answer } from './asked.ts'

const ofFastify: Readonly<Record<string, ProblemCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'rest_body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'rest_unsupported_media_type',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'rest_invalid_json',
  FST_ERR_BAD_URL: 'rest_no_route',
  FST_ERR_MAX_PARAM_LENGTH: 'rest_no_route',
}

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

const saved = 'Nothing of this request was kept, and reading goes on.'

/** Why nothing can be kept or found right now → what to tell about it. */
const unavailable = {
  away: problems.rest_unavailable.message,
  locked: `Another program holds the database. ${saved} Try again shortly.`,
  full: `The disk of this service is full. ${saved} Make room on it, then send this again.`,
  'read-only': `The data of this service is read-only. ${saved} Make it writable, then send this again.`,
  busy: 'This search takes too long right now. Try again shortly, with longer words or within fewer days.',
  damaged:
    'The database of this service is damaged. What is whole is still read; nothing is written until whoever runs it restores a back-up.',
  failing: `The disk of this service fails. ${saved} Whoever runs it finds more in its log; then send this again.`,
}

/** Why the service cannot do what is asked, though nothing is wrong with the request. */
export type Unavailability = keyof typeof unavailable

/** What went wrong, as a problem; `unavailability` tells a database that is away or can't write from a fault of ours. */
export function problemOf(
  error: unknown,
  unavailability: (error: unknown) => Unavailability | undefined,
): Problem {
  if (error instanceof Problem) return error
  const known = ofFastify[codeOf(error)]
  if (known !== undefined) return new Problem(known, { cause: error })
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status === 413) return new Problem('rest_body_too_large', { cause: error })
  if (status >= 400 && status < 500) return new Problem('rest_invalid_json', { cause: error })
  const why = unavailability(error)
  if (why !== undefined)
    return new Problem('rest_unavailable', {
      message: unavailable[why],
      cause: error,
    })
  return new Problem('internal_server_error', { cause: error })
}

/** The answer to a problem; `isScript`: a page's script asked, and no browser is to ask for a name and password of its own. */
export function problemAnswer(problem: Problem, requestId: string, isScript = false): Answer {
  const { code, message, status } = problem
  const data =
    code === 'internal_server_error' ? { status, request_id: requestId } : { status, ...problem.data }
  const basic = isScript ? '' : 'Basic realm="Fasti", charset="UTF-8", '
  const challenge = status === 401 ? { 'WWW-Authenticate': `${basic}Bearer realm="Fasti"` } : {}
  return { status, headers: { ...challenge, ...problem.headers }, body: { code, message, data } }
}

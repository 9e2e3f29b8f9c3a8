/** Every error → the body of contract §6. The only place where an error becomes an answer. */
import type { FastifyError } from 'fastify'
import { Problem, type ProblemCode } from '../problem.ts'
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

/** What went wrong, as a problem; `isUnavailable` tells a database that is away from a fault of ours. */
export function problemOf(error: unknown, isUnavailable: (error: unknown) => boolean): Problem {
  if (error instanceof Problem) return error
  const known = ofFastify[codeOf(error)]
  if (known !== undefined) return new Problem(known, { cause: error })
  const status = (error as Partial<FastifyError>).statusCode ?? 500
  if (status === 413) return new Problem('rest_body_too_large', { cause: error })
  if (status >= 400 && status < 500) return new Problem('rest_invalid_json', { cause: error })
  if (isUnavailable(error))
    return new Problem('rest_unavailable', { headers: { 'Retry-After': '5' }, cause: error })
  return new Problem('internal_server_error', { cause: error })
}

/** The answer to a problem. */
export function problemAnswer(problem: Problem, requestId: string): Answer {
  const { code, message, status } = problem
  const data =
    code === 'internal_server_error' ? { status, request_id: requestId } : { status, ...problem.data }
  const challenge =
    status === 401 ? { 'WWW-Authenticate': 'Basic realm="Fasti", charset="UTF-8", Bearer realm="Fasti"' } : {}
  return { status, headers: { ...challenge, ...problem.headers }, body: { code, message, data } }
}

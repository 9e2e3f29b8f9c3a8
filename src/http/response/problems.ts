/** Every error → the body of contract §6. The only place where an error becomes a response. */
import type { FastifyError } from 'fastify'
import { because, type Fault, Problem, type ProblemCode } from '../../problem.ts'
import type { ApiResponse } from '../request/api-request.ts'

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

/** Why the service is unavailable → the reason for the client. */
const unavailable = {
  away: {},
  outdated: because('outdated_program'),
  locked: because('locked_database'),
  full: because('full_disk'),
  'read-only': because('read_only_data'),
  busy: because('slow_search'),
  damaged: because('damaged_database'),
  failing: because('failing_disk'),
}

/** Why the service cannot process a valid request; `overtaken` by another write, which deleted what the request refers to. */
export type UnavailabilityReason = keyof typeof unavailable | 'overtaken'

/** Converts an error to a problem; `unavailability` tells an unreachable or unwritable database from an internal error. */
export function problemOfError(
  error: unknown,
  unavailability: (error: unknown) => UnavailabilityReason | undefined,
): Problem {
  if (error instanceof Problem) return error
  const known = ofFastify[codeOf(error)]
  if (known !== undefined) return new Problem(known, { cause: error })
  const { statusCode: status = 500 }: Partial<FastifyError> = Object(error)
  if (status === 413) return new Problem('rest_body_too_large', { cause: error })
  if (status >= 400 && status < 500) return new Problem('rest_invalid_json', { cause: error })
  const why = unavailability(error)
  if (why === 'overtaken') return new Problem('change-overtaken', { cause: error })
  if (why !== undefined)
    return new Problem('rest_unavailable', {
      ...unavailable[why],
      cause: error,
    })
  return new Problem('internal_server_error', { cause: error })
}

const bareFaults = (faults: unknown) =>
  Object.fromEntries(
    Object.entries<Fault>(Object(faults)).map(([name, { code, message }]) => [name, { code, message }]),
  )

/** Returns the data of a problem as contract §6 names it. */
const withoutReasons = ({ reason: _, values: __, ...data }: Problem['data']): Problem['data'] => ({
  ...data,
  ...(data.details !== undefined && { details: bareFaults(data.details) }),
  ...(data.invalid !== undefined && { invalid: bareFaults(data.invalid) }),
})

/** The reader of a response to a problem. */
interface ProblemReader {
  /** A page's script sent the request, so no Basic challenge may open the browser's login dialog. */
  readonly isScript?: boolean
  /** The client asked for the reasons of faults (`Prefer: reasons`). */
  readonly prefersReasons?: boolean
}

export function problemResponse(
  problem: Problem,
  requestId: string,
  { isScript = false, prefersReasons = false }: ProblemReader = {},
): ApiResponse {
  const { code, message, status } = problem
  const data =
    code === 'internal_server_error'
      ? { status, request_id: requestId }
      : { status, ...(prefersReasons ? problem.data : withoutReasons(problem.data)) }
  const basic = isScript ? '' : 'Basic realm="Fasti", charset="UTF-8", '
  const challenge = status === 401 ? { 'WWW-Authenticate': `${basic}Bearer realm="Fasti"` } : {}
  return { status, headers: { ...challenge, ...problem.headers }, body: { code, message, data } }
}

/** The problems that each operation can respond with (contract §5, §6). */
import { type ProblemCode, problems } from '../../problem.ts'
import { isOnSubmissions } from '../operations/submissions.ts'
import type { Operation } from '../operations.ts'
import { scopeNeedOf } from '../scopes.ts'

type ProblemCodeList = readonly ProblemCode[]

/** The HTTP methods of the document: those of operations, plus OPTIONS. */
export type HttpVerb = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'options'

const everywhere: ProblemCodeList = [
  'rest_invalid_credentials',
  'rest_local_mode',
  'rest_uri_too_long',
  'rest_too_many_requests',
  'internal_server_error',
  'rest_unavailable',
]

function codesOf(operation: Operation, verb: HttpVerb): ProblemCodeList {
  // A path with malformed percent-encoding or a very long part matches no route, nor does an id with other signs than digits.
  const address = Object.keys(operation.address).length > 0 ? (['rest_no_route'] as const) : []
  const closed = isOnSubmissions(operation) ? (['rest_no_route'] as const) : []
  if (verb === 'options')
    return [...new Set([...everywhere, ...address, ...closed, 'rest_body_too_large' as const])]
  const override = verb === 'post' ? (['rest_method_not_allowed'] as const) : []
  const scope: ProblemCodeList = scopeNeedOf(operation) === undefined ? [] : ['rest_forbidden']
  return [
    ...new Set([
      ...everywhere,
      'rest_not_acceptable' as const,
      ...address,
      ...override,
      ...scope,
      // Strict handling refuses names that are not known.
      'rest_invalid_param' as const,
      ...operation.facts.problems,
    ]),
  ]
}

/** Returns whether a code has status 401 without credentials and 403 otherwise. */
const isPersonal = (code: ProblemCode) =>
  code.endsWith('-not-accessible') || code === 'event-password-protected' || code === 'rest_forbidden_status'

/** Returns the problem codes of an operation by status, in ascending order of status. */
export function problemCodesByStatus(
  operation: Operation,
  verb: HttpVerb,
): ReadonlyMap<number, ProblemCodeList> {
  const pairs = codesOf(operation, verb).flatMap((code) => {
    const statuses = isPersonal(code) ? [401, 403] : [problems[code].status]
    return statuses.map((status) => ({ status, code }))
  })
  const statuses = [...new Set(pairs.map(({ status }) => status))].sort((a, b) => a - b)
  return new Map(
    statuses.map((status) => [
      status,
      pairs.filter((pair) => pair.status === status).map(({ code }) => code),
    ]),
  )
}

/** Strict handling (contract §13, RFC 7240): a request with names that its operation does not know is refused. */
import { type ArgsMode, readArgs } from '../../contract/arg.ts'
import { isUpdateAction, readsArgsFromBody } from '../../contract/operations.ts'
import { invalidParams, missingParams } from '../../problem.ts'
import type { ApiRequest } from './api-request.ts'
import type { RawArgs } from './forms.ts'
import { unknownFieldFaults, unknownNameFaults } from './known-names.ts'

function modeOf({ operation }: Pick<ApiRequest, 'operation'>): ArgsMode {
  if (isUpdateAction(operation.action)) return 'update'
  return readsArgsFromBody(operation) ? 'create' : 'query'
}

/** Throws 400 if an operation does not know a name among its args, together with the faults of the args that it knows. */
export function requireKnownNames(request: Pick<ApiRequest, 'operation' | 'query'>, sent: RawArgs): void {
  const { operation, query } = request
  const fields = query.texts('_fields').join(',').split(',')
  const unknown = {
    ...unknownNameFaults(operation, sent),
    ...unknownFieldFaults(
      operation,
      fields.map((path) => path.trim()).filter((path) => path !== ''),
    ),
  }
  if (Object.keys(unknown).length === 0) return
  const { missing, faults } = readArgs(operation.args, sent, modeOf(request))
  throw missing.length > 0
    ? missingParams(missing, { ...faults, ...unknown })
    : invalidParams({ ...faults, ...unknown })
}

/** Throws 400 if a request whose args are in its query alone has a name that its operation does not know. */
export function requireKnownQuery(request: Pick<ApiRequest, 'operation' | 'query'>): void {
  const { operation, query } = request
  // The args of a body are checked with it.
  if (!readsArgsFromBody(operation)) requireKnownNames(request, query.args(operation.args))
}

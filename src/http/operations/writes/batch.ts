/** POST /batch (contract §13): several writes of items in one request, all or nothing or each by itself. */
import { createHash } from 'node:crypto'
import { runInOneTransaction, runThenAlwaysUndo } from '../../../actions/writing/together.ts'
import type { Context } from '../../../api/context.ts'
import { refusalProblem } from '../../../api/policy.ts'
import { batchArgs, type SentBatchWrite } from '../../../contract/operations/batch.ts'
import { isUpdateAction, type Operation } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import type { RouteWithOperations } from '../../../contract/routes.ts'
import { because, invalidParam, Problem } from '../../../problem.ts'
import type { CredentialTools } from '../../auth/credentials.ts'
import type { AppOptions } from '../../options.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import { prefersReasons } from '../../protocol/preferences.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import { requireOperationAndParamsAt } from '../../request/negotiation.ts'
import { requireMayUseOperation } from '../../request/permission.ts'
import { type Query, queryOfUrl } from '../../request/query.ts'
import { requireKnownQuery } from '../../request/strict.ts'
import { problemOfError, problemResponse, type UnavailabilityReason } from '../../response/problems.ts'
import type { Exchange, HandlerParts, OperationHandler } from '../handler.ts'
import { type ResponseKeeper, runIdempotently } from './idempotency.ts'

interface Parts extends Pick<CredentialTools, 'limit'>, Pick<HandlerParts, 'runningKeys'> {
  readonly routes: readonly RouteWithOperations[]
  handlerOf(operation: Operation): OperationHandler
  unavailability(error: unknown): UnavailabilityReason | undefined
  /** Logs an error of one of the operations. */
  readonly logError: AppOptions['logError']
}

interface Result {
  readonly status: number
  readonly body: object
}

const isOfItems = (action: string) => action === 'create' || action === 'remove' || isUpdateAction(action)

/** The key under which a create is remembered where each operation is kept by itself. */
function keyWithin(key: unknown, index: number): Readonly<Record<string, string>> {
  if (typeof key !== 'string' || key === '') return {}
  return { 'idempotency-key': createHash('sha256').update(`${index} ${key}`).digest('base64url') }
}

/** The query of one operation. A removal takes the args of its body, too: it has them in the query alone where it is requested by itself. */
function operationQuery({ path, body }: SentBatchWrite, action: string): Query {
  if (action !== 'remove' || body === undefined) return queryOfUrl(path)
  const sent = Object.entries(body).filter(([, value]) => value !== null)
  const args = new URLSearchParams(Object.fromEntries(sent.map(([name, value]) => [name, String(value)])))
  return queryOfUrl(`${path}${path.includes('?') ? '&' : '?'}${args}`)
}

/** The request of one operation. Throws 400, 401, 403, 404 or 405. */
function requestOf(
  batch: ApiRequest,
  sent: SentBatchWrite,
  context: Context,
  routes: readonly RouteWithOperations[],
): ApiRequest {
  const { method, path, body } = sent
  const { operation, params } = requireOperationAndParamsAt(routes, method, path)
  if (!isOfItems(operation.action)) throw invalidParam('path', because('not_in_batch'), 'rest_invalid_param')
  const query = operationQuery(sent, operation.action)
  if (query.has('dry_run') || body?.dry_run !== undefined)
    throw invalidParam('dry_run', because('dry_run_of_whole_batch'))
  requireMayUseOperation(context.actor, operation)
  if (batch.isStrict === true) requireKnownQuery({ operation, query })
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json' }
  return { ...batch, operation, params, query, body: bytes, headers, context }
}

/** The operations of a batch, and what performs them. */
interface Run {
  readonly parts: Parts
  readonly batch: ApiRequest
  readonly operations: readonly SentBatchWrite[]
  readonly exchange: Exchange
}

/** Performs one operation. Headers are those of creates. */
async function one(
  { parts, batch, exchange }: Run,
  sent: SentBatchWrite,
  context: Context,
  headers: ApiRequest['headers'] = {},
): Promise<ApiResponse> {
  const request = requestOf(batch, sent, context, parts.routes)
  const { action } = request.operation
  const own = { ...request, headers: { ...request.headers, ...(action === 'create' && headers) } }
  const response = await parts.handlerOf(request.operation)(own, exchange)
  if ('text' in response) throw new Problem('internal_server_error')
  return response
}

/** Performs all operations, within one transaction. Throws 422 with the first that fails. */
async function all(run: Run, context: Context): Promise<readonly Result[]> {
  const results: Result[] = []
  for (const [index, sent] of run.operations.entries()) {
    try {
      const { status, body } = await one(run, sent, context)
      results.push({ status, body })
    } catch (error) {
      if (!(error instanceof Problem) || error.status >= 500) throw error
      throw new Problem('rest_batch_failed', {
        ...because('operation_failed', { index, why: error.message }),
        data: {
          index,
          error: problemResponse(error, '', {
            prefersReasons: prefersReasons(run.exchange.request.headers.prefer),
          }).body,
        },
      })
    }
  }
  return results
}

/** The result of an operation that failed. Throws errors of a rehearsal: it is one transaction, which the database may run again. */
function failure({ parts, batch, exchange }: Run, index: number, error: unknown): Result {
  if (batch.isDry === true && !(error instanceof Problem)) throw error
  const problem = problemOfError(error, parts.unavailability)
  if (problem.status >= 500) parts.logError(exchange.request.log, error, { index }, problem.code)
  const { status, body } = problemResponse(problem, exchange.request.id, {
    prefersReasons: prefersReasons(exchange.request.headers.prefer),
  })
  return { status, body }
}

/** Performs each operation by itself: a failure is its result. Returns the results, and the revision of the last write. */
async function each(run: Run, context: Context) {
  const results: Result[] = []
  let revision: string | undefined
  for (const [index, sent] of run.operations.entries()) {
    try {
      const key = keyWithin(run.batch.headers['idempotency-key'], index)
      const { status, body, headers } = await one(run, sent, context, key)
      results.push({ status, body })
      revision = headers?.['X-Fasti-Revision'] ?? revision
    } catch (error) {
      results.push(failure(run, index, error))
    }
  }
  return { results, revision }
}

/** The response to a batch whose operations are kept by themselves. */
async function separately(
  run: Run,
  { context, headers }: ApiRequest,
  keep: ResponseKeeper,
): Promise<ApiResponse> {
  const { results, revision } = await each(run, context)
  const response = { status: 200, body: { results } }
  if (headers['idempotency-key'] !== undefined)
    await context.store.write(context, (store) => keep.save(store, response), keep.isFirst)
  return { ...response, headers: revision === undefined ? {} : { 'X-Fasti-Revision': revision } }
}

/** The response to a batch that is kept as a whole. One that writes nothing, not even its key, takes no revision. */
async function atOnce(
  run: Run,
  { context, headers }: ApiRequest,
  keep: ResponseKeeper,
): Promise<ApiResponse> {
  const isKeyed = headers['idempotency-key'] !== undefined
  const act = async (context: Context) => {
    const response = { status: 200, body: { results: await all(run, context) } }
    const { result: touched } = await context.store.write(context, async (store) => {
      await keep.save(store, response)
      return store.touchedItems()
    })
    return { response, writes: isKeyed || touched > 0 }
  }
  const { result, revision } = await runInOneTransaction(
    context,
    act,
    ({ writes }) => writes && keep.isFirst(),
  )
  return { ...result.response, headers: makeRevisionHeader(result.writes ? revision : revision - 1) }
}

/** Builds the handler of batches. It throws 400, 401, 409, 422 or 429. */
export function batchHandler(parts: Parts): OperationHandler {
  return async (request, exchange) => {
    const { context, isDry } = request
    if (context.actor.role === 'anonymous') throw refusalProblem(context.actor)
    const { operations, atomic, seen } = parseArgs(batchArgs, await sentArgs(request), 'create')
    for (const _ of operations.slice(1)) parts.limit(exchange.caller.name)
    const run = { parts, batch: { ...request, seen }, operations, exchange }
    if (isDry === true) {
      const results = await runThenAlwaysUndo(context, async (context) =>
        atomic ? all(run, context) : (await each(run, context)).results,
      )
      return { status: 200, body: { results } }
    }
    return runIdempotently(request, parts.runningKeys, (keep) =>
      atomic ? atOnce(run, request, keep) : separately(run, request, keep),
    )
  }
}

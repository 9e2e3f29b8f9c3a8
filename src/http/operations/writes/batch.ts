/** POST /batch (contract §13): several writes of items in one request, all or nothing or each by itself. */
import { createHash } from 'node:crypto'
import type { Context } from '../../../actions/context.ts'
import { refusal } from '../../../actions/policy.ts'
import { rehearsed, together } from '../../../actions/writing/together.ts'
import { type BatchOperation, batchArgs } from '../../../contract/operations/batch.ts'
import { type Action, isChange } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import type { Route } from '../../../contract/routes.ts'
import { invalidParam, Problem } from '../../../problem.ts'
import type { Credentials } from '../../auth/credentials.ts'
import type { AppOptions } from '../../options.ts'
import { revisionHeader } from '../../protocol/headers.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { readBody } from '../../request/body.ts'
import { routed } from '../../request/negotiation.ts'
import { allowUse } from '../../request/permission.ts'
import { queryOf } from '../../request/query.ts'
import { problemOf, problemResponse, type Unavailability } from '../../response/problems.ts'
import type { Exchange, HandlerParts, OperationHandler } from '../handler.ts'
import { idempotently } from './idempotency.ts'

interface Parts extends Pick<Credentials, 'limit'>, Pick<HandlerParts, 'runningKeys'> {
  readonly routes: readonly Route[]
  handlerOf(action: Action): OperationHandler
  unavailability(error: unknown): Unavailability | undefined
  /** Logs an error of one of the operations. */
  readonly logError: AppOptions['logError']
}

interface Result {
  readonly status: number
  readonly body: object
}

const isOfItems = (action: Action) => action === 'create' || action === 'remove' || isChange(action)

/** The key under which a create is remembered where each operation is kept by itself. */
function keyWithin(key: unknown, index: number): Readonly<Record<string, string>> {
  if (typeof key !== 'string' || key === '') return {}
  return { 'idempotency-key': createHash('sha256').update(`${index} ${key}`).digest('base64url') }
}

/** The request of one operation. Throws 400, 401, 403, 404 or 405. */
function requestOf(
  batch: ApiRequest,
  { method, path, body }: BatchOperation,
  context: Context,
  routes: readonly Route[],
): ApiRequest {
  const { operation, params } = routed(routes, method, path)
  if (!isOfItems(operation.action))
    throw invalidParam('path', 'a batch has only operations that write items', 'rest_invalid_param')
  const query = queryOf(path)
  if (query.has('dry_run') || body?.dry_run !== undefined)
    throw invalidParam('dry_run', 'must be sent for the batch as a whole')
  allowUse(context.actor, operation)
  const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const headers = { 'content-type': 'application/json' }
  return { ...batch, operation, params, query, body: bytes, headers, context }
}

/** Builds the batch operation. Throws 400, 401, 409, 422 or 429. */
export function batchOperation(parts: Parts): OperationHandler {
  const { routes, handlerOf, limit, unavailability, logError, runningKeys } = parts

  async function one(
    batch: ApiRequest,
    sent: BatchOperation,
    context: Context,
    exchange: Exchange,
    headers: ApiRequest['headers'] = {},
  ): Promise<ApiResponse> {
    const request = requestOf(batch, sent, context, routes)
    const { action } = request.operation
    const own = { ...request, headers: { ...request.headers, ...(action === 'create' && headers) } }
    const response = await handlerOf(action)(own, exchange)
    if ('text' in response) throw new Problem('internal_server_error')
    return response
  }

  /** All operations, within one transaction. Throws 422 with the first that fails. */
  async function all(
    batch: ApiRequest,
    operations: readonly BatchOperation[],
    context: Context,
    exchange: Exchange,
  ): Promise<readonly Result[]> {
    const results: Result[] = []
    for (const [index, sent] of operations.entries()) {
      try {
        const { status, body } = await one(batch, sent, context, exchange)
        results.push({ status, body })
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        throw new Problem('rest_batch_failed', {
          message: `Operation ${index} failed, so nothing was stored: ${error.message}`,
          data: { index, error: problemResponse(error, '').body },
        })
      }
    }
    return results
  }

  /** Each operation by itself: a failure is its result. */
  async function each(
    batch: ApiRequest,
    operations: readonly BatchOperation[],
    context: Context,
    exchange: Exchange,
  ) {
    const results: Result[] = []
    let revision: string | undefined
    for (const [index, sent] of operations.entries()) {
      try {
        const key = keyWithin(batch.headers['idempotency-key'], index)
        const { status, body, headers } = await one(batch, sent, context, exchange, key)
        results.push({ status, body })
        revision = headers?.['X-Fasti-Revision'] ?? revision
      } catch (error) {
        // A rehearsal is one transaction, which has to begin again.
        if (batch.isDry === true && !(error instanceof Problem)) throw error
        const problem = problemOf(error, unavailability)
        if (problem.status >= 500) logError(exchange.request.log, error, { index }, problem.code)
        const { status, body } = problemResponse(problem, exchange.request.id)
        results.push({ status, body })
      }
    }
    return { results, revision }
  }

  return async (request, exchange) => {
    const { context } = request
    if (context.actor.role === 'anonymous') throw refusal(context.actor)
    const { operations, atomic, seen } = parseArgs(batchArgs, await readBody(request), 'create')
    const batch = { ...request, seen }
    for (const _ of operations.slice(1)) limit(exchange.caller.name)
    if (request.isDry === true) {
      const body = await rehearsed(context, async (context) =>
        atomic
          ? { results: await all(batch, operations, context, exchange) }
          : { results: (await each(batch, operations, context, exchange)).results },
      )
      return { status: 200, body }
    }
    return idempotently(request, runningKeys, async (keep) => {
      if (!atomic) {
        const { results, revision } = await each(batch, operations, context, exchange)
        const response = { status: 200, body: { results } }
        if (request.headers['idempotency-key'] !== undefined)
          await context.store.write(context, (store) => keep(store, response))
        return { ...response, headers: revision === undefined ? {} : { 'X-Fasti-Revision': revision } }
      }
      const { result, revision } = await together(context, async (context) => {
        const response = { status: 200, body: { results: await all(batch, operations, context, exchange) } }
        await context.store.write(context, (store) => keep(store, response))
        return response
      })
      return { ...result, headers: revisionHeader(revision) }
    })
  }
}

/** Operations of editors on stored items over HTTP (ext.): revert, undo, duplicate and bulk changes. */
import { bulkChangeEvents } from '../../../actions/editing/bulk.ts'
import { duplicateEventToDates } from '../../../actions/editing/duplicate.ts'
import { mergeItems } from '../../../actions/editing/merge.ts'
import { requireMayWriteSomeItems } from '../../../api/policy.ts'
import { revertItem } from '../../../changes/revert.ts'
import { undoWrite } from '../../../changes/undo.ts'
import {
  bulkArgs,
  duplicateArgs,
  type EditingToolOperationName,
  isMergeable,
  itemsToMergeArgs,
  revertArgs,
  undoArgs,
} from '../../../contract/operations/editing.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { Problem } from '../../../problem.ts'
import { representItem } from '../../../representations/json/index.ts'
import type { Item, Writing } from '../../../store/store.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  representationContextOf,
} from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts, OperationHandlers } from '../handler.ts'
import { runIdempotently } from '../writes/idempotency.ts'
import { preconditionCheck } from './preconditions.ts'
import { singleResponse } from './single-response.ts'

async function reverted(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { operation, context, params } = request
  const { resource } = operation
  if (resource === undefined) throw new Problem('rest_no_route')
  requireMayWriteSomeItems(context.actor, resource)
  const { change } = parseArgs(revertArgs, await sentArgs(request), 'create')
  const precondition = await preconditionCheck(request, resource)
  const { result, revision } = await revertItem(
    resource,
    { id: idOfPathParams(params), change, precondition },
    context,
  )
  return { ...singleResponse(request, resource, result, parts), headers: makeRevisionHeader(revision) }
}

async function undone(request: ApiRequest): Promise<ApiResponse> {
  const args = parseArgs(undoArgs, await sentArgs(request), 'create')
  const { result, revision } = await undoWrite(args.revision, request.context)
  return {
    status: 200,
    body: { undone: args.revision, items: result },
    headers: makeRevisionHeader(revision),
  }
}

function duplicated(request: ApiRequest, { siteName, runningKeys }: HandlerParts): Promise<ApiResponse> {
  const { context, params } = request
  requireMayWriteSomeItems(context.actor, 'event')
  return runIdempotently(request, runningKeys, async (keep) => {
    const args = parseArgs(duplicateArgs, await sentArgs(request), 'create')
    const settle = async (store: Writing, copies: readonly Item<'event'>[]) => {
      const view = representationContextOf(request, false, siteName)
      const events = copies.map((copy) => representItem('event', copy, view))
      const response = { status: 201, body: { events } }
      await keep.save(store, response)
      return response
    }
    const { result, revision } = await duplicateEventToDates(
      idOfPathParams(params),
      args,
      { settle, keeps: keep.isFirst },
      context,
    )
    return { ...result, headers: makeRevisionHeader(revision) }
  })
}

async function changedTogether(request: ApiRequest): Promise<ApiResponse> {
  requireMayWriteSomeItems(request.context.actor, 'event')
  const args = parseArgs(bulkArgs, await sentArgs(request), 'create')
  const { result, revision } = await bulkChangeEvents(args, request.context)
  return { status: 200, body: result, headers: makeRevisionHeader(revision) }
}

async function merged(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { operation, context, params } = request
  const { resource } = operation
  if (resource === undefined || !isMergeable(resource)) throw new Problem('rest_no_route')
  requireMayWriteSomeItems(context.actor, resource)
  const { items } = parseArgs(itemsToMergeArgs, await sentArgs(request), 'create')
  const precondition = await preconditionCheck(request, resource)
  const { result, revision } = await mergeItems(
    resource,
    { id: idOfPathParams(params), items, precondition },
    context,
  )
  return { ...singleResponse(request, resource, result, parts), headers: makeRevisionHeader(revision) }
}

/** Builds the handlers of undoing, reverting, duplicating, merging and bulk changes. They throw 400, 401, 403, 404, 409, 410 or 412. */
export function undoMergeAndBulkHandlers(parts: HandlerParts): OperationHandlers<EditingToolOperationName> {
  return {
    revert: (request) => reverted(request, parts),
    undo: undone,
    duplicate: (request) => duplicated(request, parts),
    bulk: changedTogether,
    merge: (request) => merged(request, parts),
  }
}

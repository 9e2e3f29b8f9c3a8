/** Operation → action → response: the only file that knows both sides. */

import { createItem } from '../../../actions/create.ts'
import { removeItem } from '../../../actions/remove.ts'
import { updateItem } from '../../../actions/update.ts'
import { runReportingAllFaults } from '../../../actions/writing/faults.ts'
import { checkCreateArgs, checkUpdateArgs } from '../../../actions/writing/write-checks.ts'
import { requireMayWriteSomeItems } from '../../../api/policy.ts'
import { itemPathArgsByAddressing, type OperationName } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { isPublishable, type ResourceName, resourceNamed } from '../../../contract/resources/index.ts'
import { applyToValues } from '../../../contract/resources/occurrence.ts'
import {
  onlyParsableCreateArgs,
  parsableUpdateArgs,
  parseCreateArgs,
  parseUpdateArgs,
} from '../../../contract/resources/parse.ts'
import { namesOf, recordFromNames } from '../../../contract/table-of.ts'
import { Problem } from '../../../problem.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { Item, Writing } from '../../../store/store.ts'
import { deleteRequestArgs } from '../../compatibility/removal.ts'
import { makeRevisionHeader, updatedItemHeaders } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOrSlugInPath,
  responseWithRootLink,
} from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts, OperationHandlers } from '../handler.ts'
import { runIdempotently } from '../writes/idempotency.ts'
import { preconditionCheck } from './preconditions.ts'
import { singleResponse } from './single-response.ts'

/** The args of a create. Throws one problem that names every fault, including links to items that do not exist. */
async function acceptedNew<N extends ResourceName>(request: ApiRequest, name: N) {
  const sent = await sentArgs(request)
  return runReportingAllFaults(
    async () => parseCreateArgs(name, sent),
    () => [() => checkCreateArgs(name, onlyParsableCreateArgs(name, sent), request.context)],
  )
}

function created<N extends ResourceName>(
  request: ApiRequest,
  name: N,
  parts: HandlerParts,
): Promise<ApiResponse> {
  requireMayWriteSomeItems(request.context.actor, name)
  return runIdempotently(request, parts.runningKeys, async (keep) => {
    const args = await acceptedNew(request, name)
    const settle = async (store: Writing, item: Item<N>) => {
      const Location = restUrl(request.root, resourceNamed(name).collection, item.record.id)
      const itemResponse = {
        ...singleResponse(request, name, item, parts),
        status: 201,
        headers: { Location, 'X-Fasti-Result': 'created' },
      }
      await keep.save(store, itemResponse)
      return itemResponse
    }
    const { result, revision } = await createItem(
      name,
      args,
      { settle, keeps: keep.isFirst },
      request.context,
    )
    return { ...result, headers: { ...result.headers, ...makeRevisionHeader(revision) } }
  })
}

async function updated<N extends ResourceName>(
  request: ApiRequest,
  name: N,
  parts: HandlerParts,
): Promise<ApiResponse> {
  requireMayWriteSomeItems(request.context.actor, name)
  const { operation, context } = request
  const sent = await sentArgs(request)
  const args = await runReportingAllFaults(
    async () => parseUpdateArgs(name, sent, operation.by),
    () => [() => checkUpdateArgs(name, parsableUpdateArgs(name, sent), context)],
  )
  const precondition = await preconditionCheck(request, name)
  const address = idOrSlugInPath(operation, request.params)
  const { result, revision } = await updateItem(name, { address, args, precondition }, context)
  const headers = updatedItemHeaders(result.isUnchanged, revision)
  return { ...singleResponse(request, name, result.item, parts), headers }
}

async function removed<N extends ResourceName>(
  request: ApiRequest,
  name: N,
  parts: HandlerParts,
): Promise<ApiResponse> {
  requireMayWriteSomeItems(request.context.actor, name)
  const { operation, context } = request
  const { force, apply_to } = parseArgs(operation.args, await deleteRequestArgs(request), 'query')
  const precondition = await preconditionCheck(request, name)
  const removing = {
    address: idOrSlugInPath(operation, request.params),
    force: force === true,
    apply_to: applyToValues.find((scope) => scope === apply_to),
    precondition,
  }
  const { result, revision } = await removeItem(name, removing, context)
  const { body, ...rest } = singleResponse(request, name, result.item, parts)
  const shown = result.deleted && isPublishable(name) ? { deleted: true, previous: body } : body
  return { ...rest, body: shown, headers: makeRevisionHeader(revision) }
}

type Act = (request: ApiRequest, name: ResourceName, parts: HandlerParts) => Promise<ApiResponse>

/** The acts of the operations on items. */
const acts = {
  create: created,
  update: updated,
  remove: removed,
} satisfies Partial<Record<OperationName, Act>>

/** The request at the id of the event that its path names by UID: an id that no item has, if there is none. */
async function withIdOfUid(request: ApiRequest): Promise<ApiRequest> {
  if (request.operation.by !== 'uid') return request
  requireMayWriteSomeItems(request.context.actor, 'event')
  const { uid } = parseArgs(itemPathArgsByAddressing.uid, request.params, 'create')
  const known = await request.context.store.eventWithUid(uid)
  return { ...request, params: { id: String(known?.id ?? 0) } }
}

/** Builds the operations on items, for every resource. They throw 400, 401, 403, 404, 409, 410, 412, 422 or 429. */
export function itemHandlers(parts: HandlerParts): OperationHandlers<keyof typeof acts> {
  return recordFromNames(namesOf(acts), (action) => async (request) => {
    const { resource } = request.operation
    if (resource === undefined) throw new Problem('rest_no_route')
    const response = await acts[action](await withIdOfUid(request), resource, parts)
    return responseWithRootLink(response, request.root.url)
  })
}

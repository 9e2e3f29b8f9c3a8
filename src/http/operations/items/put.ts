/** PUT /events/by-uid/{uid} (contract §13): creates or updates the event with an id of another system. */

import { putByUid } from '../../../actions/writing/put.ts'
import { requireMayWriteSomeItems } from '../../../api/policy.ts'
import { itemPathArgsByAddressing } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { event } from '../../../contract/resources/event.ts'
import {
  onlyParsableCreateArgs,
  parseCreateArgs,
  parseUpdateArgs,
} from '../../../contract/resources/parse.ts'
import { restUrl } from '../../../representations/urls.ts'
import { refuseIfMatchForNewItem } from '../../protocol/conditional.ts'
import { makeRevisionHeader, updatedItemHeaders } from '../../protocol/headers.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts } from '../handler.ts'
import { preconditionCheck } from './preconditions.ts'
import { singleResponse } from './single-response.ts'

/** Returns 201 with the new event, or 200 with the changed one. Throws 400, 401, 403, 410 or 412. */
export async function putEventResponse(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { params, context, headers, root } = request
  requireMayWriteSomeItems(context.actor, 'event')
  const { uid } = parseArgs(itemPathArgsByAddressing.uid, params, 'create')
  const body = await sentArgs(request)
  const { collection } = event
  const args = {
    create: () => parseCreateArgs('event', body),
    readable: () => onlyParsableCreateArgs('event', body),
    update: () => parseUpdateArgs('event', body, 'uid'),
  }
  const known = await context.store.eventWithUid(uid)
  const precondition = await preconditionCheck(request, 'event', known && { id: known.id })
  const { result, revision } = await putByUid(
    { uid, args, precondition, onNew: () => refuseIfMatchForNewItem(headers) },
    context,
  )
  const response = singleResponse(request, 'event', result.item, parts)
  if (!result.isNew) return { ...response, headers: updatedItemHeaders(result.isUnchanged, revision) }
  const Location = restUrl(root, collection, result.item.record.id)
  return {
    ...response,
    status: 201,
    headers: { Location, 'X-Fasti-Result': 'created', ...makeRevisionHeader(revision) },
  }
}

/** Handing over what a user is author of, over HTTP (contract §16). */
import { transferItemsOfUser } from '../../../actions/accounts/hand-over/transfer.ts'
import { requireMayAdministerUser } from '../../../api/policy.ts'
import { userArgsByOperation } from '../../../contract/operations/accounts/users.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import { type ApiRequest, type ApiResponse, idOfPathParams } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'

/** Hands over what a user is author of. Returns how many items, and the revision by which it can be undone. Throws 400, 401, 403 or 404. */
export async function transferItemsAndRespond(request: ApiRequest): Promise<ApiResponse> {
  const { context, params } = request
  requireMayAdministerUser(context.actor)
  const into = parseArgs(userArgsByOperation['transfer-items'], await sentArgs(request), 'create')
  const { result, revision, heir } = await transferItemsOfUser(idOfPathParams(params), into, context)
  const { event, venue, organizer, ...counts } = result
  return {
    status: 200,
    headers: { 'Cache-Control': 'private, no-store', ...makeRevisionHeader(revision) },
    body: {
      to: heir,
      group: into.group ?? 0,
      events: event,
      venues: venue,
      organizers: organizer,
      ...counts,
    },
  }
}

/** Undoing writes over HTTP (ext.). */
import { undoWrite } from '../../../changes/undo.ts'
import { undoArgs } from '../../../contract/operations/editing.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'

/** Undoes a write. Throws 400, 401, 403, 404, 409 or 410. */
export async function undoResponse(request: ApiRequest): Promise<ApiResponse> {
  const args = parseArgs(undoArgs, await sentArgs(request), 'create')
  const { result, revision } = await undoWrite(args.revision, request.context)
  return {
    status: 200,
    body: { undone: args.revision, items: result },
    headers: makeRevisionHeader(revision),
  }
}

/** dry_run=true on any write (contract §13): the response as it would be, and nothing is kept. */

import { runThenAlwaysUndo } from '../../../actions/writing/together.ts'
import { boolean } from '../../../contract/kinds.ts'
import { isWriteOperation, takesDryRun } from '../../../contract/operations.ts'
import { because, invalidParam } from '../../../problem.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import type { RawArgs } from '../../request/forms.ts'
import { parseBody } from '../../request/raw-args.ts'
import type { FeedFileToSend } from '../../response/send-feed.ts'
import type { Exchange, OperationHandler } from '../handler.ts'

/** A body that may say it: its bytes contain the name. A file that is the body itself says nothing; a DELETE has no other use for one. */
async function saidInBody({ operation, body, headers }: ApiRequest): Promise<unknown> {
  const type = headers['content-type']
  if (!Buffer.isBuffer(body) || typeof type !== 'string' || !/json|form/.test(type)) return undefined
  if (!body.includes('dry_run')) return undefined
  const parsed = parseBody(body, type)
  const isRemoval = operation.methods.includes('DELETE')
  return (await (isRemoval ? parsed.catch((): RawArgs => ({ dry_run: 'unreadable' })) : parsed)).dry_run
}

/** Whether a request only rehearses its write. Throws 400 for a value that is no boolean. */
async function isRehearsal(request: ApiRequest): Promise<boolean> {
  const { operation, query } = request
  // An import has a dry run of its own, since it is many transactions.
  if (!isWriteOperation(operation) || operation.args.dry_run !== undefined) return false
  const sent = (await saidInBody(request)) ?? query.text('dry_run')
  if (sent === undefined || sent === null || sent === '') return false
  const read = boolean.read(sent)
  if ('fault' in read) throw invalidParam('dry_run', read.fault)
  return 'value' in read && read.value
}

/** The response without what would identify a state that was never stored. */
function unkept({ headers = {}, body, status, chunked: _ }: ApiResponse): ApiResponse {
  const { 'X-Fasti-Revision': _revision, 'Idempotency-Replayed': _replayed, ...rest } = headers
  return { status, headers: rest, body: { ...body, dry_run: true } }
}

/** Performs an operation by its handler, or rehearses it, which a handler may do by itself. Throws 400 for a rehearsal of a session. */
export async function performOrRehearse(
  handler: OperationHandler,
  request: ApiRequest,
  exchange: Exchange,
  rehearses: boolean,
): Promise<ApiResponse | FeedFileToSend> {
  if (!(await isRehearsal(request))) return handler(request, exchange)
  if (!takesDryRun(request.operation)) throw invalidParam('dry_run', because('no_dry_run'))
  // A rehearsal under a key would take the key from the real request.
  const { 'idempotency-key': _, ...headers } = request.headers
  const dry = { ...request, headers, isDry: true } as const
  const response = rehearses
    ? await handler(dry, exchange)
    : await runThenAlwaysUndo(request.context, (context) => handler({ ...dry, context }, exchange))
  return 'text' in response ? response : unkept(response)
}

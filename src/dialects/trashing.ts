/** `status: "trash"` in an update: WordPress moves the item to the trash (contract §12). */

import { runInOneTransaction } from '../actions/writing/together.ts'
import type { Context } from '../api/context.ts'
import { isPublishable, type ResourceName } from '../contract/resources/index.ts'
import type { OperationHandler } from '../http/operations/handler.ts'
import { makeRevisionHeader } from '../http/protocol/headers.ts'
import { type ApiRequest, idOfPathParams } from '../http/request/api-request.ts'
import { emptyQuery } from '../http/request/query.ts'
import { parseBody } from '../http/request/raw-args.ts'
import type { ServicePartsForTranslation } from '../http/route-translation.ts'
import { operationsUnderNamespace } from '../operations.ts'
import { PLUGIN_NAMESPACE } from './companions.ts'
import { type JsonObject, withoutMembers } from './forms/json.ts'
import { withoutParameter } from './queries.ts'

const removals = operationsUnderNamespace(PLUGIN_NAMESPACE).filter(
  ({ action, by }) => action === 'remove' && by === 'id',
)

const isTrash = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === 'trash'

/** Whether the request may say it: the query says it, or the bytes of the body contain the word. */
const maySay = ({ body, query }: ApiRequest) =>
  isTrash(query.text('status')) || (Buffer.isBuffer(body) && /trash/i.test(body.toString('latin1')))

const typeOf = ({ headers }: ApiRequest) => {
  const type = headers['content-type']
  return typeof type === 'string' ? type : undefined
}

/** The request with the fields of its body alone, without the status. */
const otherFields = (request: ApiRequest, fields: JsonObject): ApiRequest => ({
  ...request,
  query: withoutParameter(request.query, 'status'),
  body: Buffer.from(JSON.stringify(withoutMembers(fields, 'status'))),
  headers: { ...request.headers, 'content-type': 'application/json' },
})

/** Writes the other fields, then moves the item to the trash, in one transaction. */
function trashed(
  fields: JsonObject,
  resource: ResourceName,
  { handlerOf }: ServicePartsForTranslation,
): OperationHandler {
  return async (request, exchange) => {
    const operation = removals.find((one) => one.resource === resource)
    const update = handlerOf(request.operation)
    if (operation === undefined) return update(request, exchange)
    const { 'if-match': _match, 'if-unmodified-since': _since, ...headers } = request.headers
    const act = async (context: Context) => {
      await update({ ...otherFields(request, fields), context }, exchange)
      return handlerOf(operation)(
        { ...request, operation, context, headers, query: emptyQuery, body: undefined },
        exchange,
      )
    }
    // A rehearsal is one transaction already.
    if (request.isDry === true) return act(request.context)
    const { result, revision } = await runInOneTransaction(request.context, act)
    if ('text' in result) return result
    return { ...result, headers: { ...result.headers, ...makeRevisionHeader(revision) } }
  }
}

/** The handler of an update that says `trash`; undefined for any other request. An item in the trash is only updated. */
export function updateToTrashHandler(
  request: ApiRequest,
  service: ServicePartsForTranslation,
): OperationHandler | undefined {
  const { operation } = request
  const { action, resource } = operation
  if (action !== 'update' || resource === undefined || !isPublishable(resource) || !maySay(request))
    return undefined
  return async (asked, exchange) => {
    const fields = await parseBody(asked.body, typeOf(asked))
    const says = isTrash(fields.status ?? asked.query.text('status'))
    const { store, moment } = asked.context
    const record = says ? await store.find(resource, { id: idOfPathParams(asked.params) }, moment) : undefined
    const isThere = record !== undefined && 'status' in record && record.status === 'trash'
    const handler = says && !isThere ? trashed(fields, resource, service) : service.handlerOf(operation)
    return handler(asked, exchange)
  }
}

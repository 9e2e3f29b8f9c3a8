/** The list of work for translators, and drafts of translations by a machine, over HTTP (contract §15, ext.). */

import { translationQueuePage } from '../../../actions/translating/queue.ts'
import { machineTranslateItem } from '../../../actions/translating/translate.ts'
import type { TranslateTexts } from '../../../api/outside.ts'
import { requireMayWriteSomeItems } from '../../../api/policy.ts'
import {
  type MachineTranslatedResource,
  machineTranslatedResources,
  type TranslatingOperationName,
  translateArgs,
  translateEventArgs,
  translationListArgs,
} from '../../../contract/operations/translating.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { resourceNamed } from '../../../contract/resources/index.ts'
import { Problem } from '../../../problem.ts'
import { pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { contentChoiceOfRoot, restUrl } from '../../../representations/urls.ts'
import { makeRevisionHeader } from '../../protocol/headers.ts'
import {
  type ApiRequest,
  type ApiResponse,
  idOfPathParams,
  responseWithRootLink,
} from '../../request/api-request.ts'
import { sentArgs } from '../../request/body.ts'
import type { HandlerParts, OperationHandlers } from '../handler.ts'
import { pageHeaders, readPaging } from '../paging.ts'
import { preconditionCheck } from './preconditions.ts'
import { singleResponse } from './single-response.ts'

async function listed(request: ApiRequest, { maxPerPage }: HandlerParts): Promise<ApiResponse> {
  const { root, query, context } = request
  const values = parseArgs(translationListArgs, query.args(translationListArgs), 'query')
  const paged = readPaging(request, { values, address: restUrl(root, 'translations'), maxPerPage })
  const { items, total } = await translationQueuePage(paged.values, context)
  const paging = paged.pagingOf(total)
  const pages = pageLinks(paging)
  const rows = items.map((item) => ({
    ...item,
    rest_url: restUrl(root, resourceNamed(item.resource).collection, item.id),
  }))
  return {
    status: 200,
    headers: { ...pageHeaders(paging, pages), 'Cache-Control': 'private, no-store' },
    body: representCollection('translations', rows, pages, paging),
  }
}

function translatedNameOf({ operation }: ApiRequest): MachineTranslatedResource {
  const found = machineTranslatedResources.find((name) => name === operation.resource)
  if (found === undefined) throw new Problem('rest_no_route')
  return found
}

/** The answer shows all translations, whatever the request asks for. */
const withAll = (request: ApiRequest): ApiRequest => ({
  ...request,
  root: { ...request.root, content: contentChoiceOfRoot(request.root), showsTranslations: true },
})

async function translated(
  request: ApiRequest,
  translate: TranslateTexts | undefined,
  parts: HandlerParts,
): Promise<ApiResponse> {
  const name = translatedNameOf(request)
  if (translate === undefined) throw new Problem('rest_no_route')
  const { context, params, isDry = false } = request
  requireMayWriteSomeItems(context.actor, name)
  const sent = await sentArgs(request)
  const args =
    name === 'event'
      ? parseArgs(translateEventArgs, sent, 'create')
      : { ...parseArgs(translateArgs, sent, 'create'), apply_to: undefined }
  const { language, replace = false, apply_to } = args
  const precondition = await preconditionCheck(request, name)
  const wanted = { id: idOfPathParams(params), language, replace, apply_to, precondition, isDry }
  const { result, revision, warnings } = await machineTranslateItem(name, wanted, translate, context)
  const { body, ...response } = singleResponse(withAll(request), name, result, parts)
  return { ...response, body: { ...body, warnings }, headers: makeRevisionHeader(revision) }
}

/** Builds the handlers of translations; `translate` is undefined without a machine. They throw 400, 401, 403, 404, 409, 410, 412 or 502. */
export function translatingHandlers(
  parts: HandlerParts,
  translate: TranslateTexts | undefined,
): OperationHandlers<TranslatingOperationName> {
  return {
    'list-translations': (request) => listed(request, parts),
    translate: async (request) =>
      responseWithRootLink(await translated(request, translate, parts), request.root.url),
  }
}

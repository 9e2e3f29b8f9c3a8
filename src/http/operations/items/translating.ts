/** The list of work for translators over HTTP (contract §15, ext.). */

import { translationQueuePage } from '../../../actions/translating/queue.ts'
import { translationListArgs } from '../../../contract/operations/translating.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { resourceNamed } from '../../../contract/resources/index.ts'
import { pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'
import { pageHeaders, readPaging } from '../paging.ts'

/** Returns a page of what is to translate. Throws 400. */
export async function translationListResponse(
  request: ApiRequest,
  { maxPerPage }: HandlerParts,
): Promise<ApiResponse> {
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

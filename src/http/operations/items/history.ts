/** Change history over HTTP (contract §5, ext.): the history of an item, and the audit log. */

import { type HistoryPage, historyOf } from '../../../changes/history.ts'
import { shownAuditRow } from '../../../changes/shown-values.ts'
import { itemHistoryArgs } from '../../../contract/operations/audit.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { type ResourceName, resourceNamed } from '../../../contract/resources/index.ts'
import { pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { AuditPage } from '../../../store/store.ts'
import { type ApiRequest, type ApiResponse, idOfPathParams } from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'
import { pageHeaders, type RequestedList, readPaging } from '../paging.ts'

async function paged<V extends object>(
  request: ApiRequest,
  list: RequestedList<V>,
  find: (args: V & { readonly per_page: number }) => Promise<AuditPage & Partial<HistoryPage>>,
): Promise<ApiResponse> {
  const { values, pagingOf } = readPaging(request, list)
  const { rows, total, values: changes } = await find(values)
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  return {
    status: 200,
    headers: { ...pageHeaders(paging, pages), 'Cache-Control': 'private, no-store' },
    body: representCollection(
      'changes',
      rows.map((row, at) => shownAuditRow(row, changes?.[at])),
      pages,
      paging,
    ),
  }
}

/** Returns the history of one item. Throws 400, 401, 403, 404 or 410. */
export async function historyResponse(
  request: ApiRequest,
  name: ResourceName,
  { maxPerPage }: HandlerParts,
): Promise<ApiResponse> {
  const id = idOfPathParams(request.params)
  const address = `${restUrl(request.root, resourceNamed(name).collection, id)}/history`
  const values = parseArgs(itemHistoryArgs, request.query.args(itemHistoryArgs), 'query')
  return paged(request, { values, address, maxPerPage }, ({ page, per_page }) =>
    historyOf(name, id, { page, per_page }, request.context),
  )
}

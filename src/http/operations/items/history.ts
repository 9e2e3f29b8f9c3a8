/** The audit log over HTTP (contract §5, ext.). */

import { auditedChangesPage } from '../../../changes/history.ts'
import { shownAuditRow } from '../../../changes/shown-values.ts'
import { auditArgs } from '../../../contract/operations/audit.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { resolveParsedDate } from '../../../domain/time/date-text.ts'
import { because, invalidParam } from '../../../problem.ts'
import { pageLinks, representCollection } from '../../../representations/json/collection.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { AuditPage, AuditQuery } from '../../../store/store.ts'
import type { ApiRequest, ApiResponse } from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'
import { pageHeaders, type RequestedList, readPaging } from '../paging.ts'

async function paged<V extends object>(
  request: ApiRequest,
  list: RequestedList<V>,
  find: (args: V & { readonly per_page: number }) => Promise<AuditPage>,
): Promise<ApiResponse> {
  const { values, pagingOf } = readPaging(request, list)
  const { rows, total } = await find(values)
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  return {
    status: 200,
    headers: { ...pageHeaders(paging, pages), 'Cache-Control': 'private, no-store' },
    body: representCollection(
      'changes',
      rows.map((row) => shownAuditRow(row, undefined)),
      pages,
      paging,
    ),
  }
}

/** Returns the audit log. Throws 400, 401 or 403. */
export async function auditLogResponse(
  request: ApiRequest,
  { maxPerPage }: HandlerParts,
): Promise<ApiResponse> {
  const { context, root, query } = request
  const { zone, now } = context.moment
  const values = parseArgs(auditArgs, query.args(auditArgs), 'query')
  const instant = (name: 'since' | 'until') => {
    const sent = values[name]
    const read = sent && resolveParsedDate(sent, zone, now)
    if (sent !== undefined && read === undefined) throw invalidParam(name, because('not_a_date'))
    return read
  }
  const [from, to] = [instant('since'), instant('until')]
  const dates = { since: from?.wall, until: to?.wall }
  const list = { values, address: restUrl(root, 'audit'), maxPerPage, dates }
  return paged(request, list, ({ item, user, since: _, until: __, ...rest }) => {
    const found: AuditQuery = {
      ...rest,
      ...(item !== undefined && { item_id: item }),
      ...(user !== undefined && { user_id: user }),
      ...(from !== undefined && { since: from.epoch }),
      ...(to !== undefined && { until: to.epoch }),
    }
    return auditedChangesPage(found, context)
  })
}

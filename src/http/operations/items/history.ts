/** Change history over HTTP (contract §5, ext.): the history of an item, and the audit log. */
import type { ShownChanges } from '../../../actions/editing/shown-values.ts'
import { auditOf, type HistoryPage, historyOf } from '../../../actions/history.ts'
import { allowAdministering } from '../../../actions/policy.ts'
import type { Accepted, Args } from '../../../contract/arg.ts'
import { auditArgs, historyArgs } from '../../../contract/operations/audit.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { type ResourceName, resourceNamed } from '../../../contract/resources/index.ts'
import { readDate } from '../../../domain/time/date-text.ts'
import { utcTimestamp } from '../../../domain/time/timestamp.ts'
import { invalidParam } from '../../../problem.ts'
import { collection, pageLinks } from '../../../representations/json/collection.ts'
import { restUrl } from '../../../representations/urls.ts'
import type { AuditPage, AuditQuery, AuditRow } from '../../../store/store.ts'
import { type ApiRequest, type ApiResponse, idIn } from '../../request/api-request.ts'
import type { HandlerParts } from '../handler.ts'
import { pageHeaders, readPaging } from '../paging.ts'

const shown = ({ at_utc, changes: _, ...row }: AuditRow, values: ShownChanges | undefined) => ({
  ...row,
  at_utc: utcTimestamp(at_utc),
  ...(values !== undefined && { values }),
})

async function paged<A extends Args>(
  request: ApiRequest,
  args: A,
  address: string,
  { maxPerPage }: HandlerParts,
  find: (args: Accepted<A>) => Promise<AuditPage & Partial<HistoryPage>>,
): Promise<ApiResponse> {
  const sent = parseArgs(args, request.query.args(args), 'query')
  const { values, pagingOf } = readPaging(request, sent, address, maxPerPage)
  const { rows, total, values: changes } = await find(values)
  const paging = pagingOf(total)
  const pages = pageLinks(paging)
  return {
    status: 200,
    headers: { ...pageHeaders(paging, pages), 'Cache-Control': 'private, no-store' },
    body: collection(
      'changes',
      rows.map((row, at) => shown(row, changes?.[at])),
      pages,
      paging,
    ),
  }
}

/** Returns the history of one item. Throws 400, 401, 403, 404 or 410. */
export function historyResponse(
  request: ApiRequest,
  name: ResourceName,
  parts: HandlerParts,
): Promise<ApiResponse> {
  const id = idIn(request.params)
  const address = `${restUrl(request.root, resourceNamed(name).collection, id)}/history`
  return paged(request, historyArgs, address, parts, ({ page, per_page }) =>
    historyOf(name, id, { page, per_page }, request.context),
  )
}

/** Returns the audit log. Throws 400, 401 or 403. */
export function auditResponse(request: ApiRequest, parts: HandlerParts): Promise<ApiResponse> {
  const { context, root } = request
  allowAdministering(context.actor)
  return paged(request, auditArgs, restUrl(root, 'audit'), parts, ({ item, user, since, ...rest }) => {
    const { zone, now } = context.moment
    const from = since === undefined ? undefined : readDate(since, zone, now)
    if (since !== undefined && from === undefined) throw invalidParam('since', 'must be a date')
    const query: AuditQuery = {
      ...rest,
      ...(item !== undefined && { item_id: item }),
      ...(user !== undefined && { user_id: user }),
      ...(from !== undefined && { since: from.epoch }),
    }
    return auditOf(query, context)
  })
}

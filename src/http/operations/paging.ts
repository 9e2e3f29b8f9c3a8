/** Paging: reads the requested page, and builds the headers that link to the others. */
import { parseArgs } from '../../contract/parse-args.ts'
import { pagingArgs } from '../../contract/resources/shared.ts'
import type { Paging } from '../../representations/json/collection.ts'
import { type PageLinks, totalPages } from '../../representations/json/collection.ts'
import { tecTotalHeaders } from '../compatibility/totals.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { pageLinkPairs, type ResolvedDateArgs } from '../request/link-args.ts'

/** A list that is requested: its parsed args, its URL without the query, its dates, and the most items of a page. */
export interface RequestedList<V extends object> {
  readonly values: V
  readonly address: string
  readonly maxPerPage: number
  readonly dates?: ResolvedDateArgs
}

/** Reads the paging of an operation. Throws 400 for invalid paging. */
export function readPaging<V extends object>(
  { operation, query }: ApiRequest,
  { values, address, maxPerPage, dates = {} }: RequestedList<V>,
) {
  const sent = parseArgs(pagingArgs, query.args(operation.args), 'query')
  const per_page = Math.min(sent.per_page, maxPerPage)
  const links = pageLinkPairs(query, { ...values, per_page }, operation.args, dates)
  const request = { address, query: new URLSearchParams(links).toString(), page: sent.page, per_page }
  const pagingOf = (total: number): Paging => ({ ...request, total })
  return { values: { ...values, per_page }, pagingOf }
}

const linkHeader = (links: PageLinks) =>
  (['first', 'prev', 'next', 'last'] as const)
    .flatMap((relation) => (links[relation] === undefined ? [] : [`<${links[relation]}>; rel="${relation}"`]))
    .join(', ')

/** The headers with the totals and the links to other pages. */
export function pageHeaders(paging: Paging, pages: PageLinks): Readonly<Record<string, string>> {
  const links = linkHeader(pages)
  return {
    'X-Total-Count': String(paging.total),
    'X-Total-Pages': String(totalPages(paging)),
    ...tecTotalHeaders(paging.total, totalPages(paging)),
    ...(links !== '' && { Link: links }),
  }
}

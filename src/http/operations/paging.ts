/** Paging: reads the requested page, and builds the headers that link to the others. */
import type { Paging } from '../../representations/json/collection.ts'
import { type PageLinks, totalPages } from '../../representations/json/collection.ts'
import { pluginTotals } from '../compatibility/totals.ts'
import { type ApiRequest, parseArgs } from '../request/api-request.ts'
import { linkArgs } from '../request/link-args.ts'

/** Reads the args of a paged operation; `address` is its URL without the query. Throws 400 for invalid args. */
export function readPaging({ operation, query, context, maxPerPage }: ApiRequest, address: string) {
  const sent = query.args(operation.args)
  const read = parseArgs(operation.args, sent, 'query')
  const per_page = Math.min(Number(read.per_page), maxPerPage)
  const values = { ...read, per_page }
  const links = linkArgs(query, values, operation.args, context.moment)
  const request = { address, query: new URLSearchParams(links).toString(), page: Number(read.page), per_page }
  const pagingOf = (total: number): Paging => ({ ...request, total })
  return { sent, values, pagingOf }
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
    ...pluginTotals(paging.total, totalPages(paging)),
    ...(links !== '' && { Link: links }),
  }
}

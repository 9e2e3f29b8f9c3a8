/**
 * Paging: reads the requested page, and builds the headers that link to the others. Links have all args of the request with dates
 * resolved, so that every page shows the same result (contract §1.9).
 */
import { type ArgSpecs, parseArgs } from '../../contract/arg.ts'
import { pagingArgs } from '../../contract/resources/shared.ts'
import { type PageLinks, type Paging, totalPages } from '../../representations/json/index.ts'
import type { ApiRequest } from '../request/api-request.ts'
import type { Query, RawArgs } from '../request/query.ts'

type Pair = [string, string]

/** Undeclared parameters that links repeat, because they shape the response. */
const shaping = ['_fields', 'context', '_envelope']

/** Dates of a request by the names of their args, as wall clock times in the site zone. */
type ResolvedDateArgs = Readonly<Record<string, string | undefined>>

/**
 * The query parameters of page links, in the order of declaration, so that equal requests have equal links. `dates` are the
 * resolved dates, with those by default. Passwords are left out. Repeated parameters are joined into a list.
 */
function pageLinkPairs(query: Query, values: RawArgs, args: ArgSpecs, dates: ResolvedDateArgs): Pair[] {
  const pairs: Pair[] = []
  for (const name of Object.keys(args)) {
    const sent = query.texts(name).join(',')
    const value = dates[name] ?? sent
    if (name === 'page' || name === 'per_page' || name === 'password' || value === '') continue
    pairs.push([name, value])
  }
  const kept = shaping
    .filter((name) => query.has(name))
    .map((name): Pair => [name, query.texts(name).join(',')])
  return [...pairs, ...kept, ['per_page', String(values.per_page)]]
}

/** A list that is requested: its parsed args, its URL without the query, its dates, and the most items of a page. */
interface RequestedList<V extends object> {
  readonly values: V
  readonly address: string
  readonly maxPerPage: number
  readonly dates?: ResolvedDateArgs | undefined
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
  const [total, count] = [String(paging.total), String(totalPages(paging))]
  return {
    'X-Total-Count': total,
    'X-Total-Pages': count,
    // The names that The Events Calendar has for them (contract §12).
    'X-TEC-Total': total,
    'X-TEC-TotalPages': count,
    ...(links !== '' && { Link: links }),
  }
}

/** What an operation returned, as its response: an item, an object, or a page of a list with the links to its other pages (contract §1.9). */
import type { ItemOperation, ServiceOperation } from '../../api/operation.ts'
import type { Resource } from '../../api/resource.ts'
import { type ArgSpecs, type Form, isWhole, parseArgs } from '../../contract/arg.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { pagingArgs } from '../../contract/resources/shared.ts'
import { epochOfInstant } from '../../domain/time/moment.ts'
import { because, type Faults, faultBecause } from '../../problem.ts'
import {
  type PageLinks,
  type Paging,
  pageLinks,
  representCollection,
  totalPages,
} from '../../representations/json/index.ts'
import { contentChoiceOfRoot, restUrl } from '../../representations/urls.ts'
import type { Item } from '../../store/store.ts'
import { surrogateKeysOfItem } from '../cache/response-cache.ts'
import { type ApiRequest, type ApiResponse, representationContextOf } from '../request/api-request.ts'
import type { Query, RawArgs } from '../request/query.ts'
import type { HandlerParts } from './handler.ts'

type Values = Readonly<Record<string, unknown>>

// Pages: links have all args of the request with dates resolved, so that every page shows the same result.

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

const keysOfLists: readonly string[] = [
  'rest_url',
  'next_rest_url',
  'previous_rest_url',
  'total',
  'total_pages',
]

/** The fault of `_fields` that name nothing of a list's answer, as `id` does in place of `events.id`. Programs for other APIs get what is left. */
function faultsOfListFields({ query, root }: ApiRequest, collection: string): Faults {
  const fields = query.texts('_fields').join(',')
  if (fields === '' || root.dialect !== undefined) return {}
  const names = fields.split(',').map((path) => path.trim().split('.')[0] ?? '')
  if (names.some((name) => name === collection || keysOfLists.includes(name))) return {}
  return { _fields: faultBecause(because('fields_of_nothing', { item: `${collection}.id` })) }
}

/** The form of a page of a list, with the number of its members and what its answer may leave out, and its links. */
export function pageOf(
  operation: ItemOperation | ServiceOperation,
  request: ApiRequest,
  form: Form<Values>,
  { maxPerPage }: Pick<HandlerParts, 'maxPerPage'>,
) {
  const { root, params, context } = request
  const { path, of, action } = operation
  const address = restUrl(root, path.slice(1).replace('{id}', params.id ?? ''))
  const own =
    of !== undefined && action === 'list'
      ? faultsOfListFields(request, resourceNamed(of.name).collection)
      : {}
  const whole = { ...form, faults: { ...own, ...form.faults } }
  if (!isWhole(form)) return { form: whole }
  // A date outside of the calendar is refused where the list is found, after the rights.
  const window = operation.of && operation.window?.(form.values, context.moment)
  const { dates = {}, isMoving = false } = window === undefined || 'fault' in window ? {} : window
  const resolved = operation.of ? dates : operation.dates?.(context, form.values)
  const { values, pagingOf } = readPaging(request, {
    values: form.values,
    address,
    maxPerPage,
    dates: resolved,
  })
  return { form: { ...whole, values }, pagingOf, isMoving }
}

// One response.

/** When a venue or organizer last changed; undefined for items that embed others, which change separately (contract §8). */
function lastModified(
  { record }: Item<ResourceName>,
  { context }: Pick<ApiRequest, 'context'>,
): number | undefined {
  if ('start_utc' in record || 'recurrence' in record || !('date_utc' in record)) return undefined
  const now = epochOfInstant(context.moment.now)
  return record.date_utc <= now ? Math.max(record.modified_utc, record.date_utc) : record.modified_utc
}

/** The response with what an operation returned. */
export function represent(
  { answer, of }: ItemOperation | ServiceOperation,
  result: unknown,
  request: ApiRequest,
  { siteName }: Pick<HandlerParts, 'siteName'>,
  pagingOf?: (total: number) => Paging,
): ApiResponse {
  const { root, context } = request
  const all = answer.showsTranslations === true && {
    content: contentChoiceOfRoot(root),
    showsTranslations: true as const,
  }
  const seen = { root: all === false ? root : { ...root, ...all }, context }
  const view = representationContextOf(seen, answer.page === undefined, siteName)
  const items = answer.items(result)
  // The linked data of a date of a series may tell of any other date; other items than events show counts or lists.
  const isAlone = items.some((one) => 'isProtected' in one && one.series === undefined)
  const keysOf = (name: ResourceName) => items.flatMap((one) => surrogateKeysOfItem(name, one))
  const shown = of && (() => ({ keys: keysOf(of.name), ...(answer.page === undefined && { isAlone }) }))
  if (answer.page !== undefined && pagingOf !== undefined) {
    const paging = pagingOf(answer.page.total(result))
    const pages = pageLinks(paging)
    const headers = { ...pageHeaders(paging, pages), ...answer.headers }
    const body = representCollection(answer.page.key, answer.page.members(result, view), pages, paging)
    return { status: answer.status, headers, body, ...(shown && { shown }) }
  }
  const [item] = items
  const version = item?.record.version ?? answer.version?.(result)
  const modified = of && item && lastModified(item, request)
  const isCreated = answer.isCreated?.(result) ?? answer.isNewItem === true
  const stream = answer.stream?.(result)
  const file = answer.file?.(result)
  return {
    status: answer.statusOf?.(result) ?? (answer.isCreated !== undefined && isCreated ? 201 : answer.status),
    headers: {
      ...answer.headers,
      ...answer.headersOf?.(result),
      ...(isCreated && addressOfNew(item, of, root)),
    },
    body: answer.shown(result, view),
    ...(stream && { stream }),
    ...(file && { file: { type: file.type, text: file.bytes } }),
    ...(answer.dependsOnClock && { dependsOnClock: true }),
    ...(version !== undefined && { version }),
    ...(modified !== undefined && { modified }),
    ...(shown && { shown }),
  }
}

/** The headers of a new item: its address, and that it is new. */
function addressOfNew(
  item: Item<ResourceName> | undefined,
  of: Resource<ResourceName> | undefined,
  root: ApiRequest['root'],
): ApiResponse['headers'] {
  if (item === undefined || of === undefined) return {}
  return {
    Location: restUrl(root, resourceNamed(of.name).collection, item.record.id),
    'X-Fasti-Result': 'created',
  }
}

/** Requests in the words of The Events Calendar: their query strings, and updates that trash. */

import { runInOneTransaction } from '../actions/writing/preparing.ts'
import type { Context } from '../api/context.ts'
import type { Operation, RouteWithOperations } from '../contract/operations.ts'
import {
  isPublishable,
  parseListArgs,
  type ResourceName,
  type TermName,
  type VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { searchTextOfFirstWords } from '../domain/text/search-words.ts'
import type { OperationHandler } from '../http/operations/handler.ts'
import { makeRevisionHeader } from '../http/protocol.ts'
import { type ApiRequest, idOfPathParams } from '../http/request/api-request.ts'
import { parseBody } from '../http/request/body.ts'
import { emptyQuery, type Query } from '../http/request/query.ts'
import type {
  RouteTranslation,
  RouteWithOptionalTranslation,
  ServicePartsForTranslation,
} from '../http/route-translation.ts'
import { listTerms } from '../items/terms.ts'
import { operationsUnderNamespace } from '../operations.ts'
import type { JsonObject } from '../support/json.ts'
import { memoizedByObject } from '../support/remembered.ts'
import { eventStatusFromDialect, termNamesByArg, withoutMembers } from './args.ts'
import { PLUGIN_NAMESPACE } from './representations.ts'

// Changes of query strings.

/** A query with another value of a parameter, or with undefined without it. */
export const withParameter = (query: Query, name: string, value: string | undefined): Query => ({
  ...query,
  has: (other) => (other === name ? value !== undefined : query.has(other)),
  texts: (other) => (other === name ? [value ?? []].flat() : query.texts(other)),
  text: (other) => (other === name ? value : query.text(other)),
  args(args) {
    const { [name]: _, ...others } = query.args(args)
    return value === undefined ? others : { ...others, [name]: value }
  },
})

/** The members of a list in a parameter. */
const listIn = (query: Query, name: string) => query.texts(name).join(',').split(',').filter(Boolean)

/** Whether a parameter has a value. */
export const hasNonEmptyParameter = (query: Query, name: string): boolean => (query.text(name) ?? '') !== ''

/** A query with a default value for a parameter that is absent or empty. */
export const withDefault = (query: Query, name: string, value: string): Query =>
  hasNonEmptyParameter(query, name) ? query : withParameter(query, name, value)

// Queries of the plugin's lists and feeds, as ours (contract §12).

/** No item has this id: a list of it alone is empty. */
const NOBODY = '0'

/** A search of more words than a search may have is one of the first ones. */
export function withSearchCutToFirstWords(query: Query): Query {
  const search = query.text('search') ?? ''
  const first = searchTextOfFirstWords(search)
  return first === search ? query : withParameter(query, 'search', first)
}

function withEventStatus(query: Query): Query {
  if (!hasNonEmptyParameter(query, 'event_status')) return query
  const words = listIn(query, 'event_status').map(eventStatusFromDialect)
  return withParameter(query, 'event_status', words.join(','))
}

/** The query of a list or a feed in our words. */
export const pluginQueryAsOurs = (query: Query): Query => withEventStatus(withSearchCutToFirstWords(query))

/** Leaves out the ids that no term has. A list of such ids alone is empty. */
export async function requestWithKnownTermsOnly(request: ApiRequest): Promise<ApiRequest> {
  const { context } = request
  let { query } = request
  for (const [arg, name] of Object.entries(termNamesByArg)) {
    const texts = listIn(query, arg)
    if (!texts.some((text) => /^\d+$/.test(text)) || texts.length > 500) continue
    const known = await context.store.snapshot(async (store) => {
      const found: string[] = []
      for (const text of texts)
        if (!/^\d{1,15}$/.test(text) || (await store.term(name, { text })) !== undefined) found.push(text)
      return found
    })
    if (known.length === texts.length) continue
    query =
      known.length > 0
        ? withParameter(query, arg, known.join(','))
        : withParameter(withParameter(query, arg, undefined), 'include', NOBODY)
  }
  return query === request.query ? request : { ...request, query }
}

const translation: RouteTranslation = {
  namespace: PLUGIN_NAMESPACE,
  query: pluginQueryAsOurs,
  request: requestWithKnownTermsOnly,
}

const isTranslated = ({ action, args }: Operation) =>
  (action === 'list' || action === 'feed') && args.search !== undefined

/** The routes of the plugin's namespace: ours, with its queries of lists and feeds. */
export const addPluginTranslationToRoutes = memoizedByObject(
  (routes: readonly RouteWithOperations[]): readonly RouteWithOptionalTranslation[] =>
    routes.map((route) => (route.operations.some(isTranslated) ? { ...route, translation } : route)),
)

// Query strings of WordPress's lists, as ours.

/** Maximum slugs of a list. */
const MAX_SLUGS = 10

/** Empty terms are listed by default. */
export const termsQueryAsOurs = (query: Query): Query =>
  withDefault(withSearchCutToFirstWords(query), 'hide_empty', 'false')

/** Whether a list of media has images: it has if it names no other type. */
function hasImages(query: Query): boolean {
  const [types, formats] = [listIn(query, 'media_type'), listIn(query, 'mime_type')]
  const isImage = (format: string) => format === 'image' || format.startsWith('image/')
  return (types.length === 0 || types.includes('image')) && (formats.length === 0 || formats.some(isImage))
}

/** All media items are images, so a list of another type is empty. */
export function mediaQueryAsOurs(query: Query): Query {
  const search = withSearchCutToFirstWords(query)
  return hasImages(query) ? search : withParameter(search, 'include', NOBODY)
}

/** Venues and organizers are posts there: their names are titles. */
export const venueOrOrganizerListQueryAsOurs = (query: Query): Query =>
  query.text('orderby') === 'title'
    ? withParameter(withSearchCutToFirstWords(query), 'orderby', 'name')
    : withSearchCutToFirstWords(query)

export const postIdBySlugFinder =
  (name: VenueOrOrganizerName | 'event') => async (slug: string, context: Context) =>
    (await context.store.find(name, { slug }, context.moment))?.id

/** Finds categories or tags by their slugs. */
export const termIdBySlugFinder = (name: TermName) => async (slug: string, context: Context) => {
  const { items } = await listTerms(name, parseListArgs(name, { slug, hide_empty: 'false' }), context)
  return items[0]?.record.id
}

/** Returns the change of lists by slug to lists by id, with the rights of lists. */
export const makeSlugsToIdsRequestChange =
  (idOf: (slug: string, context: Context) => Promise<number | undefined>) =>
  async (request: ApiRequest): Promise<ApiRequest> => {
    const { query, context, operation } = request
    if (operation.action !== 'list' || !hasNonEmptyParameter(query, 'slug')) return request
    const slugs = listIn(query, 'slug').slice(0, MAX_SLUGS)
    const ids: string[] = [NOBODY]
    for (const slug of slugs) {
      const id = await idOf(slug, context)
      if (id !== undefined) ids.push(String(id))
    }
    const wanted = listIn(query, 'include')
    const both = wanted.length === 0 ? ids : [NOBODY, ...ids.filter((id) => wanted.includes(id))]
    return {
      ...request,
      query: withParameter(withParameter(query, 'include', both.join(',')), 'slug', undefined),
    }
  }

// `status: "trash"` in an update: WordPress moves the item to the trash (contract §12).

const removals = operationsUnderNamespace(PLUGIN_NAMESPACE).filter(
  ({ action, by }) => action === 'remove' && by === 'id',
)

const isTrash = (value: unknown) => typeof value === 'string' && value.trim().toLowerCase() === 'trash'

/** Whether the request may say it: the query says it, or the bytes of the body contain the word. */
const maySay = ({ body, query }: ApiRequest) =>
  isTrash(query.text('status')) || (Buffer.isBuffer(body) && /trash/i.test(body.toString('latin1')))

/** The request with the fields of its body alone, without the status. */
const otherFields = (request: ApiRequest, fields: JsonObject): ApiRequest => ({
  ...request,
  query: withParameter(request.query, 'status', undefined),
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
    const fields = await parseBody(asked.body, asked.headers['content-type'])
    const says = isTrash(fields.status ?? asked.query.text('status'))
    const { store, moment } = asked.context
    const record = says ? await store.find(resource, { id: idOfPathParams(asked.params) }, moment) : undefined
    const isThere = record !== undefined && 'status' in record && record.status === 'trash'
    const handler = says && !isThere ? trashed(fields, resource, service) : service.handlerOf(operation)
    return handler(asked, exchange)
  }
}

/** Queries of the plugin's lists and feeds, as ours (contract §12). */
import type { Operation } from '../contract/operations.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import { searchTextOfFirstWords } from '../domain/text/search-words.ts'
import type { ApiRequest } from '../http/request/api-request.ts'
import type { Query } from '../http/request/query.ts'
import type { RouteTranslation, RouteWithOptionalTranslation } from '../http/route-translation.ts'
import { memoizedByObject } from '../support/remembered.ts'
import { PLUGIN_NAMESPACE } from './companions.ts'
import { eventStatusFromDialect } from './forms/event-status.ts'
import { termNamesByArg } from './forms/unknown-terms.ts'
import { hasNonEmptyParameter, withoutParameter, withParameter } from './queries.ts'

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
  const words = query.texts('event_status').join(',').split(',')
  return withParameter(query, 'event_status', words.map(eventStatusFromDialect).join(','))
}

/** The query of a list or a feed in our words. */
export const pluginQueryAsOurs = (query: Query): Query => withEventStatus(withSearchCutToFirstWords(query))

/** Leaves out the ids that no term has. A list of such ids alone is empty. */
export async function requestWithKnownTermsOnly(request: ApiRequest): Promise<ApiRequest> {
  const { context } = request
  let { query } = request
  for (const [arg, name] of Object.entries(termNamesByArg)) {
    const texts = query.texts(arg).join(',').split(',').filter(Boolean)
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
        : withParameter(withoutParameter(query, arg), 'include', NOBODY)
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

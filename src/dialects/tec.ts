/** `tec/v1`, the plugin's newer namespace: our operations on events, venues and organizers, with lists as bare arrays. */

import { type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import { routesOfOperations } from '../contract/routes.ts'
import type { Query } from '../http/request/query.ts'
import type { RouteTranslation, RouteWithOptionalTranslation } from '../http/route-translation.ts'
import { operationsUnderNamespace } from '../operations.ts'
import { PLUGIN_NAMESPACE, TEC_V1_NAMESPACE } from './companions.ts'
import { pluginQueryAsOurs, requestWithKnownTermsOnly } from './plugin-queries.ts'
import { hasNonEmptyParameter, withParameter } from './queries.ts'
import { reshapedList } from './shapes.ts'
import { updateToTrashHandler } from './trashing.ts'

const actions = ['list', 'create', 'read', 'update', 'remove']
const resources = ['event', 'venue', 'organizer'] as const

/** Filters that switch the default window off. */
const bounds = ['starts_before', 'starts_after', 'ends_before', 'ends_after', 'include']
/** The last day of the calendar: a bound that every event meets. */
const LAST_DAY = '9999-12-31'

/** There lists have no default window. */
const withoutWindow = (query: Query): Query =>
  bounds.some((name) => hasNonEmptyParameter(query, name))
    ? query
    : withParameter(query, 'starts_before', LAST_DAY)

/** The orders of that interface: by the date of the event, and by a number that no event has. */
const orders = new Map([
  ['event_date', 'start_date'],
  ['menu_order', 'start_date'],
])

/** Venues and organizers are posts there: their names are titles. */
const linkedOrders = new Map([
  ['title', 'name'],
  ['menu_order', 'name'],
])

function withOrder(query: Query, orders: ReadonlyMap<string, string>): Query {
  const order = orders.get(query.text('orderby') ?? '')
  return order === undefined ? query : withParameter(query, 'orderby', order)
}

const queries: Partial<Readonly<Record<ResourceName, (query: Query) => Query>>> = {
  event: (query) => withoutWindow(withOrder(pluginQueryAsOurs(query), orders)),
  venue: (query) => withOrder(pluginQueryAsOurs(query), linkedOrders),
  organizer: (query) => withOrder(pluginQueryAsOurs(query), linkedOrders),
}

/** The translation of a route; only lists have queries. */
function translationOf(resource: ResourceName, isList: boolean): RouteTranslation {
  const { collection } = resourceNamed(resource)
  const query = queries[resource]
  return {
    namespace: TEC_V1_NAMESPACE,
    ...(isList && query !== undefined && { query, request: requestWithKnownTermsOnly }),
    handler: updateToTrashHandler,
    response(response, { rootUrl }) {
      const place = {
        collection,
        from: `${rootUrl}/${PLUGIN_NAMESPACE}/${collection}`,
        to: `${rootUrl}/${TEC_V1_NAMESPACE}/${collection}`,
      }
      return reshapedList(response, place)
    },
  }
}

/** The routes of `tec/v1`. */
export const tecRoutes: readonly RouteWithOptionalTranslation[] = resources.flatMap((name) => {
  const own = operationsUnderNamespace(PLUGIN_NAMESPACE).filter(
    ({ action, resource, by }) => resource === name && (by ?? 'id') === 'id' && actions.includes(action),
  )
  return routesOfOperations(own).map((route) => ({
    ...route,
    translation: translationOf(
      name,
      route.operations.some(({ action }) => action === 'list'),
    ),
  }))
})

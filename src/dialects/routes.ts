/** The routes of the namespaces that an alias of the plugin adds. */

import { type RouteWithOperations, routesOfOperations } from '../contract/operations.ts'
import { type ResourceName, resourceNamed } from '../contract/resources/index.ts'
import { type IndexContext, routeIndexEntry, routeIndexKey } from '../contract/route-index.ts'
import { fixedOffset } from '../domain/time/fixed-offset.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { offsetSeconds } from '../domain/time/zones.ts'
import type { IndexedAliases } from '../http/dialects.ts'
import type { Query } from '../http/request/query.ts'
import type { RouteTranslation, RouteWithOptionalTranslation } from '../http/route-translation.ts'
import { operationsUnderNamespace } from '../operations.ts'
import { baseUrlOfPages } from '../representations/urls.ts'
import { PLUGIN_NAMESPACE, TEC_V1_NAMESPACE, WORDPRESS_NAMESPACE } from './representations.ts'
import {
  hasNonEmptyParameter,
  pluginQueryAsOurs,
  requestWithKnownTermsOnly,
  updateToTrashHandler,
  withParameter,
} from './requests.ts'
import { reshapedList } from './shapes.ts'
import { withNamespaceIndex, wordpressRoutes } from './wordpress.ts'

// `tec/v1`, the plugin's newer namespace: our operations on events, venues and organizers, with lists as bare arrays.

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
const tecRoutes: readonly RouteWithOptionalTranslation[] = resources.flatMap((name) => {
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

const routes: Readonly<Record<string, readonly RouteWithOptionalTranslation[]>> = {
  [TEC_V1_NAMESPACE]: withNamespaceIndex(TEC_V1_NAMESPACE, tecRoutes),
  [WORDPRESS_NAMESPACE]: withNamespaceIndex(WORDPRESS_NAMESPACE, wordpressRoutes),
}

/** The routes of an added namespace; empty for any other. */
export const routesOfCompanionNamespace = (namespace: string): readonly RouteWithOptionalTranslation[] =>
  routes[namespace] ?? []

// The index at the root of an alias (contract §12), in the form that WordPress clients read.

/** Matches the feed of an item: clients that read the routes mistake `events/(?P<id>\d+).ics` for the item, which then has no methods. */
const isItemFeed = ({ path, operations }: RouteWithOperations) =>
  path.includes('{') && operations.some(({ format }) => format !== undefined)

/** The routes in the indexes of an alias. */
export const indexedRoutes = (routes: readonly RouteWithOperations[]): readonly RouteWithOperations[] =>
  routes.filter((route) => !isItemFeed(route))

/** The site zone in WordPress's form: an IANA name, or an offset from UTC in hours. */
function zoneOf({ moment }: IndexContext) {
  const { zone, now } = moment
  const gmt_offset = offsetSeconds(zone, epochOfInstant(now)) / 3600
  return { gmt_offset, timezone_string: zone === 'UTC' || fixedOffset(zone) === undefined ? zone : '' }
}

/** Builds the index of all namespaces below the path of an alias. */
export function aliasNamespacesIndex({ name, root, aliases, companions, routesIn, context }: IndexedAliases) {
  const own = aliases.map(({ namespace }) => [namespace, indexedRoutes(routesIn(namespace))] as const)
  const others = companions.map(
    ({ namespace }) => [namespace, routesOfCompanionNamespace(namespace)] as const,
  )
  const all = [...own, ...others]
  const routes = all.flatMap(([namespace, each]) =>
    each.map((route) => [
      routeIndexKey(route.path, namespace),
      routeIndexEntry(route, { ...context, namespace }),
    ]),
  )
  const home = baseUrlOfPages(root).replace(/\/$/, '')
  return {
    name,
    description: '',
    url: home,
    home,
    ...zoneOf(context),
    namespaces: all.map(([namespace]) => namespace),
    authentication: {
      'application-passwords': { endpoints: { authorization: `${home}/desk/account` } },
    },
    routes: Object.fromEntries(routes),
  }
}

/** The index at the root of an alias (contract §12), in the form that WordPress clients read. */
import { type IndexContext, routeIndexEntry, routeIndexKey } from '../contract/route-index.ts'
import type { RouteWithOperations } from '../contract/routes.ts'
import { fixedOffset } from '../domain/time/fixed-offset.ts'
import { epochOfInstant } from '../domain/time/moment.ts'
import { offsetSeconds } from '../domain/time/zone-offset.ts'
import type { IndexedAliases } from '../http/dialects.ts'
import { baseUrlOfPages } from '../representations/urls.ts'
import { routesOfCompanionNamespace } from './routes.ts'

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

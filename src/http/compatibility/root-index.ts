/** The index at the root of an alias (contract §12), as programs of WordPress read it. */
import { type IndexContext, patternOf, routeEntry } from '../../contract/route-index.ts'
import type { Route } from '../../contract/routes.ts'
import type { Alias } from '../../domain/alias.ts'
import { epochOf } from '../../domain/moment.ts'
import { fixedOffset, offsetSeconds } from '../../domain/zone-offset.ts'
import { type Root, siteUrl } from '../../representations/urls.ts'
import { companionRoutes } from './routes.ts'

/** A feed behind an item: programs that read routes take `events/(?P<id>\d+).ics` for the item, and find no methods for it. */
const isItemFeed = ({ path, operations }: Route) =>
  path.includes('{') && operations.some(({ format }) => format !== undefined)

/** The routes that the indexes of an alias name. */
export const indexedRoutes = (routes: readonly Route[]): readonly Route[] =>
  routes.filter((route) => !isItemFeed(route))

interface Indexed {
  /** What the calendar is called. */
  readonly name: string
  readonly root: Root
  /** The namespaces of other interfaces at this root, with the routes of ours. */
  readonly aliases: readonly Alias[]
  readonly companions: readonly Alias[]
  readonly routesIn: (namespace: string) => readonly Route[]
  readonly context: IndexContext
}

/** The site zone as WordPress tells it: by its name, or by its hours from UTC. */
function zoneOf({ moment }: IndexContext) {
  const { zone, now } = moment
  const gmt_offset = offsetSeconds(zone, epochOf(now)) / 3600
  return { gmt_offset, timezone_string: zone === 'UTC' || fixedOffset(zone) === undefined ? zone : '' }
}

/** The index of everything below one path that aliases have. */
export function pathIndex({ name, root, aliases, companions, routesIn, context }: Indexed) {
  const own = aliases.map(({ namespace }) => [namespace, indexedRoutes(routesIn(namespace))] as const)
  const others = companions.map(({ namespace }) => [namespace, companionRoutes(namespace)] as const)
  const all = [...own, ...others]
  const routes = all.flatMap(([namespace, each]) =>
    each.map((route) => [patternOf(route.path, namespace), routeEntry(route, { ...context, namespace })]),
  )
  const home = siteUrl(root).replace(/\/$/, '')
  return {
    ...{ name, description: '', url: home, home, ...zoneOf(context) },
    namespaces: all.map(([namespace]) => namespace),
    authentication: {},
    routes: Object.fromEntries(routes),
  }
}

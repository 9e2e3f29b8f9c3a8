/** The table of the routes of the API. */
import { makeMemoByKeyAndList } from '../support/remembered.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import { type UrlTable, urlTable } from './url-table.ts'

/** A prefix and a namespace, as route patterns, with the routes below them. */
interface Interface {
  readonly path: string
  readonly namespace: string
  readonly routes: readonly RouteWithOptionalTranslation[]
  /** The namespace in the names of the routes. */
  readonly shown: string
}

export type RouteTable = UrlTable<RouteWithOptionalTranslation>

const tables = makeMemoByKeyAndList<readonly RouteWithOptionalTranslation[], RouteTable>(4)

/** Returns the table of all interfaces, the same for each application that has them, such as the next one after a change of the zone. */
export const routeTableOfInterfaces = (interfaces: readonly Interface[]): RouteTable =>
  tables(
    interfaces.map(({ path, namespace, shown }) => `${path}/${namespace} ${shown}`).join(),
    interfaces.map(({ routes }) => routes),
    () => urlTable(interfaces.flatMap(patternsOf), interfaces.flatMap(routesOf)),
  )

const patternsOf = ({ path, namespace }: Interface) => [`${path}/${namespace}`, `${path}/${namespace}/*`]

const routesOf = ({ path, namespace, routes, shown }: Interface) =>
  routes.map((route) => {
    const url = `${path}/${namespace}${route.path.replace(/\{(\w+)\}/g, ':$1')}`
    return [url, { route, name: `/${shown}${route.path}` }] as const
  })

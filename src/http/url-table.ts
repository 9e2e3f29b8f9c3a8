/**
 * Tables of routes, which applications share. Fastify has one route for each prefix, and a table finds the route below it: with a
 * Fastify route for each page and each method of each path of the API (1,400 of them), building a service took three times as long.
 */

import type { FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { makeMemoByKeyAndList } from '../support/remembered.ts'
import { routeLabel } from './language-roots.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'
import { routerOptions } from './server/server.ts'

interface Named<Route> {
  readonly route: Route
  /** The name of the route in metrics, logs and spans. */
  readonly name: string
}

/** Every URL is declared under one method: what is found decides on the method. */
const METHOD = 'GET'
const unused = () => {}

/** Builds the table of routes by their URLs, which are below these patterns. */
export function urlTable<Route>(
  patterns: readonly string[],
  routes: Iterable<readonly [url: string, route: Named<Route>]>,
) {
  const router = findMyWay(routerOptions)
  for (const [url, route] of routes) router.on(METHOD, url, unused, route)
  return {
    patterns,
    /** The route of a request, whatever its method, with the decoded values of its placeholders; undefined if no path matches. */
    find({ url }: FastifyRequest) {
      const found = router.find(METHOD, url.split('?', 1)[0] ?? '')
      if (found === null) return undefined
      const { route, name }: Named<Route> = found.store
      return { route, name, params: found.params }
    },
  }
}

export type UrlTable<Route> = ReturnType<typeof urlTable<Route>>

/** Returns the function that names the route of a request, in one of the tables or in Fastify; undefined if it has none. */
export function makeRouteNamerOfRequests(
  tables: readonly UrlTable<unknown>[],
): (request: FastifyRequest) => string | undefined {
  const tableAt = new Map(tables.flatMap((table) => table.patterns.map((pattern) => [pattern, table])))
  return (request) => {
    const { url } = request.routeOptions
    if (url === undefined) return undefined
    const table = tableAt.get(url)
    return table === undefined ? routeLabel(url) : table.find(request)?.name
  }
}

// The table of the routes of the API.

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

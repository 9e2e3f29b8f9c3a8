/**
 * The routes of the API. Fastify has one route for each prefix and namespace; the table finds the route below it. A Fastify route
 * for each method of each path would be over a thousand: half of the time to build a service.
 */
import type { FastifyRequest } from 'fastify'
import findMyWay from 'find-my-way'
import { rememberedFrom } from '../domain/remembered.ts'
import type { TranslatedRoute } from './compatibility/translation.ts'
import { patternOf } from './roots.ts'
import { routerOptions } from './server/server.ts'

/** A prefix and a namespace, as route patterns, with the routes below them. */
interface Interface {
  readonly path: string
  readonly namespace: string
  readonly routes: readonly TranslatedRoute[]
  /** The namespace in the names of the routes. */
  readonly shown: string
}

interface Named {
  readonly route: TranslatedRoute
  /** The name of the route in metrics, logs and spans. */
  readonly name: string
}

interface FoundRoute extends Named {
  /** The values of the placeholders, decoded. */
  readonly params: Readonly<Record<string, string | undefined>>
}

export interface RouteTable {
  /** The patterns of the URLs below which the table has routes. */
  readonly patterns: readonly string[]
  /** The route of a request, whatever its method; undefined if no path matches. Each request is looked up once. */
  find(request: FastifyRequest): FoundRoute | undefined
  /** The name of the route of a request, in the API or elsewhere; undefined if it has none. */
  nameOf(request: FastifyRequest): string | undefined
}

/** Every path is declared under one method: its operations decide on the method. */
const METHOD = 'GET'
const unused = () => {}

const tables = rememberedFrom<readonly TranslatedRoute[], RouteTable>(4)

/** Returns the table of all interfaces, the same for each application that has them, such as the next one after a change of the zone. */
export const routeTable = (interfaces: readonly Interface[]): RouteTable =>
  tables(
    interfaces.map(({ path, namespace, shown }) => `${path}/${namespace} ${shown}`).join(),
    interfaces.map(({ routes }) => routes),
    () => builtTable(interfaces),
  )

function builtTable(interfaces: readonly Interface[]): RouteTable {
  const router = findMyWay(routerOptions)
  for (const { path, namespace, routes, shown } of interfaces)
    for (const route of routes) {
      const url = `${path}/${namespace}${route.path.replace(/\{(\w+)\}/g, ':$1')}`
      router.on(METHOD, url, unused, { route, name: `/${shown}${route.path}` } satisfies Named)
    }
  const patterns = interfaces.flatMap(({ path, namespace }) => [
    `${path}/${namespace}`,
    `${path}/${namespace}/*`,
  ])
  const below = new Set(patterns)
  const known = new WeakMap<FastifyRequest, FoundRoute>()
  const find = (request: FastifyRequest): FoundRoute | undefined => {
    const before = known.get(request)
    if (before !== undefined) return before
    const found = router.find(METHOD, request.url)
    if (found === null) return undefined
    const { route, name }: Named = found.store
    const made = { route, name, params: found.params }
    known.set(request, made)
    return made
  }
  return {
    patterns,
    find,
    nameOf(request) {
      const { url } = request.routeOptions
      if (url === undefined) return undefined
      return below.has(url) ? find(request)?.name : patternOf(url)
    },
  }
}

/** The documents derived from the contract alone, except the OpenAPI document and its page (contract §7). */
import { servedOperations } from '../../../contract/operations.ts'
import { parseArgs } from '../../../contract/parse-args.ts'
import { type IndexContext, patternOf, routeEntry, routeIndex } from '../../../contract/route-index.ts'
import { routesOf } from '../../../contract/routes.ts'
import type { Alias } from '../../../domain/alias.ts'
import type { Moment } from '../../../domain/time/moment.ts'
import { describerOf, languages } from '../../../locales/index.ts'
import { Problem } from '../../../problem.ts'
import type { Root } from '../../../representations/urls.ts'
import type { TranslatedRoute } from '../../compatibility/bridges/translation.ts'
import { indexedRoutes, pathIndex } from '../../compatibility/root-index.ts'
import type { AppOptions } from '../../options.ts'
import { placeOf, type Roots } from '../../roots.ts'
import type { OperationHandler } from '../handler.ts'

/** Builds the route index, its entries and the root's index, in the language of the requested root. */
export function indexDocuments({ name, now, submissions }: AppOptions, roots: Roots) {
  const routesIn = (namespace: string) => routesOf(servedOperations(namespace, submissions))
  const indexed = (place: string, moment: Moment): IndexContext => ({
    namespace: roots.rootOf(place).namespace,
    root: roots.rootOf(place).url,
    moment,
    describe: describerOf(roots.languageOf(place)),
  })
  const ownRoot = ({ url, namespace }: Root, context: IndexContext) => {
    const entries = routesIn(namespace).map((route) => [
      patternOf(route.path, namespace),
      routeEntry(route, context),
    ])
    return {
      name,
      url: `${url}/`,
      namespaces: [namespace],
      routes: Object.fromEntries(entries),
      timezone: context.moment.zone,
      languages,
    }
  }
  return {
    entry(route: TranslatedRoute, place: string, moment: Moment) {
      const context = indexed(place, moment)
      return routeEntry(route, { ...context, namespace: route.translation?.namespace ?? context.namespace })
    },
    /** The route index, if `request` is its namespace or undefined. Throws 404 for another namespace. */
    index(place: string, request: unknown, moment: Moment) {
      const { namespace, pages } = roots.rootOf(place)
      if (request !== undefined && request !== namespace) throw new Problem('rest_invalid_namespace')
      const routes = routesIn(namespace)
      const isAlias = pages !== undefined
      return routeIndex(isAlias ? indexedRoutes(routes) : routes, indexed(place, moment))
    },
    root(place: string) {
      const moment = now()
      const root = roots.rootOf(place)
      const context = indexed(place, moment)
      const path = new URL(root.url).pathname.replace(/\/$/, '')
      const below = (all: readonly Alias[]) => all.filter((one) => one.path === path)
      const [aliases, companions] = [below(roots.aliases), below(roots.companions)]
      const others = pathIndex({ name, root, aliases, companions, routesIn, context })
      if (root.pages !== undefined) return others
      const own = ownRoot(root, context)
      if (aliases.length === 0) return own
      const namespaces = [...own.namespaces, ...others.namespaces]
      return { ...others, ...own, namespaces, routes: { ...own.routes, ...others.routes } }
    },
  }
}

/** Builds the operation of the route index. It throws 404 for another namespace. */
export function indexOperation(documents: ReturnType<typeof indexDocuments>): OperationHandler {
  return async ({ operation: { args }, query, context }, { request }) => {
    const { namespace } = parseArgs(args, query.args(args), 'query')
    return { status: 200, body: documents.index(placeOf(request), namespace, context.moment) }
  }
}

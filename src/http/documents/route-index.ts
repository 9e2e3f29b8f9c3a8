/** The documents derived from the contract alone, except the OpenAPI document and its page (contract §7). */

import { operationDescriberOf } from '../../contract/described.ts'
import {
  type IndexContext,
  routeIndexDocument,
  routeIndexEntry,
  routeIndexKey,
} from '../../contract/route-index.ts'
import { routesOfOperations } from '../../contract/routes.ts'
import type { DocumentedPlace } from '../../documents/index.ts'
import type { ApiPathAndNamespace } from '../../domain/api-aliases.ts'
import type { Moment } from '../../domain/time/moment.ts'
import { servedOperations } from '../../operations.ts'
import type { Root } from '../../representations/urls.ts'
import type { RouteWithOptionalTranslation } from '../route-translation.ts'
import type { AppServices } from '../services.ts'

/** The documents, each in the language of the root at a place. */
interface RouteIndexBuilders {
  /** The entry of a route. */
  entry(route: RouteWithOptionalTranslation, place: string, moment: Moment): object
  /** The index of the routes of a root. */
  index(place: DocumentedPlace, moment: Moment): object
  /** The index of the root of a calendar with this name. */
  root(place: string, name: string): object
}

type Source = Pick<AppServices, 'options' | 'roots'>

const routesIn = ({ options }: Source, namespace: string) =>
  routesOfOperations(
    servedOperations(namespace, options.submissions, options.federation === undefined ? 'off' : 'on'),
  )

const contextOf = ({ root, language }: DocumentedPlace, moment: Moment): IndexContext => ({
  namespace: root.namespace,
  root: root.url,
  moment,
  describe: operationDescriberOf(language),
})

const contextAt = ({ roots }: Source, place: string, moment: Moment): IndexContext =>
  contextOf({ root: roots.rootOf(place), language: roots.languageOf(place) }, moment)

/** The index of a root that is no alias, with its own routes. */
function ownIndex(source: Source, name: string, { url, namespace }: Root, context: IndexContext) {
  const entries = routesIn(source, namespace).map((route) => [
    routeIndexKey(route.path, namespace),
    routeIndexEntry(route, context),
  ])
  return {
    name,
    url: `${url}/`,
    namespaces: [namespace],
    routes: Object.fromEntries(entries),
    timezone: context.moment.zone,
    languages: source.options.languages,
  }
}

/** The index of the root at a place, with what aliases add at the same path. */
function rootIndexAt(source: Source, place: string, name: string): object {
  const { roots, options } = source
  const root = roots.rootOf(place)
  const context = contextAt(source, place, options.now())
  const path = new URL(root.url).pathname.replace(/\/$/, '')
  const below = (all: readonly ApiPathAndNamespace[]) => all.filter((one) => one.path === path)
  const aliases = below(roots.aliases)
  const others = options.dialects.rootIndex({
    name,
    root,
    aliases,
    companions: below(roots.companions),
    routesIn: (namespace) => routesIn(source, namespace),
    context,
  })
  if (root.pages !== undefined && others !== undefined) return others
  const own = ownIndex(source, name, root, context)
  if (aliases.length === 0 || others === undefined) return own
  const namespaces = [...own.namespaces, ...others.namespaces]
  return { ...others, ...own, namespaces, routes: { ...own.routes, ...others.routes } }
}

/** Builds the documents of one application. */
export function makeRouteIndexBuilders(source: Source): RouteIndexBuilders {
  return {
    entry(route, place, moment) {
      const context = contextAt(source, place, moment)
      return routeIndexEntry(route, {
        ...context,
        namespace: route.translation?.namespace ?? context.namespace,
      })
    },
    index(place, moment) {
      const { namespace, pages } = place.root
      const routes = routesIn(source, namespace)
      const isAlias = pages !== undefined
      return routeIndexDocument(
        isAlias ? source.options.dialects.indexed(routes) : routes,
        contextOf(place, moment),
      )
    },
    root: (place, name) => rootIndexAt(source, place, name),
  }
}

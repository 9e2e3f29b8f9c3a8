/** The documents that follow from the contract alone, but for the OpenAPI document and its page (contract §7). */
import { operationsOf } from '../contract/operations.ts'
import { type IndexContext, patternOf, routeEntry, routeIndex } from '../contract/route-index.ts'
import { type Route, routesOf } from '../contract/routes.ts'
import type { Moment } from '../domain/moment.ts'
import { describerOf, languages } from '../locales/index.ts'
import { Problem } from '../problem.ts'
import type { Parts } from './parts.ts'
import type { Roots } from './roots.ts'

/** The route index, its entries and the index of the root, in the language of the root asked through. */
export function documents({ name, now }: Parts, roots: Roots) {
  const routesIn = (namespace: string) => routesOf(operationsOf(namespace))
  const indexed = (place: string, moment: Moment): IndexContext => ({
    namespace: roots.rootOf(place).namespace,
    root: roots.rootOf(place).url,
    moment,
    describe: describerOf(roots.languageOf(place)),
  })
  return {
    entry: (route: Route, place: string, moment: Moment) => routeEntry(route, indexed(place, moment)),
    /** The index, where `asked` is its namespace or no name was sent. Throws 404 for another namespace. */
    index(place: string, asked: unknown, moment: Moment) {
      const { namespace } = roots.rootOf(place)
      if (asked !== undefined && asked !== namespace) throw new Problem('rest_invalid_namespace')
      return routeIndex(routesIn(namespace), indexed(place, moment))
    },
    root(place: string) {
      const moment = now()
      const { namespace } = roots.rootOf(place)
      const entries = routesIn(namespace).map((route) => [
        patternOf(route.path, namespace),
        routeEntry(route, indexed(place, moment)),
      ])
      return {
        name,
        url: `${roots.rootOf(place).url}/`,
        namespaces: [namespace],
        routes: Object.fromEntries(entries),
        timezone: moment.zone,
        languages,
      }
    },
  }
}

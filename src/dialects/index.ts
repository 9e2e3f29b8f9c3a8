/** The forms of The Events Calendar and WordPress (contract §12). The door of the room. */
import type { Dialects } from '../http/dialects.ts'
import { companionsOf, isPluginAlias, representationsIn, sitePathOfAlias } from './companions.ts'
import { discovery } from './discovery.ts'
import { addOldAddresses } from './old-addresses.ts'
import { addPluginTranslationToRoutes } from './plugin-queries.ts'
import { restRouteRewriter } from './rest-route.ts'
import { aliasNamespacesIndex, indexedRoutes } from './root-index.ts'
import { routesOfCompanionNamespace } from './routes.ts'

export const pluginDialects: Dialects = {
  siteOf: (alias) => (isPluginAlias(alias) ? sitePathOfAlias(alias) : undefined),
  companionsOf,
  representationsIn,
  routesAt: (alias, routes) => (isPluginAlias(alias) ? addPluginTranslationToRoutes(routes) : routes),
  routesIn: routesOfCompanionNamespace,
  indexed: indexedRoutes,
  rootIndex: aliasNamespacesIndex,
  discovery,
  rewriter: restRouteRewriter,
  addOldAddresses,
}

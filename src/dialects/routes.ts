/** The routes of the namespaces that an alias of the plugin adds. */

import type { RouteWithOptionalTranslation } from '../http/route-translation.ts'
import { TEC_V1_NAMESPACE, WORDPRESS_NAMESPACE } from './companions.ts'
import { tecRoutes } from './tec.ts'
import { wordpressRoutes } from './wordpress.ts'
import { withNamespaceIndex } from './wordpress-documents.ts'

const routes: Readonly<Record<string, readonly RouteWithOptionalTranslation[]>> = {
  [TEC_V1_NAMESPACE]: withNamespaceIndex(TEC_V1_NAMESPACE, tecRoutes),
  [WORDPRESS_NAMESPACE]: withNamespaceIndex(WORDPRESS_NAMESPACE, wordpressRoutes),
}

/** The routes of an added namespace; empty for any other. */
export const routesOfCompanionNamespace = (namespace: string): readonly RouteWithOptionalTranslation[] =>
  routes[namespace] ?? []

/** The routes of the namespaces that an alias of the plugin adds. */
import { TEC, WORDPRESS } from './companions.ts'
import { tecRoutes } from './tec.ts'
import type { TranslatedRoute } from './translation.ts'
import { wordpressRoutes } from './wordpress.ts'

const routes: Readonly<Record<string, readonly TranslatedRoute[]>> = {
  [TEC]: tecRoutes,
  [WORDPRESS]: wordpressRoutes,
}

/** The routes of an added namespace; empty for any other. */
export const companionRoutes = (namespace: string): readonly TranslatedRoute[] => routes[namespace] ?? []

/** The routes of the namespaces that come with an alias of the plugin. */
import { TEC, WORDPRESS } from './companions.ts'
import { tecRoutes } from './tec.ts'
import type { TranslatedRoute } from './translation.ts'
import { wordpressRoutes } from './wordpress.ts'

const routes: Readonly<Record<string, readonly TranslatedRoute[]>> = {
  [TEC]: tecRoutes,
  [WORDPRESS]: wordpressRoutes,
}

/** The routes of a namespace; none of one that no alias brings. */
export const companionRoutes = (namespace: string): readonly TranslatedRoute[] => routes[namespace] ?? []

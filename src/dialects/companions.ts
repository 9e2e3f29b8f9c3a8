/** The namespaces and the dialect that come with an alias of The Events Calendar's namespace (contract §12). */
import type { ApiPathAndNamespace } from '../domain/api-aliases.ts'
import type { RepresentationsOfAlias } from '../representations/dialect.ts'
import { pluginDialect } from './forms/plugin.ts'
import { tecDialect } from './forms/tec.ts'
import { wordpressDialect } from './forms/wordpress.ts'

/** The plugin's namespace. */
export const PLUGIN_NAMESPACE = 'tribe/events/v1'
/** The newer namespace of The Events Calendar. */
export const TEC_V1_NAMESPACE = 'tec/v1'
/** WordPress's own namespace. */
export const WORDPRESS_NAMESPACE = 'wp/v2'

/** Whether an alias is the plugin's namespace, which its clients use. */
export const isPluginAlias = ({ namespace }: ApiPathAndNamespace) => namespace === PLUGIN_NAMESPACE

/** The path of the site that an alias stood on: that of the alias without its last segment. */
export const sitePathOfAlias = ({ path }: ApiPathAndNamespace) =>
  path.slice(0, Math.max(path.lastIndexOf('/'), 0))

const dialects: Readonly<Record<string, RepresentationsOfAlias>> = {
  [TEC_V1_NAMESPACE]: tecDialect,
  [WORDPRESS_NAMESPACE]: wordpressDialect,
}

/** The dialect of a namespace that an alias has or adds; undefined if it uses our own representations. */
export function representationsIn(
  alias: ApiPathAndNamespace,
  namespace: string,
): RepresentationsOfAlias | undefined {
  if (!isPluginAlias(alias)) return undefined
  return dialects[namespace] ?? pluginDialect
}

/** The additional namespaces that an alias adds below the same path. */
export const companionsOf = (alias: ApiPathAndNamespace): readonly string[] =>
  isPluginAlias(alias) ? [TEC_V1_NAMESPACE, WORDPRESS_NAMESPACE] : []

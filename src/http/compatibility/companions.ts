/** The namespaces and the dialect that come with an alias of The Events Calendar's namespace (contract §12). */
import type { PathAlias } from '../../domain/alias.ts'
import type { Dialect } from '../../representations/urls.ts'
import { pluginDialect } from './dialect/plugin.ts'
import { tecDialect } from './dialect/tec.ts'
import { wordpressDialect } from './dialect/wordpress.ts'

/** The plugin's namespace. */
export const PLUGIN_NAMESPACE = 'tribe/events/v1'
/** The plugin's newer namespace. */
export const TEC_NAMESPACE = 'tec/v1'
/** WordPress's own namespace. */
export const WORDPRESS_NAMESPACE = 'wp/v2'

/** Whether an alias is the plugin's namespace, which its clients use. */
export const isPluginPathAlias = ({ namespace }: PathAlias) => namespace === PLUGIN_NAMESPACE

/** The path of the site that an alias stood on: that of the alias without its last segment. */
export const sitePathOfAlias = ({ path }: PathAlias) => path.slice(0, Math.max(path.lastIndexOf('/'), 0))

const dialects: Readonly<Record<string, Dialect>> = {
  [TEC_NAMESPACE]: tecDialect,
  [WORDPRESS_NAMESPACE]: wordpressDialect,
}

/** The dialect of a namespace that an alias has or adds; undefined if it uses our own representations. */
export function dialectOf(alias: PathAlias, namespace: string): Dialect | undefined {
  if (!isPluginPathAlias(alias)) return undefined
  return dialects[namespace] ?? pluginDialect
}

/** The additional namespaces that an alias adds below the same path. */
export const companionNamespaces = (alias: PathAlias): readonly string[] =>
  isPluginPathAlias(alias) ? [TEC_NAMESPACE, WORDPRESS_NAMESPACE] : []

/** The forms of The Events Calendar and WordPress (contract §12). The door of the room. */
import type { Dialects } from '../http/dialects.ts'
import type { RootsOfSiteAndApi } from '../http/language-roots.ts'
import { rootLinkHeader } from '../http/protocol.ts'
import type { CompatibleApiUrls } from '../representations/html/site/site.ts'
import { addOldAddresses } from './old-addresses.ts'
import { companionsOf, isPluginAlias, representationsIn, sitePathOfAlias } from './representations.ts'
import { addPluginTranslationToRoutes } from './requests.ts'
import { aliasNamespacesIndex, indexedRoutes, routesOfCompanionNamespace } from './routes.ts'

// Discovery of the API from a page (contract §12).

/** The headers of pages: the root of the interface, and those of the plugin. */
const discoveryHeaders = ({ root, api, origin }: CompatibleApiUrls) => ({
  Link: rootLinkHeader(root.slice(0, -1)),
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': api,
  'X-TEC-API-ORIGIN': origin,
})

/** Returns the addresses of the first alias of the plugin, and the headers that name them; undefined if there is none. */
const discovery: Dialects['discovery'] = (aliases, baseUrl) => {
  const alias = aliases.find(isPluginAlias)
  if (alias === undefined) return undefined
  const { origin } = new URL(baseUrl)
  const root = `${origin}${alias.path}/`
  const urls = { root, api: `${root}${alias.namespace}/`, origin }
  return { urls, headers: discoveryHeaders(urls) }
}

// `?rest_route=/NAMESPACE/…`: WordPress's API URLs for web servers without rewriting (contract §12).

/** A path without a route, for routes outside the namespaces: they are not found. */
const NOWHERE = '/rest_route'

/** Percent-encodes the segments of a path; undefined for dot segments. */
function writtenPath(route: string): string | undefined {
  const segments = route.split('/')
  if (segments.some((one) => one === '.' || one === '..')) return undefined
  try {
    return segments.map(encodeURIComponent).join('/')
  } catch {
    // A lone surrogate.
    return undefined
  }
}

/** Whether a query parameter is named `rest_route`, percent-encoded or not. */
const isRoute = (part: string) => new URLSearchParams(part).has('rest_route')

/** The roots by their namespaces; for equal namespaces the first root counts. */
function rootsByNamespace({ prefixes, interfaces, aliases, companions }: RootsOfSiteAndApi) {
  const [base = ''] = prefixes
  const own = interfaces.filter(({ path }) => path === base)
  const found = new Map<string, string>()
  for (const { path, namespace } of [...own, ...aliases, ...companions])
    if (!found.has(namespace)) found.set(namespace, path)
  // One namespace may be a prefix of another.
  return [...found].sort(([one], [other]) => other.length - one.length)
}

/** The paths that accept `rest_route`: the base, and the former WordPress site of an alias of the plugin. */
function acceptingPaths({ prefixes: [base = ''], aliases }: RootsOfSiteAndApi): ReadonlySet<string> {
  const sites = aliases.filter(isPluginAlias).map(sitePathOfAlias)
  return new Set([base, ...sites].flatMap((site) => [`${site}/`, site, `${site}/index.php`]))
}

/** Returns a function that rewrites URLs with a `rest_route` before routing. */
function restRouteRewriter(places: RootsOfSiteAndApi): ReturnType<Dialects['rewriter']> {
  const roots = rootsByNamespace(places)
  const sites = acceptingPaths(places)
  const root = places.aliases.find(isPluginAlias)?.path ?? places.prefixes[0] ?? ''
  const targetOf = (route: string): string => {
    const path = writtenPath(route.startsWith('/') ? route : `/${route}`)
    if (path === undefined) return NOWHERE
    if (path === '/') return `${root}/`
    const found = roots.find(([namespace]) => `${path}/`.startsWith(`/${namespace}/`))
    return found === undefined ? NOWHERE : `${found[1]}${path}`
  }
  return ({ url = '' }) => {
    if (!url.includes('?')) return url
    const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? []
    if (query === '' || !sites.has(path)) return url
    const parts = query.split('&')
    // As in PHP, the last of several counts.
    const route = new URLSearchParams(parts.filter(isRoute).at(-1)).get('rest_route')
    if (route === null) return url
    const others = parts.filter((part) => !isRoute(part))
    return `${origin}${targetOf(route)}${others.length > 0 ? `?${others.join('&')}` : ''}`
  }
}

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

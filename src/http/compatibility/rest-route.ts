/** `?rest_route=/NAMESPACE/…`: how interfaces of WordPress are asked without a rewriting web server (contract §12). */
import type { IncomingMessage } from 'node:http'
import type { Alias } from '../../domain/alias.ts'
import { isPluginAlias, siteOf } from './companions.ts'

interface Places {
  readonly prefixes: readonly string[]
  readonly interfaces: readonly Alias[]
  readonly aliases: readonly Alias[]
  readonly companions: readonly Alias[]
}

/** Where nothing is ever served: what leads out of the namespaces is not found. */
const NOWHERE = '/rest_route'

/** A path whose segments are written as addresses have them; dots alone lead nowhere. */
function writtenPath(route: string): string | undefined {
  const segments = route.split('/')
  if (segments.some((one) => one === '.' || one === '..')) return undefined
  try {
    return segments.map(encodeURIComponent).join('/')
  } catch {
    // Half of a surrogate pair.
    return undefined
  }
}

/** Whether a part of a query string is a `rest_route`, however its name is written. */
const isRoute = (part: string) => new URLSearchParams(part).has('rest_route')

/** The roots that answer, by the namespaces below them; the first of a name counts. */
function rootsByNamespace({ prefixes, interfaces, aliases, companions }: Places) {
  const [base = ''] = prefixes
  const own = interfaces.filter(({ path }) => path === base)
  const found = new Map<string, string>()
  for (const { path, namespace } of [...own, ...aliases, ...companions])
    if (!found.has(namespace)) found.set(namespace, path)
  // One namespace may begin with another.
  return [...found].sort(([one], [other]) => other.length - one.length)
}

/** The places where a `rest_route` is asked for: the base, and the site that an alias of the plugin stood on. */
function askedAt({ prefixes: [base = ''], aliases }: Places): ReadonlySet<string> {
  const sites = aliases.filter(isPluginAlias).map(siteOf)
  return new Set([base, ...sites].flatMap((site) => [`${site}/`, site, `${site}/index.php`]))
}

/** Rewrites addresses with a `rest_route` to those that they stand for, before they are routed. */
export function restRouteRewriter(places: Places): (request: IncomingMessage) => string {
  const roots = rootsByNamespace(places)
  const sites = askedAt(places)
  const root = places.aliases.find(isPluginAlias)?.path ?? places.prefixes[0] ?? ''
  const targetOf = (route: string): string => {
    const path = writtenPath(route.startsWith('/') ? route : `/${route}`)
    if (path === undefined) return NOWHERE
    if (path === '/') return `${root}/`
    const found = roots.find(([namespace]) => `${path}/`.startsWith(`/${namespace}/`))
    return found === undefined ? NOWHERE : `${found[1]}${path}`
  }
  return ({ url = '' }) => {
    const [, origin = '', path = '', query = ''] = /^(https?:\/\/[^/?#]*)?([^?#]*)\??([^#]*)/i.exec(url) ?? []
    if (query === '' || !sites.has(path)) return url
    const parts = query.split('&')
    // PHP takes the last of several.
    const route = new URLSearchParams(parts.filter(isRoute).at(-1)).get('rest_route')
    if (route === null) return url
    const others = parts.filter((part) => !isRoute(part))
    return `${origin}${targetOf(route)}${others.length > 0 ? `?${others.join('&')}` : ''}`
  }
}

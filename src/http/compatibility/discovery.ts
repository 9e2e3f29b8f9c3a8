/** Discovery of the API from a page (contract §12). */
import type { ApiPathAndNamespace } from '../../domain/api-aliases.ts'
import type { CompatibleApiUrls } from '../../representations/html/site/site.ts'
import type { RootsOfSiteAndApi } from '../language-roots.ts'
import { rootLinkHeader } from '../protocol/headers.ts'
import { isPluginAlias } from './companions.ts'

/** Where an alias of the plugin is; undefined if there is none. */
export function compatibleApiUrlsOf(
  aliases: readonly ApiPathAndNamespace[],
  baseUrl: string,
): CompatibleApiUrls | undefined {
  const alias = aliases.find(isPluginAlias)
  if (alias === undefined) return undefined
  const { origin } = new URL(baseUrl)
  const root = `${origin}${alias.path}/`
  return { root, api: `${root}${alias.namespace}/`, origin }
}

/**
 * Returns the headers by which programs find the interface from any address outside of it (pages, the root, redirects, problems); none
 * at a place of the interface itself, and without an alias of the plugin.
 */
export function discoveryHeadersFinder(
  { aliases, isOfInterface }: Pick<RootsOfSiteAndApi, 'aliases' | 'isOfInterface'>,
  baseUrl: string,
): (place: string) => Readonly<Record<string, string>> {
  const discovery = compatibleApiUrlsOf(aliases, baseUrl)
  const headers = discovery === undefined ? {} : discoveryHeaders(discovery)
  return (place) => (discovery === undefined || isOfInterface(place) ? {} : headers)
}

/** The headers of pages: the root of the interface, and those of the plugin. */
const discoveryHeaders = ({ root, api, origin }: CompatibleApiUrls) => ({
  Link: rootLinkHeader(root.slice(0, -1)),
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': api,
  'X-TEC-API-ORIGIN': origin,
})

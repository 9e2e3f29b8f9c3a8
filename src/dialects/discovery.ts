/** Discovery of the API from a page (contract §12). */
import type { Dialects } from '../http/dialects.ts'
import { rootLinkHeader } from '../http/protocol/headers.ts'
import type { CompatibleApiUrls } from '../representations/html/site/site.ts'
import { isPluginAlias } from './companions.ts'

/** The headers of pages: the root of the interface, and those of the plugin. */
const discoveryHeaders = ({ root, api, origin }: CompatibleApiUrls) => ({
  Link: rootLinkHeader(root.slice(0, -1)),
  'X-TEC-API-VERSION': 'v1',
  'X-TEC-API-ROOT': api,
  'X-TEC-API-ORIGIN': origin,
})

/** Returns the addresses of the first alias of the plugin, and the headers that name them; undefined if there is none. */
export const discovery: Dialects['discovery'] = (aliases, baseUrl) => {
  const alias = aliases.find(isPluginAlias)
  if (alias === undefined) return undefined
  const { origin } = new URL(baseUrl)
  const root = `${origin}${alias.path}/`
  const urls = { root, api: `${root}${alias.namespace}/`, origin }
  return { urls, headers: discoveryHeaders(urls) }
}

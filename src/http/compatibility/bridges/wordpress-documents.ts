/** The documents of `wp/v2` about the site: its types of posts, and its public settings. */
import { operationsUnderNamespace } from '../../../contract/operations.ts'
import { baseUrlOfPages, type Root } from '../../../representations/urls.ts'
import { type ApiRequest, responseWithRootLink } from '../../request/api-request.ts'
import { PLUGIN_NAMESPACE, WORDPRESS_NAMESPACE } from '../companions.ts'
import type { RouteWithOptionalTranslation } from './route-translation.ts'

const types = {
  tribe_events: { name: 'Events', rest_base: 'tribe_events', taxonomies: ['post_tag', 'tribe_events_cat'] },
  tribe_venue: { name: 'Venues', rest_base: 'tribe_venue', taxonomies: [] },
  tribe_organizer: { name: 'Organizers', rest_base: 'tribe_organizer', taxonomies: [] },
  attachment: { name: 'Media', rest_base: 'media', taxonomies: [] },
} as const

function shownTypes({ url }: Root): object {
  const _links = { collection: [{ href: `${url}/${WORDPRESS_NAMESPACE}/types` }] }
  const each = Object.entries(types).map(([slug, type]) => [
    slug,
    {
      description: '',
      hierarchical: false,
      has_archive: slug === 'tribe_events',
      slug,
      icon: null,
      rest_namespace: WORDPRESS_NAMESPACE,
      ...type,
      _links,
    },
  ])
  return Object.fromEntries(each)
}

/** The settings that everybody sees on pages. */
const shownSettings = ({ root, context, language }: ApiRequest, title: string): object => ({
  title,
  description: '',
  url: baseUrlOfPages(root).replace(/\/$/, ''),
  timezone: context.moment.zone,
  language,
})

const operations = operationsUnderNamespace(PLUGIN_NAMESPACE).filter(({ action }) => action === 'index')

/** A document that everybody may read. */
const document = (
  path: string,
  body: (request: ApiRequest, siteName: string) => object,
): RouteWithOptionalTranslation => ({
  path,
  operations: operations.map((one) => ({ ...one, args: {} })),
  translation: {
    namespace: WORDPRESS_NAMESPACE,
    handler:
      (_, { siteName }) =>
      async (request) =>
        responseWithRootLink({ status: 200, body: body(request, siteName) }, request.root.url),
  },
})

/** The routes of the documents. */
export const documentRoutes: readonly RouteWithOptionalTranslation[] = [
  document('/types', ({ root }) => shownTypes(root)),
  document('/settings', shownSettings),
]

/** The documents of `wp/v2` about the site, its lists of what a calendar has none of, and the index of a namespace. */

import { operationDescriberOf } from '../contract/described.ts'
import { routeIndexDocument } from '../contract/route-index.ts'
import { type ApiRequest, type ApiResponse, responseWithRootLink } from '../http/request/api-request.ts'
import type { RouteWithOptionalTranslation } from '../http/route-translation.ts'
import { operationsUnderNamespace } from '../operations.ts'
import { Problem } from '../problem.ts'
import { baseUrlOfPages, type Root } from '../representations/urls.ts'
import { PLUGIN_NAMESPACE, WORDPRESS_NAMESPACE } from './companions.ts'
import { makeWordpressTotalHeaders } from './shapes.ts'

const types = {
  tribe_events: { name: 'Events', rest_base: 'tribe_events', taxonomies: ['post_tag', 'tribe_events_cat'] },
  tribe_venue: { name: 'Venues', rest_base: 'tribe_venue', taxonomies: [] },
  tribe_organizer: { name: 'Organizers', rest_base: 'tribe_organizer', taxonomies: [] },
  attachment: { name: 'Media', rest_base: 'media', taxonomies: [] },
} as const

const taxonomies = {
  post_tag: { name: 'Tags', rest_base: 'tags', hierarchical: false },
  tribe_events_cat: { name: 'Event Categories', rest_base: 'tribe_events_cat', hierarchical: true },
} as const

/** The links of a type or a taxonomy: to all of them, and to its items. */
const linksOf = ({ url }: Root, collection: 'types' | 'taxonomies', base: string) => ({
  collection: [{ href: `${url}/${WORDPRESS_NAMESPACE}/${collection}` }],
  'wp:items': [{ href: `${url}/${WORDPRESS_NAMESPACE}/${base}` }],
})

function shownTypes(root: Root): Readonly<Record<string, object>> {
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
      _links: linksOf(root, 'types', type.rest_base),
    },
  ])
  return Object.fromEntries(each)
}

function shownType({ root, params: { slug = '' } }: ApiRequest): object {
  const all = shownTypes(root)
  const type = Object.hasOwn(all, slug) ? all[slug] : undefined
  if (type === undefined) throw new Problem('rest_no_route')
  return type
}

/** The taxonomies, or those of the type that the query names. */
function shownTaxonomies({ root, query }: ApiRequest): object {
  const type = query.text('type') ?? ''
  const of = new Map<string, readonly string[]>(
    Object.entries(types).map(([name, one]) => [name, one.taxonomies]),
  )
  const each = Object.entries(taxonomies)
    .filter(([slug]) => type === '' || of.get(type)?.includes(slug))
    .map(([slug, taxonomy]) => [
      slug,
      {
        description: '',
        slug,
        types: ['tribe_events'],
        rest_namespace: WORDPRESS_NAMESPACE,
        ...taxonomy,
        _links: linksOf(root, 'taxonomies', taxonomy.rest_base),
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
  {
    namespace = WORDPRESS_NAMESPACE,
    headers = {},
  }: { namespace?: string; headers?: ApiResponse['headers'] } = {},
): RouteWithOptionalTranslation => ({
  path,
  operations: operations.map((one) => ({ ...one, args: {} })),
  translation: {
    namespace,
    handler:
      (_, { siteName }) =>
      async (request) =>
        responseWithRootLink({ status: 200, headers, body: body(request, siteName) }, request.root.url),
  },
})

/** Adds the index of a namespace to its routes. */
export function withNamespaceIndex(
  namespace: string,
  routes: readonly RouteWithOptionalTranslation[],
): readonly RouteWithOptionalTranslation[] {
  const index = document(
    '',
    ({ root: { url: root }, context: { moment }, language }) =>
      routeIndexDocument(all, { namespace, root, moment, describe: operationDescriberOf(language) }),
    { namespace },
  )
  const all = [index, ...routes]
  return all
}

const none = { headers: makeWordpressTotalHeaders('0', '0') }

/** The routes of the documents. */
export const documentRoutes: readonly RouteWithOptionalTranslation[] = [
  document('/types', ({ root }) => shownTypes(root)),
  document('/types/{slug}', shownType),
  document('/taxonomies', shownTaxonomies),
  document('/settings', shownSettings),
  document('/posts', () => [], none),
  document('/pages', () => [], none),
]

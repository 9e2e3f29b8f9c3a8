/** The bridge of `wp/v2`: the few routes of WordPress's own API that the plugin's clients need (contract §12). */

import { listItems, pageOfEventsByPublication } from '../actions/list.ts'
import { type ArgSpecs, optional, parseArgs } from '../contract/arg.ts'
import * as kind from '../contract/kinds.ts'
import { operationDescriberOf } from '../contract/openapi.ts'
import { type Method, routesOfOperations } from '../contract/operations.ts'
import {
  parseListArgs,
  type ResourceName,
  resourceNamed,
  resources,
  type VenueOrOrganizerName,
} from '../contract/resources/index.ts'
import { routeIndexDocument } from '../contract/route-index.ts'
import { slugify } from '../domain/text/letters.ts'
import { type ParsedDate, resolveParsedDate } from '../domain/time/date-text.ts'
import type { Moment } from '../domain/time/moment.ts'
import { surrogateKeysOfItem } from '../http/cache/response-cache.ts'
import { pageHeaders, readPaging } from '../http/operations/represent.ts'
import {
  type ApiRequest,
  type ApiResponse,
  representationContextOf,
  responseWithRootLink,
} from '../http/request/api-request.ts'
import type {
  RouteTranslation,
  RouteWithOptionalTranslation,
  ServicePartsForTranslation,
  TranslatedPlace,
} from '../http/route-translation.ts'
import { operationsUnderNamespace } from '../operations.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { pageLinks, representItem } from '../representations/json/index.ts'
import { baseUrlOfPages, type Root, restUrl } from '../representations/urls.ts'
import type { JsonObject } from '../support/json.ts'
import { jsonObjectOrEmpty } from './args.ts'
import { PLUGIN_NAMESPACE, WORDPRESS_NAMESPACE } from './representations.ts'
import {
  makeSlugsToIdsRequestChange,
  mediaQueryAsOurs,
  postIdBySlugFinder,
  requestWithKnownTermsOnly,
  termIdBySlugFinder,
  termsQueryAsOurs,
  updateToTrashHandler,
  venueOrOrganizerListQueryAsOurs,
  withDefault,
  withParameter,
  withSearchCutToFirstWords,
} from './requests.ts'
import {
  embeddedInWordpressPost,
  makeWordpressTotalHeaders,
  mediaSlug,
  reshapedList,
  wordpressMedia,
  wordpressPost,
  wordpressTerm,
  wordpressUser,
} from './shapes.ts'

// The documents of `wp/v2` about the site, its lists of what a calendar has none of, and the index of a namespace.

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

const indexOperations = operationsUnderNamespace(PLUGIN_NAMESPACE).filter(({ action }) => action === 'index')

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
  operations: indexOperations.map((one) => ({ ...one, args: {} })),
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

const documentRoutes: readonly RouteWithOptionalTranslation[] = [
  document('/types', ({ root }) => shownTypes(root)),
  document('/types/{slug}', shownType),
  document('/taxonomies', shownTaxonomies),
  document('/settings', shownSettings),
  document('/posts', () => [], none),
  document('/pages', () => [], none),
]

// Events as WordPress lists posts: those of all times by their publication, newest first (contract §12).

const { page, per_page, search, include, exclude, order, orderby, status, author, tags, categories } =
  resources.event.listArgs

/** When an event was published. */
const publicationArgs = { after: optional(kind.date), before: optional(kind.date) }

/** The args that our list of events has, too. */
const sharedArgs = { page, per_page, search, include, exclude, order, orderby, status, author, tags }

/** The args of the list, by WordPress's names. */
const wordpressEventListArgs = {
  ...sharedArgs,
  tribe_events_cat: categories,
  slug: optional(kind.text()),
  ...publicationArgs,
}

const bySlugs = makeSlugsToIdsRequestChange(postIdBySlugFinder('event'))

/** The request under our names: categories and slugs become ids that exist. */
function requestInOurNames(request: ApiRequest): Promise<ApiRequest> {
  const ordered = withDefault(withDefault(request.query, 'orderby', 'date'), 'order', 'desc')
  const searched = withSearchCutToFirstWords(ordered)
  const terms = request.query.texts('tribe_events_cat').join(',')
  const query = terms === '' ? searched : withParameter(searched, 'categories', terms)
  return requestWithKnownTermsOnly({ ...request, query }).then(bySlugs)
}

/** A limit of publication in seconds since 1970. Throws 400 for a date outside the calendar. */
function secondsOf(name: 'after' | 'before', date: ParsedDate | undefined, { zone, now }: Moment) {
  if (date === undefined) return undefined
  const read = resolveParsedDate(date, zone, now)
  if (read === undefined) throw invalidParam(name, because('out_of_years'))
  return read.epoch
}

async function wordpressEventList(
  request: ApiRequest,
  { siteName, maxPerPage }: ServicePartsForTranslation,
): Promise<ApiResponse> {
  const { context, root, query, operation } = request
  const { moment } = context
  const ours = await requestInOurNames(request)
  const ownArgs = { ...sharedArgs, categories }
  const sent = Object.entries(ours.query.args(ownArgs)).filter(([name]) => Object.hasOwn(ownArgs, name))
  const values = parseListArgs('event', Object.fromEntries(sent))
  const { after, before } = parseArgs(publicationArgs, query.args(operation.args), 'query')
  const published = {
    after: secondsOf('after', after, moment),
    before: secondsOf('before', before, moment),
  }
  const address = restUrl(root, 'events')
  const paging = readPaging(request, { values, address, maxPerPage })
  const { items, total } = await pageOfEventsByPublication(paging.values, published, context)
  const view = representationContextOf(request, false, siteName)
  const found = paging.pagingOf(total)
  return {
    status: 200,
    headers: pageHeaders(found, pageLinks(found)),
    body: { events: items.map((item) => representItem('event', item, view)) },
    shown: () => ({ keys: items.flatMap((item) => surrogateKeysOfItem('event', item)) }),
  }
}

/** Performs a list of events; undefined for any other request. */
const wordpressEventListHandler: NonNullable<RouteTranslation['handler']> = ({ operation }, service) =>
  operation.action === 'list'
    ? async (request) => responseWithRootLink(await wordpressEventList(request, service), request.root.url)
    : undefined

// Media items by slug: WordPress's clients look for an image that they have uploaded before.

/** Maximum slugs of a list. */
const MAX_SLUGS = 10
/** Maximum media items of a list: several may have one title. */
const MAX_FOUND = 100

/** The ids that slugs of items without a title name. */
const untitled = (slugs: readonly string[]) =>
  slugs.flatMap((slug) => {
    const [, id] = /^media-(\d{1,15})$/.exec(slug) ?? []
    return id === undefined ? [] : [Number(id)]
  })

/** A list of media items by slug, newest first: our own list can't filter by the slug of a title. */
async function mediaBySlugs(
  slugs: readonly string[],
  request: ApiRequest,
  siteName: string,
): Promise<ApiResponse> {
  const { context, root } = request
  const titled = await context.store.mediaOfSlugs(slugs, MAX_FOUND)
  const include = [...titled, ...untitled(slugs)]
  const { items } =
    include.length === 0
      ? { items: [] }
      : await listItems('media', { page: 1, per_page: MAX_FOUND, include }, context)
  const view = representationContextOf(request, false, siteName)
  const media = items
    .map((item) => jsonObjectOrEmpty(representItem('media', item, view)))
    .filter((one) => slugs.includes(mediaSlug(one)))
  const address = restUrl(root, 'media')
  const paging = { address, query: '', page: 1, per_page: Math.max(media.length, 1), total: media.length }
  return { status: 200, headers: pageHeaders(paging, pageLinks({ ...paging, total: 0 })), body: { media } }
}

/** Performs a list of media items by slug; undefined for any other request. */
const mediaBySlugHandler: NonNullable<RouteTranslation['handler']> = ({ operation, query }, { siteName }) => {
  const sent = query.texts('slug').join(',')
  if (operation.action !== 'list' || sent === '') return undefined
  const slugs = sent.split(',').map(slugify).filter(Boolean).slice(0, MAX_SLUGS)
  return async (request) =>
    responseWithRootLink(await mediaBySlugs(slugs, request, siteName), request.root.url)
}

// Problems in the habits of WordPress's own API (contract §12).

const isPastEnd = ({ code }: Problem) => code.endsWith('-archive-page-not-found')

/** A page past the last one of posts and media is a fault there. */
const throwWordpressProblemOfPosts: NonNullable<RouteTranslation['problem']> = async (problem) => {
  throw isPastEnd(problem) ? new Problem('rest_post_invalid_page_number') : problem
}

/** A page past the last one of terms is empty there, and has the totals; a term that exists is a fault of the request. */
const makeTermsProblemTranslation =
  (collection: string): NonNullable<RouteTranslation['problem']> =>
  async (problem, again) => {
    const { code, message, data } = problem
    if (code === 'term_exists') throw new Problem(code, { status: 400, message, data })
    if (!isPastEnd(problem)) throw problem
    const first = await again((query) => withParameter(query, 'page', '1'))
    // The links of the first page lead to other pages.
    const [Link = ''] = first.headers?.Link?.split(', ') ?? []
    return { status: 200, headers: { ...first.headers, Link }, body: { [collection]: [] } }
  }

/** A resource at WordPress's URLs. */
interface Bridged extends Omit<RouteTranslation, 'namespace' | 'response'> {
  readonly resource: ResourceName
  /** The name of the collection in WordPress. */
  readonly collection: string
  /** The args of the list; ours by default. */
  readonly listArgs?: ArgSpecs
  readonly actions: Readonly<Record<string, readonly Method[] | undefined>>
  shape(item: JsonObject, place: TranslatedPlace): object
}

const termsOf = (resource: 'tag' | 'category', collection: string): Bridged => ({
  resource,
  collection,
  actions: { list: ['GET'], create: ['POST'], read: ['GET'] },
  query: termsQueryAsOurs,
  request: makeSlugsToIdsRequestChange(termIdBySlugFinder(resource)),
  problem: makeTermsProblemTranslation(resourceNamed(resource).collection),
  shape: (term, { rootUrl }) => wordpressTerm(term, rootUrl, collection),
})

const changes = ['POST', 'PUT', 'PATCH'] as const

const linkedOf = (resource: VenueOrOrganizerName): Bridged => ({
  resource,
  collection: `tribe_${resource}`,
  actions: { list: ['GET'], create: ['POST'], read: ['GET'], update: changes },
  query: venueOrOrganizerListQueryAsOurs,
  request: makeSlugsToIdsRequestChange(postIdBySlugFinder(resource)),
  handler: updateToTrashHandler,
  problem: throwWordpressProblemOfPosts,
  shape: (item, { rootUrl }) => wordpressPost(item, rootUrl, resource),
})

const bridged: readonly Bridged[] = [
  {
    resource: 'event',
    collection: 'tribe_events',
    actions: { list: ['GET'], create: ['POST'], read: ['GET'], update: changes, remove: ['DELETE'] },
    listArgs: wordpressEventListArgs,
    handler: (request, service) =>
      wordpressEventListHandler(request, service) ?? updateToTrashHandler(request, service),
    problem: throwWordpressProblemOfPosts,
    shape: (event, place) => ({
      ...wordpressPost(event, place.rootUrl, 'event'),
      ...embeddedInWordpressPost(event, place),
    }),
  },
  linkedOf('venue'),
  linkedOf('organizer'),
  termsOf('tag', 'tags'),
  termsOf('category', 'tribe_events_cat'),
  {
    resource: 'media',
    collection: 'media',
    actions: { list: ['GET'], create: ['POST'], read: ['GET'], update: changes },
    query: mediaQueryAsOurs,
    handler: mediaBySlugHandler,
    problem: throwWordpressProblemOfPosts,
    shape: (item, { rootUrl }) => wordpressMedia(item, rootUrl),
  },
]

function translationOf({
  resource,
  collection,
  actions: _,
  listArgs: _args,
  shape,
  ...own
}: Bridged): RouteTranslation {
  const ours = resourceNamed(resource).collection
  return {
    ...own,
    namespace: WORDPRESS_NAMESPACE,
    response(response, place) {
      const { rootUrl } = place
      const from = `${rootUrl}/${PLUGIN_NAMESPACE}/${ours}`
      const to = `${rootUrl}/${WORDPRESS_NAMESPACE}/${collection}`
      return reshapedList(response, { collection: ours, from, to }, (item) => shape(item, place))
    },
  }
}

const operations = operationsUnderNamespace(PLUGIN_NAMESPACE)

/** The operations of a resource, at WordPress's URLs. */
function routesFor(one: Bridged): readonly RouteWithOptionalTranslation[] {
  const own = operations.flatMap((operation) => {
    const methods = one.actions[operation.action]
    const isOwn = operation.resource === one.resource && (operation.by ?? 'id') === 'id'
    const args = (operation.action === 'list' && one.listArgs) || operation.args
    return isOwn && methods !== undefined ? [{ ...operation, methods, args }] : []
  })
  const from = `/${resourceNamed(one.resource).collection}`
  return routesOfOperations(own).map((route) => ({
    ...route,
    path: route.path.replace(from, `/${one.collection}`),
    translation: translationOf(one),
  }))
}

/** The caller as a user. Throws 401 for an anonymous caller. */
const me: RouteWithOptionalTranslation = {
  path: '/users/me',
  operations: operations.filter(({ action }) => action === 'who-am-i'),
  translation: {
    namespace: WORDPRESS_NAMESPACE,
    response: (response, { rootUrl }) => ({
      ...response,
      body: wordpressUser(jsonObjectOrEmpty(jsonObjectOrEmpty(response.body).user), rootUrl),
    }),
  },
}

/** The routes of `wp/v2`. */
export const wordpressRoutes: readonly RouteWithOptionalTranslation[] = [
  ...bridged.flatMap(routesFor),
  me,
  ...documentRoutes,
]

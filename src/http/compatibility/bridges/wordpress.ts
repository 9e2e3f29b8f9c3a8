/** The bridge of `wp/v2`: the few routes of WordPress's own API that the plugin's clients need (contract §12). */
import type { ArgSpecs } from '../../../contract/arg.ts'
import { type Method, type OperationName, operationsUnderNamespace } from '../../../contract/operations.ts'
import {
  type ResourceName,
  resourceNamed,
  type VenueOrOrganizerName,
} from '../../../contract/resources/index.ts'
import { routesOfOperations } from '../../../contract/routes.ts'
import { PLUGIN_NAMESPACE, WORDPRESS_NAMESPACE } from '../companions.ts'
import { type JsonObject, jsonObjectOrEmpty } from '../dialect/json.ts'
import { mediaBySlugHandler } from './media-slugs.ts'
import {
  type RouteTranslation,
  type RouteWithOptionalTranslation,
  reshapedList,
  type TranslatedPlace,
} from './route-translation.ts'
import { updateToTrashHandler } from './trashing.ts'
import { documentRoutes } from './wordpress-documents.ts'
import { wordpressEventListArgs, wordpressEventListHandler } from './wordpress-event-list.ts'
import { makeTermsProblemTranslation, throwWordpressProblemOfPosts } from './wordpress-problems.ts'
import {
  makeSlugsToIdsRequestChange,
  mediaQueryAsOurs,
  postIdBySlugFinder,
  termIdBySlugFinder,
  termsQueryAsOurs,
  venueOrOrganizerListQueryAsOurs,
} from './wordpress-queries.ts'
import {
  embeddedInWordpressPost,
  wordpressMedia,
  wordpressPost,
  wordpressTerm,
  wordpressUser,
} from './wordpress-shapes.ts'

/** A resource at WordPress's URLs. */
interface Bridged extends Omit<RouteTranslation, 'namespace' | 'response'> {
  readonly resource: ResourceName
  /** The name of the collection in WordPress. */
  readonly collection: string
  /** The args of the list; ours by default. */
  readonly listArgs?: ArgSpecs
  readonly actions: Partial<Readonly<Record<OperationName, readonly Method[]>>>
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
    const isOwn = operation.resource === one.resource && operation.by !== 'slug'
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

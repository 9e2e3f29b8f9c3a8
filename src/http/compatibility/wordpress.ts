/** The bridge of `wp/v2`: the few routes of WordPress's own API that the plugin's clients need. */
import { list } from '../../actions/list.ts'
import { type Action, operationsOf } from '../../contract/operations.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { routesOf } from '../../contract/routes.ts'
import { slugify } from '../../domain/text/slug.ts'
import { pageLinks } from '../../representations/json/collection.ts'
import { represent } from '../../representations/json/index.ts'
import { restUrl } from '../../representations/urls.ts'
import { pageHeaders } from '../operations/paging.ts'
import { type ApiRequest, type ApiResponse, viewOf } from '../request/api-request.ts'
import type { Query } from '../request/query.ts'
import { PLUGIN, WORDPRESS } from './companions.ts'
import {
  type Json,
  jsonOf,
  reshaped,
  type TranslatedRoute,
  type Translation,
  withDefault,
} from './translation.ts'
import { mediaSlug, shownMedia, shownTerm, shownUser } from './wordpress-shapes.ts'

/** Maximum pages searched for a slug, and items on each page. */
const MAX_PAGES = 10
const PER_PAGE = 100

/** The public media items with a slug, newest first; items without a title have their id as slug. */
async function mediaOfSlug(slug: string, request: ApiRequest, siteName: string): Promise<readonly Json[]> {
  const [, id] = /^media-(\d{1,15})$/.exec(slug) ?? []
  const words = { include: slug.split('-').slice(0, 20), exclude: [] }
  const view = viewOf(request, false, siteName)
  const found: Json[] = []
  for (const wanted of [{ search: words }, ...(id === undefined ? [] : [{ include: [Number(id)] }])])
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const { items } = await list('media', { page, per_page: PER_PAGE, ...wanted }, request.context)
      const shown = items.map((item) => jsonOf(represent('media', item, view)))
      found.push(...shown.filter((media) => mediaSlug(media) === slug))
      if (items.length < PER_PAGE) break
    }
  return found
}

/** A list of media items by slug, which our own list can't filter by. */
async function mediaBySlugs(
  slugs: readonly string[],
  request: ApiRequest,
  siteName: string,
): Promise<ApiResponse> {
  const each: Json[] = []
  for (const slug of slugs) each.push(...(await mediaOfSlug(slug, request, siteName)))
  const address = restUrl(request.root, 'media')
  const paging = { address, query: '', page: 1, per_page: Math.max(each.length, 1), total: each.length }
  return {
    status: 200,
    headers: pageHeaders(paging, pageLinks({ ...paging, total: 0 })),
    body: { media: each },
  }
}

const MAX_SLUGS = 10

function mediaInstead(request: ApiRequest, siteName: string): Promise<ApiResponse> | undefined {
  const sent = request.query.texts('slug').join(',')
  if (request.operation.action !== 'list' || sent === '') return undefined
  const slugs = sent.split(',').map(slugify).filter(Boolean).slice(0, MAX_SLUGS)
  return mediaBySlugs(slugs, request, siteName)
}

interface Bridged {
  readonly resource: ResourceName
  /** The name of the collection in WordPress. */
  readonly collection: string
  readonly actions: readonly Action[]
  query(query: Query): Query
  shape(item: Json, rootUrl: string): object
  instead?(request: ApiRequest, siteName: string): Promise<ApiResponse> | undefined
}

/** Empty terms are listed by default. */
const withEmpty = (query: Query): Query => withDefault(query, 'hide_empty', 'false')

const termsOf = (resource: 'tag' | 'category', collection: string): Bridged => ({
  resource,
  collection,
  actions: ['list', 'create'],
  query: withEmpty,
  shape: (term, rootUrl) => shownTerm(term, rootUrl, collection),
})

const bridged: readonly Bridged[] = [
  termsOf('tag', 'tags'),
  termsOf('category', 'tribe_events_cat'),
  {
    resource: 'media',
    collection: 'media',
    actions: ['list', 'create', 'read'],
    query: (query) => query,
    shape: shownMedia,
    instead: mediaInstead,
  },
]

function translationOf({ resource, collection, query, shape, instead }: Bridged): Translation {
  const own = resourceNamed(resource).collection
  return {
    namespace: WORDPRESS,
    query,
    ...(instead && { instead }),
    response(response, rootUrl) {
      const from = `${rootUrl}/${PLUGIN}/${own}`
      const to = `${rootUrl}/${WORDPRESS}/${collection}`
      return reshaped(response, { collection: own, from, to }, (item) => shape(item, rootUrl))
    },
  }
}

const operations = operationsOf(PLUGIN)

/** The operations of a resource, at WordPress's URLs. */
function routesFor(one: Bridged): readonly TranslatedRoute[] {
  const own = operations.filter(
    ({ resource, by, action }) => resource === one.resource && by !== 'slug' && one.actions.includes(action),
  )
  const from = `/${resourceNamed(one.resource).collection}`
  return routesOf(own).map((route) => ({
    ...route,
    path: route.path.replace(from, `/${one.collection}`),
    translation: translationOf(one),
  }))
}

/** The caller as a user. Throws 401 for an anonymous caller. */
const me: TranslatedRoute = {
  path: '/users/me',
  operations: operations.filter(({ action }) => action === 'who-am-i'),
  translation: {
    namespace: WORDPRESS,
    query: (query) => query,
    response: (response, rootUrl) => ({
      ...response,
      body: shownUser(jsonOf(jsonOf(response.body).user), rootUrl),
    }),
  },
}

/** The routes of `wp/v2`. */
export const wordpressRoutes: readonly TranslatedRoute[] = [...bridged.flatMap(routesFor), me]

/** Media items by slug: WordPress's clients look for an image that they have uploaded before. */
import { listItems } from '../../../actions/list.ts'
import { slugify } from '../../../domain/text/slug.ts'
import { pageLinks } from '../../../representations/json/collection.ts'
import { representItem } from '../../../representations/json/index.ts'
import { restUrl } from '../../../representations/urls.ts'
import { pageHeaders } from '../../operations/paging.ts'
import {
  type ApiRequest,
  type ApiResponse,
  representationContextOf,
  responseWithRootLink,
} from '../../request/api-request.ts'
import { jsonObjectOrEmpty } from '../dialect/json.ts'
import type { RouteTranslation } from './route-translation.ts'
import { mediaSlug } from './wordpress-shapes.ts'

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
export const mediaBySlugHandler: NonNullable<RouteTranslation['handler']> = (
  { operation, query },
  { siteName },
) => {
  const sent = query.texts('slug').join(',')
  if (operation.action !== 'list' || sent === '') return undefined
  const slugs = sent.split(',').map(slugify).filter(Boolean).slice(0, MAX_SLUGS)
  return async (request) =>
    responseWithRootLink(await mediaBySlugs(slugs, request, siteName), request.root.url)
}

/** Responses of ours in the shape of other routes: bare lists, items in another form (contract §12). */

import { pick } from '../contract/table-of.ts'
import { slugOr } from '../domain/text/letters.ts'
import type { ApiResponse } from '../http/request/api-request.ts'
import type { TranslatedPlace } from '../http/route-translation.ts'
import type { JsonObject } from '../support/json.ts'
import { jsonObjectOrEmpty, wordpressMeta } from './args.ts'
import { WORDPRESS_NAMESPACE } from './representations.ts'

/** The totals under WordPress's header names: on the bare lists of `tec/v1` and `wp/v2`. */
export const makeWordpressTotalHeaders = (total: string, pages: string) => ({
  'X-WP-Total': total,
  'X-WP-TotalPages': pages,
})

/** Whether a response is a list: only lists have total headers. */
const isList = ({ headers }: ApiResponse) => headers?.['X-Total-Count'] !== undefined

/** The headers of a list with WordPress's totals, and with links to the other route. */
function listHeaders(headers: ApiResponse['headers'] = {}, from: string, to: string): ApiResponse['headers'] {
  const { Link, 'X-Total-Count': total = '0', 'X-Total-Pages': pages = '0' } = headers
  const moved = Link?.replaceAll(`<${from}?`, `<${to}?`)
  return {
    ...headers,
    ...(moved !== undefined && { Link: moved }),
    ...makeWordpressTotalHeaders(total, pages),
  }
}

/** The URLs and the key of a list: ours, and the route's. */
interface ListAddress {
  readonly collection: string
  readonly from: string
  readonly to: string
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

/** A list as a bare array; `shape` changes each item, unless the items are already bytes. */
function bareList(
  response: ApiResponse,
  { collection, from, to }: ListAddress,
  shape: (item: JsonObject) => object,
): ApiResponse {
  const items = jsonObjectOrEmpty(response.body)[collection]
  const body = Array.isArray(items) ? items.map((item) => shape(jsonObjectOrEmpty(item))) : response.body
  const headers = listHeaders(response.headers, from, to)
  const bare = { ...response, body, ...(headers && { headers }) }
  const { members, digest } = response.chunked ?? {}
  if (members === undefined || digest === undefined) return bare
  return { ...bare, chunked: { digest: `${digest}-bare`, chunks: [OPEN, ...members, CLOSE] } }
}

/** The body of a response as an object, also where it is bytes. */
function bodyIn({ body, chunked }: ApiResponse): JsonObject {
  if (chunked === undefined) return jsonObjectOrEmpty(body)
  return jsonObjectOrEmpty(JSON.parse(Buffer.concat(chunked.chunks).toString()))
}

/** An item in the shape of the route; what was deleted is inside the response. */
function shapedItem(body: JsonObject, shape: (item: JsonObject) => object): object {
  const { deleted, previous, dry_run } = body
  const shaped = deleted === true ? { deleted, previous: shape(jsonObjectOrEmpty(previous)) } : shape(body)
  return dry_run === true ? { ...shaped, dry_run } : shaped
}

/** A single item in another shape, built anew from bytes. */
function shapedResponse(response: ApiResponse, shape: (item: JsonObject) => object): ApiResponse {
  const { chunked: _bytes, ...rest } = response
  return { ...rest, body: shapedItem(bodyIn(response), shape) }
}

/** A response with its list as a bare array, its items in another shape if there is one, and its Location at the route's URL. */
export function reshapedList(
  response: ApiResponse,
  place: ListAddress,
  shape?: (item: JsonObject) => object,
): ApiResponse {
  if (isList(response)) return bareList(response, place, shape ?? ((item) => item))
  const Location = response.headers?.Location?.replace(place.from, place.to)
  const headers = { ...response.headers, ...(Location !== undefined && { Location }) }
  const moved = { ...response, headers }
  return shape === undefined ? moved : shapedResponse(moved, shape)
}

// Converts our representations to the shapes of WordPress's own API.

const linksOf = (rootUrl: string, collection: string, id: unknown) => {
  const address = `${rootUrl}/${WORDPRESS_NAMESPACE}/${collection}`
  return { self: [{ href: `${address}/${id}` }], collection: [{ href: address }] }
}

/** A term in WordPress's shape, from its representation in the dialect. */
export function wordpressTerm(term: JsonObject, rootUrl: string, collection: string): object {
  const { id, count, description, url, name, slug, taxonomy, parent } = term
  return {
    id,
    count,
    description,
    link: url,
    name,
    slug,
    taxonomy,
    ...(parent !== undefined && { parent }),
    meta: [],
    _links: { collection: linksOf(rootUrl, collection, id).collection },
  }
}

/** A text as HTML; its character references are already escaped. */
const rendered = (text: unknown) => ({ rendered: String(text).replaceAll('<', '&lt;') })
const isoOf = (timestamp: unknown) => String(timestamp).replace(' ', 'T')
const fileOf = (url: unknown) => String(url).split('/').at(-1) ?? ''

/** The slug of a media item, derived from the title: our media items have none. */
export const mediaSlug = ({ title, id }: JsonObject): string => slugOr(String(title), `media-${id}`)

function shownSize(size: JsonObject): object {
  const { width, height, filesize, url } = size
  return { file: fileOf(url), width, height, filesize, mime_type: size['mime-type'], source_url: url }
}

function detailsOf({ url, width, height, filesize, mime_type, sizes }: JsonObject): object {
  const full = { file: fileOf(url), width, height, filesize, mime_type, source_url: url }
  const each = Object.entries(jsonObjectOrEmpty(sizes)).map(([name, size]) => [
    name,
    shownSize(jsonObjectOrEmpty(size)),
  ])
  return {
    width,
    height,
    file: fileOf(url),
    filesize,
    sizes: { ...Object.fromEntries(each), full },
    image_meta: {},
  }
}

/** A media item in WordPress's shape, from its representation in the dialect. */
export function wordpressMedia(media: JsonObject, rootUrl: string): object {
  const { id, url, title, alt_text, author, mime_type } = media
  const [date, date_gmt] = [isoOf(media.date), isoOf(media.date_utc)]
  return {
    id,
    date,
    date_gmt,
    modified: date,
    modified_gmt: date_gmt,
    guid: rendered(url),
    slug: mediaSlug(media),
    status: 'inherit',
    type: 'attachment',
    link: url,
    title: rendered(title),
    author: Number(author),
    featured_media: 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: [],
    description: rendered(''),
    caption: rendered(''),
    alt_text,
    media_type: 'image',
    mime_type,
    media_details: detailsOf(media),
    post: null,
    source_url: url,
    _links: linksOf(rootUrl, 'media', id),
  }
}

/** The caller in the shape of a WordPress user. */
export function wordpressUser(user: JsonObject, rootUrl: string): object {
  const { id, login, role } = user
  const name = String(login) === '' ? 'administrator' : String(login)
  return {
    id,
    name,
    url: '',
    description: '',
    link: '',
    slug: name,
    avatar_urls: {},
    meta: [],
    username: name,
    roles: [role],
    capabilities: { [String(role)]: true, read: true },
    _links: { self: [{ href: `${rootUrl}/${WORDPRESS_NAMESPACE}/users/${id}` }] },
  }
}

/** A text as HTML for readers, and as its source for editors. */
const withSource = (text: unknown) => ({ raw: String(text), rendered: String(text) })

const idsOf = (items: unknown) =>
  Array.isArray(items) ? items.map((item) => jsonObjectOrEmpty(item).id) : []

/** The type of each resource that is a post there: its name, and the key of our title. */
const posts = {
  event: { type: 'tribe_events', titled: 'title' },
  venue: { type: 'tribe_venue', titled: 'venue' },
  organizer: { type: 'tribe_organizer', titled: 'organizer' },
} as const

/** An event, a venue or an organizer as a post of WordPress, from its representation in the dialect. */
export function wordpressPost(item: JsonObject, rootUrl: string, resource: keyof typeof posts): object {
  const { id, slug, status, author, url } = item
  const { type, titled } = posts[resource]
  const isProtected = item.password_protected === true
  const title = item[titled]
  return {
    id,
    date: isoOf(item.date),
    date_gmt: isoOf(item.date_utc),
    guid: rendered(url),
    modified: isoOf(item.modified),
    modified_gmt: isoOf(item.modified_utc),
    slug,
    status,
    type,
    link: url,
    title: { raw: title, ...rendered(title) },
    content: { ...withSource(item.description ?? ''), protected: isProtected },
    ...(resource === 'event' && { excerpt: { ...withSource(item.excerpt), protected: isProtected } }),
    author: Number(author),
    featured_media: jsonObjectOrEmpty(item.image).id ?? 0,
    comment_status: 'closed',
    ping_status: 'closed',
    template: '',
    meta: wordpressMeta(resource, item),
    ...(resource === 'event' && { tags: idsOf(item.tags), tribe_events_cat: idsOf(item.categories) }),
    _links: linksOf(rootUrl, type, id),
  }
}

/** The image of an event as an embedded media item. */
function embeddedMedia(image: JsonObject, rootUrl: string): object {
  const whole = wordpressMedia({ title: '', alt_text: '', ...image }, rootUrl)
  return pick<JsonObject, string>(jsonObjectOrEmpty(whole), [
    'id',
    'slug',
    'type',
    'link',
    'title',
    'alt_text',
    'media_type',
    'mime_type',
    'media_details',
    'source_url',
    '_links',
  ])
}

const termsIn = (terms: unknown, rootUrl: string, collection: string) =>
  [terms].flat().map((term) => wordpressTerm(jsonObjectOrEmpty(term), rootUrl, collection))

/** The linked items of an event, where the query asks for them by `_embed`: readers are told no persons, so that the calendar is the author. */
export function embeddedInWordpressPost(
  event: JsonObject,
  { rootUrl, siteName, query }: TranslatedPlace,
): { readonly _embedded?: object } {
  if (!query.has('_embed')) return {}
  const asked = query.texts('_embed').join(',').split(',')
  const image = jsonObjectOrEmpty(event.image)
  const all = {
    author: [{ id: Number(event.author), name: siteName, url: '', description: '', link: '', slug: '' }],
    ...(image.id !== undefined && { 'wp:featuredmedia': [embeddedMedia(image, rootUrl)] }),
    'wp:term': [termsIn(event.tags, rootUrl, 'tags'), termsIn(event.categories, rootUrl, 'tribe_events_cat')],
  }
  const isWhole = ['', '1', 'true'].some((word) => asked.includes(word))
  return {
    _embedded: Object.fromEntries(Object.entries(all).filter(([name]) => isWhole || asked.includes(name))),
  }
}

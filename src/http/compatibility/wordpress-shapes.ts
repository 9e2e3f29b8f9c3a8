/** Converts our representations to the shapes of WordPress's own API. */
import { slugOr } from '../../domain/text/slug.ts'
import { WORDPRESS } from './companions.ts'
import { type Json, jsonOf } from './translation.ts'

const linksOf = (rootUrl: string, collection: string, id: unknown) => {
  const address = `${rootUrl}/${WORDPRESS}/${collection}`
  return { self: [{ href: `${address}/${id}` }], collection: [{ href: address }] }
}

/** A term in WordPress's shape, from its representation in the dialect. */
export function shownTerm(term: Json, rootUrl: string, collection: string): object {
  const { id, count, description, url, name, slug, taxonomy, parent } = term
  return {
    ...{ id, count, description, link: url, name, slug, taxonomy },
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
export const mediaSlug = ({ title, id }: Json): string => slugOr(String(title), `media-${id}`)

function shownSize(size: Json): object {
  const { width, height, filesize, url } = size
  return { file: fileOf(url), width, height, filesize, mime_type: size['mime-type'], source_url: url }
}

function detailsOf({ url, width, height, filesize, mime_type, sizes }: Json): object {
  const full = { file: fileOf(url), width, height, filesize, mime_type, source_url: url }
  const each = Object.entries(jsonOf(sizes)).map(([name, size]) => [name, shownSize(jsonOf(size))])
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
export function shownMedia(media: Json, rootUrl: string): object {
  const { id, url, title, alt_text, author, mime_type } = media
  const [date, date_gmt] = [isoOf(media.date), isoOf(media.date_utc)]
  return {
    id,
    ...{ date, date_gmt, modified: date, modified_gmt: date_gmt },
    guid: rendered(url),
    slug: mediaSlug(media),
    ...{ status: 'inherit', type: 'attachment', link: url },
    title: rendered(title),
    author: Number(author),
    ...{ featured_media: 0, comment_status: 'closed', ping_status: 'closed', template: '', meta: [] },
    description: rendered(''),
    caption: rendered(''),
    ...{ alt_text, media_type: 'image', mime_type, media_details: detailsOf(media), post: null },
    source_url: url,
    _links: linksOf(rootUrl, 'media', id),
  }
}

/** The caller in the shape of a WordPress user. */
export function shownUser(user: Json, rootUrl: string): object {
  const { id, login, role } = user
  const name = String(login) === '' ? 'administrator' : String(login)
  return {
    ...{ id, name, url: '', description: '', link: '', slug: name, avatar_urls: {}, meta: [] },
    ...{ username: name, roles: [role], capabilities: { [String(role)]: true, read: true } },
    _links: { self: [{ href: `${rootUrl}/${WORDPRESS}/users/${id}` }] },
  }
}

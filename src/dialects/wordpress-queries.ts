/** Query strings of WordPress's lists, as ours. */

import type { Context } from '../api/context.ts'
import type { TermName, VenueOrOrganizerName } from '../contract/resources/index.ts'
import { parseListArgs } from '../contract/resources/parse.ts'
import type { ApiRequest } from '../http/request/api-request.ts'
import type { Query } from '../http/request/query.ts'
import { listTerms } from '../items/term-queries.ts'
import { withSearchCutToFirstWords } from './plugin-queries.ts'
import { hasNonEmptyParameter, withDefault, withoutParameter, withParameter } from './queries.ts'

/** No item has this id: a list of it alone is empty. */
const NOBODY = '0'
/** Maximum slugs of a list. */
const MAX_SLUGS = 10

/** Empty terms are listed by default. */
export const termsQueryAsOurs = (query: Query): Query =>
  withDefault(withSearchCutToFirstWords(query), 'hide_empty', 'false')

const listIn = (query: Query, name: string) => query.texts(name).join(',').split(',').filter(Boolean)

/** Whether a list of media has images: it has if it names no other type. */
function hasImages(query: Query): boolean {
  const [types, formats] = [listIn(query, 'media_type'), listIn(query, 'mime_type')]
  const isImage = (format: string) => format === 'image' || format.startsWith('image/')
  return (types.length === 0 || types.includes('image')) && (formats.length === 0 || formats.some(isImage))
}

/** All media items are images, so a list of another type is empty. */
export function mediaQueryAsOurs(query: Query): Query {
  const search = withSearchCutToFirstWords(query)
  return hasImages(query) ? search : withParameter(search, 'include', NOBODY)
}

/** Venues and organizers are posts there: their names are titles. */
export const venueOrOrganizerListQueryAsOurs = (query: Query): Query =>
  query.text('orderby') === 'title'
    ? withParameter(withSearchCutToFirstWords(query), 'orderby', 'name')
    : withSearchCutToFirstWords(query)

/** Finds events, venues or organizers by their slugs. */
export const postIdBySlugFinder =
  (name: VenueOrOrganizerName | 'event') => async (slug: string, context: Context) =>
    (await context.store.find(name, { slug }, context.moment))?.id

/** Finds categories or tags by their slugs. */
export const termIdBySlugFinder = (name: TermName) => async (slug: string, context: Context) => {
  const { items } = await listTerms(name, parseListArgs(name, { slug, hide_empty: 'false' }), context)
  return items[0]?.record.id
}

/** Returns the change of lists by slug to lists by id, with the rights of lists. */
export const makeSlugsToIdsRequestChange =
  (idOf: (slug: string, context: Context) => Promise<number | undefined>) =>
  async (request: ApiRequest): Promise<ApiRequest> => {
    const { query, context, operation } = request
    if (operation.action !== 'list' || !hasNonEmptyParameter(query, 'slug')) return request
    const slugs = listIn(query, 'slug').slice(0, MAX_SLUGS)
    const ids: string[] = [NOBODY]
    for (const slug of slugs) {
      const id = await idOf(slug, context)
      if (id !== undefined) ids.push(String(id))
    }
    const wanted = listIn(query, 'include')
    const both = wanted.length === 0 ? ids : [NOBODY, ...ids.filter((id) => wanted.includes(id))]
    return { ...request, query: withoutParameter(withParameter(query, 'include', both.join(',')), 'slug') }
  }

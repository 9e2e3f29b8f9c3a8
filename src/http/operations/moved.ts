/** Redirects from former addresses. */
import { renamedItem } from '../../actions/read.ts'
import { type ResourceName, resourceNamed } from '../../contract/resources/index.ts'
import { Problem } from '../../problem.ts'
import { restUrl } from '../../representations/urls.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import { problemResponse } from '../response/problems.ts'

// Redirects from the addresses that items had to those that they have.

/** A redirect that caches revalidate, since it may end: a merge can be undone, and a slug be given to another item. */
const redirectResponse = (Location: string, problem: Problem): ApiResponse => ({
  status: 301,
  headers: { Location, 'Cache-Control': 'no-cache' },
  body: problemResponse(problem, '').body,
})

/** Whether a read failed because no item has the slug. */
export const isNotFoundByName = (error: unknown): error is Problem =>
  error instanceof Problem && /-not-found$|^item-merged$/.test(error.code)

/**
 * The response to a read by a former slug that found nothing: a redirect to the slug that the item has, with the query that was sent;
 * undefined where no item that the reader may see had the slug.
 */
export async function redirectFromFormerSlug(
  error: unknown,
  { operation, params, root, query, context }: ApiRequest,
  name: ResourceName,
): Promise<ApiResponse | undefined> {
  if (operation.by !== 'slug' || name === 'media' || !isNotFoundByName(error)) return undefined
  const item = await renamedItem(name, params.slug ?? '', context)
  if (item === undefined) return undefined
  const end = operation.format === undefined ? '' : `.${operation.format}`
  const Location = `${restUrl(root, resourceNamed(name).collection)}/by-slug/${encodeURIComponent(item.slug)}${end}${query.sent}`
  return redirectResponse(Location, new Problem('item-renamed', { data: { id: item.id } }))
}

/** Redirects from a merged item to the one that it became part of, and from a former slug to the one that its item has. */
export async function orMoved(
  request: ApiRequest,
  name: ResourceName,
  response: Promise<ApiResponse>,
): Promise<ApiResponse> {
  try {
    return await response
  } catch (error) {
    const renamed = await redirectFromFormerSlug(error, request, name)
    if (renamed !== undefined) return renamed
    if (!(error instanceof Problem) || error.code !== 'item-merged') throw error
    const Location = restUrl(request.root, resourceNamed(name).collection, Number(error.data.id))
    return redirectResponse(Location, new Problem('item-merged', { status: 301, data: error.data }))
  }
}

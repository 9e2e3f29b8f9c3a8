/** Responses of ours in the shape of other routes: bare lists, items in another form (contract §12). */
import type { ApiResponse } from '../http/request/api-request.ts'
import { type JsonObject, jsonObjectOrEmpty } from './forms/json.ts'

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

/** A route of another API that one of our operations serves, with other names and shapes. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../contract/routes.ts'
import type { Moment } from '../../domain/time/moment.ts'
import type { ApiRequest, ApiResponse } from '../request/api-request.ts'
import type { Query } from '../request/query.ts'
import { placeOf, type Roots } from '../roots.ts'
import { wordpressTotals } from './totals.ts'

export type Json = Readonly<Record<string, unknown>>

/** How requests and responses of a route are translated. */
export interface Translation {
  /** The namespace of the route. */
  readonly namespace: string
  /** Translates the query string to the args of our operation. */
  query(query: Query): Query
  /** Replaces our operation on the calendar with the name `siteName`; undefined to use it. */
  instead?(request: ApiRequest, siteName: string): Promise<ApiResponse> | undefined
  /** Translates our response to the shape of the route. `rootUrl` is the URL of the root. */
  response(response: ApiResponse, rootUrl: string): ApiResponse
}

export interface TranslatedRoute extends Route {
  readonly translation?: Translation
}

/** A request at a route, at one moment. */
export interface RoutedRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly query: Query
  readonly route: TranslatedRoute
  readonly moment: Moment
}

/** Translates each request and response of a route. `make` performs our operation; feeds are returned unchanged. */
export const inWordsOf =
  <Feed extends { readonly text: unknown }>(
    roots: Roots,
    make: (routed: RoutedRequest, since: number) => Promise<ApiResponse | Feed>,
  ) =>
  async (routed: RoutedRequest, since: number): Promise<ApiResponse | Feed> => {
    const { translation } = routed.route
    if (translation === undefined) return make(routed, since)
    const made = await make({ ...routed, query: translation.query(routed.query) }, since)
    return 'text' in made ? made : translation.response(made, roots.rootOf(placeOf(routed.request)).url)
  }

/** The members of an object; empty for any other value. */
export function jsonOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

/** Whether a response is a list: only lists have total headers. */
const isList = ({ headers }: ApiResponse) => headers?.['X-Total-Count'] !== undefined

/** The headers of a list with WordPress's totals, and with links to the other route. */
function listHeaders(headers: ApiResponse['headers'] = {}, from: string, to: string): ApiResponse['headers'] {
  const { Link, 'X-Total-Count': total = '0', 'X-Total-Pages': pages = '0' } = headers
  const moved = Link?.replaceAll(`<${from}?`, `<${to}?`)
  return { ...headers, ...(moved !== undefined && { Link: moved }), ...wordpressTotals(total, pages) }
}

/** The URLs and the key of a list: ours, and the route's. */
export interface Place {
  readonly collection: string
  readonly from: string
  readonly to: string
}

const [OPEN, CLOSE] = [Buffer.from('['), Buffer.from(']')]

/** A list as a bare array, also after revalidation; `shape` changes each item, unless the items are already bytes. */
function bareList(
  response: ApiResponse,
  { collection, from, to }: Place,
  shape: (item: Json) => object,
): ApiResponse {
  const bare = <A extends Pick<ApiResponse, 'headers' | 'chunked'>>(one: A): A => {
    const { members, digest } = one.chunked ?? {}
    const headers = listHeaders(one.headers, from, to)
    if (members === undefined || digest === undefined) return { ...one, headers }
    return { ...one, headers, chunked: { digest: `${digest}-bare`, chunks: [OPEN, ...members, CLOSE] } }
  }
  const { revalidate } = response
  const items = jsonOf(response.body)[collection]
  const body = Array.isArray(items) ? items.map((item) => shape(jsonOf(item))) : response.body
  const shown = { ...bare(response), body }
  if (revalidate === undefined) return shown
  const bareRevalidated: typeof revalidate = (...now) => {
    const one = revalidate(...now)
    return one && { digest: `${one.digest}-bare`, build: () => bare(one.build()) }
  }
  return { ...shown, revalidate: bareRevalidated }
}

/** A response with its list as a bare array, its items in another shape, and its Location at the route's URL. */
export function reshaped(response: ApiResponse, place: Place, shape: (item: Json) => object): ApiResponse {
  if (isList(response)) return bareList(response, place, shape)
  const Location = response.headers?.Location?.replace(place.from, place.to)
  const headers = { ...response.headers, ...(Location !== undefined && { Location }) }
  return { ...response, headers, body: shape(jsonOf(response.body)) }
}

/** A query with a default value for a parameter that is absent or empty. */
export function withDefault(query: Query, name: string, value: string): Query {
  const isSent = (query.text(name) ?? '') !== ''
  if (isSent) return query
  return {
    has: (other) => other === name || query.has(other),
    texts: (other) => (other === name ? [value] : query.texts(other)),
    text: (other) => (other === name ? value : query.text(other)),
    args: (args) => ({ ...query.args(args), [name]: value }),
    digestible: query.digestible,
  }
}

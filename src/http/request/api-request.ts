/** The request and the response of an operation. */
import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context } from '../../api/context.ts'
import type { Operation } from '../../contract/operations.ts'
import type { JsonItemContext } from '../../representations/json/index.ts'
import type { Root } from '../../representations/urls.ts'
import type { ItemAddress } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import type { InterfaceLanguageCode } from '../../words/languages.ts'
import type { Guesser } from '../auth/credentials.ts'
import type { FrontCacheAnswerMarker, ShownItemKeys } from '../cache/response-cache.ts'
import { type ConditionalHeaders, rootLinkHeader } from '../protocol.ts'
import type { Query } from './query.ts'

/** A request as Fastify has it, and the reply to it. */
export interface FastifyExchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  /** Marks the answer for caches in front of the service; undefined if they may not keep it. */
  readonly shared?: FrontCacheAnswerMarker | undefined
}

/** A JSON body that is already available as chunks of bytes. */
interface ChunkedBody {
  /** A digest of the body, used in its ETag. */
  readonly digest: string
  readonly chunks: readonly Buffer[]
  /** Of a list: the chunks of its items, with commas between them. */
  readonly members?: readonly Buffer[]
}

/** The response of an operation, before it is serialized and sent. */
export interface ApiResponse {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: object
  /** The body as chunks of JSON; replaces `body`. */
  readonly chunked?: ChunkedBody
  /** Sent instead of the body. */
  readonly file?: { readonly type: string; readonly text: string | Buffer }
  /** Sent instead of the body, for as long as the client reads; not opened for HEAD. */
  readonly stream?: { readonly type: string; open(): Readable }
  /** Of an item: begins its ETag. */
  readonly version?: number
  readonly modified?: number
  /** The request's If-Modified-Since is too coarse to tell this state from another one. */
  readonly isUnsettled?: boolean
  /** The response depends on the current time in other ways than by midnight and scheduled publications. */
  readonly dependsOnClock?: boolean
  /** Seconds since 1970 UTC from which the response is another one, whatever is written. */
  readonly until?: number
  /** The items that the response shows, for caches in front of the service; none by default. */
  shown?(): ShownItemKeys
}

/** The parts of a request that operations need. */
export interface ApiRequest {
  readonly operation: Operation
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: unknown
  readonly headers: ConditionalHeaders
  /** The oldest revision that the response may be read from. */
  readonly minRevision: number
  readonly root: Root
  /** The language of the request's root. */
  readonly language: InterfaceLanguageCode
  readonly context: Context
  readonly guesser: Guesser
  /** Of a batch: the revision as of which the caller saw the events that it changes. */
  readonly seen?: number | undefined
  /** The request only rehearses its write: nothing is kept. */
  readonly isDry?: true
  /** The client wants names that the operation does not know to be refused. */
  readonly isStrict?: boolean
  /** Whether the client has closed the connection. */
  isGone(): boolean
}

/** The id in a path. An id past the safe integers becomes 0, which no item has. */
export function idOfPathParams({ id }: ApiRequest['params']): number {
  const number = Number(id)
  return Number.isSafeInteger(number) ? number : 0
}

/** The address of an item from the path: its id or its slug. */
export function idOrSlugInPath({ by }: Operation, params: ApiRequest['params']): ItemAddress {
  return by === 'slug' ? { slug: params.slug ?? '' } : { id: idOfPathParams(params) }
}

/** The views of a root: requests share them, and with them what is remembered of a view. */
const viewsOf = memoizedByObject((_root: Root) => new Map<string, JsonItemContext>())

/** The view in which items are represented, as a single item or within a list of the calendar with the name `site`. */
export function representationContextOf(
  { root, context }: Pick<ApiRequest, 'root' | 'context'>,
  isSingle: boolean,
  site: string,
): JsonItemContext {
  const { currency, moment } = context
  const [views, key] = [viewsOf(root), `${isSingle} ${moment.zone} ${currency} ${site}`]
  const known = views.get(key)
  if (known !== undefined) return known
  const view = { root, zone: moment.zone, currency, isSingle, site }
  views.set(key, view)
  return view
}

/** Whether the body of the response is sent whole: not reduced to some fields, and in no envelope. */
export const hasNeitherFieldsNorEnvelope = ({ query }: Pick<ApiRequest, 'query'>): boolean =>
  !query.has('_fields') && !query.has('_envelope')

/** A response with the link to the root before its own links. */
export function responseWithRootLink(response: ApiResponse, rootUrl: string): ApiResponse {
  const root = rootLinkHeader(rootUrl)
  const own = response.headers?.Link
  const Link = own === undefined ? root : `${root}, ${own}`
  return { ...response, headers: { ...response.headers, Link } }
}

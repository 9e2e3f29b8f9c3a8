/**
 * The response cache: public responses as bytes, valid until the next write, scheduled publication or midnight. A repeated
 * request costs one validity check.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { Store } from '../../store/store.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { ifModifiedSinceSeconds, isNotModified, minRevisionFromHeaders } from '../protocol/conditional.ts'
import { encodingForLength, preferredEncoding } from '../protocol/encodings.ts'
import { prefersStrictHandling } from '../protocol/preferences.ts'
import {
  type CachedResponse,
  newCachedResponse,
  notModifiedHeadersOf,
  type ResponseToCache,
  wholeBodyOf,
  withRevalidationResult,
} from './cached-response.ts'
import type { FrontCacheAnswerMarkers } from './caches-in-front.ts'
import { repeatRequestTest } from './requested-before.ts'
import { isWithinValidity, type Validity, validityTracker } from './validity.ts'

/** The cache key of a request; undefined if the response depends on the caller. */
function keyOf({
  method,
  url,
  headers,
}: Pick<IncomingMessage, 'method' | 'url' | 'headers'>): string | undefined {
  if (method !== 'GET' || headers.authorization !== undefined || headers.cookie !== undefined)
    return undefined
  if (headers['x-event-password'] !== undefined) return undefined
  // A date comparison needs the item's history: several changes may have happened in the same second.
  if (ifModifiedSinceSeconds(headers) !== undefined) return undefined
  const strict = prefersStrictHandling(headers.prefer)
  return `${url}\n${preferredEncoding(headers['accept-encoding'])}\n${headers.accept}\n${headers.origin}\n${strict}`
}

/** A place in the cache for one response. */
export interface CachePlace {
  /** The response must not be read from an older revision. */
  readonly revision: number
  /** Whether the same was requested lately. Responses that are cheap to rebuild from memory are cached only then. */
  readonly isRepeated: boolean
  /** Caches the response if it is public. */
  take(ready: ResponseToCache): void
}

export interface ResponseCache {
  /** Responds if a cached response is valid, synchronously if the change counter shows no write. Returns whether it did. */
  tryRespond(request: FastifyRequest, reply: FastifyReply, now: () => Moment): boolean | Promise<boolean>
  /** How many responses were sent from the cache. */
  hits(): number
  /** Approximate size of the cache, in bytes. */
  held(): number
  /** Returns the place for a response; undefined if it can't be cached. Call it before any data is read for the response. */
  keeper(request: FastifyRequest, moment: Moment): Promise<CachePlace | undefined>
}

/** Keeps a response, and returns it. */
type Put = (response: CachedResponse) => CachedResponse

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/** Returns the function that brings a cached response into a validity: unchanged, or found again in memory; undefined if neither works. */
function revalidator(store: Pick<Store, 'memoryView'>, put: Put) {
  return (ready: CachedResponse, validity: Validity, moment: Moment, { headers }: Asked) => {
    if (ready.until !== undefined && epochOfInstant(moment.now) >= ready.until) return undefined
    if (ready.validity === validity) return ready
    if (
      ready.validity.isLocal !== validity.isLocal ||
      !isWithinValidity(ready.validity, epochOfInstant(moment.now))
    )
      return undefined
    const memory = store.memoryView()
    const fresh = memory?.revision === validity.revision ? ready.revalidate?.(memory, moment) : undefined
    if (fresh === undefined) return undefined
    if (fresh.digest === ready.digest) {
      ready.validity = validity
      return ready
    }
    if (ready.encoding !== undefined) return undefined
    const made = newCachedResponse(ready.key, withRevalidationResult(ready, fresh), validity)
    // The new body may be long enough to need compression, which is asynchronous.
    const isPlain = encodingForLength(made.length, headers['accept-encoding']) === undefined
    return isPlain ? put(made) : undefined
  }
}

/** Sends a cached response, or 304 to a client that has it, with the headers that are not cached. */
function give(
  request: IncomingMessage,
  response: ServerResponse,
  ready: CachedResponse,
  fresh: Readonly<Record<string, string>> | undefined,
): void {
  const { headers } = request
  const isKnown =
    (headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined) &&
    isNotModified(headers, ready.etag, ready.modified)
  const sent = fresh === undefined ? ready.headers : { ...ready.headers, ...fresh }
  if (isKnown) response.writeHead(304, notModifiedHeadersOf(sent)).end()
  else response.writeHead(200, sent).end(wholeBodyOf(ready))
  // A GET may have a body; it is discarded.
  request.resume()
}

type Admit = (request: FastifyRequest, isLocal: boolean) => void

type Validities = ReturnType<typeof validityTracker>

/** Returns the function that learns the validity of a moment for a response that was kept before. */
function learner(store: Store, { learn }: Validities) {
  return async (moment: Moment, ready: CachedResponse): Promise<Validity> => {
    const validity = await learn(moment)
    // Opening a read view brings the memory view up to date.
    if (ready.revalidate !== undefined && store.memoryView() === undefined)
      await store.readView(async () => {}, 0)
    return validity
  }
}

/** Returns the function that finds the place of a response. */
function placeKeeper(put: Put, { current, learn }: Validities): ResponseCache['keeper'] {
  const isRepeated = repeatRequestTest()
  return async (request, moment) => {
    const key = keyOf(request)
    if (key === undefined) return undefined
    const validity = current(epochOfInstant(moment.now)) ?? (await learn(moment))
    const take = (ready: ResponseToCache) => {
      // Responses to requests with an event password are private, wherever the password was sent.
      if (ready.headers['cache-control']?.startsWith('public')) put(newCachedResponse(key, ready, validity))
    }
    return { revision: validity.revision, isRepeated: isRepeated(key), take }
  }
}

/** Returns an empty response cache over one store. `admit` throws if the caller is not admitted. */
export function responseCache(store: Store, admit: Admit, shared?: FrontCacheAnswerMarkers): ResponseCache {
  const responses = newSharedBudgetCache<string, CachedResponse>()
  const put: Put = (made) => {
    responses.set(made.key, made, made.size)
    return made
  }
  const validities = validityTracker(store, shared === undefined ? store.changeCounter : store.freshCounter)
  const learnt = learner(store, validities)
  const inValidity = revalidator(store, put)
  let given = 0

  return {
    hits: () => given,
    held: () => responses.held(),
    tryRespond(request, reply, now) {
      const key = keyOf(request)
      const ready = key === undefined ? undefined : responses.get(key)
      if (ready === undefined) return false
      const moment = now()
      const respond = (validity: Validity) => {
        const response = inValidity(ready, validity, moment, request)
        if (response === undefined) return false
        admit(request, validity.isLocal)
        reply.hijack()
        given += 1
        const until = Math.min(validity.until, response.until ?? Number.POSITIVE_INFINITY)
        const control = shared?.control({ ...validity, until }, epochOfInstant(moment.now))
        give(
          request.raw,
          reply.raw,
          response,
          control === undefined ? undefined : { 'cache-control': control },
        )
        return true
      }
      const validity = validities.current(epochOfInstant(moment.now))
      if (validity !== undefined && validity.revision >= minRevisionFromHeaders(request.headers))
        return respond(validity)
      return learnt(moment, ready).then(respond)
    },
    keeper: placeKeeper(put, validities),
  }
}

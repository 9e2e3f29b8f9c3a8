/**
 * The response cache: public responses as bytes, valid until the next write, scheduled publication or midnight. A repeated
 * request costs one validity check.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import type { Store } from '../../store/store.ts'
import { joinedBytes, keptBytes } from '../../support/kept-bytes.ts'
import { newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import { ifModifiedSinceSeconds, isNotModified, minRevisionFromHeaders } from '../protocol/conditional.ts'
import { preferredEncoding } from '../protocol/encodings.ts'
import { prefersStrictHandling } from '../protocol/preferences.ts'
import type { FrontCacheAnswerMarkers } from './caches-in-front.ts'
import { type Validity, validityTracker } from './validity.ts'

type Headers = Readonly<Record<string, string>>

/** A response as it was sent. */
interface ResponseToCache {
  readonly headers: Headers
  /** The body in chunks, in order. */
  readonly body: readonly Buffer[]
  readonly etag: string
  readonly modified: number | undefined
  /** Seconds since 1970 UTC from which the response is another one, whatever its validity. */
  readonly until: number | undefined
}

interface CachedResponse extends ResponseToCache {
  body: readonly Buffer[]
  readonly validity: Validity
}

/** Estimated overhead of an entry in bytes, besides its body. */
const ENTRY = 4096
/** Places for hashes of keys that were asked. A later key takes the place of an earlier one whose hash has the same last bits. */
const ASKED = 16_384

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash
}

/** Returns a function that says whether a key was asked lately, and remembers it, in 64 KiB whatever is asked. */
function repeatTest(): (key: string) => boolean {
  const hashes = new Int32Array(ASKED)
  return (key) => {
    const hash = hashOf(key)
    const place = hash & (ASKED - 1)
    const isRepeated = hashes[place] === hash
    hashes[place] = hash
    return isRepeated
  }
}

const ofContent = ['content-length', 'content-type', 'content-encoding']

/** The cache key of a request; undefined if the response depends on the caller. */
function keyOf({ method, url, headers }: Pick<IncomingMessage, 'method' | 'url' | 'headers'>) {
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
  /** Whether the same was asked lately: only then a response is cached that is cheap to make, since crawlers ask most addresses once. */
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

/** The whole body in one buffer, joined at first use, since most entries are never read again. */
function wholeBodyOf(kept: CachedResponse): Buffer {
  const [first = Buffer.alloc(0), ...rest] = kept.body
  if (rest.length === 0) return first
  const whole = joinedBytes(kept.body)
  kept.body = [whole]
  return whole
}

/** Sends a cached response, or 304 to a client that has it. */
function give(request: IncomingMessage, response: ServerResponse, ready: CachedResponse, headers: Headers) {
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers
  const isKnown =
    (tags !== undefined || since !== undefined) && isNotModified(request.headers, ready.etag, ready.modified)
  if (isKnown) {
    const kept = Object.entries(headers).filter(([name]) => !ofContent.includes(name))
    response.writeHead(304, Object.fromEntries(kept)).end()
  } else response.writeHead(200, headers).end(wholeBodyOf(ready))
  // A GET may have a body; it is discarded.
  request.resume()
}

/** Returns an empty response cache over one store. `admit` throws if the caller is not admitted. */
export function responseCache(
  store: Store,
  admit: (request: FastifyRequest, isLocal: boolean) => void,
  shared?: FrontCacheAnswerMarkers,
): ResponseCache {
  const responses = newSharedBudgetCache<string, CachedResponse>()
  const isRepeatedKey = repeatTest()
  const { current, learn } = validityTracker(
    store,
    shared === undefined ? store.changeCounter : store.freshCounter,
  )
  let given = 0

  return {
    hits: () => given,
    held: () => responses.held(),
    tryRespond(request, reply, now) {
      const key = keyOf(request)
      const ready = key === undefined ? undefined : responses.get(key)
      if (ready === undefined) return false
      const moment = now()
      const at = epochOfInstant(moment.now)
      const respond = (validity: Validity) => {
        const { until = Number.POSITIVE_INFINITY } = ready
        if (ready.validity !== validity || at >= until) return false
        admit(request, validity.isLocal)
        reply.hijack()
        given += 1
        const control = shared?.control({ ...validity, until: Math.min(validity.until, until) }, at)
        const fresh = control === undefined ? ready.headers : { ...ready.headers, 'cache-control': control }
        give(request.raw, reply.raw, ready, fresh)
        return true
      }
      const validity = current(at)
      if (validity !== undefined && validity.revision >= minRevisionFromHeaders(request.headers))
        return respond(validity)
      return learn(moment).then(respond)
    },
    async keeper(request, moment) {
      const key = keyOf(request)
      if (key === undefined) return undefined
      const validity = current(epochOfInstant(moment.now)) ?? (await learn(moment))
      return {
        revision: validity.revision,
        isRepeated: isRepeatedKey(key),
        take(ready) {
          // Responses to requests with an event password are private, wherever the password was sent.
          if (ready.headers['cache-control']?.startsWith('public') !== true) return
          const length = ready.body.reduce((sum, bytes) => sum + bytes.length, 0)
          const headers = { ...ready.headers, 'content-length': String(length), 'server-timing': 'ready' }
          const kept = { ...ready, headers, body: ready.body.map(keptBytes), validity }
          responses.set(key, kept, length + key.length + ENTRY)
        },
      }
    },
  }
}

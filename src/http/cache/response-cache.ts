/**
 * The response cache: public responses as bytes, valid until the next write, scheduled publication or midnight. A repeated
 * request costs one validity check.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ResourceName, resourceNames } from '../../contract/resources/index.ts'
import { surrogateKeyOfItem, surrogateKeysOfAnswer } from '../../domain/surrogate-keys.ts'
import { epochOfInstant, type Moment } from '../../domain/time/moment.ts'
import { firstSecondOfTomorrow } from '../../domain/time/window.ts'
import type { Item, Store } from '../../store/store.ts'
import { memoizedByObject } from '../../support/remembered.ts'
import { joinedBytes, keptBytes, newSharedBudgetCache } from '../../support/shared-budget-cache.ts'
import {
  ifModifiedSinceSeconds,
  isNotModified,
  minRevisionFromHeaders,
  preferredEncoding,
  prefersStrictHandling,
} from '../protocol.ts'
import { queryOfUrlOfAnyLength } from '../request/query.ts'
import { idsShownBySingleEvent, type ShownIds } from './renderings.ts'

// Validity: the time for which a cached response holds.

/**
 * While a response stays valid: no write, no scheduled publication, no midnight in the site zone. `since` and `until` are
 * seconds since 1970 UTC.
 */
export interface Validity {
  readonly revision: number
  readonly isLocal: boolean
  readonly since: number
  readonly until: number
}

/** Whether a second since 1970 UTC lies within a validity. */
export const isWithinValidity = ({ since, until }: Validity, now: number): boolean =>
  since <= now && now < until

/**
 * Tracks the validity of responses from a store by a counter of its writes: what caches in front keep must not be older than a purge, and
 * needs one that is read anew.
 */
function validityTracker(store: Store, counterOf = store.changeCounter) {
  let known: { readonly counter: number | undefined; readonly validity: Validity } | undefined
  return {
    /** The validity at a second since 1970 UTC; undefined if it is not known without a query. */
    current(now: number): Validity | undefined {
      if (known?.counter === undefined || known.counter !== counterOf()) return undefined
      return isWithinValidity(known.validity, now) ? known.validity : undefined
    },
    /** The validity at a moment, read from the store. */
    async learn(moment: Moment): Promise<Validity> {
      const counter = counterOf()
      const revision = await store.revision()
      const now = epochOfInstant(moment.now)
      if (known?.validity.revision === revision && isWithinValidity(known.validity, now)) {
        known = { counter, validity: known.validity }
        return known.validity
      }
      const publication = await store.nextPublication(moment)
      const until = Math.min(publication ?? Number.POSITIVE_INFINITY, firstSecondOfTomorrow(moment))
      const validity = { revision, isLocal: !(await store.hasUsers()), since: now, until }
      known = { counter, validity }
      return validity
    },
  }
}

/** The validities of a store, for what needs no newer counter. */
export const validitiesOf = memoizedByObject((store: Store) => validityTracker(store))

// Answers that caches in front of the service keep (contract §22): for how long, and by which keys a purge names them. One is kept
// only if nothing was written since it was begun: the purge of that write may already be over.

/** Seconds for which a cache may show what has ended while it asks again. */
const REVALIDATION = 30

/** Of answers that caches in front must not keep. */
const UNSHARED = 'private, no-cache'
/** Of faults, which nobody keeps. */
const UNKEPT = 'private, no-store'

/** The items that an answer shows, and whether they alone decide it: no list, and no time but that of publications and midnight. */
export interface ShownItemKeys {
  readonly keys: Iterable<string>
  readonly isAlone?: boolean
}

/** All that decides how long an answer may be kept. */
interface AnswerCachingFacts {
  readonly status: number
  readonly shown?: ShownItemKeys | undefined
  /** Whether it depends on the current time. */
  readonly isMoving?: boolean | undefined
  /** Seconds since 1970 UTC after which it is another one, whatever is written. */
  readonly until?: number
}

/** Tells caches in front whether and how long they may keep one answer. */
export interface FrontCacheAnswerMarker {
  /** Sets the headers of the answer, when it is about to be sent. */
  mark(reply: FastifyReply, answer: AnswerCachingFacts): Promise<void>
}

export const surrogateKeysOfIds = (shown: ShownIds): readonly string[] =>
  resourceNames.flatMap((name) => shown[name]?.map((id) => surrogateKeyOfItem(name, id)) ?? [])

/** Returns the keys of an item and, of an event, of all that it shows. */
export function surrogateKeysOfItem(name: ResourceName, item: Item<ResourceName>): readonly string[] {
  if (!('isProtected' in item)) return [surrogateKeyOfItem(name, item.record.id)]
  return surrogateKeysOfIds(idsShownBySingleEvent(item))
}

/** The headers with the keys of what an answer shows. */
function surrogateHeaders({ keys = [], isAlone = false }: Partial<ShownItemKeys> = {}) {
  const all = surrogateKeysOfAnswer(keys, isAlone)
  return { 'Surrogate-Key': all.join(' '), 'Cache-Tag': all.join(',') }
}

function isPublicRead({ method, headers, url }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  if (headers.authorization !== undefined || headers.cookie !== undefined) return false
  return headers['x-event-password'] === undefined && !queryOfUrlOfAnyLength(url).has('password')
}

const keptFor = (seconds: number) =>
  `public, max-age=0, s-maxage=${Math.max(0, Math.floor(seconds))}, stale-while-revalidate=${REVALIDATION}`

/** Returns the markers of the answers from a store. */
export function frontCacheAnswerMarkersOfStore(store: Store, now: () => Moment) {
  const { current, learn } = validityTracker(store, store.freshCounter)
  const validityAt = async (moment: Moment) => current(epochOfInstant(moment.now)) ?? learn(moment)
  /** The Cache-Control of an answer that holds for a validity, as of now. */
  const control = ({ isLocal, until }: Validity, at: number) =>
    isLocal || store.staleness() !== undefined ? UNSHARED : keptFor(until - at)

  /** The Cache-Control of an answer that was begun in a validity. */
  async function controlOf(begun: Validity, { status, isMoving, until = begun.until }: AnswerCachingFacts) {
    if (status >= 400) return UNKEPT
    const moment = now()
    const validity = await validityAt(moment)
    if (validity.revision !== begun.revision) return UNSHARED
    const at = epochOfInstant(moment.now)
    const ends = isMoving === true ? at : Math.min(validity.until, begun.until, until)
    return control({ ...validity, until: ends }, at)
  }

  /** The marker of answers that no cache keeps, whatever it makes of other directives. */
  const faults: FrontCacheAnswerMarker = { mark: async (reply) => void reply.header('Cache-Control', UNKEPT) }
  return {
    control,
    faults,
    /** Returns the marker of an answer; undefined if it depends on the caller. Call it before any data is read for the answer. */
    async begin(request: FastifyRequest, moment: Moment): Promise<FrontCacheAnswerMarker | undefined> {
      if (!isPublicRead(request)) return undefined
      const begun = await validityAt(moment)
      return {
        async mark(reply, answer) {
          const { status, shown } = answer
          // The header of a redirect stays.
          if (status >= 300 && status < 400) return
          reply.header(
            'Cache-Control',
            reply.hasHeader('Set-Cookie') ? UNKEPT : await controlOf(begun, answer),
          )
          reply.header('Vary', `${reply.getHeader('Vary') ?? ''}, X-Fasti-Revision`)
          reply.headers(surrogateHeaders(shown))
        },
      }
    },
  }
}

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
const ENTRY = 1700
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
  shared?: ReturnType<typeof frontCacheAnswerMarkersOfStore>,
) {
  const responses = newSharedBudgetCache<string, CachedResponse>()
  const isRepeatedKey = repeatTest()
  const { current, learn } = validityTracker(
    store,
    shared === undefined ? store.changeCounter : store.freshCounter,
  )
  let given = 0

  return {
    /** How many responses were sent from the cache. */
    hits: () => given,
    /** Approximate size of the cache, in bytes. */
    held: () => responses.held(),
    /** Responds if a cached response is valid, synchronously if the change counter shows no write. Returns whether it did. */
    tryRespond(request: FastifyRequest, reply: FastifyReply, now: () => Moment): boolean | Promise<boolean> {
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
    /** Returns the place for a response; undefined if it can't be cached. Call it before any data is read for the response. */
    async keeper(request: FastifyRequest, moment: Moment): Promise<CachePlace | undefined> {
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

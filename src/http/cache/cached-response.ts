/** The entries of the response cache. */

import type { Encoding } from '../protocol/encodings.ts'
import { etagOfDigest } from '../protocol/etag.ts'
import type { ApiResponse, RevalidationResult } from '../request/api-request.ts'
import { gathered, keptBytes } from './cached-event.ts'
import { surrogateHeaders } from './caches-in-front.ts'
import type { Validity } from './validity.ts'

/** A response as it was sent. */
export interface ResponseToCache {
  readonly headers: Readonly<Record<string, string>>
  /** The body in chunks, in order. */
  readonly body: readonly Buffer[]
  /** The digest of a body that was joined from chunks. */
  readonly digest: string | undefined
  readonly etag: string
  readonly modified: number | undefined
  readonly encoding: Encoding | undefined
  /** Revalidates the response at a later revision, from memory alone. */
  readonly revalidate: ApiResponse['revalidate']
  /** Seconds since 1970 UTC from which the response is another one, whatever its validity. */
  readonly until: number | undefined
}

export interface CachedResponse extends Omit<ResponseToCache, 'body'> {
  readonly key: string
  body: readonly Buffer[]
  readonly length: number
  /** The latest validity in which the response is known to be current. */
  validity: Validity
  readonly size: number
}

/** Estimated overhead of an entry in bytes, besides its body. */
const ENTRY = 4096

/** The whole body in one buffer, joined at first use, since most entries are never read again. */
export function wholeBodyOf(kept: CachedResponse): Buffer {
  const [first = Buffer.alloc(0), ...rest] = kept.body
  if (rest.length === 0) return first
  const whole = gathered(kept.body)
  kept.body = [whole]
  return whole
}

const ofContent = ['content-length', 'content-type', 'content-encoding']

/** The headers of the 304 response. */
export function notModifiedHeadersOf(headers: ResponseToCache['headers']): ResponseToCache['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofContent.includes(name)))
}

/** Builds a cache entry for a response; `key` is its key. */
export function newCachedResponse(key: string, ready: ResponseToCache, validity: Validity): CachedResponse {
  const length = ready.body.reduce((sum, bytes) => sum + bytes.length, 0)
  const size = length + key.length + ENTRY
  const headers = { ...ready.headers, 'content-length': String(length), 'server-timing': 'ready' }
  const { digest, etag, modified, encoding, revalidate, until } = ready
  return {
    key,
    headers,
    body: ready.body.map(keptBytes),
    length,
    digest,
    etag,
    modified,
    encoding,
    revalidate,
    until,
    validity,
    size,
  }
}

/** The response with the body and headers of its revalidation. */
export function withRevalidationResult(ready: ResponseToCache, fresh: RevalidationResult): ResponseToCache {
  const { headers = {}, chunked, version, shown } = fresh.build()
  const { digest, chunks: body } = chunked
  const etag = etagOfDigest(digest, version, ready.encoding)
  const changed: Record<string, string> = { ...ready.headers }
  const keys = ready.headers['surrogate-key'] === undefined ? undefined : surrogateHeaders(shown?.())
  const again: Readonly<Record<string, string>> = { ...headers, ...keys }
  for (const [name, value] of Object.entries(again)) changed[name.toLowerCase()] = value
  changed.etag = etag
  const { modified, encoding, revalidate: later, until } = ready
  return { headers: changed, body, digest, etag, modified, encoding, revalidate: later, until }
}

/** HTTP as RFC 9110 and RFC 7240 (Prefer) say it: Accept, conditions, encodings, ETag. */

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type ContentChoice, contentLanguageMatchingTag, parseLanguageTag } from '../domain/languages.ts'
import { secondsOfHttpDate } from '../domain/time/timestamp.ts'
import { because, invalidParam, Problem } from '../problem.ts'
import { contentChoiceOfRoot, type Root } from '../representations/urls.ts'

/** Quality values of Accept headers (RFC 9110 §12.4.2). */

type Weights = ReadonlyMap<string, number>

/** Parses an Accept or Accept-Encoding header into a map of lower-case name → weight, 0…1. */
export function weightsOf(header = ''): Weights {
  return new Map(
    header.split(',').map((part) => {
      const [name = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters
        .map((one) => /^\s*q=([\d.]+)/.exec(one)?.[1])
        .find((one) => one !== undefined)
      return [name.trim(), quality === undefined ? 1 : Number(quality)]
    }),
  )
}

// The Accept header (RFC 9110 §12.5.1): which of the available types the client prefers.

/** The weight of a type, from its most specific range; undefined if the header has no matching range. */
function weightOf(accept: string, type: string): number | undefined {
  const weights = weightsOf(accept)
  return weights.get(type) ?? weights.get(`${type.split('/')[0]}/*`) ?? weights.get('*/*')
}

/** Throws 406 if the client refuses every one of the types with q=0 (contract §6). */
export function requireAcceptableType(accept: string | undefined, types: readonly string[]): void {
  if (types.every((type) => weightOf(accept ?? '', type) === 0)) throw new Problem('rest_not_acceptable')
}

/** Whether the client prefers HTML to JSON: browsers do, and so does a client that refuses JSON. */
export function prefersHtml(accept = ''): boolean {
  const [html, json] = [weightOf(accept, 'text/html'), weightOf(accept, 'application/json')]
  return json === 0 ? html !== 0 : (html ?? 0) > (json ?? 0)
}

// Content encodings (RFC 9110 §8.4, §12.5.3): choosing one, and compressing bytes.

const compressors = {
  br: (bytes: Buffer, isKept: boolean) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: isKept ? 7 : 4 } }),
  gzip: (bytes: Buffer, isKept: boolean) => promisify(gzip)(bytes, { level: isKept ? 9 : 5 }),
} as const

export type Encoding = keyof typeof compressors

/** The encoding that the client prefers; brotli if it accepts brotli and gzip equally, undefined if neither. */
export function preferredEncoding(accepted: string | undefined): Encoding | undefined {
  if (accepted === undefined) return undefined
  const weights = weightsOf(accepted)
  const weight = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  const [br, gz] = [weight('br'), weight('gzip')]
  if (br > 0 && br >= gz) return 'br'
  return gz > 0 ? 'gzip' : undefined
}

/** Smaller bodies are sent uncompressed. */
const LEAST_BYTES = 1024

/** The encoding for a body of `length` bytes; undefined to send it uncompressed. */
export function encodingForLength(length: number, accepted: string | undefined): Encoding | undefined {
  return length < LEAST_BYTES ? undefined : preferredEncoding(accepted)
}

/**
 * Returns the bytes compressed with `encoding`, or unchanged if it is undefined. What browsers keep for good (`isKept`) is compressed
 * more: they ask for it once.
 */
export async function compressedBytes(
  bytes: Buffer,
  encoding: Encoding | undefined,
  isKept: boolean,
): Promise<Buffer> {
  return encoding === undefined ? bytes : compressors[encoding](bytes, isKept)
}

// ETags (RFC 9110 §8.8.3, contract §8).

/** A digest of a body, or of what determines it. */
export const digestOf = (bytes: Buffer | string): string => hash('sha1', bytes, 'base64url').slice(0, 16)

/** The ETag of a body by its digest. An item's ETag begins with its version. */
export function etagOfDigest(
  digest: string,
  version: number | undefined,
  encoding: Encoding | undefined,
): string {
  const suffix = encoding === undefined ? '' : `-${encoding}`
  return version === undefined ? `"${digest}${suffix}"` : `"v${version}-${digest}${suffix}"`
}

// Conditional requests (RFC 9110 §13, contract §8), as pure functions.

/** Request headers, with lower-case names as in Node. */
export type ConditionalHeaders = Readonly<Record<string, string | string[] | undefined>>

const header = (conditions: ConditionalHeaders, name: string) => {
  const value = conditions[name]
  return Array.isArray(value) ? value.join(',') : value
}

/** The ETags of a header without their weakness prefix, or `*`. */
const tags = (text: string) =>
  text.trim() === '*' ? ['*'] : (text.match(/(?:W\/)?"[^"]*"/g) ?? []).map((tag) => tag.replace(/^W\//, ''))
const versionOf = (tag: string) => /^"(v\d+)[-"]/.exec(tag)?.[1] ?? tag

const secondsIn = (conditions: ConditionalHeaders, name: string) => {
  const sent = header(conditions, name)
  return sent === undefined ? undefined : secondsOfHttpDate(sent)
}

/** If-Modified-Since in seconds since 1970 UTC; undefined if it is absent, invalid, or overridden by If-None-Match. */
export function ifModifiedSinceSeconds(conditions: ConditionalHeaders): number | undefined {
  return header(conditions, 'if-none-match') === undefined
    ? secondsIn(conditions, 'if-modified-since')
    : undefined
}

/** The text of the first tag in If-Match, without its quotes; undefined without the header, or where it takes anything (`*`). */
export function ifMatchTag(conditions: ConditionalHeaders): string | undefined {
  const sent = header(conditions, 'if-match')
  if (sent === undefined || sent.trim() === '*') return undefined
  return (tags(sent)[0] ?? sent).replaceAll('"', '')
}

/** If-Unmodified-Since in seconds since 1970 UTC; undefined if it is absent, invalid, or overridden by If-Match. */
export function ifUnmodifiedSinceSeconds(conditions: ConditionalHeaders): number | undefined {
  return header(conditions, 'if-match') === undefined
    ? secondsIn(conditions, 'if-unmodified-since')
    : undefined
}

/**
 * Whether the response to a GET is 304: If-None-Match compares whole tags weakly; If-Modified-Since counts only
 * without it.
 */
export function isNotModified(
  conditions: ConditionalHeaders,
  etag: string,
  lastModified: number | undefined,
): boolean {
  const known = header(conditions, 'if-none-match')
  if (known !== undefined) return tags(known).some((tag) => tag === '*' || tag === etag)
  const seconds = ifModifiedSinceSeconds(conditions)
  return seconds !== undefined && lastModified !== undefined && lastModified <= seconds
}

/**
 * Throws 412 if a write's preconditions fail: If-Match compares versions; If-Unmodified-Since counts only without it;
 * If-None-Match: * refuses every item that exists. `isWeak`:
 * the item changed more than once in that second, so the date does not identify one state.
 */
export function requireChangePreconditions(
  conditions: ConditionalHeaders,
  kept: { readonly version: number; readonly modified_utc: number },
  isWeak = false,
): void {
  if (header(conditions, 'if-none-match')?.trim() === '*') throw new Problem('rest_precondition_failed')
  const match = header(conditions, 'if-match')
  if (match !== undefined) {
    if (tags(match).some((tag) => tag === '*' || versionOf(tag) === `v${kept.version}`)) return
    throw new Problem('rest_precondition_failed')
  }
  const seconds = ifUnmodifiedSinceSeconds(conditions)
  if (seconds === undefined || kept.modified_utc < seconds) return
  if (kept.modified_utc > seconds || isWeak) throw new Problem('rest_precondition_failed')
}

/** Throws 412 if a request that is about to create an item requires one to exist. */
export function refuseIfMatchForNewItem(conditions: ConditionalHeaders): void {
  if (header(conditions, 'if-match') !== undefined || ifUnmodifiedSinceSeconds(conditions) !== undefined)
    throw new Problem('rest_precondition_failed')
}

/** The X-Fasti-Revision of a request (contract §8): the response must not be older. 0 without one. */
export function minRevisionFromHeaders(conditions: ConditionalHeaders): number {
  const seen = Number(conditions['x-fasti-revision'])
  return Number.isFinite(seen) ? seen : 0
}

// The Prefer header (RFC 7240).

/** Whether a client asks for the reasons of faults, beside their messages. */
export const prefersReasons = (prefer: string | readonly string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,) *reasons *(?:$|[,;])/i.test(String(prefer))

/** Whether a client asks that names that an operation does not know are refused (`handling=strict`). */
export const prefersStrictHandling = (prefer: string | readonly string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,) *handling *= *"?strict"? *(?:$|[,;])/i.test(String(prefer))

/** The header of a response to a client that asked for it. */
export const strictHandlingApplied = { 'Preference-Applied': 'handling=strict' } as const

// The language in which a request is shown texts: that of `lang`, else that of its root (contract §15).

/** What a query may ask of the languages of an answer. */
interface Asked {
  text(name: 'lang' | 'translations'): string | undefined
}

/** The languages of a root, with the one that `lang` asks for; undefined where it is none of them. */
function askedChoice(root: Root, query: Asked): ContentChoice | undefined {
  const choice = contentChoiceOfRoot(root)
  const lang = query.text('lang')?.trim()
  if (lang === undefined || lang === '') return choice
  const tag = parseLanguageTag(lang)
  const asked = tag === undefined ? undefined : contentLanguageMatchingTag(tag, choice.languages)
  return asked === undefined ? undefined : { languages: choice.languages, asked }
}

/** Returns a root with the language that a query asks for, and with all translations where it asks for them. Throws 400 on `lang`. */
export function rootWithQueriedLanguage(root: Root, query: Asked): Root {
  const showsAll = query.text('translations') === 'all'
  if (query.text('lang') === undefined && !showsAll) return root
  const content = askedChoice(root, query)
  if (content === undefined) {
    const languages = contentChoiceOfRoot(root).languages.join(', ')
    throw invalidParam('lang', because('not_a_content_language', { languages }))
  }
  return { ...root, content, ...(showsAll && { showsTranslations: true }) }
}

/** Returns the header that names the content language of the answer to a query, also of a refusal; none where there is only one. */
export function contentLanguageHeaders(root: Root, query: Asked): Readonly<Record<string, string>> {
  const { languages, asked } = askedChoice(root, query) ?? contentChoiceOfRoot(root)
  return languages.length > 1 ? { 'Content-Language': asked } : {}
}

// The headers of every response, including errors (contract §7, §8).

const exposed =
  'X-Total-Count, X-Total-Pages, X-TEC-Total, X-TEC-TotalPages, X-WP-Total, X-WP-TotalPages, Link, ETag, Location, Idempotency-Replayed, Retry-After, X-Fasti-Revision, X-Fasti-Result, Preference-Applied'
const allowedHeaders =
  'Authorization, Content-Type, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, X-Fasti-Revision, X-CSRF-Token, Idempotency-Key, X-Event-Password, X-HTTP-Method-Override, Prefer, X-WP-Nonce, X-TEC-EEA, Content-Disposition'

/** The headers that do not depend on the request. */
export const fixedHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'X-Robots-Tag': 'noindex',
} as const

const everywhere = {
  ...fixedHeaders,
  Vary: 'Accept, Accept-Encoding, Authorization, Cookie, Origin, Prefer, X-Event-Password',
  'Access-Control-Expose-Headers': exposed,
  'Access-Control-Allow-Headers': allowedHeaders,
} as const

/** Whether the configuration names this exact origin: only then may its pages send the session cookie. */
const isNamed = ({ headers: { origin = '*' } }: FastifyRequest, origins: readonly string[]) =>
  origin !== '*' && origins.includes(origin)

/** The origin that may read the response: as configured; by default any origin, for reads without credentials. */
function allowedOrigin(request: FastifyRequest, origins: readonly string[]): string | undefined {
  const { origin, authorization, cookie } = request.headers
  if (isNamed(request, origins)) return origin
  if (origins.length > 0) return origins.includes('*') ? '*' : undefined
  const isRead = ['GET', 'HEAD', 'OPTIONS'].includes(request.method)
  return isRead && authorization === undefined && cookie === undefined ? '*' : undefined
}

/** The Link header value that points to the root of the request. */
export const rootLinkHeader = (rootUrl: string) => `<${rootUrl}/>; rel="https://api.w.org/"`

/** The revision header of a write's response: a client that sends it back reads nothing older (contract §8). */
export const makeRevisionHeader = (revision: number) => ({ 'X-Fasti-Revision': String(revision) })

/** Sets the headers of every response. */
export function setCommonHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  rootUrl: string,
  corsOrigins: readonly string[],
): void {
  reply.headers(everywhere)
  reply.header('Link', rootLinkHeader(rootUrl))
  const origin = allowedOrigin(request, corsOrigins)
  if (origin !== undefined) reply.header('Access-Control-Allow-Origin', origin)
  if (isNamed(request, corsOrigins)) reply.header('Access-Control-Allow-Credentials', 'true')
}

/** The Server-Timing of a response that was not cached: how long it took. */
export const serverTiming = (reply: FastifyReply): string => `total;dur=${reply.elapsedTime.toFixed(1)}`
